"""What a regulation says of a pairs event over several sessions, and what happened in one of them."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Fact, Figure
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.scoring.stand_ins import Ground, StandInRule


class Attendance(Enum):
    """Who sat in for a pair in one session."""

    OWN = "the pair itself"
    SUBSTITUTE = "one substitute"
    STAND_INS = "two stand-ins"
    ABSENT = "absent"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Session:
    """One session of one pair: who sat, what was scored (nothing if nobody did), and on what ground not the pair.

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
class Above:
    """More scores above a percentage."""

    score: Exact

    def __str__(self) -> str:
        return f"scores above {self.score}"


@dataclass(frozen=True, slots=True)
class BandRule:
    """When two aggregates tie (no more than *band* apart), and what breaks the tie.

    What stays level is joint, or goes by lot where *ends* says so. Without *inclusive* the band itself is no
    tie; with *linked* neighbours within the band tie together, however far apart the ends of the chain are.
    """

    clause: Clause
    band: Exact
    by: tuple[OwnSessions | Above, ...]
    ends: Ends = Ends.TIED
    inclusive: bool = True
    linked: bool = False

    @property
    def chain(self) -> ChainRule[OwnSessions | Above]:
        """What breaks a tie, as a chain."""
        return ChainRule(self.clause, tuple(Step(measure, self.clause) for measure in self.by), self.ends)


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """How the sessions of one event count and add up.

    *stand_ins* says what a session counts for that the pair did not play itself. On the grounds in
    *whatever* it counts so even when a substitute sat in, whatever the substitute scored; by *gate* a
    session nobody of the pair played counts, on the grounds in *gated*, only for a pair that can be
    placed. *eligibility* has the least sessions "represented" and "own"; without *recognised* a session
    nobody of the pair played does not count as represented, whatever the ground.
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
        """The ground a session not played by the pair counts on, if this event recognises one."""
        known = session.ground if self.stand_ins.case(session.ground) else None
        if session.attendance is Attendance.SUBSTITUTE:
            return known if known in self.whatever else Ground.SUBSTITUTE
        return None if known is Ground.SUBSTITUTE else known

    def represented(self, session: Session) -> bool:
        """Whether a session counts as represented: somebody of the pair sat, or the ground is recognised."""
        sat = session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE)
        return sat or (self.recognised and self.ground_of(session) is not None)
