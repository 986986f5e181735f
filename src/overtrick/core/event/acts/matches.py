"""Acts about whole matches: forfeited or not played out, decided, a score awarded."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import Prose

FORFEITED, NEITHER, CANCELLED, ABANDONED = "forfeited", "neither appeared", "cancelled", "abandoned"
HOW_UNPLAYED = (FORFEITED, NEITHER, CANCELLED, ABANDONED)
"""How a match came not to be played out: by fault of one side or of both, before it was begun, or after."""

TOO_FEW = "too few boards compared"
"""How a match that was played comes to be scored as one that was not; nobody posts it, it follows from the results."""


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """A match was not played out: forfeited by one side or both, or cancelled or abandoned without fault.

    *offender* is the side at fault, the side that could not come or go on where nobody is, or nobody at all
    when the match could not be scored.
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
    """A level match that the regulation leaves to a committee: who won, and why."""

    called: ClassVar[str] = "match decided"
    stage: str
    round: int
    table: int
    winner: str
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class ScoreAwarded:
    """A contestant's score for a round that was not played, where the regulation leaves it to the director."""

    called: ClassVar[str] = "score awarded"
    contestant: str
    stage: str
    round: int
    score: Exact
    clause: str
    reason: Prose


MatchAct: TypeAlias = MatchForfeited | MatchDecided | ScoreAwarded
"""Everything that is written of matches that boards do not decide."""
