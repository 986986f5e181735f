"""A timetable for a rehearsal: the document's own starting times, or sessions in the morning and the afternoon."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from overtrick.core.conduct.clocks import span
from overtrick.core.conduct.timetable import finals_dates, on_or_after, rounds_by_day
from overtrick.core.event.acts import RoundTime
from overtrick.core.event.plan.stages import Stage

SESSIONS = (time(9, 30), time(14, 30), time(19, 30))
"""When sessions start where the document does not say."""

USUAL_MINUTES = 8
"""The minutes for a board where the document does not say."""

BETWEEN = timedelta(minutes=15)
"""The break between two rounds of a session."""

OFFSET = "+10:00"


def round_times(stage: Stage, after: datetime, rounds: int) -> tuple[RoundTime, ...]:
    """When each round of a stage starts and finishes, the first not before *after*."""
    allowed = stage.rules.times.allowance
    length = span(stage.boards * (allowed.per_board if allowed else USUAL_MINUTES))
    starts = _slots(stage, after) if stage.rules.times.slots else _sessions(stage, after, length)
    dated = stage.rules.times.finals_dates
    if dated is not None:
        starts = (datetime.combine(day, SESSIONS[-1]) for day in finals_dates(after.date(), (), dated))
    listed = [start for start, _ in zip(starts, range(rounds), strict=False)]
    return tuple(
        RoundTime(number, write_time(start), write_time(start + length)) for number, start in enumerate(listed, start=1)
    )


def write_time(when: datetime) -> str:
    """A time as a book writes it."""
    return f"{when.isoformat(timespec='seconds')}{OFFSET}"


def _slots(stage: Stage, after: datetime) -> Iterator[datetime]:
    """The starting times that the document prescribes, from the first suitable week."""
    slots = stage.rules.times.slots
    if slots is None:
        return
    day = after.date() + timedelta(days=1)
    for (weekday, starts), (_, rounds) in zip(slots.days, rounds_by_day(slots), strict=True):
        day = on_or_after(day, weekday)
        for start, _ in zip(starts, rounds, strict=True):
            yield datetime.combine(day, start)


def _sessions(stage: Stage, after: datetime, length: timedelta) -> Iterator[datetime]:
    """Rounds one after another in each session; a session starts at the next usual hour."""
    here = after
    for rounds in stage.sessions:
        here = _next_hour(here)
        for _ in range(rounds):
            yield here
            here += length + BETWEEN


def _next_hour(after: datetime) -> datetime:
    day = after.date()
    while True:
        for hour in SESSIONS:
            if datetime.combine(day, hour) >= after + BETWEEN:
                return datetime.combine(day, hour)
        day += timedelta(days=1)
