"""The times and the conduct in a book as it is folded: when rounds started, offences, lodged systems, reviews, appeals.

All times are the venue's. Its offset from UTC is that of the timetable, or else of the first posting;
a time written with another offset is converted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from overtrick.core.conduct.allowance import SessionTimes, session_times
from overtrick.core.conduct.appeals import AppealCourse, walk
from overtrick.core.conduct.clocks import RoundTimes
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    UPHELD,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    CardsShown,
    ClockSet,
    CommitteeNamed,
    Determined,
    LineUpPosted,
    PenaltyGiven,
    Posting,
    PowerPassed,
    PsychicRecorded,
    ReviewAsked,
    ReviewDecided,
    RoundEnded,
    RoundStarted,
    RoundTime,
    SanctionGiven,
    ScoresShown,
    SystemClassified,
    SystemLodged,
    TimetableSet,
    WallChosen,
    WarningGiven,
)
from overtrick.core.event.plan.stages import Stage
from overtrick.core.model.written import read_time


@dataclass(frozen=True, slots=True)
class AppealStep:
    """A step of an appeal: its name, time, posting and reason."""

    step: str
    at: datetime | None
    posting: int
    reason: str = ""


@dataclass(slots=True)
class AppealFile:
    """One appeal. Only the fold changes it."""

    number: int
    lodged: AppealLodged
    at: datetime | None
    ruled: datetime | None = None
    taken: list[AppealStep] = field(default_factory=list)
    form: dict[str, str] = field(default_factory=dict)
    committee: CommitteeNamed | None = None
    hearing: datetime | None = None
    heard: AppealHeard | None = None
    decisions: list[AppealDecided] = field(default_factory=list)
    fine: AppealFined | None = None

    def state(self, course: AppealCourse) -> str:
        """The state of the appeal in its procedure."""
        return walk((each.step for each in self.taken), course).state

    def when(self, steps: Iterable[str]) -> datetime | None:
        """The time of the latest of these steps."""
        wanted = set(steps)
        return next((each.at for each in reversed(self.taken) if each.step in wanted), None)

    @property
    def decision(self) -> AppealDecided | None:
        """The decision that stands."""
        return self.decisions[-1] if self.decisions else None


Offending = WarningGiven | PenaltyGiven | SanctionGiven
"""An act that records an offence."""

Placed = dict[tuple[str, int], datetime]
"""A time by stage and round."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a ruling: the posting that asked for it, the request, and the decision once there is one."""

    number: int
    asked: ReviewAsked
    decision: ReviewDecided | None = None

    @property
    def upheld(self) -> bool:
        """Whether the ruling was changed."""
        return self.decision is not None and self.decision.outcome == UPHELD

    @property
    def ground(self) -> str:
        """The ground of a ruling that follows from the review."""
        return f"review {self.number} upheld: {self.decision.reason}" if self.decision is not None else ""

    def concerns(self, stage: str, number: int, table: int, board: int) -> bool:
        """Whether the review is about this board at this table, or about the whole match or round."""
        return self.asked.stage == stage and self.asked.round == number and names_board(self.asked, table, board)


def names_board(asked: ReviewAsked | AppealLodged, table: int, board: int) -> bool:
    """Whether a review or an appeal covers a board at a table; if it names no board or no table, it covers all."""
    return asked.board in (0, board) and (not table or asked.table in (0, table))


