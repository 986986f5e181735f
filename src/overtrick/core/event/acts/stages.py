"""Acts about a stage and its rounds: begun, lots drawn, closed; prizes and notes."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class Field:
    """Contestants that play the same way: a direction, a section, or everybody."""

    name: str
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageStarted:
    """The contestants of a stage, in their fields, and what each of them starts with is computed."""

    called: ClassVar[str] = "stage started"
    stage: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A lot, by the order that came out or by the seed that was drawn."""

    called: ClassVar[str] = "lot drawn"
    about: str
    seed: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CarryOverDecided:
    """What each carries into a stage, where all who are counted are level and the regulation leaves it to an official.

    *clause* is the one that leaves it to him.
    """

    called: ClassVar[str] = "carry-over decided"
    stage: str
    amount: Exact
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is complete: its results are in."""

    called: ClassVar[str] = "round closed"
    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage is complete, corrections closed: its order and qualifiers stand."""

    called: ClassVar[str] = "stage closed"
    stage: str


@dataclass(frozen=True, slots=True)
class NoteMade:
    """Something worth writing down that changes no number."""

    called: ClassVar[str] = "note made"
    text: Prose


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """What the organiser gives by place, the best place first; with no amounts nothing is given any more.

    *award* counts the event's rules that give something by place, from one; 0 is the organiser's own prize money, which
    no rule lays down.
    """

    called: ClassVar[str] = "prizes set"
    amounts: tuple[Exact, ...] = ()
    award: int = 0


StageAct: TypeAlias = (
    StageStarted | LotDrawn | CarryOverDecided | RoundClosed | StageClosed | PrizesSet | NoteMade
)  # fmt: skip
"""Everything that is written of stages and rounds, lots, prizes and notes."""
