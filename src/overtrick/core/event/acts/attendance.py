"""Acts about who comes to play: substitutes, absences, late arrivals, withdrawals and places declined."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose, Time


@dataclass(frozen=True, slots=True)
class SubstituteUsed:
    """A substitute sat in for a player in some rounds; *ground* is what the regulation knows the reason as.

    *requested* is when it was asked for, *approved_by* the official who allowed it; *imps* is what each of those
    matches costs its side; *foreseen* says that the need was known before the event,
    *part* how much of each session it was for, if not the whole.
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
    """A pair does not play a session; *ground* is what the regulation recognises the absence as, if it does.

    Recorded again, the later act holds: a ground may be recognised after the session.
    """

    called: ClassVar[str] = "absence recorded"
    contestant: str
    stage: str
    session: int
    ground: str = ""
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class AbsenceLifted:
    """A pair plays a session after all."""

    called: ClassVar[str] = "absence lifted"
    contestant: str
    stage: str
    session: int
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class ArrivedLate:
    """A contestant arrived late for a round, by so many minutes."""

    called: ClassVar[str] = "arrived late"
    contestant: str
    stage: str
    round: int
    minutes: Exact


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A contestant withdrew after so many rounds of a stage; *expunged* if its scores are wiped."""

    called: ClassVar[str] = "withdrawn"
    contestant: str
    stage: str
    after: int
    expunged: bool
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A contestant that withdrew from a stage plays on in it, and its scores are what they were."""

    called: ClassVar[str] = "reinstated"
    contestant: str
    stage: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class LatePairSeated:
    """A pair that came late plays in a movement from a round on, in a field of the stage.

    It has a *number* of the movement, in a *section* where the room has some, or plays *instead* of a pair that left.
    What it missed is sat out. The draws that it changes are written after it.
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
    """A qualified contestant does not go on to a stage."""

    called: ClassVar[str] = "declined"
    contestant: str
    stage: str
    reason: Prose = ""


AttendanceAct: TypeAlias = (
    SubstituteUsed | AbsenceRecorded | AbsenceLifted | ArrivedLate | Withdrawn | Reinstated | LatePairSeated | Declined
)  # fmt: skip
"""Everything that is written of who comes to play."""
