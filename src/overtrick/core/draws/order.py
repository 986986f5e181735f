"""Ranking for a draw: a chain of named measures, each used only among teams still level.

Ranking for a draw is not ranking for a prize: what counts is the last match, not the event. A regulation
lists its measures in order; nothing here prefers one of them. Quotients are compared as exact fractions,
and a lot is an order somebody drew and wrote down.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.draws.knockout import Team
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text, plain
from overtrick.core.provenance import Clause


@dataclass(frozen=True, slots=True)
class Record:
    """What a team brings to the ranking: the IMPs of its last match, or of its two matches in a triangle.

    *tier* puts whole groups above others, 0 highest. *playoff* is the play-off of a tied match, for and
    against; its boards never count in the match itself.
    """

    team: Team
    imps_for: int
    imps_against: int
    won: bool = False
    wins: Exact = 0
    matches: int = 1
    tier: int = 0
    playoff: tuple[int, int] | None = None

    @property
    def net(self) -> int:
        """IMPs for less IMPs against."""
        return self.imps_for - self.imps_against

    @property
    def turnover(self) -> int:
        """The IMPs of both sides together."""
        return self.imps_for + self.imps_against

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


Key = tuple[Exact, ...]


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


def quotient(over: int, under: int) -> Key:
    """A quotient that can be compared: anything over nothing is beyond all others, 0 over 0 is 1.

    >>> quotient(10, 0) > quotient(500, 1), quotient(0, 0) == quotient(7, 7)
    (True, True)
    """
    if under:
        return (0, Fraction(over, under))
    return (1, 0) if over else (0, 1)


def rank(records: Sequence[Record], rule: ChainRule, lot: Sequence[Team] = ()) -> Order:
    """The records in order under a chain of measures; *lot* is the drawn order of the teams.

    The answer does not depend on the order of *records*. Teams that the whole chain leaves level are
    refused, never put in some order.

    >>> by = ChainRule(Clause("GNOT18", "3.3"), (Measure.NET, Measure.QUOTIENT, Measure.LOT))
    >>> rank((Record("A", 50, 40), Record("B", 30, 20)), by, ("A", "B")).teams
    ('B', 'A')
    """
    chosen = sorted(records, key=lambda record: [_key(record, what, lot) for what in rule.by], reverse=True)
    places = []
    for place, record in enumerate(chosen, start=1):
        below = chosen[place] if place < len(chosen) else None
        places.append(Placed(record.team, place, _above(record, below, rule, lot) if below else ""))
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


def _above(record: Record, below: Record, rule: ChainRule, lot: Sequence[Team]) -> str:
    """The measure that puts one team above the next, in words."""
    for what in rule.by:
        if _key(record, what, lot) != _key(below, what, lot):
            return _said(record, below, what)
    raise DirectorError(
        f"{record.team} and {below.team} are level on {', '.join(str(what) for what in rule.by)}",
        clause=str(rule.clause), remedy="The text says no more: draw a lot and record it.",
    )  # fmt: skip


_MEASURES: dict[Measure, Callable[[Record], Key]] = {
    Measure.TIER: lambda record: (-record.tier,),
    Measure.WINS: lambda record: (record.wins,),
    Measure.NET: lambda record: (record.net,),
    Measure.NET_A_MATCH: lambda record: (Fraction(record.net, record.matches),),
    Measure.QUOTIENT: lambda record: quotient(record.imps_for, record.imps_against),
    Measure.WON: lambda record: (int(record.won),),
    Measure.LOW_TURNOVER: lambda record: (-record.turnover,),
    Measure.PLAYOFF: lambda record: (int(record.playoff is not None),),
    Measure.PLAYOFF_NET: lambda record: (record.playoff[0] - record.playoff[1],) if record.playoff else (0,),
    Measure.PLAYOFF_QUOTIENT: lambda record: quotient(*record.playoff) if record.playoff else (0, 0),
}


def _key(record: Record, what: Measure, lot: Sequence[Team]) -> Key:
    """How a team does by one measure; more is better."""
    if what is Measure.LOT:
        return (-lot.index(record.team) if record.team in lot else -len(lot),)
    return _MEASURES[what](record)


def _said(record: Record, below: Record, what: Measure) -> str:
    match what:
        case Measure.TIER | Measure.WON | Measure.PLAYOFF | Measure.LOT:
            return f"above {below.team} by {what}"
        case Measure.QUOTIENT:
            ours, theirs = _ratio(record.imps_for, record.imps_against), _ratio(below.imps_for, below.imps_against)
        case Measure.PLAYOFF_QUOTIENT:
            ours, theirs = _ratio(*(record.playoff or (0, 0))), _ratio(*(below.playoff or (0, 0)))
        case Measure.LOW_TURNOVER:
            ours, theirs = str(record.turnover), str(below.turnover)
        case Measure.WINS | Measure.NET | Measure.NET_A_MATCH | Measure.PLAYOFF_NET:
            ours, theirs = (exact_text(plain(_key(each, what, ())[0])) for each in (record, below))
    return f"above {below.team} by {what}, {ours} to {theirs}"


def _ratio(over: int, under: int) -> str:
    return f"{over}/{under}"
