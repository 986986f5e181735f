"""Addresses of numbers: each kind of number on a page is a class that writes its address and reads it back.

An address is a path of words and numbers over the things of an event, the contestant always last, so that it stays
the same while the event goes on: `swiss/total/7`, `swiss/match/3/7`, `swiss/board/3/2/13/7` (round, table, board,
contestant), `swiss/datum/3/13`. In a selection year it begins with the team: `open/total/<pair>`. What stands at one
is found by `whys` and `year_whys`; nobody else writes or takes apart an address.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Self
from urllib.parse import quote

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.typed_numbers import read_whole


class NoSuchNumber(DirectorError):
    """No number stands at an address: it may not have been made yet."""


@lru_cache(maxsize=8192)
def _quoted(part: object) -> str:
    return "" if part is None else quote(str(part), safe="")


def written(*parts: object) -> str:
    """Parts of an address as one path.

    >>> written("swiss", "board", 3, 2, 13, "7 A")
    'swiss/board/3/2/13/7%20A'
    """
    return "/".join([_quoted(part) for part in parts])


@dataclass(frozen=True, slots=True)
class Address:
    """Where a number stands: its first field says in which stage or team, the others which of its *kind* it is.

    A last field that is empty is left out of the path.
    """

    kind: ClassVar[str]

    def path(self) -> str:
        """The address as a link writes it, below the event's own.

        >>> Total("swiss", "7 A").path(), Score("teams", 3, 13, 2, "open").path(), Score("swiss", 3, 13, 2).path()
        ('swiss/total/7%20A', 'teams/score/3/13/2/open', 'swiss/score/3/13/2')
        """
        parts = list(map(_quoted, _values(type(self))(self)))
        if not parts[-1]:
            parts.pop()
        parts.insert(1, self.kind)
        return "/".join(parts)

    @classmethod
    def parse(cls, path: str) -> Self:
        """An address of this kind from its path, percent signs resolved; a ValueError where it is none.

        >>> Board.parse("swiss/board/3/2/13/7 A")
        Board(stage='swiss', round=3, table=2, board=13, who='7 A')
        """
        first, kind, rest = (*path.strip("/").split("/", 2), "", "")[:3]
        own = _fields(cls)
        words = [first, *cls._split(rest, len(own) - 2)]
        if kind != cls.kind or len(words) < sum(each.default is MISSING for each in own):
            raise ValueError(path)
        make: Callable[..., Self] = cls
        try:
            return make(*(_read(each, word) for each, word in zip(own, words, strict=False)))
        except OvertrickError as fault:
            raise ValueError(path) from fault

    @classmethod
    def _split(cls, rest: str, times: int) -> list[str]:
        """The last field may have a stroke in it."""
        return rest.split("/", times)


_known: dict[type[Address], tuple[Field[object], ...]] = {}


def _fields(kind: type[Address]) -> tuple[Field[object], ...]:
    """The fields of a kind, looked up once: a page writes thousands of addresses."""
    if kind not in _known:
        _known[kind] = fields(kind)
    return _known[kind]


_getters: dict[type[Address], Callable[[Address], tuple[object, ...]]] = {}


def _values(kind: type[Address]) -> Callable[[Address], tuple[object, ...]]:
    """What gives all fields of an address of a kind, made once for the same reason."""
    if kind not in _getters:
        _getters[kind] = attrgetter(*(each.name for each in _fields(kind)))
    return _getters[kind]


def _read(field: Field[object], word: str) -> object:
    return word if field.type is str else read_whole(word)


@dataclass(frozen=True, slots=True)
class Total(Address):
    """A contestant's total in a stage."""

    kind = "total"
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Place(Address):
    """A contestant's place in a stage."""

    kind = "place"
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Lead(Address):
    """By how much a contestant's total is above the next."""

    kind = "lead"
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class ByMeasure(Address):
    """A column that breaks ties, by the measure's own word."""

    kind = "by"
    stage: str
    measure: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoTotal(Address):
    """A contestant's total in a further ranking of a stage, by the slug of its name."""

    kind = "also"
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoPlace(Address):
    """A contestant's place in a further ranking of a stage."""

    kind = "also-place"
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoAdded(Address):
    """What a contestant has added in a further ranking of a stage."""

    kind = "also-added"
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class CarryOver(Address):
    """What a contestant brought into a stage."""

    kind = "carry-over"
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Penalty(Address):
    """A penalty, by the number of its posting."""

    kind = "penalty"
    stage: str
    posting: int
    who: str


