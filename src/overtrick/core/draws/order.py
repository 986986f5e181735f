"""Rank teams by the last match they played: for the draw of a knockout, or as they drop into a Swiss.

Only that match counts, not the event. The order is a chain like any other
(`overtrick.core.ranking.chain`); this module supplies a match's values for it. Quotients are compared as exact
fractions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.draws.knockout import Team
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause
from overtrick.core.ranking import chain
from overtrick.core.ranking.chain import Candidate, ChainRule, Ratio, Untold, Worth
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure


@dataclass(frozen=True, slots=True)
class Record:
    """A team's data for the ranking: the IMPs of its last match, or of its two matches in a triangle.

    *tier* puts whole groups above others, 0 highest. *playoff* is the score of the play-off of a tied match, for and
    against; its boards never count in the match itself.
    """

    team: Team
    imps_for: Exact
    imps_against: Exact
    won: bool = False
    wins: Exact = 0
    matches: int = 1
    tier: int = 0
    playoff: tuple[Exact, Exact] | None = None

    @property
    def net(self) -> Exact:
        """IMPs for minus IMPs against."""
        return plain(Fraction(self.imps_for) - self.imps_against)

    @property
    def turnover(self) -> Exact:
        """The IMPs of both sides together."""
        return plain(Fraction(self.imps_for) + self.imps_against)

    @property
    def triangle(self) -> bool:
        """Whether the score is that of a triangle."""
        return self.matches > 1

    @property
    def tied(self) -> bool:
        """Whether its only match was tied after the boards of the match."""
        return not self.triangle and not self.net


@dataclass(frozen=True, slots=True)
class PlacedTeam:
    """A team, its place, and what puts it above the next one."""

    team: Team
    place: int
    why: str

    def __str__(self) -> str:
        return f"{self.place} {self.team}" + (f" ({self.why})" if self.why else "")


@dataclass(frozen=True, slots=True)
class Order:
    """Teams in order, best first, each with its reason."""

    places: tuple[PlacedTeam, ...]
    clause: Clause

    @property
    def teams(self) -> tuple[Team, ...]:
        return tuple(placed.team for placed in self.places)


def rank(records: Sequence[Record], rule: ChainRule[Measure], lot: Lot | None = None, *, about: str = "teams") -> Order:
    """The records in the order of a chain; *lot* is the recorded lot, and *about* names the lots that it draws.

    The result does not depend on the order of *records*. Teams that are tied after the whole chain are
    refused, never put in an arbitrary order.

    >>> from overtrick.core.ranking.chain import Ends, Step
    >>> here = Clause("GNOT18", "3.3")
    >>> by = ChainRule(here, (Step(Measure.NET_IMPS, here), Step(Measure.QUOTIENT, here)), Ends.LOT)
    >>> rank((Record("A", 50, 40), Record("B", 30, 20)), by, ("A", "B")).teams
    ('B', 'A')
    """
    candidates = tuple(Candidate(record.team, _worth(record)) for record in records)
    ranking = chain.rank(candidates, rule, lot or None, about=about)
    if ranking.tied:
        raise DirectorError(
            "Teams {tied} are tied on {told:,}",
            clause=rule.clause,
            remedy="Draw lots and record the result."
            if rule.ends is chain.Ends.LOT
            else "End the rule with a draw by lot or with the entry number.",
            tied=tuple(ranking.tied[0]),
            told=rule.measures,
        )
    whys = [*map(str, ranking.decisions), ""]
    places = (PlacedTeam(team, place, whys[place - 1]) for place, team in enumerate(ranking.order, start=1))
    return Order(tuple(places), rule.clause)


def with_fixed_places(order: Order, fixed: Mapping[int, tuple[Team, str]]) -> Order:
    """The order completed by teams with fixed places; the others fill the gaps in turn.

    *fixed* gives, for a place in the completed list, the team and the reason.

    >>> short = Order((PlacedTeam("A", 1, ""), PlacedTeam("B", 2, "")), Clause("GNOT18", "3.2"))
    >>> with_fixed_places(short, {2: ("T", "second of the triangle")}).teams
    ('A', 'T', 'B')
    """
    others = iter(order.places)
    placed = []
    for place in range(1, len(order.places) + len(fixed) + 1):
        if place in fixed:
            placed.append(PlacedTeam(fixed[place][0], place, fixed[place][1]))
            continue
        other = next(others, None)
        if other is None:
            last = len(order.places) + len(fixed)
            wrong = ", ".join(str(each) for each in sorted(fixed) if not 1 <= each <= last)
            raise DirectorError(
                "A field of {places:#team} does not have these fixed places: {wrong}",
                clause=order.clause,
                remedy="Check the number of teams against the event’s format table.",
                places=last,
                wrong=wrong,
            )
        placed.append(PlacedTeam(other.team, place, other.why))
    return Order(tuple(placed), order.clause)


def _worth(record: Record) -> dict[Measure, Worth]:
    """A team's value in each measure; more is better, except for turnover, where the rule says which."""
    playoff = record.playoff or (0, 0)
    return {
        Measure.GROUP: Untold(-record.tier),
        Measure.WINS: record.wins,
        Measure.NET_IMPS: record.net,
        Measure.NET_A_MATCH: plain(Fraction(record.net) / record.matches),
        Measure.QUOTIENT: Ratio(record.imps_for, record.imps_against),
        Measure.WON: Untold(int(record.won)),
        Measure.TURNOVER: record.turnover,
        Measure.PLAYOFF: Untold(int(record.playoff is not None)),
        Measure.PLAYOFF_NET: plain(Fraction(playoff[0]) - playoff[1]),
        Measure.PLAYOFF_QUOTIENT: Ratio(*playoff),
    }
