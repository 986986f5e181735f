"""Acts about disclosure and about who decides: cards shown, systems classified, psychic calls, powers passed on."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.model.written import AGAIN, Prose


class OfDisclosure:
    """An act about disclosure, or about who decides."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardsShown(OfDisclosure):
    """How many system cards a pair showed on an occasion."""

    called: ClassVar[str] = "cards shown"
    contestant: str
    stage: str
    round: int
    cards: int


@dataclass(frozen=True, slots=True)
class SystemClassified(OfDisclosure):
    """An official or a body said what colour a lodged system is."""

    called: ClassVar[str] = "system classified"
    contestant: str
    system: str
    colour: str
    by: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class PsychicRecorded(OfDisclosure):
    """A psychic call: whose, where, the ranks of the opponents, and whether it was meant."""

    called: ClassVar[str] = "psychic recorded"
    contestant: str
    stage: str
    round: int
    table: int
    board: int
    call: str
    opponents: Annotated[tuple[str, ...], AGAIN]
    intentional: bool = True


@dataclass(frozen=True, slots=True)
class Determined(OfDisclosure):
    """A body settled something about an event; *matter* says how far the regulations cover it."""

    called: ClassVar[str] = "determination made"
    matter: str
    text: Prose
    by: str


@dataclass(frozen=True, slots=True)
class PowerPassed(OfDisclosure):
    """A body or an official passed a function on to another."""

    called: ClassVar[str] = "power passed"
    function: str
    by: str
    to: str


DisclosureAct: TypeAlias = CardsShown | SystemClassified | PsychicRecorded | Determined | PowerPassed
"""Everything that is written of disclosure and of who decides."""
