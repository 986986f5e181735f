"""Acts about offences: warnings and penalties given, penalties lifted."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A warning, which may make the next offence of its kind dearer; for so many *minutes* or *boards*."""

    called: ClassVar[str] = "warning given"
    contestant: str
    offence: str
    stage: str
    round: int
    clause: str
    reason: Prose = ""
    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty in the unit the stage counts in, taken from the contestant's total.

    *minutes* and *boards* are what a tariff by minutes or by boards goes by.
    """

    called: ClassVar[str] = "penalty given"
    contestant: str
    offence: str
    stage: str
    round: int
    amount: Exact
    unit: str
    clause: str
    reason: Prose = ""
    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """A penalty, warning or sanction was taken back: the number of the act that gave it."""

    called: ClassVar[str] = "penalty lifted"
    posting: int
    reason: Prose


PenaltyAct: TypeAlias = WarningGiven | PenaltyGiven | PenaltyLifted
"""Everything that is written of warnings and penalties."""
