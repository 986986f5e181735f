"""A result that changes after the draw was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from overtrick.core.draws.knockout import Team
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause

Drawn = Mapping[str, Sequence[tuple[Team, Team]]]
"""Published pairs, by the name of the stage they are drawn for."""


class Effect(Enum):
    """What a changed result does to what was drawn from it."""

    DRAW_AGAIN = "recompute rankings, lucky losers and draw"
    STANDS = "the draw stands"
    EXCHANGED = "the two teams exchange places"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Change:
    """What became of the draws, and of the list of lucky losers, after a changed result."""

    effect: Effect
    drawn: dict[str, tuple[tuple[Team, Team], ...]]
    lucky: tuple[Team, ...]
    restored: tuple[Team, ...]
    clause: Clause
    why: str


def change_winner(
    drawn: Drawn | None, winner: Team, loser: Team, now: Team, clause: Clause, *, lucky: Sequence[Team] = ()
) -> Change:
    """The match *winner* beat *loser* in is now won by *now*; *drawn* is nothing if no draw was made from it.

    Before the draw everything is worked out again. After it, the two teams exchange every place they have,
    lucky losers' places too, whoever has met whom; a winner that stays leaves everything as it is, however
    the margin moved. Nothing else moves.

    >>> change_winner({"Round 2": (("A", "B"),)}, "B", "E", "E", Clause("GNOT18", "3.8")).drawn
    {'Round 2': (('A', 'E'),)}
    """
    if now not in (winner, loser):
        raise DirectorError(f"{now} did not play in the match {winner} v {loser}", clause=str(clause))
    if drawn is None:
        return Change(Effect.DRAW_AGAIN, {}, tuple(lucky), (), clause, "no draw has been made from this match")
    if now == winner:
        kept = {stage: tuple(pairs) for stage, pairs in drawn.items()}
        return Change(Effect.STANDS, kept, tuple(lucky), (), clause, f"{winner} still wins; the draw has been made")
    other = {winner: loser, loser: winner}
    exchanged = {
        stage: tuple((other.get(one, one), other.get(two, two)) for one, two in pairs) for stage, pairs in drawn.items()
    }
    why = f"{now} takes the place of {winner} and {winner} that of {now}; earlier meetings do not count"
    return Change(
        Effect.EXCHANGED, exchanged, tuple(other.get(team, team) for team in lucky),
        tuple(team for team in lucky if team in other), clause, why,
    )  # fmt: skip
