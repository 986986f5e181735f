"""A running congress to look at: three events in the middle of things, and phones that keep posting."""
