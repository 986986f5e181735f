"""How a program that holds whole books should look for garbage: seldom."""

import gc

OBJECTS_BETWEEN = (100_000, 20, 100)
"""So many new objects, then so many of those rounds, then so many of these, before more is looked through."""


def collect_seldom() -> None:
    """Look for circular garbage seldom: books, figures and states hold no circles, and there are millions of them.

    What nothing points to is freed at once all the same. Programs call this once, when they start.
    """
    gc.freeze()
    gc.set_threshold(*OBJECTS_BETWEEN)
