"""How the scores on a board become IMPs, and the boards of a match become its result."""
