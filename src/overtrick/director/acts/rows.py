"""The row of an act: who decides on it, whose office it is, its sentence, and how the interface asks for it.

Every act has one row, in the module of this package that is named like its module in `core.event.acts`. Only the fold
of an act is in the core, in `core.event.fold`. A row with a column missing does not type-check; where an act has no
form or no inverse, the row gives the reason (`NoForm`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs

A = TypeVar("A")


class Office(Enum):
    """Whose act it is, whether it is posted at the desk or by a program. Each interface knows who holds the office."""

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
class NoForm:
    """The reason why an act has no form, or no form that undoes it."""

    why: Phrase


@dataclass(frozen=True, slots=True)
class Forms:
    """The desk's own forms that make an act, each by its address."""

    paths: tuple[str, ...]


def form(*paths: str) -> Forms:
    """A form of the desk, or several."""
    return Forms(paths)


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a generated form: the name of the act's field, and what differs from other fields of its kind.

    The kind follows from the name in *like*, or else from the field's own name, or else from its type. *names* are the
    options of a stage or a team, if not all of the book's can be chosen. The rest are options of Django's fields.
    """

    name: str
    label: str | None = None
    like: str = ""
    names: Callable[[Any], Iterable[str]] | None = None
    required: bool | None = None
    initial: str | None = None
    help_text: str | None = None
    choices: tuple[tuple[str, str], ...] | None = None
    max_length: int | None = None
    min_value: int | None = None
    max_value: int | None = None


@dataclass(frozen=True, slots=True)
class GeneratedForm:
    """A form generated from the fields of an act's class.

    *path* is its address, *title* its heading, *button* what will happen, *says* what it is for. *asks* names the
    fields in their order, if they are not all of the act's; *fields* are those that differ from others of their kind.
    *back* is the page to go to afterwards, if it is not the usual one. If *at_once*, a link that fills in everything
    but the reason shows the preview; if *straight*, the button posts without a preview when there are no cautions.
    """

    path: str
    title: str
    button: str
    says: str = ""
    asks: tuple[str, ...] = ()
    fields: tuple[FormField, ...] = ()
    back: str = ""
    at_once: bool = False
    straight: bool = False


@dataclass(frozen=True, slots=True)
class Inverse(Generic[A]):
    """How a posting is corrected: the path of the form, the name of the correction, and the answers to start with.

    *fill* makes the answers from the act and the number of its posting.
    """

    form: str
    says: Phrase
    fill: Callable[[A, int], dict[str, str]]


UNDO: Inverse[Any] = Inverse("undo", phrase("undo"), lambda _, number: {"posting": str(number)})
"""The inverse of acts without a correction of their own: the posting itself is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow(Generic[A]):
    """Everything about an act except its class and its fold."""

    act: type[A]
    decide: Callable[[Tournament, A, str], AllowedActs]
    office: Office
    says: Callable[[A], Phrase]
    form: Forms | GeneratedForm | NoForm
    inverse: Inverse[A] | NoForm
    preview: tuple[Preview, ...]


AnyRow = ActRow[Any]


def timeless(decide: Callable[[Tournament, A], AllowedActs]) -> Callable[[Tournament, A, str], AllowedActs]:
    """A decision function that does not need the time, in the form of one that does."""

    def decided(event: Tournament, act: A, at: str) -> AllowedActs:  # noqa: ARG001 - as every decision is asked
        return decide(event, act)

    return decided
