"""Ranking: places, carry-overs, qualification and awards."""
