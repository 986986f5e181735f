"""Triangles: three teams, each of which plays the two others."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.draws.knockout import Team
from overtrick.core.draws.order import Order, Record, rank
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, added, plain, short_text
from overtrick.core.provenance import IMPS, Fact, Figure
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure


@dataclass(frozen=True, slots=True)
class TriangleMatch:
    """One of the three matches: two teams and their IMPs. A tie stands, as half a win each.

    *winner* is given where the match was not played, and counts whatever the IMPs.
    """

    one: Team
    two: Team
    imps: tuple[Exact, Exact]
    winner: Team | None = None

    def __str__(self) -> str:
        return f"{self.one} {short_text(self.imps[0])}, {self.two} {short_text(self.imps[1])}"

    def wins(self, team: Team) -> Exact:
        """What this match is worth to one of its teams: 1, a half or 0."""
        if self.winner is not None:
            return int(self.winner == team)
        ours, theirs = self.imps if team == self.one else self.imps[::-1]
        return Fraction(1, 2) if ours == theirs else int(ours > theirs)


@dataclass(frozen=True, slots=True)
class Triangle:
    """A triangle played out: its order, and what each team brings away from it."""

    order: Order
    records: tuple[Record, ...]
    nets: tuple[Figure[Exact], ...]

    def record(self, team: Team) -> Record:
        """One team's wins and IMPs over both its matches."""
        return next(record for record in self.records if record.team == team)


def rank_triangle(matches: Sequence[TriangleMatch], rule: ChainRule[Measure], lot: Lot | None = None) -> Triangle:
    """The order of a triangle under a chain of measures, with wins counted in halves.

    >>> from overtrick.core.provenance import Clause
    >>> from overtrick.core.ranking.chain import Step
    >>> here = Clause("GNOT18", "1.4")
    >>> by = ChainRule(here, (Step(Measure.WINS, here), Step(Measure.NET_IMPS, here)))
    >>> cycle = TriangleMatch("A", "B", (30, 20)), TriangleMatch("B", "C", (40, 10)), TriangleMatch("C", "A", (28, 20))
    >>> rank_triangle(cycle, by).order.teams
    ('B', 'A', 'C')
    """
    teams = sorted({team for match in matches for team in (match.one, match.two)})
    met = {frozenset((match.one, match.two)) for match in matches}
    if len(teams) != 3 or len(matches) != 3 or len(met) != 3:
        raise DirectorError(
            f"These are not the three matches of a triangle: {'; '.join(map(str, matches))}",
            clause=str(rule.clause), remedy="Enter each of three teams once against each of the others.",
        )  # fmt: skip
    records = tuple(_record(team, [match for match in matches if team in (match.one, match.two)]) for team in teams)
    order = rank(records, rule, lot)
    nets = tuple(
        Figure(record.net, IMPS, rule.clause, tuple(Fact(match) for match in matches if team in (match.one, match.two)))
        for team in order.teams
        for record in records
        if record.team == team
    )
    return Triangle(order, records, nets)


def _record(team: Team, matches: Sequence[TriangleMatch]) -> Record:
    scores = [match.imps if match.one == team else match.imps[::-1] for match in matches]
    wins = plain(sum((Fraction(match.wins(team)) for match in matches), Fraction(0)))
    return Record(
        team, added(ours for ours, _ in scores), added(theirs for _, theirs in scores),
        won=wins > 1, wins=wins, matches=len(matches),
    )  # fmt: skip
