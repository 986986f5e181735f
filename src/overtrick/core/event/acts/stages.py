"""Acts about a stage and its rounds: started, lots drawn, closed; prizes and notes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class Field:
    """Contestants that are ranked together: a direction, a section, or the whole field."""

    name: str
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage started with these contestants in their fields; their carry-overs are calculated."""

    called: ClassVar[str] = "stage started"
    stage: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A lot was drawn, recorded as the order that resulted or as the seed."""

    called: ClassVar[str] = "lot drawn"
    about: str
    seed: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CarryOverDecided:
    """An official decided each contestant's carry-over into a stage, because all who are counted are tied.

    *clause* is the one that leaves the decision to the official.
    """

    called: ClassVar[str] = "carry-over decided"
    stage: str
    amount: Exact
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round was closed with all its results."""

    called: ClassVar[str] = "round closed"
    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage was closed after the time for corrections: its order and qualifiers stand."""

    called: ClassVar[str] = "stage closed"
    stage: str


@dataclass(frozen=True, slots=True)
class NoteMade:
    """A note in the book, without any effect on scores."""

    called: ClassVar[str] = "note made"
    text: Prose


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """The organiser's prizes by place, best place first; without amounts there are no prizes any more.

    *award* is the number of the event's award rule, counted from one; 0 is the organiser's own prize money, which
    no rule covers.
    """

    called: ClassVar[str] = "prizes set"
    amounts: tuple[Exact, ...] = ()
    award: int = 0


StageAct: TypeAlias = (
    StageStarted | LotDrawn | CarryOverDecided | RoundClosed | StageClosed | PrizesSet | NoteMade
)  # fmt: skip
"""Every act about stages, rounds, lots, prizes and notes."""
