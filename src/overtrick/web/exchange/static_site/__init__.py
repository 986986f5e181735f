"""The static site of an event: every public page and every why in one folder, which needs no server."""
