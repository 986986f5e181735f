"""What a row of an act says: who decides on it, whose office it is, what it says, and how faces ask for it.

Every act has one row, in the module here that is named as its module of `core.event.acts`; only how it is folded stands
in the core, in `core.event.fold`. A row without a column is no row: it does not type-check, and what an act does not
have is said with the reason (`Without`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.decision import Decided

A = TypeVar("A")


class Office(Enum):
    """Whose act it is, whether it is posted at the desk or by a program; faces say who holds each."""

    ORGANISE = "an organiser’s"
    ENTER = "the entry desk’s"
    SCORE = "a scorer’s"
    DIRECT = "a director’s"
    CLOSE = "the chief director’s"
    HEAR = "an appeals committee’s"
    SELECT = "a selection committee’s"
    CAPTAIN = "a captain’s"


class Preview(Enum):
    """What an official is shown before an act is posted."""

    RESULT = "what the result is worth, and its board or match"
    BOARD = "what becomes of a board over the field"
    SEASON = "what sessions of a season count for"
    FORMAT = "what the entry makes of the format"
    RULES = "every number that another edition changes"
    START = "who starts, and what they carry over"
    CLOSE = "the order that stands, and who goes on"
    AGREED = "which result is agreed"
    RECORD = "how many offences are on record"
    WINNER = "who wins a level match"
    PLACINGS = "whose totals and places change, and who qualifies"
    SIDES = "who sat where at a table, and what its match comes to"
    SEATS = "which tables of which rounds change"
    PLACINGS_OF_A_SEASON = "the placings, where the stage is a season"
    YEAR = "points, berths and teams of a selection year"
    UNDONE = "what is taken back, and whose totals and places change"
    NOTHING = "nothing that it changes can be told in numbers"


@dataclass(frozen=True, slots=True)
class Without:
    """Why an act has no form, or why nothing takes it back."""

    why: str


@dataclass(frozen=True, slots=True)
class Forms:
    """The desk's own forms that make an act, each by its address."""

    paths: tuple[str, ...]


def form(*paths: str) -> Forms:
    """A form of the desk, or several."""
    return Forms(paths)


@dataclass(frozen=True, slots=True)
class Asks:
    """A form that asks for the fields of an act as they stand in its class; the desk makes it from this.

    *path* is its address, *title* its heading, *button* what will happen, *says* what it is for; *labels* are fields
    that are called otherwise on the page.
    """

    path: str
    title: str
    button: str
    says: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inverse(Generic[A]):
    """How a posting is put right: the path of the form that does, what that is called, and what is filled in.

    *fill* makes the answers from the act and the number of its posting.
    """

    form: str
    says: str
    fill: Callable[[A, int], dict[str, str]]


UNDO: Inverse[Any] = Inverse("undo", "take it back", lambda _, number: {"posting": str(number)})
"""A posting that is taken back as such, for want of an act of its own that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Generic[A]):
    """All that there is of an act beside its class and its fold."""

    act: type[A]
    decide: Callable[[Tournament, A, str], Decided]
    office: Office
    says: Callable[[A], str]
    form: Forms | Asks | Without
    inverse: Inverse[A] | Without
    preview: tuple[Preview, ...]


AnyRow = Row[Any]


def timeless(decide: Callable[[Tournament, A], Decided]) -> Callable[[Tournament, A, str], Decided]:
    """A decision that looks at no clock."""

    def decided(event: Tournament, act: A, at: str) -> Decided:  # noqa: ARG001 - as every decision is asked
        return decide(event, act)

    return decided


def because(reason: str) -> str:
    """A reason at the end of a sentence, if there is one."""
    return f": {reason}" if reason else ""
