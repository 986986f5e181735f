"""Checks of the regulations: their errors and gaps, which clauses are proved, and alternative readings."""
