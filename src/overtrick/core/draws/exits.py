"""Where the teams of a round go next: winners and lucky losers continue, the others drop out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from overtrick.core.draws.knockout import Team
from overtrick.core.draws.lucky_losers import LuckyLoserRule, LuckyLosers, lucky_losers
from overtrick.core.draws.order import Record
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.ranking.chance import Lot


@dataclass(frozen=True, slots=True)
class Match:
    """A knockout match: two teams, their IMPs on the boards of the match, and the winner if it was tied."""

    one: Team
    two: Team
    imps: tuple[Exact, Exact]
    tie_break: Team | None = None

    @property
    def winner(self) -> Team:
        """The winner, by score or by tie-break."""
        if self.imps[0] != self.imps[1]:
            return self.one if self.imps[0] > self.imps[1] else self.two
        if self.tie_break not in (self.one, self.two):
            raise DirectorError(
                "Teams {one} and {two} are tied at {imps:#IMP}",
                remedy="Break the tie first.",
                one=self.one,
                two=self.two,
                imps=self.imps[0],
            )
        return self.tie_break

    @property
    def loser(self) -> Team:
        return self.two if self.winner == self.one else self.one

    def record(self, team: Team, tier: int = 0) -> Record:
        """The record of one of the two teams, for the ranking."""
        ours, theirs = self.imps if team == self.one else self.imps[::-1]
        return Record(team, ours, theirs, won=team == self.winner, wins=int(team == self.winner), tier=tier)


@dataclass(frozen=True, slots=True)
class Exits:
    """Where the teams of a round go next: winners and lucky losers continue, the others drop out."""

    winners: tuple[Team, ...]
    lucky: LuckyLosers | None
    others: tuple[Team, ...]


def exits(
    winners: Sequence[Team], losers: Sequence[Record], places: int, rule: LuckyLoserRule | None,
    *, before: Collection[Team] = (), lot: Lot | None,
) -> Exits:  # fmt: skip
    """The teams of a round that continue, winners in the order of their matches, then lucky losers; and the others."""
    lucky = lucky_losers(losers, places, rule, before=before, lot=lot) if rule is not None else None
    kept = lucky.chosen if lucky is not None else ()
    return Exits(tuple(winners), lucky, tuple(each.team for each in losers if each.team not in kept))
