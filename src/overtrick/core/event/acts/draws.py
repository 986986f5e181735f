"""Acts about draws: seating and boards, published, changed and withdrawn, and the line-ups of teams."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.seats import Seat
from overtrick.core.model.written import Account, Prose


@dataclass(frozen=True, slots=True)
class Seating:
    """The opponents at a table in a round, and the boards they play.

    In a teams match *ns* is the team that sits North-South in the open room. On the *switched* boards the
    two sides change directions. In an individual *ns* is North and *ew* East, with *south* and *west* as their
    partners for the round; each of the four is a contestant.
    """

    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: tuple[int, ...] = ()
    south: str = ""
    west: str = ""

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The contestants of each side: a pair or a team, or the two players who are partners in this round.

        >>> Seating(1, "4", "11", (1, 2)).sides
        (('4',), ('11',))
        >>> Seating(1, "3", "12", (1, 2), south="8", west="5").sides
        (('3', '8'), ('12', '5'))
        """
        return (self.ns, self.south) if self.south else (self.ns,), (self.ew, self.west) if self.west else (self.ew,)

    @property
    def names(self) -> tuple[str, ...]:
        """The contestants at the table."""
        first, second = self.sides
        return first + second

    @property
    def alone(self) -> bool:
        """Whether the four at the table are individuals."""
        return bool(self.south)

    def first(self, name: str) -> bool:
        """Whether a contestant is on the first of the two sides."""
        return name == self.ns or (self.alone and name == self.south)

    def opponents_of(self, name: str) -> tuple[str, ...]:
        """The opponents of a contestant at the table."""
        return self.sides[self.first(name)]

    def partner(self, name: str) -> str:
        """The partner of an individual in this round; empty if a side is one contestant."""
        return next((each for each in self.sides[not self.first(name)] if each != name), "")

    def seat(self, name: str) -> Seat | None:
        """The seat of an individual; None if a side is one contestant."""
        seats = {self.ns: Seat.NORTH, self.south: Seat.SOUTH, self.ew: Seat.EAST, self.west: Seat.WEST}
        return seats.get(name) if self.alone else None

    def switch_directions(self) -> "Seating":
        """This table with the directions of its two sides exchanged."""
        return replace(self, ns=self.ew, ew=self.ns, south=self.west, west=self.south)

    def seated_as(self, places: Mapping[str, str]) -> "Seating":
        """This table with contestants replaced as *places* says."""
        ns, ew, south, west = (places.get(name, name) for name in (self.ns, self.ew, self.south, self.west))
        return replace(self, ns=ns, ew=ew, south=south, west=west)


@dataclass(frozen=True, slots=True)
class Share:
    """A match of three teams: table by table, North-South against East-West."""

    tables: tuple[int, int, int]
    teams: tuple[str, str, str]
    boards: tuple[int, ...]

    @property
    def seatings(self) -> tuple[Seating, Seating, Seating]:
        """The three tables: at each, one pair of a team plays one pair of the next."""
        (one, two, three), boards = self.teams, self.boards
        first, second, third = self.tables
        return Seating(first, one, two, boards), Seating(second, two, three, boards), Seating(third, three, one, boards)


@dataclass(frozen=True, slots=True)
class Trio:
    """Three teams in a triangle, or four teams that all play each other.

    In a triangle first plays second, second plays third, and third plays first, at these tables. Four teams play at six
    tables. It takes *rounds* rounds of its stage, and its results count in the first of them.
    """

    tables: tuple[int, ...]
    teams: tuple[str, ...]
    boards: tuple[int, ...]
    rounds: int = 1

    @property
    def whole(self) -> bool:
        """Whether it is complete: three teams at three tables, or four at six."""
        return len(self.tables) == len(_MEETINGS.get(len(self.teams), ())) > 0

    @property
    def three(self) -> tuple[str, str, str]:
        """The three of a triangle."""
        one, two, last = self.teams
        return one, two, last

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The three or six matches."""
        sides = [(self.teams[one], self.teams[two]) for one, two in _MEETINGS[len(self.teams)]]
        return tuple(Seating(table, *pair, self.boards) for table, pair in zip(self.tables, sides, strict=True))


_MEETINGS = {3: ((0, 1), (1, 2), (2, 0)), 4: ((0, 3), (1, 2), (0, 2), (3, 1), (0, 1), (2, 3))}
"""The matches of three or four teams, in the order of their tables."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Opponents that were closer in the order and were passed over for the same reason: its *key* and details.

    They had `met`, in these *rounds*; or drawing one of them `strands` the *groups*, which may meet only each other and
    those *outside*; or it `costs more` rematches.
    """

    opponents: tuple[str, ...]
    key: str
    rounds: tuple[int, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    outside: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawReason:
    """One reason for a draw as data: a *key* and its values, put into words when it is shown.

    For a *table* the key is the rule that paired the two *names*, who have met before in *rounds*. For the whole draw
    it is the rule (`drawn by`), who `sits out`, which `three` share a match, or a `note` with the text in *said*.
    A `phrase` has its template and values in *said*, as JSON.
    """

    key: str
    table: int = 0
    names: tuple[str, ...] = ()
    skipped: tuple[PassedOver, ...] = ()
    rounds: tuple[int, ...] = ()
    said: Prose = ""
    part: int = 1
    apart: Exact | None = None
    lifted: bool = False
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawPublished:
    """A published draw of a round, which stands whatever is corrected later.

    *order* is the ranking from which it was drawn, *seed* the lots, *why* the explanation and *reasons* the explanation
    as data; *by_hand* is the reason of an official who changed it.
    """

    called: ClassVar[str] = "draw published"
    stage: str
    round: int
    seatings: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    order: tuple[str, ...] = ()
    seed: str = ""
    why: Account = ""
    by_hand: Prose = ""
    trios: tuple[Trio, ...] = ()
    reasons: tuple[DrawReason, ...] = ()

    @property
    def matches(self) -> tuple[Seating, ...]:
        """The matches of two contestants, including those of triangles, but not the tables of a share match."""
        return (*self.seatings, *(seating for trio in self.trios for seating in trio.seatings))


@dataclass(frozen=True, slots=True)
class DrawChanged:
    """A published draw was changed at tables that have not started, because a pair came late or left."""

    called: ClassVar[str] = "draw changed"
    stage: str
    round: int
    seatings: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class DrawWithdrawn:
    """A published draw was withdrawn before play."""

    called: ClassVar[str] = "draw withdrawn"
    stage: str
    round: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class SeatsExchanged:
    """Two contestants sat in each other's places in a round; the results stay at the tables where they were played."""

    called: ClassVar[str] = "seats exchanged"
    stage: str
    round: int
    one: str
    other: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class OtherBoardPlayed:
    """A table played a wrong *board* in a round *instead* of one it should have played."""

    called: ClassVar[str] = "other board played"
    stage: str
    round: int
    table: int
    board: int
    instead: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class LineUpPosted:
    """A team's line-up for a match or a stanza, by room; *system* is the class of a pair's system.

    *agreed* says that the other captain and the director agreed to a restricted system.
    """

    called: ClassVar[str] = "line-up posted"
    stage: str
    round: int
    contestant: str
    players: tuple[str, ...]
    system: str = ""
    agreed: bool = False


DrawAct: TypeAlias = DrawPublished | DrawChanged | DrawWithdrawn | SeatsExchanged | OtherBoardPlayed | LineUpPosted
"""Every act about draws and line-ups."""
