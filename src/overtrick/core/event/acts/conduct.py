"""Acts about times, systems and behaviour: the moments from which time limits run, and the acts they apply to.

A *time* is in ISO 8601 and left out if it is the time of the posting itself.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Day, Prose, Time


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The time at which a round is to start, and to finish if that is set."""

    round: int
    start: Time
    finish: Time = ""


@dataclass(frozen=True, slots=True)
class MissedWeeks:
    """Another event in whose weeks the finals may pause, from its first day to its last."""

    event: str
    first: Day
    last: Day


@dataclass(frozen=True, slots=True)
class TimetableSet:
    """The organiser set or changed the times at which rounds of a stage start and finish.

    *missed* are events whose weeks are skipped; *reason* says why a match is postponed, and *ordered_by* who ordered
    it if the rule alone would not allow it. *agreed* are the conditions met for a match that is brought forward, in
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
    """The clock of a round was set or changed: its end, which overrides the timetable and the time allowed."""

    called: ClassVar[str] = "clock set"
    stage: str
    round: int
    ends: Time
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class WallChosen:
    """The pages that the wall screen shows in turn, in this order, and for how many seconds each."""

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
    """A contestant asked for a review of a ruling; *told* is when it was told of a ruling given after play."""

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
    """The decision on a review, identified by the posting that asked for it: *outcome* is upheld or dismissed.

    *by* is who decided. The score follows in a separate ruling, which an upheld review allows even in a closed stage.
    """

    called: ClassVar[str] = "review decided"
    review: int
    outcome: str
    by: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class SanctionGiven:
    """A sanction other than a score penalty was imposed for an offence, which counts as an offence.

    *effect* says what it does: with “excluded” the contestant is out of the stage from then on, is not drawn again and
    takes no place. Without an effect it is only recorded.
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
    """A contestant lodged a system: its class, its pages, and the time if it differs from that of the posting.

    *leave* is the reason of an official who accepts it although the rule forbids it.
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
"""Every act about times, reviews, sanctions and systems."""
