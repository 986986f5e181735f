"""Clocks: until when a score may be corrected, a ruling reviewed, a line-up posted, an appeal lodged.

A clock is data: the moment it runs from, and for how long. Some run to a time on a weekday; some roll on to
the next round's period when that round is about to start. Times are the venue's own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum
from typing import Literal, TypeAlias, assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, Said, phrase


class Weekday(Enum):
    """A day of the week, Monday first."""

    MONDAY = "Monday"
    TUESDAY = "Tuesday"
    WEDNESDAY = "Wednesday"
    THURSDAY = "Thursday"
    FRIDAY = "Friday"
    SATURDAY = "Saturday"
    SUNDAY = "Sunday"

    def __str__(self) -> str:
        return self.value

    @property
    def number(self) -> int:
        """Its place in the week, Monday being 0."""
        return list(Weekday).index(self)


def span(minutes: Exact) -> timedelta:
    """So many minutes, exact to the microsecond.

    >>> span(read_exact("7.5"))
    datetime.timedelta(seconds=450)
    """
    return timedelta(microseconds=int(minutes * 60_000_000))


def minutes_of(length: timedelta) -> Exact:
    """A length of time in minutes, exact."""
    return plain(read_exact(f"{length // timedelta(microseconds=1)}/60000000"))


def moment_phrase(moment: date | datetime) -> Phrase:
    """A day, or a time of a day, as a message writes it.

    >>> print(moment_phrase(datetime(2026, 7, 4, 9, 30)), moment_phrase(date(2026, 7, 4)))
    09:30 on 4 July 2026 4 July 2026
    """
    if isinstance(moment, datetime):
        return phrase("{time} on {day:date}", time=f"{moment:%H:%M}", day=moment.date())
    return phrase("{day:date}", day=moment)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last moment for something (or, if not *inclusive*, the first that is too late), and what it *needs*."""

    at: datetime
    clause: Clause
    says: Said
    inclusive: bool = True
    needs: tuple[str, ...] = ()

    def is_met(self, when: datetime) -> bool:
        """Whether something done *when* is in time."""
        return when <= self.at if self.inclusive else when < self.at

    def allows(self, when: datetime, given: Collection[str]) -> bool:
        """Whether something done *when* is in time and everything it *needs* is given."""
        return self.is_met(when) and all(need in given for need in self.needs)

    @property
    def told(self) -> Phrase:
        """The moment and what it hangs on, without the clause."""
        return phrase(
            "{inclusive:by|before} {at} ({says})",
            inclusive=self.inclusive, at=moment_phrase(self.at), says=self.says,
        )  # fmt: skip

    @property
    def phrased(self) -> Phrase:
        """The moment, what it hangs on, and the clause."""
        return phrase("{told} ({clause})", told=self.told, clause=self.clause)

    def __str__(self) -> str:
        return str(self.phrased)


class ClockPurpose(Enum):
    """What a clock is for."""

    CORRECTIONS = "corrections"
    REVIEWS = "reviews"
    LINE_UPS = "line-ups"
    APPEALS = "appeals"
    LAST_BOARD = "the last board"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class IntervalClock:
    """So many minutes after a moment; before it, if negative. *needs* is what else must be so.

    *session* is the only session it is for; *asked* says that it binds what the contestants ask for, not what
    the officials find; *posts* which side of a match posts by it: the one sitting `first` or `last`.
    """

    clause: Clause
    name: str
    of: str
    minutes: Exact
    inclusive: bool = True
    needs: tuple[str, ...] = ()
    about: ClockPurpose | None = None
    session: int | None = None
    asked: bool = False
    posts: Literal["", "first", "last"] = ""


@dataclass(frozen=True, slots=True)
class NextWeekday:
    """A time on the first such weekday after the day of a moment, never on that day itself."""

    clause: Clause
    name: str
    of: str
    weekday: Weekday
    at: time
    about: ClockPurpose | None = None
    session: int | None = None
    asked: bool = False
    posts: Literal["", "first", "last"] = ""


Clock: TypeAlias = IntervalClock | NextWeekday


