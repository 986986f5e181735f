"""Acts about attendance: substitutes, absences, late arrivals, withdrawals and declined places."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose, Time


@dataclass(frozen=True, slots=True)
class SubstituteUsed:
    """A substitute replaced a player in some rounds; *ground* is the reason, as the regulations classify it.

    *requested* is when the substitute was asked for, *approved_by* the official who allowed it; *imps* is the deduction
    from the side's score in each of those matches; *foreseen* says that the need was known before the event,
    and *part* what share of each session the substitute played, if not the whole.
    """

    called: ClassVar[str] = "substitute used"
    contestant: str
    stage: str
    rounds: tuple[int, ...]
    out: str
    substitute: str
    reason: Prose = ""
    requested: Time = ""
    approved_by: str = ""
    imps: Exact = 0
    ground: str = ""
    foreseen: bool = False
    part: Exact = 1


@dataclass(frozen=True, slots=True)
class AbsenceRecorded:
    """A pair does not play a session; *ground* is the reason, if the regulations recognise it.

    A later act for the same absence replaces it, because a ground may be recognised after the session.
    """

    called: ClassVar[str] = "absence recorded"
    contestant: str
    stage: str
    session: int
    ground: str = ""
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class AbsenceLifted:
    """A pair whose absence was recorded plays the session after all."""

    called: ClassVar[str] = "absence lifted"
    contestant: str
    stage: str
    session: int
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class ArrivedLate:
    """A contestant arrived late for a round, by this many minutes."""

    called: ClassVar[str] = "arrived late"
    contestant: str
    stage: str
    round: int
    minutes: Exact


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A contestant withdrew after a number of rounds of a stage; *expunged* if its scores are cancelled."""

    called: ClassVar[str] = "withdrawn"
    contestant: str
    stage: str
    after: int
    expunged: bool
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A contestant that withdrew from a stage continues in it with its earlier scores."""

    called: ClassVar[str] = "reinstated"
    contestant: str
    stage: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class LatePairSeated:
    """A late pair plays in a movement from some round on, in a field of the stage.

    It gets a *number* in the movement, in a *section* if there are sections, or plays *instead* of a pair that left.
    The rounds that it missed count as sat out. The acts that change the draws follow this one.
    """

    called: ClassVar[str] = "late pair seated"
    contestant: str
    stage: str
    round: int
    field: str
    number: int = 0
    instead: str = ""
    reason: Prose = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Declined:
    """A qualified contestant declines its place in a stage."""

    called: ClassVar[str] = "declined"
    contestant: str
    stage: str
    reason: Prose = ""


AttendanceAct: TypeAlias = (
    SubstituteUsed | AbsenceRecorded | AbsenceLifted | ArrivedLate | Withdrawn | Reinstated | LatePairSeated | Declined
)  # fmt: skip
"""Every act about attendance."""
