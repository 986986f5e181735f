"""An event: what may be done in it, what was done, and what follows."""