@dataclass(slots=True)
class ConductRecord:
    """The times and the conduct record of an event. Only the fold changes it."""

    zone: tzinfo | None = None
    scheduled: dict[tuple[str, int], RoundTime] = field(default_factory=dict)
    started: Placed = field(default_factory=dict)
    ended: Placed = field(default_factory=dict)
    shown: Placed = field(default_factory=dict)
    due: Placed = field(default_factory=dict)
    wall: WallChosen | None = None
    line_ups: dict[tuple[str, int, str], datetime] = field(default_factory=dict)
    offending: dict[int, Offending] = field(default_factory=dict)
    lodged: dict[tuple[str, str], tuple[SystemLodged, datetime | None]] = field(default_factory=dict)
    reviews: dict[int, Review] = field(default_factory=dict)
    appeals: dict[int, AppealFile] = field(default_factory=dict)
    cards: list[CardsShown] = field(default_factory=list)
    classified: list[SystemClassified] = field(default_factory=list)
    psychics: list[PsychicRecorded] = field(default_factory=list)
    determined: list[Determined | PowerPassed] = field(default_factory=list)

    def local(self, text: str) -> datetime | None:
        """A written time in the venue's time; None for an empty text."""
        if not text:
            return None
        when = read_time(text)
        if when.tzinfo is not None and self.zone is not None:
            when = when.astimezone(self.zone)
        return when.replace(tzinfo=None)

    def set_zone(self, posting: Posting) -> None:
        """Set the venue's offset from a posting, if it is not known yet."""
        if self.zone is None:
            self.zone = _zone(stamp(posting))

    def set_timetable(self, act: TimetableSet) -> None:
        """Set the times of rounds, and the offset with which they are written."""
        self.zone = next((zone for each in act.rounds if (zone := _zone(each.start))), self.zone)
        self.scheduled |= {(act.stage, each.round): each for each in act.rounds}

    def mark(self, act: RoundStarted | RoundEnded | ScoresShown, posting: Posting) -> None:
        """Record a time once: showing scores or starting a round again does not restart its time limits."""
        kept = {RoundStarted: self.started, RoundEnded: self.ended, ScoresShown: self.shown}[type(act)]
        when = self.local(act.time or stamp(posting))
        if when is not None:
            kept.setdefault((act.stage, act.round), when)

    def set_clock(self, act: ClockSet) -> None:
        """Set the time at which a round is to end."""
        if when := self.local(act.ends):
            self.due[act.stage, act.round] = when

    def take_line_up(self, act: LineUpPosted, posting: Posting) -> None:
        """Record the time at which a line-up was posted."""
        if when := self.local(stamp(posting)):
            self.line_ups[act.stage, act.round, act.contestant] = when

    def lodge(self, act: SystemLodged, posting: Posting) -> None:
        """Record a system, and the time at which it was lodged."""
        self.lodged[act.contestant, act.system] = (act, self.local(act.time or stamp(posting)))

    def start(self, stage: str, number: int) -> datetime | None:
        """The time at which a round started, or is to start."""
        if (stage, number) in self.started:
            return self.started[stage, number]
        planned = self.scheduled.get((stage, number))
        return self.local(planned.start) if planned else None

    def finish(self, stage: Stage, number: int) -> datetime | None:
        """The time at which a round is due to finish: as set or scheduled, by its time limit, or when it ended."""
        if (due := self._due(stage, number)) is not None:
            return due
        times = self.times(stage, number)
        return times.completion if times is not None else self.ended.get((stage.name, number))

    def _due(self, stage: Stage, number: int) -> datetime | None:
        if (stage.name, number) in self.due:
            return self.due[stage.name, number]
        planned = self.scheduled.get((stage.name, number))
        return self.local(planned.finish) if planned is not None else None

    def times(self, stage: Stage, number: int) -> SessionTimes | None:
        """The times of a round's matches, if its start and the time allowed are known."""
        start, allowed = self.start(stage.name, number), stage.rules.times.allowance
        if start is None or allowed is None:
            return None
        return session_times(start, stage.boards_in(number), allowed, self._due(stage, number))

    def end(self, stage: Stage, number: int) -> datetime | None:
        """The time at which a round ended, or is due to."""
        return self.ended.get((stage.name, number)) or self.finish(stage, number)

    def rounds(self, stage: Stage, number: int, last: int) -> list[RoundTimes]:
        """The known times of a round and the rounds after it; *last* is the stage's last round."""
        found: list[RoundTimes] = []
        for each in range(number, last + 1):
            start = self.start(stage.name, each)
            finish = self.finish(stage, each) or start
            if start is None or finish is None:
                break
            found.append(RoundTimes(start, finish, self.shown.get((stage.name, each)), each == last, each))
        return found

    def moments(self, stage: Stage, number: int) -> dict[str, datetime]:
        """The moments from which the clocks of a round run, by the names that rules use."""
        session = stage.session_of(number)
        closing = sum(stage.sessions[:session])
        named = {
            "start of play": self.start(stage.name, number),
            "end of the match": self.end(stage, number),
            "end of the session": self.end(stage, closing),
            "scheduled finish": self.finish(stage, closing),
            "scores posted": self.shown.get((stage.name, closing)),
            "last round posted": self.shown.get((stage.name, sum(stage.sessions))),
            "end of the day": self._end_of_day(stage, number),
        }
        for each in range(1, len(stage.sessions) + 1):
            named[f"start of session {each}"] = self.start(stage.name, 1 + sum(stage.sessions[: each - 1]))
        return {name: when for name, when in named.items() if when is not None}

    def _end_of_day(self, stage: Stage, number: int) -> datetime | None:
        """The end of the last round on the same day, once the days of all rounds are known."""
        day = self.start(stage.name, number)
        starts = {each: self.start(stage.name, each) for each in range(1, sum(stage.sessions) + 1)}
        if day is None or None in starts.values():
            return None
        return self.end(stage, max(each for each, start in starts.items() if start and start.date() == day.date()))


def _zone(text: str) -> tzinfo | None:
    return read_time(text).tzinfo if text else None


def stamp(posting: Posting) -> str:
    """The time of a posting; empty if its stamp is not a time, which does not make the posting invalid."""
    try:
        read_time(posting.at)
    except DirectorError:
        return ""
    return posting.at
