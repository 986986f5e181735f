"""Who reads: what may be shown depends on it, what is computed does not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of views: the desk, which sees boards in play and everything behind a number, or the room."""

    desk: bool = False


PUBLIC = Reader()
"""Anybody."""
DESK = Reader(desk=True)
"""An official, at the desk or at the prompt."""
