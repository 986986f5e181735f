"""Acts about disclosure and powers: system cards, classified systems, psychic calls, delegated powers."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.model.written import AGAIN, Prose


class OfDisclosure:
    """An act about disclosure, or about powers."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardsShown(OfDisclosure):
    """The number of system cards that a pair had on an occasion."""

    called: ClassVar[str] = "cards shown"
    contestant: str
    stage: str
    round: int
    cards: int


@dataclass(frozen=True, slots=True)
class SystemClassified(OfDisclosure):
    """An official or a body decided the colour of a lodged system."""

    called: ClassVar[str] = "system classified"
    contestant: str
    system: str
    colour: str
    by: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class PsychicRecorded(OfDisclosure):
    """A psychic call: the player, the board, the ranks of the opponents, and whether it was deliberate."""

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
    """A body decided a matter of an event; *matter* says how far the regulations cover it."""

    called: ClassVar[str] = "determination made"
    matter: str
    text: Prose
    by: str


@dataclass(frozen=True, slots=True)
class PowerPassed(OfDisclosure):
    """A body or an official delegated a power to another."""

    called: ClassVar[str] = "power passed"
    function: str
    by: str
    to: str


DisclosureAct: TypeAlias = CardsShown | SystemClassified | PsychicRecorded | Determined | PowerPassed
"""Every act about disclosure and powers."""
