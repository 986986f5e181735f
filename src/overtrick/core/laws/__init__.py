"""The Laws of Duplicate Bridge 2017 that produce numbers: scoring, IMPs, matchpoints, adjusted scores, par."""
