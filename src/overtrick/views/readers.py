"""Readers: they affect what may be shown, never what is calculated."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of views: the desk, which sees boards in play and everything behind a number, or the public."""

    desk: bool = False


PUBLIC = Reader()
"""Anyone."""
DESK = Reader(desk=True)
"""An official, at the desk or on the command line."""
