"""Bridgemate files and compatible ones: Jet databases, their tables, and what those say of a session."""
