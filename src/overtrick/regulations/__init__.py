"""Reads, checks and describes the rulebook."""
