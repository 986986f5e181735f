"""Ranking: who stands where, what they carry on, who goes through, and what they win."""
