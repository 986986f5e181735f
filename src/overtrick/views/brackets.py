"""What a bracket is made of on a page: its sections, the rounds beside one another, a box a match, and the lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from overtrick.views.choosing import Choosing
from overtrick.views.names import Who
from overtrick.views.texts import Text
from overtrick.views.whys import Number


class Stands(Enum):
    """How far a match or a round is."""

    COMING = "to come"
    NOW = "now"
    OVER = "over"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class BoxSide:
    """A side of a match: who it is, or in words who it will be; its score and whether it won; its place in a triangle.

    *stands* is what it came to besides a score: `won`, or a place in a triangle.
    """

    who: Who | None
    waits: Text
    score: Number
    won: bool
    stands: Text = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One match of a triangle: its table and both sides."""

    table: int
    sides: tuple[BoxSide, BoxSide]


@dataclass(frozen=True, slots=True)
class Box:
    """A match of a bracket, a triangle, or somebody who goes on without a match.

    *name* is its own within the section; *table* and *round* lead to the match, 0 where it is not drawn. *says* is how
    it was decided, or what it waits for.
    """

    name: str
    sides: tuple[BoxSide, ...]
    stands: Stands
    title: Text = ""
    says: Text = ""
    round: int = 0
    table: int = 0
    games: tuple[Game, ...] = ()
    choosing: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to come from it."""
        return self.stands is Stands.OVER

    @property
    def now(self) -> bool:
        """Whether it is being played, or chosen."""
        return self.stands is Stands.NOW


@dataclass(frozen=True, slots=True)
class Line:
    """A line from a box to one in the next column, from 0 to 1000 down their columns; *broken* for who lost there."""

    start: int
    end: int
    broken: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A round: its matches, who is in it while it is not drawn, who comes to it and where they go.

    *lines* lead to the next column; *joined* says that some lead to it or from it. *slug* is empty while there is no
    page of the stage.
    """

    name: str
    slug: str
    title: Text
    says: tuple[Text, ...]
    stands: Stands
    boxes: tuple[Box, ...]
    field: tuple[Who, ...] = ()
    goes: tuple[Text, ...] = ()
    lines: tuple[Line, ...] = ()
    joined: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to come from it."""
        return self.stands is Stands.OVER

    @property
    def now(self) -> bool:
        """Whether it is being played, or chosen."""
        return self.stands is Stands.NOW

    @property
    def coming(self) -> bool:
        """Whether it has not started."""
        return self.stands is Stands.COMING


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a bracket whose rounds follow one another."""

    name: str
    title: Text
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A knockout as a page shows it: who must choose, and the sections of its bracket.

    *beside* are stages of the event that are no knockout, by slug and title.
    """

    choices: tuple[Choosing, ...]
    sections: tuple[Section, ...]
    beside: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Feeds:
    """Which boxes lead to which, by name: for each the boxes its sides came from, and whether as a loser."""

    of: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)

    def into(self, box: Box) -> tuple[tuple[str, bool], ...]:
        """Where the sides of a box come from."""
        return self.of.get(box.name, ())


def drawn_out(columns: Sequence[Column], feeds: Feeds) -> tuple[Column, ...]:
    """The columns of a section with their boxes in an order in which lines cross least, and the lines."""
    order = {name: place for place, name in enumerate(_from_the_end(columns, feeds))}
    sorted_ = [
        replace(column, boxes=tuple(sorted(column.boxes, key=lambda box: order[box.name]))) for column in columns
    ]
    following: Iterable[Column | None] = [*sorted_[1:], None]
    lines = [
        tuple(_lines(column, after, feeds)) if after is not None else ()
        for column, after in zip(sorted_, following, strict=True)
    ]
    before = [(), *lines]
    return tuple(
        replace(column, lines=own, joined=bool(own or into))
        for column, own, into in zip(sorted_, lines, before, strict=False)
    )


def _from_the_end(columns: Sequence[Column], feeds: Feeds) -> Iterator[str]:
    """The boxes as one comes on them going back from the last: each after those that lead to it."""
    known = {box.name: box for column in columns for box in column.boxes}
    seen: set[str] = set()

    def back(name: str) -> Iterator[str]:
        if name in seen or name not in known:
            return
        seen.add(name)
        for before, _ in feeds.into(known[name]):
            yield from back(before)
        yield name

    for column in reversed(columns):
        for box in column.boxes:
            yield from back(box.name)


def _lines(column: Column, after: Column, feeds: Feeds) -> Iterator[Line]:
    middle = {box.name: (1000 * (2 * place + 1)) // (2 * len(column.boxes)) for place, box in enumerate(column.boxes)}
    for place, box in enumerate(after.boxes):
        end = (1000 * (2 * place + 1)) // (2 * len(after.boxes))
        for before, broken in feeds.into(box):
            if before in middle:
                yield Line(middle[before], end, broken)
