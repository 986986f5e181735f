"""Plans: an event file and an entry become an event."""
