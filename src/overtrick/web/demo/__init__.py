"""A running congress to look at: four events in the middle of things, and phones that keep posting."""
