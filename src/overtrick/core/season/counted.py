"""What one session counts for in the competition, beside what it scored on the night."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.scoring.stand_ins import stood_in
from overtrick.core.season.rules import Attendance, SeasonRule, Session


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


def counted_score(
    session: Session, own: Sequence[Exact], rule: SeasonRule, *, settled: bool, may_be_placed: bool
) -> Counted:
    """What a session counts for; *own* are the pair's scores in the sessions it played itself.

    *settled* says that no session is left to move their average; *may_be_placed* that the pair is, or can
    still become, eligible for a placing.
    """
    sat = session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE)
    if sat and session.score is None:
        raise DirectorError(
            f"Session {session.number} has no score, though it was played by {session.attendance}",
            remedy="Enter the session's percentage, or say that the pair was absent.",
        )
    if session.attendance is Attendance.OWN and session.score is not None:
        figure = Figure(session.score.value, PERCENT, rule.clause, (session.score,), "played by the pair itself")
        return Counted(session, figure)
    ground = rule.ground_of(session)
    if not sat and ground in rule.gated and not may_be_placed:
        note = f"{ground}: does not count, the pair is not eligible for a placing"
        return Counted(session, Figure(0, PERCENT, rule.gate, (), note))
    if session.attendance is Attendance.ABSENT and ground is None:
        return Counted(session, Figure(0, PERCENT, rule.stand_ins.clause, (), "absent, on no ground that counts here"))
    figure = stood_in(session.score if sat else None, own, ground, rule.stand_ins)
    return Counted(session, figure, ground is not None and not (settled and own))


def own_scores(sessions: Sequence[Session]) -> tuple[Exact, ...]:
    """The scores of the sessions a pair played itself."""
    return tuple(each.score.value for each in sessions if each.attendance is Attendance.OWN and each.score is not None)
