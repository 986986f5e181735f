"""The format lab: whole events played many times over, to see what a regulation does."""
