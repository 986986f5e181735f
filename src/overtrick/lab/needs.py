"""The optional dependencies of the format lab, and the size of a small study."""

NEEDS = ("numpy", "polars")
"""Modules of the extra `lab`."""

RUNS = 100
"""The runs of each format in a small study: enough to show clear effects, and quickly done."""

MOST_ENTRIES = 120
MOST_FORMATS = 8
"""Larger studies must be run from the command line."""
