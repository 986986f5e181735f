"""The static site of an event: every public page and every why in one folder that needs no server."""
