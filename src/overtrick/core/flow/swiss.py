"""A round of the Swiss that teams drop into: the numbers of its matches."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.flow.stages import Half, NoFlow


class Triangle(Enum):
    """The part of a triangle over two rounds in this round."""

    STARTS = "starts"
    CONTINUES = "continues"


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The composition of a round: teams free to be drawn, drop-ins, and the resulting matches.

    *by_lot* matches are those of a first round. Afterwards each drop-in meets a team of the Swiss as long as
    there are any (*mixed*); the rest of either group meet each other.
    """

    free: int
    entrants: int
    triangle: Triangle | None
    by_lot: int
    mixed: int
    among_swiss: int
    among_entrants: int


def plan_round(in_swiss: int, entrants: int, half: Half, *, first: bool, continues: bool) -> SwissRound:
    """A round with these numbers of teams in the Swiss and of drop-ins.

    In an odd field three teams of the Swiss start a triangle, for both halves of the session.

    >>> from overtrick.core.flow.stages import Half
    >>> plan_round(7, 4, Half.FIRST, first=False, continues=False).triangle
    <Triangle.STARTS: 'starts'>
    """
    free = in_swiss - 3 if continues else in_swiss
    odd = (free + entrants) % 2 == 1
    triangle = Triangle.CONTINUES if continues else Triangle.STARTS if odd else None
    left = free - 3 if odd else free
    if left < 0:
        raise NoFlow("A triangle needs three teams, but the Swiss has only {free:#free team}", free=max(free, 0))
    if odd and half is not Half.FIRST:
        raise NoFlow(
            "An odd number of teams ({teams}) needs a triangle, which can start only in the first half of a session",
            teams=free + entrants,
        )
    if first:
        return SwissRound(free, entrants, triangle, left // 2, 0, 0, 0)
    mixed = min(left, entrants)
    return SwissRound(free, entrants, triangle, 0, mixed, (left - mixed) // 2, (entrants - mixed) // 2)
