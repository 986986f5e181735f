"""Acts about the event itself and who is in it: its readings and formats, its entries and their seeds."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.model.written import AGAIN, Prose


@dataclass(frozen=True, slots=True)
class EventOpened:
    """The first act of a book: which event, by which rules (their content's hash), under which program."""

    called: ClassVar[str] = "event opened"
    event: str
    name: str
    rules: str
    program: str


@dataclass(frozen=True, slots=True)
class RulesAdopted:
    """A corrected edition of the rules was taken over for a book that goes by another, by which clause and why.

    *edition* is the fingerprint of its texts, as in the act that opened the book.
    """

    called: ClassVar[str] = "rules adopted"
    edition: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadingChosen:
    """An organiser chose another of the listed ways to read a silent or contradictory clause."""

    called: ClassVar[str] = "reading chosen"
    reading: str
    choice: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class FormatChosen:
    """A choice the regulation leaves to an official: a format for a small entry, a number of rounds."""

    called: ClassVar[str] = "format chosen"
    choice: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntryTaken:
    """A contestant entered, or its entry was put right: the number is the entry.

    *stages* are those it enters, where each stage takes entries of its own; none named, all of them. *stated* is
    what is known of the entry as a whole; *leave* the reason of an official who takes it though a rule of
    eligibility is against it.
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
    """An entry was taken back before the start."""

    called: ClassVar[str] = "entry cancelled"
    contestant: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntriesClosed:
    """The entry is complete: the format follows from its size."""

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
"""Everything that is written of an event before it starts."""
