"""A session as every file of results holds it: who played, each table's line on a board, each match, the deals.

The one shape between the doors: a reader of a foreign file makes a `Session`, a view of an event makes one, and a
writer takes one. Numbers are exact, as the event has them or as the file says them; nothing here is scored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from types import MappingProxyType

from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.cards import Deal
from overtrick.core.model.results import Result
from overtrick.core.wording import Said


class Kind(Enum):
    """What was played, by whom."""

    PAIRS = "pairs"
    SWISS_PAIRS = "Swiss pairs"
    TEAMS = "teams"
    SWISS_TEAMS = "Swiss teams"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"

    @property
    def of_teams(self) -> bool:
        """Whether a match has two rooms."""
        return self in (Kind.TEAMS, Kind.SWISS_TEAMS, Kind.KNOCKOUT)


class Method(Enum):
    """How a board is scored."""

    MATCHPOINTS = "matchpoints"
    BUTLER = "Butler"
    CROSS_IMPS = "cross-IMPs"
    IMPS = "IMPs"
    BOARD_A_MATCH = "board-a-match"
    PATTON = "Patton"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the name as it is printed, and the federation's number, empty where there is none."""

    name: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, team or player, and where it came.

    *number* is what the lines call it, and nobody else's; *direction* is `NS` or `EW` where those are two fields.
    *place* is shared by those who tie. *total* is in the points of the ranking: matchpoints, IMPs or victory points.
    *penalty* is what was taken off, *bonus* what was added as a handicap or otherwise, each above zero.
    *section* is the part of the room, where there are several.
    """

    number: str
    people: tuple[Person, ...] = ()
    name: str = ""
    direction: str = ""
    place: int | None = None
    total: Exact | None = None
    percent: Exact | None = None
    boards: int | None = None
    carried: Exact | None = None
    penalty: Exact | None = None
    masterpoints: Exact | None = None
    section: str = ""
    bonus: Exact | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A board at a table: who sat how, what happened, and the points each side had for it.

    *round*, *table* and *section* are empty where the file does not say them; *room* is of a match of teams. The
    result is `None` where the file has none. *score* is North-South's, as the file or the event says it. *south* and
    *west* are of individuals, whose North and East are in *ns* and *ew*. *where* is the place in the file. *session* is
    0 unless boards of several sessions have the same numbers.
    """

    board: int
    ns: str
    ew: str
    result: Result | None
    score: int | None = None
    lead: str = ""
    ns_points: Exact | None = None
    ew_points: Exact | None = None
    round: int | None = None
    table: int | None = None
    section: str = ""
    room: str = ""
    south: str = ""
    west: str = ""
    clause: str = ""
    where: str = ""
    session: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """Two against each other in a round: the IMPs and the victory points of each.

    *away* is empty for a bye.
    """

    round: int
    home: str
    away: str
    table: int | None = None
    home_score: Exact | None = None
    away_score: Exact | None = None
    home_vps: Exact | None = None
    away_vps: Exact | None = None
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """What was played: a stage of an event, or what a file of another program holds.

    *winners* is 2 where North-South and East-West are fields of their own. *datums* are by round and board, and of a
    Butler alone; the round is 0 where a board is played once, and the session where boards of several have the same
    numbers. So are the *deals*, and at matchpoints the *tops*: what a board is scored to, which nobody may have had.
    *kind_source* and *method_source* say where in a file the kind and the method stand, or
    that they are assumed; they are empty for a session of our own.
    """

    title: str
    kind: Kind
    method: Method
    contestants: tuple[Contestant, ...]
    lines: tuple[Line, ...]
    matches: tuple[Match, ...] = ()
    winners: int = 1
    vps: bool = False
    day: date | None = None
    club: str = ""
    club_number: str = ""
    venue: str = ""
    program: str = ""
    datums: Mapping[tuple[int, int], Exact] = field(default_factory=lambda: MappingProxyType({}))
    deals: Mapping[tuple[int, int], Deal] = field(default_factory=lambda: MappingProxyType({}))
    tops: Mapping[tuple[int, int], int] = field(default_factory=lambda: MappingProxyType({}))
    kind_source: Said = field(default="", compare=False)
    method_source: Said = field(default="", compare=False)

    @property
    def by_match(self) -> bool:
        """Whether rounds are matches, each with its own boards; otherwise a board goes round the room."""
        return self.kind not in (Kind.PAIRS, Kind.INDIVIDUAL)

    def key(self, line: Line) -> tuple[int, int]:
        """The board that a line is of, as *datums* and *deals* have it: lines with one key are compared.

        >>> line = Line(3, "1", "2", None, round=4)
        >>> Session("", Kind.PAIRS, Method.MATCHPOINTS, (), ()).key(line)
        (0, 3)
        >>> Session("", Kind.SWISS_PAIRS, Method.BUTLER, (), ()).key(line)
        (4, 3)
        """
        return ((line.round or 0) if self.by_match else line.session, line.board)

    def top(self, line: Line) -> int:
        """The most matchpoints that a line could bring: the board's own top, or that of the lines that there are."""
        key = self.key(line)
        return self.tops.get(key) or top(max(2, sum(self.key(each) == key for each in self.lines)))
