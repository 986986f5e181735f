"""Addresses of numbers: each kind of number on a page is a class that writes its address and reads it back.

An address is a path of words and numbers over the things of an event, the contestant always last, so that it stays the
same while the event goes on: `swiss/total/7`, `swiss/match/3/7`, `swiss/board/3/2/13/7` (round, table, board,
contestant), `swiss/datum/3/13`. In a selection year it begins with the team: `open/total/<pair>`. `whys` and
`year_whys` find the number at an address; addresses are written and parsed only here.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar, Self
from urllib.parse import quote

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.typed_numbers import read_whole
from overtrick.core.wording import Phrase


class NoSuchNumber(DirectorError):
    """There is no number at an address: it may not have been calculated yet."""


@lru_cache(maxsize=8192)
def _quote(part: object) -> str:
    return "" if part is None else quote(str(part), safe="")


def join_path(*parts: object) -> str:
    """Parts of an address as one path.

    >>> join_path("swiss", "board", 3, 2, 13, "7 A")
    'swiss/board/3/2/13/7%20A'
    """
    return "/".join([_quote(part) for part in parts])


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a number: the first field is its stage or team, the others identify it among its *kind*.

    An empty last field is left out of the path.
    """

    kind: ClassVar[str]
    title: ClassVar[Phrase] = Phrase("")
    """What the number is, with its fields; empty for a kind whose numbers need more words (`whys`)."""

    def path(self) -> str:
        """The address as a link writes it, below the event's own.

        >>> Total("swiss", "7 A").path(), Score("teams", 3, 13, 2, "open").path(), Score("swiss", 3, 13, 2).path()
        ('swiss/total/7%20A', 'teams/score/3/13/2/open', 'swiss/score/3/13/2')
        """
        parts = list(map(_quote, _values(type(self))(self)))
        if not parts[-1]:
            parts.pop()
        parts.insert(1, self.kind)
        return "/".join(parts)

    @classmethod
    def parse(cls, path: str) -> Self:
        """An address of this kind from its path, with percent signs decoded; a ValueError where it is none.

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
        """Split the path; the last field may contain a slash."""
        return rest.split("/", times)


_known: dict[type[Address], tuple[Field[object], ...]] = {}


def _fields(kind: type[Address]) -> tuple[Field[object], ...]:
    """The fields of a kind. They are cached: a page writes thousands of addresses."""
    if kind not in _known:
        _known[kind] = fields(kind)
    return _known[kind]


_getters: dict[type[Address], Callable[[Address], tuple[object, ...]]] = {}


def _values(kind: type[Address]) -> Callable[[Address], tuple[object, ...]]:
    """A function that returns all fields of an address of a kind. It is cached too: a page writes thousands."""
    if kind not in _getters:
        _getters[kind] = attrgetter(*(each.name for each in _fields(kind)))
    return _getters[kind]


def _read(field: Field[object], word: str) -> object:
    return word if field.type is str else read_whole(word)


@dataclass(frozen=True, slots=True)
class Total(Address):
    """A contestant's total in a stage."""

    kind = "total"
    title = Phrase("Total of {who}, {stage}")
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Place(Address):
    """A contestant's place in a stage."""

    kind = "place"
    title = Phrase("Place of {who}, {stage}")
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Lead(Address):
    """How far a contestant's total is above the next."""

    kind = "lead"
    title = Phrase("Lead of {who}, {stage}")
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class ByMeasure(Address):
    """A tie-break column, by the name of its measure."""

    kind = "by"
    stage: str
    measure: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoTotal(Address):
    """A contestant's total in a further ranking of a stage, by the slug of its name."""

    kind = "also"
    title = Phrase("Total of {who} in {also}, {stage}")
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoPlace(Address):
    """A contestant's place in a further ranking of a stage."""

    kind = "also-place"
    title = Phrase("Place of {who} in {also}, {stage}")
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class AlsoAdded(Address):
    """A contestant's addition in a further ranking of a stage."""

    kind = "also-added"
    title = Phrase("Addition to the score of {who} in {also}, {stage}")
    stage: str
    also: str
    who: str


@dataclass(frozen=True, slots=True)
class CarryOver(Address):
    """A contestant's carry-over into a stage."""

    kind = "carry-over"
    title = Phrase("Carry-over of {who} into {stage}")
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Penalty(Address):
    """A penalty, by the number of its posting."""

    kind = "penalty"
    title = Phrase("Penalty for {who}, {stage}")
    stage: str
    posting: int
    who: str


@dataclass(frozen=True, slots=True)
class Penalties(Address):
    """All penalties of a contestant in a stage."""

    kind = "penalties"
    title = Phrase("Penalties for {who}, {stage}")
    stage: str
    who: str


