"""Triangles and groups of four, in which every team plays all the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.core.draws.knockout import Team
from overtrick.core.draws.order import Order, Record, rank
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_sum, plain, short_text
from overtrick.core.provenance import IMPS, Fact, Figure, total
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure
from overtrick.core.wording import phrase

LESS_FINES = phrase("IMPs over all matches, less penalties")


@dataclass(frozen=True, slots=True)
class TriangleMatch:
    """One of the matches: two teams and their IMPs. A tied match is half a win for each.

    *winner* is given if the match was not played, and counts whatever the IMPs.
    """

    one: Team
    two: Team
    imps: tuple[Exact, Exact]
    winner: Team | None = None

    def __str__(self) -> str:
        return f"{self.one} {short_text(self.imps[0])}, {self.two} {short_text(self.imps[1])}"

    def wins(self, team: Team) -> Exact:
        """The wins of one team in this match: 1, a half or 0."""
        if self.winner is not None:
            return int(self.winner == team)
        ours, theirs = self.imps if team == self.one else self.imps[::-1]
        return Fraction(1, 2) if ours == theirs else int(ours > theirs)


@dataclass(frozen=True, slots=True)
class Triangle:
    """A finished triangle: its order, and each team's record."""

    order: Order
    records: tuple[Record, ...]
    nets: tuple[Figure[Exact], ...]

    def record(self, team: Team) -> Record:
        """One team's wins and IMPs over all its matches."""
        return next(record for record in self.records if record.team == team)


def rank_triangle(
    matches: Sequence[TriangleMatch],
    rule: ChainRule[Measure],
    lot: Lot | None = None,
    fined: Mapping[Team, Sequence[Figure[Exact]]] | None = None,
) -> Triangle:
    """The order of a triangle or a group of four by a chain of measures; a tied match counts half a win.

    The penalties in *fined*, negative, are applied once to a team's IMPs over all its matches, not to a single match.

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
    wanted = len(teams) * (len(teams) - 1) // 2
    if len(teams) not in (3, 4) or len(matches) != wanted or len(met) != wanted:
        raise DirectorError(
            "These matches do not form a triangle or a group of four: {matches:;}",
            clause=rule.clause,
            remedy="Enter one match between each pair of teams.",
            matches=tuple(map(str, matches)),
        )
    own = {team: [match for match in matches if team in (match.one, match.two)] for team in teams}
    fines = {team: tuple((fined or {}).get(team, ())) for team in teams}
    played = {team: _record(team, own[team]) for team in teams}
    records = tuple(
        replace(record, imps_for=exact_sum((record.imps_for, *(fine.value for fine in fines[team]))))
        for team, record in played.items()
    )
    order = rank(records, rule, lot)
    nets = []
    for team in order.teams:
        net: Figure[Exact] = Figure(played[team].net, IMPS, rule.clause, tuple(map(Fact, own[team])))
        nets.append(total([net, *fines[team]], IMPS, rule.clause, LESS_FINES) if fines[team] else net)
    return Triangle(order, records, tuple(nets))


def _record(team: Team, matches: Sequence[TriangleMatch]) -> Record:
    scores = [match.imps if match.one == team else match.imps[::-1] for match in matches]
    wins = plain(sum((Fraction(match.wins(team)) for match in matches), Fraction(0)))
    return Record(
        team, exact_sum(ours for ours, _ in scores), exact_sum(theirs for _, theirs in scores),
        won=2 * wins > len(matches), wins=wins, matches=len(matches),
    )  # fmt: skip
