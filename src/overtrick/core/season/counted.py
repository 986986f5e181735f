"""What one session counts for in the competition, beside what it scored on the night."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, mean
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.scoring.stand_ins import Ground, stood_in
from overtrick.core.season.rules import Attendance, SeasonRule, Session


@dataclass(frozen=True, slots=True)
class Counted:
    """A session and its two figures: what was scored, and what counts in the competition.

    *open* figures may still move: they hang on an average that later sessions can change. *because* says so.
    """

    session: Session
    competition: Figure[Exact]
    because: str = ""

    @property
    def open(self) -> bool:
        """Whether the figure may still move."""
        return bool(self.because)

    @property
    def score(self) -> Figure[Exact] | None:
        """The session score, for the session's result and its masterpoints."""
        return self.session.score


def counted_score(
    session: Session, own: Sequence[Figure[Exact]], rule: SeasonRule, *, left: int, may_be_placed: bool
) -> Counted:
    """What a session counts for; *own* are the pair's scores in the sessions it played itself.

    *left* sessions may still move their average; *may_be_placed* says that the pair is, or can still
    become, eligible for a placing.
    """
    sat = session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE)
    if sat and session.score is None:
        raise DirectorError(
            f"Session {session.number} has no score, though it was played by {session.attendance}",
            remedy="Enter the session's percentage, or say that the pair was absent.",
        )
    told = f"session {session.number}"
    if session.attendance is Attendance.OWN and session.score is not None:
        note = f"{told}, played by the pair itself"
        return Counted(session, Figure(session.score.value, PERCENT, rule.clause, (session.score,), note))
    ground = rule.ground_of(session)
    if not sat and ground in rule.gated and not may_be_placed:
        note = f"{told}, {ground}: does not count, the pair is not eligible for a placing"
        return Counted(session, Figure(0, PERCENT, rule.gate, session.said, note))
    if not sat and ground is None:
        note = f"{told}, {session.attendance}, on no ground that counts here"
        return Counted(session, Figure(0, PERCENT, rule.stand_ins.clause, session.said, note))
    figure = stood_in(session.score if sat else None, [each.value for each in own], ground, rule.stand_ins)
    average = _own_average(own, rule)
    if ground is Ground.SUBSTITUTE and session.score is not None and own:
        told = f"{told}, {session.attendance}: {session.score} scored, {_held(session.score, figure)}, {figure.note}"
    else:
        told = f"{told}, {session.attendance}{f', {ground}' if ground else ''}: {figure.note}"
    told_of = replace(figure, of=(*figure.of, *average, *session.said), note=told)
    return Counted(session, told_of, _because(own, left, gated=not sat and ground in rule.gated))


def _held(scored: Figure[Exact], counted: Figure[Exact]) -> str:
    if counted.value < scored.value:
        return "held down to the pair's own average"
    return "raised to the least that counts" if counted.value > scored.value else "which is within the limits"


def _own_average(own: Sequence[Figure[Exact]], rule: SeasonRule) -> tuple[Figure[Exact], ...]:
    if not own:
        return ()
    note = f"own average over {len(own)} session{'s' if len(own) > 1 else ''}"
    return (Figure(mean(each.value for each in own), PERCENT, rule.stand_ins.clause, tuple(own), note),)


def _because(own: Sequence[Figure[Exact]], left: int, *, gated: bool) -> str:
    """Why a figure that hangs on the pair's own average may still move; nothing if it cannot."""
    if not left:
        return "" if own else "it counts provisionally: the pair has played no session itself"
    to_come = f"{left} session{'s' if left > 1 else ''} to come"
    if not own:
        return f"it hangs on the pair's own average, of which there is none yet; {to_come}"
    also = ", and counts only if the pair is eligible for a placing at the end" if gated else ""
    return f"it hangs on the pair's own average, which moves with each session it plays{also}; {to_come}"


def own_scores(sessions: Sequence[Session]) -> tuple[Figure[Exact], ...]:
    """The scores of the sessions a pair played itself."""
    return tuple(each.score for each in sessions if each.attendance is Attendance.OWN and each.score is not None)
