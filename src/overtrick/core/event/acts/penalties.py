"""Acts about offences: warnings, penalties, and penalties cancelled."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A warning, which may raise the penalty for the next offence of its kind; *minutes* or *boards* is its extent."""

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
    """A penalty in the unit of the stage, taken from the contestant's total.

    *minutes* and *boards* are the extent of the offence, for tariffs that depend on them.
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
    """A penalty, warning or sanction was cancelled, identified by the number of its posting."""

    called: ClassVar[str] = "penalty lifted"
    posting: int
    reason: Prose


PenaltyAct: TypeAlias = WarningGiven | PenaltyGiven | PenaltyLifted
"""Every act about warnings and penalties."""
