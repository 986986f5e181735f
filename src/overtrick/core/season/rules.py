"""What a regulation says of a pairs event over several sessions, and what happened in one of them."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, Share, floor, round_to
from overtrick.core.provenance import Clause, Figure


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

    *ground* is the regulation's own word for a recognised reason, or nothing.
    """

    number: int
    attendance: Attendance
    score: Figure[Exact] | None = None
    ground: str = ""


@dataclass(frozen=True, slots=True)
class LimitRule:
    """What a session with a substitute may count for: at most the pair's own average, and no less than the
    lower of *floor* and *share* of that average.
    """

    clause: Clause
    share: Fraction
    floor: Exact


@dataclass(frozen=True, slots=True)
class GroundRule:
    """What a session counts for when there was a recognised reason: *share* of the pair's own average.

    It never counts for less than *least*. With a *gate* it counts only for a pair that can be placed.
    """

    clause: Clause
    name: str
    attendance: tuple[Attendance, ...]
    share: Fraction
    least: Exact | None = None
    gate: Clause | None = None


@dataclass(frozen=True, slots=True)
class EligibilityRule:
    """How much of an event a pair must have played to be placed.

    It must be represented in at least *represented* of the sessions, rounded up, and must itself have
    played more than *more_than* of them, or all but *all_but* of them.
    """

    clause: Clause
    represented: Fraction
    more_than: Fraction | None = None
    all_but: int | None = None

    def represented_needed(self, rounds: int) -> int:
        """Sessions in which the pair, or one of it, must have sat."""
        return Share.CEILING.whole(self.represented * rounds)

    def own_needed(self, rounds: int) -> int:
        """Sessions the pair itself must have played.

        >>> rule = EligibilityRule(Clause("SABF20", "11.6"), Fraction(3, 4), more_than=Fraction(1, 2))
        >>> [(rule.represented_needed(n), rule.own_needed(n)) for n in (5, 6, 8)]
        [(4, 3), (5, 4), (6, 5)]
        """
        least = 0 if self.more_than is None else floor(self.more_than * rounds) + 1
        return least if self.all_but is None else max(least, rounds - self.all_but)


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
    """When two aggregates tie (no more than *band* apart), and what breaks the tie; what stays level is joint."""

    clause: Clause
    band: Exact
    by: tuple[OwnSessions | Above, ...]


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """How the sessions of one event count and add up.

    *places* are the decimals a counted score is rounded to, or nothing where it stays exact. *played* is the
    clause by which the real score of a session keeps its place in that session's own result.
    """

    clause: Clause
    played: Clause
    substitutes: LimitRule
    stand_ins: Clause
    absent: Clause
    grounds: tuple[GroundRule, ...]
    eligibility: EligibilityRule
    ties: BandRule
    places: int | None
    halves: Halves = Halves.UP

    def rounded(self, value: Exact) -> Exact:
        """A counted score as it is published."""
        return value if self.places is None else round_to(value, Fraction(1, 10**self.places), self.halves)

    def ground_of(self, session: Session) -> GroundRule | None:
        """The rule for a session's ground, where this event has one for it."""
        for ground in self.grounds:
            if ground.name == session.ground and session.attendance in ground.attendance:
                return ground
        return None
