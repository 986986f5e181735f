"""Import of sessions scored elsewhere: seated again, and replayed through the director's own checks as an event."""
