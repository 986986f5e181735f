"""Who stood where."""
