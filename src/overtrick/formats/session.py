"""A session in the form common to all files of results: contestants, each table's line on a board, matches, deals.

It is the common form for import and export: a reader of another program's file makes a `Session`, a view of an event
makes one, and a writer takes one. Numbers are exact, from the event or the file; nothing is scored here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from types import MappingProxyType

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.cards import Deal
from overtrick.core.model.results import Result
from overtrick.core.wording import Said


class EventKind(Enum):
    """The kind of event, by its contestants."""

    PAIRS = "pairs"
    SWISS_PAIRS = "Swiss pairs"
    TEAMS = "teams"
    SWISS_TEAMS = "Swiss teams"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"

    @property
    def of_teams(self) -> bool:
        """Whether a match has two rooms."""
        return self in (EventKind.TEAMS, EventKind.SWISS_TEAMS, EventKind.KNOCKOUT)


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
    """A pair, team or player, and its final place.

    *number* identifies it uniquely in the lines; *direction* is `NS` or `EW` where those are two fields. *place* is
    shared by those who tie. *total* is in the points of the ranking: matchpoints, IMPs or victory points. *penalty* is
    what was subtracted, *bonus* what was added as a handicap or otherwise, both positive. *section* is the part of the
    venue, where there are several.
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
class SessionLine:
    """A board at a table: who sat in which direction, what happened, and the points of each side.

    *round*, *table* and *section* are empty where the file does not give them; *room* is for matches of teams. The
    result is `None` where the file has none. *score* is North-South's, from the file or the event. *south* and *west*
    are for individuals, whose North and East are in *ns* and *ew*. *where* is the position in the file. *session* is 0
    unless boards of several sessions have the same numbers.
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
    """Two opponents in a round: the IMPs and the victory points of each.

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
    """What was played: a stage of an event, or the content of another program's file.

    *winners* is 2 where North-South and East-West are fields of their own. *datums* are by round and board, and only
    for a Butler; the round is 0 where a board is played once, and the session where boards of several have the same
    numbers. The same holds for the *deals*, and at matchpoints for the *tops*: the maximum score of a board, which
    no one may have reached. *kind_source* and *method_source* say where in a file the kind and the method were found,
    or that they are assumed; they are empty for a session of our own.
    """

    title: str
    kind: EventKind
    method: Method
    contestants: tuple[Contestant, ...]
    lines: tuple[SessionLine, ...]
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
        """Whether rounds are matches, each with its own boards; otherwise boards move from table to table."""
        return self.kind not in (EventKind.PAIRS, EventKind.INDIVIDUAL)

    def key(self, line: SessionLine) -> tuple[int, int]:
        """The key of a line's board in *datums* and *deals*: lines with one key are compared.

        >>> line = SessionLine(3, "1", "2", None, round=4)
        >>> Session("", EventKind.PAIRS, Method.MATCHPOINTS, (), ()).key(line)
        (0, 3)
        >>> Session("", EventKind.SWISS_PAIRS, Method.BUTLER, (), ()).key(line)
        (4, 3)
        """
        return ((line.round or 0) if self.by_match else line.session, line.board)

    def top(self, line: SessionLine) -> int:
        """The most matchpoints that a line can score: the board's own top, or that of the existing lines."""
        key = self.key(line)
        return self.tops.get(key) or top(max(2, sum(self.key(each) == key for each in self.lines)))


class PairsByName:
    """Numbers for pairs of players: the same two players have the same number in either order."""

    def __init__(self) -> None:
        self._numbers: dict[frozenset[str], str] = {}
        self._people: dict[str, tuple[str, ...]] = {}

    def number(self, *players: str) -> str:
        """The number of a pair."""
        names = tuple(" ".join(name.split()) for name in players)
        if not all(names):
            raise DirectorError("a player has no name")
        key = frozenset(name.casefold() for name in names)
        number = self._numbers.setdefault(key, str(len(self._numbers) + 1))
        self._people.setdefault(number, names)
        return number

    def contestants(self) -> tuple[Contestant, ...]:
        """All numbered pairs, in that order."""
        return tuple(Contestant(number, tuple(map(Person, names))) for number, names in self._people.items())
