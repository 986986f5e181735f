"""Results that follow from the state of an event: honours, paths through stages, line-ups, subjects of figures."""
