"""An organisation that leaves: all that is its own goes out with it, and then is gone from here."""
