"""Acts about times, systems and behaviour: what a stage's clocks run from, and what they are asked about.

A *time* is written in ISO 8601 and left out where it is the time of the posting itself.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Day, Prose, Time


@dataclass(frozen=True, slots=True)
class RoundTime:
    """When a round is to start, and to finish where that is laid down."""

    round: int
    start: Time
    finish: Time = ""


@dataclass(frozen=True, slots=True)
class MissedWeeks:
    """An event elsewhere whose weeks finals may miss, from its first day to its last."""

    event: str
    first: Day
    last: Day


@dataclass(frozen=True, slots=True)
class TimetableSet:
    """The organiser set, or set again, when rounds of a stage start and finish.

    *missed* are events whose weeks are left out; *reason* says why a match is put off, and *ordered_by* who ordered
    it, where the rule alone would not have it. *agreed* are the conditions met for a match that is brought forward, in
    the words of its rule.
    """

    called: ClassVar[str] = "timetable set"
    stage: str
    rounds: tuple[RoundTime, ...]
    missed: tuple[MissedWeeks, ...] = ()
    reason: Prose = ""
    ordered_by: str = ""
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Play of a round began."""

    called: ClassVar[str] = "round started"
    stage: str
    round: int
    time: Time = ""


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The clock of a round was set, or set again: when it ends, whatever a timetable or an allowance says."""

    called: ClassVar[str] = "clock set"
    stage: str
    round: int
    ends: Time
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class WallChosen:
    """What the wall screen shows by turns, in this order, and for how many seconds each."""

    called: ClassVar[str] = "wall chosen"
    panels: tuple[str, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Play of a round ended."""

    called: ClassVar[str] = "round ended"
    stage: str
    round: int
    time: Time = ""


@dataclass(frozen=True, slots=True)
class ScoresShown:
    """The scores of a round were shown to the players, complete, for the first time."""

    called: ClassVar[str] = "scores shown"
    stage: str
    round: int
    time: Time = ""


@dataclass(frozen=True, slots=True)
class ReviewAsked:
    """A contestant asked for a review of a ruling; *told* is when it heard of one given after play."""

    called: ClassVar[str] = "review asked"
    contestant: str
    stage: str
    round: int
    reason: Prose
    table: int = 0
    board: int = 0
    told: Time = ""


@dataclass(frozen=True, slots=True)
class ReviewDecided:
    """The decision on a review, named by the posting that asked for it: *outcome* is upheld or dismissed.

    *by* is who decided. The score follows in a ruling of its own, which an upheld review allows even in a closed stage.
    """

    called: ClassVar[str] = "review decided"
    review: int
    outcome: str
    by: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class SanctionGiven:
    """Something other than an amount was imposed for an offence, which counts as one.

    *effect* is what it does: with “excluded” the contestant is out of the stage from then on, is not drawn again and
    takes no place. Where nothing is said it stands on the record and does nothing.
    """

    called: ClassVar[str] = "sanction given"
    contestant: str
    offence: str
    stage: str
    round: int
    what: str
    clause: str
    reason: Prose = ""
    minutes: Exact | None = None
    boards: int = 0
    effect: str = ""


@dataclass(frozen=True, slots=True)
class SystemLodged:
    """A contestant handed in a system: its class, its pages, and when, if not when it was posted.

    *leave* is the reason of an official who takes it though the rule is against it.
    """

    called: ClassVar[str] = "system lodged"
    contestant: str
    system: str
    colour: str
    pages: int = 0
    time: Time = ""
    leave: Prose = ""


ConductAct: TypeAlias = (
    TimetableSet | RoundStarted | ClockSet | WallChosen | RoundEnded | ScoresShown | ReviewAsked | ReviewDecided
    | SanctionGiven | SystemLodged
)  # fmt: skip
"""Everything that is written of times, reviews, sanctions and systems."""
