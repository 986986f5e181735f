"""Watching the server: its log, its health and its figures."""
