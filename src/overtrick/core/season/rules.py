"""The rules of a pairs event over several sessions, and the facts of one session."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Fact, Figure
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.scoring.stand_ins import Ground, StandInRule


class Attendance(Enum):
    """Who played for a pair in one session."""

    OWN = "the pair itself"
    SUBSTITUTE = "one substitute"
    STAND_INS = "two substitutes"
    ABSENT = "absent"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Session:
    """One session of one pair: who played, the score (None if no one played), and the ground if it was not the pair.

    *said* are the postings that say so.
    """

    number: int
    attendance: Attendance
    score: Figure[Exact] | None = None
    ground: Ground | None = None
    said: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnSessions:
    """More sessions played by the pair itself."""

    def __str__(self) -> str:
        return "sessions played"


@dataclass(frozen=True, slots=True)
class ScoresAbove:
    """More scores above a percentage."""

    score: Exact

    def __str__(self) -> str:
        return f"scores above {self.score}"


@dataclass(frozen=True, slots=True)
class BandRule:
    """When two aggregates tie (no more than *band* apart), and how the tie is broken.

    Pairs that stay tied share the place, or draw lots if *ends* says so. Without *inclusive* a difference of exactly
    the band is not a tie; with *linked* neighbours within the band tie together, however far apart the first and the
    last are.
    """

    clause: Clause
    band: Exact
    by: tuple[OwnSessions | ScoresAbove, ...]
    ends: Ends = Ends.TIED
    inclusive: bool = True
    linked: bool = False

    @property
    def chain(self) -> ChainRule[OwnSessions | ScoresAbove]:
        """The tie-breaks as a chain."""
        return ChainRule(self.clause, tuple(Step(measure, self.clause) for measure in self.by), self.ends)


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """How the sessions of one event count and add up.

    *stand_ins* gives the value of a session that the pair did not play itself. On the grounds in
    *whatever* that value counts even if a substitute played, whatever the substitute scored. By *gate* a
    session that neither member played counts, on the grounds in *gated*, only for a pair that can be
    placed. *eligibility* has the least numbers of sessions "represented" and "own"; without *recognised* a session
    that neither member played does not count as represented, whatever the ground.
    """

    clause: Clause
    stand_ins: StandInRule
    whatever: tuple[Ground, ...]
    gate: Clause
    gated: tuple[Ground, ...]
    eligibility: PlayRule
    ties: BandRule
    recognised: bool = True

    def ground_of(self, session: Session) -> Ground | None:
        """The ground on which a session that the pair did not play counts, if this event recognises one."""
        known = session.ground if self.stand_ins.case(session.ground) else None
        if session.attendance is Attendance.SUBSTITUTE:
            return known if known in self.whatever else Ground.SUBSTITUTE
        return None if known is Ground.SUBSTITUTE else known

    def is_represented(self, session: Session) -> bool:
        """Whether a session counts as represented: a member of the pair played, or the ground is recognised."""
        sat = session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE)
        return sat or (self.recognised and self.ground_of(session) is not None)
