"""What the format lab needs that a plain installation has not, and how large a small study is."""

NEEDS = ("numpy", "polars")
"""Modules of the extra `lab`."""

RUNS = 100
"""So many runs of each format has a small study: enough to tell what is plain, and soon done."""

MOST_ENTRIES = 120
MOST_FORMATS = 8
"""A larger study is for the prompt."""