@dataclass(frozen=True, slots=True)
class Penalties(Address):
    """All penalties of a contestant in a stage."""

    kind = "penalties"
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Match(Address):
    """What a contestant's round counts."""

    kind = "match"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class Running(Address):
    """What a contestant has after a round: what it brought, and every round up to this one."""

    kind = "running"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class TotalAfter(Address):
    """A contestant's total as it stood after a round, by the results as they are now."""

    kind = "total-after"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class PlaceAfter(Address):
    """A contestant's place as it stood after a round, by the results as they are now."""

    kind = "place-after"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class Rounds(Address):
    """What a contestant's rounds from one to another brought together."""

    kind = "rounds"
    stage: str
    first: int
    last: int
    who: str


@dataclass(frozen=True, slots=True)
class Table(Address):
    """What one match at a table is worth to a side, as one of the two in a triangle."""

    kind = "table"
    stage: str
    round: int
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class Net(Address):
    """The net of a side of the match at a table."""

    kind = "net"
    stage: str
    round: int
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class SideImps(Address):
    """The IMPs of a side of a knockout match, by its table."""

    kind = "imps"
    stage: str
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class FinalTotal(Address):
    """A team's IMPs in a match of a finals system, by the match's turn in the order of play."""

    kind = "final"
    stage: str
    match: int
    who: str


@dataclass(frozen=True, slots=True)
class Session(Address):
    """What a session counts for a contestant."""

    kind = "session"
    stage: str
    session: int
    who: str


@dataclass(frozen=True, slots=True)
class Scored(Address):
    """What a pair of a season scored in a session, whatever that counts."""

    kind = "scored"
    stage: str
    session: int
    who: str


@dataclass(frozen=True, slots=True)
class Board(Address):
    """What a board brought a contestant."""

    kind = "board"
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class BoardShare(Address):
    """What share of the top a board brought a contestant, where the field is scored in matchpoints."""

    kind = "board-share"
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class Own(Address):
    """A number of a board from a contestant's side of the table: its score there, what it is compared with, its par."""

    kind = "own"
    stage: str
    what: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class Analysis(Address):
    """What a contestant made of some of its boards, by the word for which they are."""

    kind = "analysis"
    stage: str
    part: str
    who: str


@dataclass(frozen=True, slots=True)
class Swings(Address):
    """What a side of a match in two rooms has won up to and with a board."""

    kind = "swings"
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class Par(Address):
    """Par of a board, whose deal is known."""

    kind = "par"
    stage: str
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class Score(Address):
    """The points of a board at a table; in a match of teams in one of its rooms."""

    kind = "score"
    stage: str
    round: int
    board: int
    table: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class Datum(Address):
    """What a board is compared with; where a board has several, the form of it."""

    kind = "datum"
    stage: str
    round: int
    board: int
    form: int | None = None


IN_EVENT: Mapping[str, type[Address]] = {
    each.kind: each
    for each in (
        Total, Place, Lead, ByMeasure, AlsoTotal, AlsoPlace, AlsoAdded, CarryOver, Penalty, Penalties, Match, Running,
        TotalAfter, PlaceAfter, Rounds, Table, Net, SideImps, FinalTotal, Session, Scored, Board, BoardShare, Own,
        Analysis, Swings, Par, Score, Datum,
    )
}  # fmt: skip
"""The kinds of numbers in a stage of an event, by their word."""


def read_address(path: str, kinds: Mapping[str, type[Address]]) -> Address:
    """The address that a path is, of one of these kinds; refused where it is none.

    >>> read_address("swiss/running/3/7", IN_EVENT)
    Running(stage='swiss', round=3, who='7')
    """
    word = (*path.strip("/").split("/", 2), "")[1]
    kind = kinds.get(word)
    if kind is None:
        raise NoSuchNumber("There is no number called {word}", remedy="Start from a number on a page.", word=word)
    try:
        return kind.parse(path)
    except ValueError as fault:
        raise NoSuchNumber("No number stands at {path}", remedy="It may not have been made yet.", path=path) from fault
