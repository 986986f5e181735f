"""The effect of a result that changes after the draw was made."""

from collections.abc import Iterable
from enum import Enum

from overtrick.core.draws.knockout import Team


class Effect(Enum):
    """What happens to a draw when a result behind it changes."""

    DRAW_AGAIN = "recompute rankings, lucky losers and draw"
    STANDS = "the draw stands"
    EXCHANGED = "the two teams swap places"


def effect_of_change(winner: Team, now: Team, *, drawn: bool) -> Effect:
    """What happens to the draws when the winner of a match changes from *winner* to *now*.

    *drawn* says whether a draw was already made from the result. If not, everything is calculated again. If it was and
    the winner stays the same, nothing changes, whatever the margin; otherwise the two teams exchange all their places,
    including those of lucky losers.
    """
    if not drawn:
        return Effect.DRAW_AGAIN
    return Effect.STANDS if now == winner else Effect.EXCHANGED


def exchange_teams(teams: Iterable[Team], one: Team, two: Team) -> tuple[Team, ...]:
    """The teams with *one* and *two* in each other's places, even where that makes a rematch; no other team moves.

    >>> exchange_teams(("A", "B", "C"), "B", "E")
    ('A', 'E', 'C')
    """
    other = {one: two, two: one}
    return tuple(other.get(team, team) for team in teams)
