"""The parts of a bracket on a page: sections, rounds side by side, a box for each match, and the lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from overtrick.views.choosing import Choosing
from overtrick.views.names import Who
from overtrick.views.texts import Text
from overtrick.views.whys import Number


class Stands(Enum):
    """The progress of a match or a round."""

    COMING = "to come"
    NOW = "now"
    OVER = "over"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class BoxSide:
    """A side of a match: its contestant, or a description of it; its score and whether it won; its place in a triangle.

    *stands* is the outcome besides the score: `won`, or a place in a triangle.
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
    """A match of a bracket, a triangle, or a contestant that goes on without a match.

    *name* is unique within the section; *table* and *round* lead to the match, 0 where it is not drawn. *says* is how
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
        """Whether the match is finished."""
        return self.stands is Stands.OVER

    @property
    def now(self) -> bool:
        """Whether the match is being played, or chosen."""
        return self.stands is Stands.NOW


@dataclass(frozen=True, slots=True)
class Connector:
    """A line from a box to one in the next column, at heights from 0 to 1000; *broken* for the path of a loser."""

    start: int
    end: int
    broken: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A round: its matches, its contestants while it is not drawn, where they come from and where they go.

    *lines* lead to the next column; *joined* says whether lines lead to this column or from it. *slug* is empty while
    there is no page of the stage.
    """

    name: str
    slug: str
    title: Text
    says: tuple[Text, ...]
    stands: Stands
    boxes: tuple[Box, ...]
    field: tuple[Who, ...] = ()
    goes: tuple[Text, ...] = ()
    lines: tuple[Connector, ...] = ()
    joined: bool = False

    def middle(self, place: int) -> int:
        """The height of the middle of a box, from 0 to 1000, as boxes are spread evenly."""
        return (1000 * (2 * place + 1)) // (2 * len(self.boxes))

    @property
    def over(self) -> bool:
        """Whether the round is finished."""
        return self.stands is Stands.OVER

    @property
    def now(self) -> bool:
        """Whether the round is being played, or chosen."""
        return self.stands is Stands.NOW

    @property
    def coming(self) -> bool:
        """Whether the round has not started."""
        return self.stands is Stands.COMING


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a bracket with consecutive rounds."""

    name: str
    title: Text
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A knockout as a page shows it: who must choose, and the sections of its bracket.

    *beside* are stages of the event that are not knockouts, by slug and title.
    """

    choices: tuple[Choosing, ...]
    sections: tuple[Section, ...]
    beside: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Feeds:
    """Which boxes feed which, by name: for each, the boxes its sides came from, and whether as a loser."""

    of: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)

    def origins(self, box: Box) -> tuple[tuple[str, bool], ...]:
        """The origins of the sides of a box."""
        return self.of.get(box.name, ())


def drawn_out(columns: Sequence[Column], feeds: Feeds) -> tuple[Column, ...]:
    """The columns of a section with their boxes ordered so that lines cross least, and the lines."""
    found: list[Column] = []
    for column in reversed(columns):
        found.insert(0, _leading(column, found[0], feeds) if found else column)
    before = (False, *(bool(column.lines) for column in found))
    return tuple(
        replace(column, joined=bool(column.lines) or into) for column, into in zip(found, before, strict=False)
    )


def _leading(column: Column, after: Column, feeds: Feeds) -> Column:
    """A column with its lines to the next, and with its boxes in the order of those that they feed there.

    The path of a winner decides before that of a loser. Boxes that feed none are last.
    """
    feeding = [each for box in after.boxes for each in feeds.origins(box)]
    order = {name: place for place, (name, broken) in enumerate(feeding) if broken}
    order |= {name: place for place, (name, broken) in enumerate(feeding) if not broken}
    ordered = replace(column, boxes=tuple(sorted(column.boxes, key=lambda box: order.get(box.name, len(feeding)))))
    middle = {box.name: ordered.middle(place) for place, box in enumerate(ordered.boxes)}
    lines = (
        Connector(middle[before], after.middle(place), broken)
        for place, box in enumerate(after.boxes)
        for before, broken in feeds.origins(box)
        if before in middle
    )
    return replace(ordered, lines=tuple(lines))
