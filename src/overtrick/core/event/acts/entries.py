"""Acts about the event itself and its entries: rules, readings, formats, entries and seeds."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.model.written import AGAIN, Prose


@dataclass(frozen=True, slots=True)
class EventOpened:
    """The first act of a book: the event, its rules (by the hash of their content), and the version of the program."""

    called: ClassVar[str] = "event opened"
    event: str
    name: str
    rules: str
    program: str


@dataclass(frozen=True, slots=True)
class RulesAdopted:
    """The book adopted a corrected edition of its rules, by a clause and for a reason.

    *edition* is the fingerprint of its texts, as in the act that opened the book.
    """

    called: ClassVar[str] = "rules adopted"
    edition: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadingChosen:
    """The organiser chose another of the listed readings of a silent or contradictory clause."""

    called: ClassVar[str] = "reading chosen"
    reading: str
    choice: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class FormatChosen:
    """A choice that the regulations leave to an official: a format for a small entry, a number of rounds."""

    called: ClassVar[str] = "format chosen"
    choice: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntryTaken:
    """A contestant entered, or its entry was corrected; the number identifies the entry.

    *stages* are the stages it enters, if each stage has its own entries; if empty, all of them. *stated* are
    the statements about the entry as a whole; *leave* is the reason of an official who accepts it although a rule of
    eligibility forbids it.
    """

    called: ClassVar[str] = "entry taken"
    contestant: str
    name: str = ""
    players: Annotated[tuple[Player, ...], AGAIN] = ()
    categories: tuple[str, ...] = ()
    contending: bool = True
    house: bool = False
    rating: Exact | None = None
    stated: tuple[Stated, ...] = ()
    leave: Prose = ""
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryCancelled:
    """An entry was cancelled before the start."""

    called: ClassVar[str] = "entry cancelled"
    contestant: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntriesClosed:
    """Entries were closed; the format follows from their number."""

    called: ClassVar[str] = "entries closed"


@dataclass(frozen=True, slots=True)
class SeedsSet:
    """The seeding: contestants in order, strongest first."""

    called: ClassVar[str] = "seeds set"
    stage: str
    order: tuple[str, ...]


EntryAct: TypeAlias = (
    EventOpened | RulesAdopted | ReadingChosen | FormatChosen | EntryTaken | EntryCancelled | EntriesClosed
    | SeedsSet
)  # fmt: skip
"""Every act before an event starts."""
