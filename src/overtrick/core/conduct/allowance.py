"""The time a match is allowed: so many minutes a board, and when the last board may be begun."""

from dataclasses import dataclass
from datetime import datetime

from overtrick.core.conduct.clocks import minutes_of, span
from overtrick.core.conduct.consequences import MINUTES
from overtrick.core.exact import Exact
from overtrick.core.provenance import BOARDS, Clause, Fact, Figure
from overtrick.core.wording import phrase


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
class SessionTimes:
    """The times of a match: its playing minutes, when it is due to end, and when it is too late to begin a board."""

    playing: Figure[Exact]
    completion: datetime
    last_start: datetime

    def minutes_over(self, ended: datetime) -> Exact:
        """By how many minutes a table that ended then was over time; at full time itself it was not."""
        return max(0, minutes_of(ended - self.completion))


def playing_time(boards: int, rule: AllowanceRule) -> Figure[Exact]:
    """The minutes so many boards are allowed, pauses not counted.

    >>> str(playing_time(16, AllowanceRule(Clause("ITS21", "TIME.limit"), "final", 7)))
    '112 minutes'
    """
    note = phrase("{boards:#board} at {per_board:#minute} each", boards=boards, per_board=rule.per_board)
    return Figure(boards * rule.per_board, MINUTES, rule.clause, (Fact(BOARDS.show(boards)),), note)


def session_times(start: datetime, boards: int, rule: AllowanceRule, due: datetime | None = None) -> SessionTimes:
    """The times of so many boards that start then, pause included; *due* is an end that a timetable lays down."""
    playing = playing_time(boards, rule)
    completion = due or start + span(playing.value + rule.pause)
    return SessionTimes(playing, completion, completion - span(rule.closing))
