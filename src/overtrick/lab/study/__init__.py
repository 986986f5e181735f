"""The format lab: whole events played many times, to see the effects of a regulation."""
