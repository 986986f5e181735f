"""Ranking for a draw: a chain of named measures, each used only among teams still level.

Ranking for a draw is not ranking for a prize: what counts is the last match, not the event. A regulation
lists its measures in order; nothing here prefers one of them. Quotients are compared as exact fractions,
and a lot is an order somebody drew and wrote down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import takewhile

from overtrick.core.draws.knockout import Team
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause
from overtrick.core.ranking import chain as chains


@dataclass(frozen=True, slots=True)
class Record:
    """What a team brings to the ranking: the IMPs of its last match, or of its two matches in a triangle.

    *tier* puts whole groups above others, 0 highest. *playoff* is the play-off of a tied match, for and
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
        """IMPs for less IMPs against."""
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
        """Whether its one match was level after the boards of the match."""
        return not self.triangle and not self.net


class Measure(Enum):
    """What is compared; more is better unless the name says otherwise."""

    TIER = "group"
    WINS = "wins"
    NET = "net IMPs"
    NET_A_MATCH = "net IMPs a match"
    QUOTIENT = "IMP quotient"
    WON = "winner before loser"
    LOW_TURNOVER = "lower turnover"
    PLAYOFF = "lost a play-off"
    PLAYOFF_NET = "net IMPs in the play-off"
    PLAYOFF_QUOTIENT = "IMP quotient in the play-off"
    LOT = "lot"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ChainRule:
    """A chain of measures, and the clause that lists them."""

    clause: Clause
    by: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A team, its place, and what puts it above the next one."""

    team: Team
    place: int
    why: str

    def __str__(self) -> str:
        return f"{self.place} {self.team}" + (f" ({self.why})" if self.why else "")


@dataclass(frozen=True, slots=True)
class Order:
    """Teams in order, best first, each with its reason."""

    places: tuple[Placed, ...]
    clause: Clause

    @property
    def teams(self) -> tuple[Team, ...]:
        return tuple(placed.team for placed in self.places)


def rank(records: Sequence[Record], rule: ChainRule, lot: Sequence[Team] = ()) -> Order:
    """The records in order under a chain of measures; *lot* is the drawn order of the teams.

    The answer does not depend on the order of *records*. Teams that the whole chain leaves level are
    refused, never put in some order.

    >>> by = ChainRule(Clause("GNOT18", "3.3"), (Measure.NET, Measure.QUOTIENT, Measure.LOT))
    >>> rank((Record("A", 50, 40), Record("B", 30, 20)), by, ("A", "B")).teams
    ('B', 'A')
    """
    chain = _chain(rule)
    candidates = tuple(chains.Candidate(record.team, _worth(record)) for record in records)
    ranking = chains.rank(candidates, chain, tuple(lot) if lot else None, about="teams")
    if ranking.tied:
        raise DirectorError(
            f"{' and '.join(ranking.tied[0])} are level on {', '.join(str(what) for what in rule.by)}",
            clause=str(rule.clause), remedy="The text says no more: draw a lot and record it.",
        )  # fmt: skip
    whys = [*map(str, ranking.decisions), ""]
    places = (Placed(team, place, whys[place - 1]) for place, team in enumerate(ranking.order, start=1))
    return Order(tuple(places), rule.clause)


def with_fixed_places(order: Order, fixed: Mapping[int, tuple[Team, str]]) -> Order:
    """The order completed by teams whose places are given outright; the others fill the gaps in turn.

    *fixed* gives, for a place in the completed list, the team and why it stands there.

    >>> short = Order((Placed("A", 1, ""), Placed("B", 2, "")), Clause("GNOT18", "3.2"))
    >>> with_fixed_places(short, {2: ("T", "second of the triangle")}).teams
    ('A', 'T', 'B')
    """
    others = iter(order.places)
    placed = []
    for place in range(1, len(order.places) + len(fixed) + 1):
        if place in fixed:
            placed.append(Placed(fixed[place][0], place, fixed[place][1]))
            continue
        other = next(others, None)
        if other is None:
            wrong = ", ".join(str(each) for each in sorted(fixed))
            raise DirectorError(
                f"{len(order.places) + len(fixed)} teams have no place {wrong}", clause=str(order.clause),
                remedy="Check the number of teams against the table of the event.",
            )  # fmt: skip
        placed.append(Placed(other.team, place, other.why))
    return Order(tuple(placed), order.clause)


_UNTOLD = (Measure.TIER, Measure.WON, Measure.PLAYOFF)
_FEWER = (Measure.TIER, Measure.LOW_TURNOVER)


def _chain(rule: ChainRule) -> chains.ChainRule[Measure]:
    """The rule as a chain; nothing after the lot can count."""
    steps = tuple(takewhile(lambda what: what is not Measure.LOT, rule.by))
    ends = chains.Ends.LOT if len(steps) < len(rule.by) else chains.Ends.TIED
    tests = (
        chains.Step(
            what, rule.clause, chains.Better.LESS if what in _FEWER else chains.Better.MORE, told=what not in _UNTOLD
        )
        for what in steps
    )
    return chains.ChainRule(rule.clause, tuple(tests), ends)


def _worth(record: Record) -> dict[Measure, chains.Worth]:
    """What a team brings to each measure."""
    playoff = record.playoff or (0, 0)
    return {
        Measure.TIER: record.tier,
        Measure.WINS: record.wins,
        Measure.NET: record.net,
        Measure.NET_A_MATCH: plain(Fraction(record.net) / record.matches),
        Measure.QUOTIENT: chains.Ratio(record.imps_for, record.imps_against),
        Measure.WON: int(record.won),
        Measure.LOW_TURNOVER: record.turnover,
        Measure.PLAYOFF: int(record.playoff is not None),
        Measure.PLAYOFF_NET: plain(Fraction(playoff[0]) - playoff[1]),
        Measure.PLAYOFF_QUOTIENT: chains.Ratio(*playoff),
    }