def deadline(clock: Clock, moments: Mapping[str, datetime]) -> Deadline:
    """When a clock runs out, given the moments that have come.

    >>> clock = IntervalClock(Clause("SABF20", "8"), "correction", "scores posted", 24 * 60)
    >>> deadline(clock, {"scores posted": datetime(2020, 10, 14, 23)}).at
    datetime.datetime(2020, 10, 15, 23, 0)
    """
    if clock.of not in moments:
        raise DirectorError(
            "The time limit “{clock}” cannot be calculated, because no time is recorded for “{of:posted}”",
            clause=clock.clause,
            remedy="Enter that time.",
            clock=clock.name,
            of=clock.of,
        )
    start = moments[clock.of]
    match clock:
        case IntervalClock(clause, name, of, minutes, inclusive, needs):
            if minutes > 0:
                says = phrase("{name}: {minutes:#minute} after the {of:posted}", name=name, minutes=minutes, of=of)
            elif minutes < 0:
                says = phrase("{name}: {minutes:#minute} before the {of:posted}", name=name, minutes=-minutes, of=of)
            else:
                says = phrase("{name}: {of:posted}", name=name, of=of)
            return Deadline(start + span(minutes), clause, says, inclusive, needs)
        case NextWeekday(clause, name, of, weekday, at):
            days = (weekday.number - start.weekday() - 1) % 7 + 1
            day = start.date() + timedelta(days=days)
            says = phrase("{name}: the {weekday} after the {of:posted}", name=name, weekday=weekday, of=of)
            return Deadline(datetime.combine(day, at), clause, says)
        case _:
            assert_never(clock)


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round's times: its start and finish as scheduled, and when its scores were shown, if they have been.

    *number* is the round's own in its stage; without one it has that of its place in the list.
    """

    start: datetime
    finish: datetime
    scores_shown: datetime | None = None
    last_of_stage: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RollingRule:
    """A period of so many minutes that gives way to the next round's when that round starts inside it."""

    clause: Clause
    minutes: Exact
    about: ClockPurpose = ClockPurpose.CORRECTIONS


def correction_end(rounds: Sequence[RoundTimes], index: int, rule: RollingRule) -> Deadline | None:
    """When the scores of a round can no longer be corrected; nothing while that cannot be known yet.

    The later of so many minutes after the scores are shown and the next start; but if the next round starts
    inside those minutes, that round's own period. The last round of a stage has the minutes alone.
    """
    here = rounds[index]
    if here.scores_shown is None:
        return None
    end = here.scores_shown + span(rule.minutes)
    says = phrase(
        "{minutes:#minute} after the scores of round {round} were made available",
        minutes=rule.minutes, round=_number(rounds, index),
    )  # fmt: skip
    alone = Deadline(end, rule.clause, says)
    if here.last_of_stage or index + 1 == len(rounds):
        return alone
    start = rounds[index + 1].start
    if start < end:
        return correction_end(rounds, index + 1, rule)
    return Deadline(start, rule.clause, phrase("the start of round {round}", round=_number(rounds, index + 1)))


def _number(rounds: Sequence[RoundTimes], index: int) -> int:
    """The number of a round in its stage."""
    return rounds[index].number or index + 1


def review_limit(rounds: Sequence[RoundTimes], index: int, rule: RollingRule, told: datetime | None = None) -> Deadline:
    """Until when a review of a ruling may be asked for; *told* is when the parties heard a later ruling.

    So many minutes after the scheduled finish, or after a ruling given later; but if the next round starts
    inside them, that round's own limit.
    """
    here = rounds[index]
    since = max(here.finish, told) if told else here.finish
    limit = since + span(rule.minutes)
    if index + 1 < len(rounds) and rounds[index + 1].start < limit:
        return review_limit(rounds, index + 1, rule)
    if since != here.finish:
        says = phrase("{minutes:#minute} after the ruling was given", minutes=rule.minutes)
    else:
        says = phrase(
            "{minutes:#minute} after the scheduled finish of round {round}",
            minutes=rule.minutes, round=_number(rounds, index),
        )  # fmt: skip
    return Deadline(limit, rule.clause, says)


@dataclass(frozen=True, slots=True)
class Window:
    """A clock, and the kinds of correction it covers."""

    kinds: tuple[str, ...]
    clock: Clock


@dataclass(frozen=True, slots=True)
class Permission:
    """Which clauses still allow a correction, and which of those that cover it no longer do."""

    allowed_by: tuple[Clause, ...]
    shut: tuple[Clause, ...]

    @property
    def in_time(self) -> bool:
        """Whether any clause allows it."""
        return bool(self.allowed_by)

    @property
    def flag(self) -> Phrase | None:
        """What the official should know: that one clause allows it where another no longer does."""
        if not (self.allowed_by and self.shut):
            return None
        return phrase(
            "the correction is allowed by {allowed}, though it is too late under {shut}",
            allowed=self.allowed_by,
            shut=self.shut,
        )


def correction(kind: str, when: datetime, moments: Mapping[str, datetime], windows: Sequence[Window]) -> Permission:
    """Whether a correction of a kind is in time, by any window that covers it."""
    covering = [deadline(window.clock, moments) for window in windows if kind in window.kinds]
    return Permission(
        tuple(each.clause for each in covering if each.is_met(when)),
        tuple(each.clause for each in covering if not each.is_met(when)),
    )
