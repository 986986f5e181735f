"""Scoring: from the scores on a board to IMPs or matchpoints, and from the boards of a match to its result."""
