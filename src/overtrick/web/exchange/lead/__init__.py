"""Leading and following books: a laptop at the venue leads; the organisation's server follows and shows the event."""
