"""The public pages, for players and spectators."""
