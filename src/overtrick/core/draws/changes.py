"""A result that changes after the draw was made."""

from collections.abc import Iterable
from enum import Enum

from overtrick.core.draws.knockout import Team


class Effect(Enum):
    """What a changed result does to what was drawn from it."""

    DRAW_AGAIN = "recompute rankings, lucky losers and draw"
    STANDS = "the draw stands"
    EXCHANGED = "the two teams exchange places"

    def __str__(self) -> str:
        return self.value


def effect_of_change(winner: Team, now: Team, *, drawn: bool) -> Effect:
    """What becomes of the draws when a match that *winner* won is won by *now*; *drawn* if one was made from it.

    Before the draw everything is worked out again. After it a winner that stays leaves everything as it is,
    however the margin moved; else the two teams exchange every place they have, lucky losers' places too.
    """
    if not drawn:
        return Effect.DRAW_AGAIN
    return Effect.STANDS if now == winner else Effect.EXCHANGED


def exchanged(teams: Iterable[Team], one: Team, two: Team) -> tuple[Team, ...]:
    """These teams with two of them in each other's places, whoever has met whom; nothing else moves.

    >>> exchanged(("A", "B", "C"), "B", "E")
    ('A', 'E', 'C')
    """
    other = {one: two, two: one}
    return tuple(other.get(team, team) for team in teams)
