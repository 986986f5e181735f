"""Acts about whole matches: forfeited or not finished, decided, or given an awarded score."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose

FORFEITED, NEITHER, CANCELLED, ABANDONED = "forfeited", "neither appeared", "cancelled", "abandoned"
HOW_UNPLAYED = (FORFEITED, NEITHER, CANCELLED, ABANDONED)
"""Why a match was not finished: a fault of one side or both, or cancelled before it began, or abandoned later."""

TOO_FEW = "too few boards compared"
"""Why a match that was played is scored as unplayed; it is never posted, but follows from the results."""


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """A match was not finished: forfeited by one side or both, or cancelled or abandoned without fault.

    *offender* is the side at fault, or if neither is, the side that could not play; it is empty
    if the match could not be scored.
    """

    called: ClassVar[str] = "match forfeited"
    stage: str
    round: int
    table: int
    offender: str
    reason: Prose = ""
    how: str = FORFEITED


@dataclass(frozen=True, slots=True)
class MatchDecided:
    """The committee decided a tied match, as the regulations provide: the winner, and why."""

    called: ClassVar[str] = "match decided"
    stage: str
    round: int
    table: int
    winner: str
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class ScoreAwarded:
    """The director's score for a contestant in a round that was not played, where the regulations leave it open."""

    called: ClassVar[str] = "score awarded"
    contestant: str
    stage: str
    round: int
    score: Exact
    clause: str
    reason: Prose


MatchAct: TypeAlias = MatchForfeited | MatchDecided | ScoreAwarded
"""Every act about matches that boards do not decide."""