@dataclass(frozen=True, slots=True)
class Match(Address):
    """A contestant's score for a round."""

    kind = "match"
    title = Phrase("Score of {who} in round {round}, {stage}")
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class Running(Address):
    """A contestant's score after a round: its carry-over and every round up to this one."""

    kind = "running"
    title = Phrase("Running total of {who} after round {round}, {stage}")
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class TotalAfter(Address):
    """A contestant's total after a round, by the current results."""

    kind = "total-after"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class PlaceAfter(Address):
    """A contestant's place after a round, by the current results."""

    kind = "place-after"
    stage: str
    round: int
    who: str


@dataclass(frozen=True, slots=True)
class Rounds(Address):
    """A contestant's score for several consecutive rounds together."""

    kind = "rounds"
    title = Phrase("Score of {who} in rounds {first} to {last}, {stage}")
    stage: str
    first: int
    last: int
    who: str


@dataclass(frozen=True, slots=True)
class Table(Address):
    """The score of a side for one match at a table, or for one of its two matches in a triangle."""

    kind = "table"
    title = Phrase("Score of {who} at table {table}, round {round} of {stage}")
    stage: str
    round: int
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class Net(Address):
    """The net of a side of the match at a table."""

    kind = "net"
    title = Phrase("Net result of {who} at table {table}, round {round} of {stage}")
    stage: str
    round: int
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class SideImps(Address):
    """The IMPs of a side of a knockout match, by its table."""

    kind = "imps"
    title = Phrase("IMPs of {who} at table {table}, {stage}")
    stage: str
    table: int
    who: str


@dataclass(frozen=True, slots=True)
class FinalTotal(Address):
    """A team's IMPs in a match of a finals system, by the match's position in the order of play."""

    kind = "final"
    stage: str
    match: int
    who: str


@dataclass(frozen=True, slots=True)
class Session(Address):
    """A contestant's score for a session."""

    kind = "session"
    title = Phrase("Score of {who} in session {session}, {stage}")
    stage: str
    session: int
    who: str


@dataclass(frozen=True, slots=True)
class SessionScore(Address):
    """What a pair of a season scored in a session, whether or not it counts."""

    kind = "scored"
    title = Phrase("Score made by {who} in session {session}, {stage}")
    stage: str
    session: int
    who: str


@dataclass(frozen=True, slots=True)
class Board(Address):
    """A contestant's score for a board."""

    kind = "board"
    title = Phrase("Board {board} for {who}, round {round} of {stage}")
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class BoardShare(Address):
    """A contestant's score for a board as a share of the top, where the field is scored in matchpoints."""

    kind = "board-share"
    title = Phrase("Board {board} for {who}, round {round} of {stage}")
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class BoardOwn(Address):
    """A number of a board from a contestant's side of the table: its score, its datum or its par."""

    kind = "own"
    stage: str
    what: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class Analysis(Address):
    """A contestant's result on some of its boards, by the name of the selection."""

    kind = "analysis"
    stage: str
    part: str
    who: str


@dataclass(frozen=True, slots=True)
class Swings(Address):
    """What a side of a match in two rooms has won up to and including a board."""

    kind = "swings"
    title = Phrase("Swings won by {who} up to board {board}, table {table} in round {round} of {stage}")
    stage: str
    round: int
    table: int
    board: int
    who: str


@dataclass(frozen=True, slots=True)
class Par(Address):
    """Par of a board whose deal is known."""

    kind = "par"
    title = Phrase("Par of board {board}, round {round} of {stage}")
    stage: str
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class Score(Address):
    """The points of a board at a table; in a match of teams, in one of its rooms."""

    kind = "score"
    title = Phrase("Score of board {board} at table {table}, round {round} of {stage}")
    stage: str
    round: int
    board: int
    table: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class Datum(Address):
    """The datum of a board; where a board has several, that of one form."""

    kind = "datum"
    title = Phrase("Basis of comparison for board {board}, round {round} of {stage}")
    stage: str
    round: int
    board: int
    form: int | None = None


IN_EVENT: Mapping[str, type[Address]] = {
    each.kind: each
    for each in (
        Total, Place, Lead, ByMeasure, AlsoTotal, AlsoPlace, AlsoAdded, CarryOver, Penalty, Penalties, Match, Running,
        TotalAfter, PlaceAfter, Rounds, Table, Net, SideImps, FinalTotal, Session, SessionScore, Board, BoardShare,
        BoardOwn, Analysis, Swings, Par, Score, Datum,
    )
}  # fmt: skip
"""The kinds of numbers in a stage of an event, by their names."""


def read_address(path: str, kinds: Mapping[str, type[Address]]) -> Address:
    """The address that a path stands for, of one of these kinds; refused where there is none.

    >>> read_address("swiss/running/3/7", IN_EVENT)
    Running(stage='swiss', round=3, who='7')
    """
    word = (*path.strip("/").split("/", 2), "")[1]
    kind = kinds.get(word)
    if kind is None:
        raise NoSuchNumber(
            "There is no figure called {word}", remedy="Select a figure on a page to see its explanation.", word=word
        )
    try:
        return kind.parse(path)
    except ValueError as fault:
        raise NoSuchNumber(
            "There is no figure at {path}", remedy="Select a figure on a page to see its explanation.", path=path
        ) from fault
