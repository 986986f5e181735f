"""Timetables: rounds to slots and days, the layout of sessions, event dates, and the dates of finals."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import Enum

from overtrick.core.conduct.clocks import Weekday
from overtrick.core.errors import RegulationErrors
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Slots:
    """The starting times of an event's rounds, day by day."""

    clause: Clause
    name: str
    days: tuple[tuple[Weekday, tuple[time, ...]], ...]

    @property
    def count(self) -> int:
        """How many rounds there is room for."""
        return sum(len(starts) for _, starts in self.days)


def rounds_by_day(slots: Slots) -> tuple[tuple[Weekday, tuple[int, ...]], ...]:
    """The rounds of each day, in order.

    >>> nine = time(9, 30)
    >>> rounds_by_day(Slots(Clause("ANC26", "1.3"), "", ((Weekday.MONDAY, (nine, nine)), (Weekday.TUESDAY, (nine,)))))
    ((<Weekday.MONDAY: 'Monday'>, (1, 2)), (<Weekday.TUESDAY: 'Tuesday'>, (3,)))
    """
    days, first = [], 1
    for day, starts in slots.days:
        last = first + len(starts) - 1
        days.append((day, tuple(range(first, last + 1))))
        first = last + 1
    return tuple(days)


@dataclass(frozen=True, slots=True)
class Layout:
    """An event's *matches*, and how they are spread over its sessions; for a choice, the days it lasts."""

    clause: Clause
    name: str
    matches: int
    boards: int
    by_session: tuple[int, ...]
    days: int | None = None

    def __post_init__(self) -> None:
        if self.matches != sum(self.by_session):
            raise RegulationErrors([f"the sessions hold {sum(self.by_session)} matches, not {self.matches}"])

    @property
    def sessions(self) -> int:
        """How many sessions."""
        return len(self.by_session)


class LawSession(Enum):
    """What one session is for the Laws."""

    MATCH = "match"
    SITTING = "sitting"


@dataclass(frozen=True, slots=True)
class SessionRule:
    """What a session is for the Laws in one stage."""

    clause: Clause
    stage: str
    each: LawSession


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """A line of a timetable: the event, the weekday it starts, and the date another clause prints for it."""

    clause: Clause
    event: str
    starts: Weekday
    at: time
    ends: Weekday
    until: time
    printed: date | None = None


@dataclass(frozen=True, slots=True)
class EventDate:
    """The date an event starts by the timetable, and whether the date printed elsewhere differs."""

    row: TimetableRow
    first: date
    last: date

    @property
    def conflict(self) -> bool:
        """Whether another clause prints another date."""
        return self.row.printed is not None and self.row.printed != self.first


def event_dates(rows: Sequence[TimetableRow], first: date) -> tuple[EventDate, ...]:
    """The date of every line: lines stand in order of time, so each starts on or after the one before it."""
    dated, here = [], first
    for row in rows:
        here = on_or_after(here, row.starts)
        dated.append(EventDate(row, here, on_or_after(here, row.ends)))
    return tuple(dated)


def on_or_after(day: date, weekday: Weekday) -> date:
    """The first such weekday that is not before *day*."""
    return day + timedelta(days=(weekday.number - day.weekday()) % 7)


@dataclass(frozen=True, slots=True)
class FinalsDatesRule:
    """Finals on one weekday of successive weeks, the first so many weeks after the coming one.

    *missed* are the only events whose weeks are left out.
    """

    clause: Clause
    weekday: Weekday
    weeks_after: int
    weeks: int
    missed: tuple[str, ...] = ()


def finals_dates(stage_ends: date, busy: Sequence[tuple[date, date]], rule: FinalsDatesRule) -> tuple[date, ...]:
    """The dates of the finals; weeks, Monday to Sunday, that hold a day of a *busy* event are left out."""
    here = on_or_after(stage_ends, rule.weekday) + timedelta(weeks=rule.weeks_after)
    dates: list[date] = []
    while len(dates) < rule.weeks:
        monday = here - timedelta(days=here.weekday())
        sunday = monday + timedelta(days=6)
        if not any(begins <= sunday and ends >= monday for begins, ends in busy):
            dates.append(here)
        here += timedelta(weeks=1)
    return tuple(dates)


@dataclass(frozen=True, slots=True)
class MoveRule:
    """What it takes to play a match earlier, and the only reasons for playing it later.

    *by* may order another date by the clause *order*, whatever the rule says.
    """

    clause: Clause
    name: str
    earlier_needs: tuple[str, ...]
    later_reasons: tuple[str, ...] = ()
    order: Clause | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class MoveAnswer:
    """Whether a match may be moved, and why."""

    allowed: bool
    clause: Clause
    says: Phrase


def may_play_earlier(given: Collection[str], rule: MoveRule) -> MoveAnswer:
    """Whether a match may be brought forward; *given* are the conditions that are met."""
    wanting = tuple(need for need in rule.earlier_needs if need not in given)
    says = phrase("not confirmed: {wanting:,}", wanting=wanting) if wanting else phrase("every condition is met")
    return MoveAnswer(not wanting, rule.clause, says)


def may_postpone(reason: str, rule: MoveRule) -> MoveAnswer:
    """Whether a match may be put off for a reason; agreement alone is none."""
    allowed = reason in rule.later_reasons
    if allowed:
        says = phrase("“{reason}” is a reason to postpone", reason=reason)
    else:
        says = phrase(
            "“{reason}” is not a reason to postpone[; the accepted reasons are {reasons:,}]",
            reason=reason, reasons=rule.later_reasons,
        )  # fmt: skip
    return MoveAnswer(allowed, rule.clause, says)


@dataclass(frozen=True, slots=True)
class FinalLengthRule:
    """The grand final as a multiple of the other finals."""

    clause: Clause
    times: int
