"""What one session counts for in the competition, beside what it scored on the night."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text, mean, plain
from overtrick.core.provenance import PERCENT, Fact, Figure, Reason
from overtrick.core.season.rules import Attendance, GroundRule, LimitRule, SeasonRule, Session


@dataclass(frozen=True, slots=True)
class Counted:
    """A session and its two figures: what was scored, and what counts in the competition.

    *open* figures may still move: they hang on an average that later sessions can change.
    """

    session: Session
    competition: Figure[Exact]
    open: bool = False

    @property
    def score(self) -> Figure[Exact] | None:
        """The session score, for the session's result and its masterpoints."""
        return self.session.score


def own_average(sessions: Sequence[Session], rule: SeasonRule) -> Figure[Exact] | None:
    """The exact mean of the sessions the pair played itself; nothing before it has played one."""
    own = tuple(_played(session) for session in sessions if session.attendance is Attendance.OWN)
    if not own:
        return None
    many = "sessions" if len(own) > 1 else "session"
    value = mean(score.value for score in own)
    return Figure(value, PERCENT, rule.substitutes.clause, own, f"average of the pair's own {len(own)} {many}")


def limited(score: Exact, average: Exact, rule: LimitRule) -> Exact:
    """A substitute's score within the bounds that the pair's own average sets.

    The bounds never cross: the lower one is no more than the average itself.

    >>> from fractions import Fraction
    >>> from overtrick.core.provenance import Clause
    >>> rule = LimitRule(Clause("SABF20", "11.4#2"), Fraction(9, 10), 50)
    >>> limited(60, 56, rule), limited(52, 56, rule), limited(45, 56, rule)
    (56, 52, 50)
    """
    return plain(max(lower_bound(average, rule), min(average, score)))


def lower_bound(average: Exact, rule: LimitRule) -> Exact:
    """The least a session with a substitute counts for."""
    return plain(min(rule.share * average, rule.floor))


def counted_score(
    session: Session, average: Figure[Exact] | None, rule: SeasonRule, *, settled: bool, may_be_placed: bool
) -> Counted:
    """What a session counts for.

    *settled* says that no session is left to move the average; *may_be_placed* that the pair is, or can
    still become, eligible for a placing.
    """
    ground = rule.ground_of(session)
    if ground is not None:
        return _on_ground(session, ground, average, rule, settled=settled, may_be_placed=may_be_placed)
    match session.attendance:
        case Attendance.OWN:
            score = _played(session)
            return Counted(session, Figure(score.value, PERCENT, rule.clause, (score,), "played by the pair itself"))
        case Attendance.SUBSTITUTE:
            return _substituted(session, average, rule, settled=settled)
        case Attendance.STAND_INS:
            note = "two stand-ins are not a substitution"
            return Counted(session, Figure(0, PERCENT, rule.stand_ins, _scored(session), note))
        case Attendance.ABSENT:
            return Counted(session, Figure(0, PERCENT, rule.absent, (), _absence(session)))
    assert_never(session.attendance)


def _substituted(session: Session, average: Figure[Exact] | None, rule: SeasonRule, *, settled: bool) -> Counted:
    limit, score = rule.substitutes, _played(session)
    if average is None:
        note = "with a substitute; held until the pair has played a session itself"
        return Counted(session, Figure(score.value, PERCENT, limit.clause, (score,), note), open=True)
    value = limited(score.value, average.value, limit)
    if score.value > average.value:
        note = "with a substitute: no more than the pair's own average"
    elif value != score.value:
        share = PERCENT.number(100 * limit.share).removesuffix(".00")
        note = f"with a substitute: no less than the lower of {exact_text(limit.floor)}% and {share}% of its average"
    else:
        note = "with a substitute: as scored"
    return Counted(session, Figure(rule.rounded(value), PERCENT, limit.clause, (score, average), note), not settled)


def _on_ground(
    session: Session, ground: GroundRule, average: Figure[Exact] | None, rule: SeasonRule,
    *, settled: bool, may_be_placed: bool,
) -> Counted:  # fmt: skip
    if ground.gate is not None and not may_be_placed:
        note = f"{ground.name}: does not count, the pair is not eligible for a placing"
        return Counted(session, Figure(0, PERCENT, ground.gate, (), note))
    reasons: tuple[Reason, ...] = (*_scored(session), *(() if average is None else (average,)))
    if average is None:
        note = f"{ground.name}: held until the pair has played a session itself"
        return Counted(session, Figure(ground.least or 0, PERCENT, ground.clause, reasons, note), open=True)
    share = f"{exact_text(plain(100 * ground.share))}% of its average"
    value: Exact = ground.share * average.value
    if ground.least is not None:
        value, share = max(value, ground.least), f"the better of {exact_text(ground.least)}% and {share}"
    figure = Figure(rule.rounded(plain(value)), PERCENT, ground.clause, reasons, f"{ground.name}: {share}")
    return Counted(session, figure, not settled)


def _played(session: Session) -> Figure[Exact]:
    if session.score is None:
        raise DirectorError(
            f"Session {session.number} has no score, though it was played by {session.attendance}",
            remedy="Enter the session's percentage, or say that the pair was absent.",
        )
    return session.score


def _scored(session: Session) -> tuple[Fact, ...]:
    return (Fact(f"scored {session.score} on the night"),) if session.score is not None else ()


def _absence(session: Session) -> str:
    return f"absent ({session.ground}): not a ground this event recognises" if session.ground else "absent"
