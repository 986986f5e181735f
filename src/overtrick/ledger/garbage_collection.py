"""Settings of the garbage collector for programs that hold whole books: it should run rarely."""

import gc

OBJECTS_BETWEEN = (100_000, 20, 100)
"""The thresholds of the three generations."""


def collect_seldom() -> None:
    """Run the garbage collector rarely: books, figures and states contain no cycles, and there are millions of them.

    Objects without references are still freed at once. Programs call this once, when they start.
    """
    gc.freeze()
    gc.set_threshold(*OBJECTS_BETWEEN)
