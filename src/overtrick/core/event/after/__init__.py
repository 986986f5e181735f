"""What follows from an event as it stands: honours, ways through it, line-ups, and the names of its numbers."""
