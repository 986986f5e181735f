"""The time a match is allowed: so many minutes a board, and when the last board may be begun."""

from dataclasses import dataclass
from datetime import datetime

from overtrick.core.conduct.clocks import span
from overtrick.core.conduct.consequences import MINUTES
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import BOARDS, Clause, Fact, Figure, Unit


@dataclass(frozen=True, slots=True)
class AllowanceRule:
    """So many minutes a board, none begun in the *closing* minutes, and a pause in each session.

    *finish_deal*: a deal in hand at full time is played out.
    """

    clause: Clause
    name: str
    per_board: Exact
    closing: Exact = 0
    pause: Exact = 0
    finish_deal: bool = False


@dataclass(frozen=True, slots=True)
class LateFinish:
    """How many minutes a table was over time, and whether it plays the deal in hand to its end."""

    minutes: Exact
    finish_deal: bool

    @property
    def liable(self) -> bool:
        """Whether it answers for slow play."""
        return self.minutes > 0


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: playing minutes, scheduled completion, and the moment too late for a board."""

    playing: Figure[Exact]
    completion: datetime
    last_start: datetime


def playing_time(boards: int, rule: AllowanceRule) -> Figure[Exact]:
    """The minutes so many boards are allowed, pauses not counted.

    >>> str(playing_time(16, AllowanceRule(Clause("ITS21", "TIME.limit"), "final", 7)))
    '112 minutes'
    """
    note = f"{boards} boards of {exact_text(rule.per_board)} minutes"
    return _minutes(boards * rule.per_board, rule, boards, note)


def last_start(boards: int, rule: AllowanceRule) -> Figure[Exact]:
    """The minute before which the last board must be begun; at that minute it is too late."""
    note = f"no board begun in the last {exact_text(rule.closing)} minutes"
    return _minutes(boards * rule.per_board + rule.pause - rule.closing, rule, boards, note)


def may_begin(elapsed: Exact, boards: int, rule: AllowanceRule) -> bool:
    """Whether a board begun so many minutes after the start counts; otherwise it is not played."""
    return elapsed < last_start(boards, rule).value


def late_finish(elapsed: Exact, boards: int, rule: AllowanceRule) -> LateFinish:
    """By how many minutes a table that ended then was over time; at full time itself it was not."""
    return LateFinish(max(0, elapsed - boards * rule.per_board - rule.pause), rule.finish_deal)


def board_minutes(boards: int, rule: AllowanceRule) -> Exact:
    """The minutes boards that were not played stand for."""
    return boards * rule.per_board


def session_times(start: datetime, boards: int, rule: AllowanceRule) -> SessionTimes:
    """When a session that starts then is due to end, pause included."""
    playing = playing_time(boards, rule)
    completion = start + span(playing.value + rule.pause)
    return SessionTimes(playing, completion, completion - span(rule.closing))


def counts(begun: datetime, completion: datetime, rule: AllowanceRule) -> bool:
    """Whether a board begun then counts: strictly before the closing minutes."""
    return begun < completion - span(rule.closing)


def _minutes(value: Exact, rule: AllowanceRule, boards: int, note: str) -> Figure[Exact]:
    unit: Unit = MINUTES
    return Figure(value, unit, rule.clause, (Fact(BOARDS.show(boards)),), note)
