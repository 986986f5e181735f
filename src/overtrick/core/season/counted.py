"""What one session counts for in the competition, beside what it scored on the night."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, mean
from overtrick.core.provenance import PERCENT, Figure, same
from overtrick.core.scoring.stand_ins import Ground, Limits, stood_in
from overtrick.core.season.rules import Attendance, SeasonRule, Session
from overtrick.core.wording import Phrase, Said, phrase


@dataclass(frozen=True, slots=True)
class Counted:
    """A session and its two figures: what was scored, and what counts in the competition.

    *open* figures may still move: they hang on an average that later sessions can change. *because* says so.
    """

    session: Session
    competition: Figure[Exact]
    because: Said = ""

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
            "Session {number} has no score, though it was played by {attendance}",
            remedy="Enter the session's percentage, or say that the pair was absent.",
            number=session.number,
            attendance=session.attendance,
        )
    told = phrase("session {number}", number=session.number)
    if session.attendance is Attendance.OWN and session.score is not None:
        note = phrase("{told}, played by the pair itself", told=told)
        return Counted(session, same(session.score, PERCENT, rule.clause, note))
    ground = rule.ground_of(session)
    if not sat and ground in rule.gated and not may_be_placed:
        note = phrase(
            "{told}, {ground}: does not count, because the pair cannot be placed any more", told=told, ground=ground
        )
        return Counted(session, Figure(0, PERCENT, rule.gate, session.said, note))
    if not sat and ground is None:
        note = phrase(
            "{told}, {attendance}, on no ground that counts here: nothing", told=told, attendance=session.attendance
        )
        return Counted(session, Figure(0, PERCENT, rule.stand_ins.clause, session.said, note))
    figure = stood_in(session.score if sat else None, own, ground, rule.stand_ins)
    because = _because(own, left, gated=not sat and ground in rule.gated)
    if ground is Ground.SUBSTITUTE and session.score is not None and own:
        told = phrase(
            "{told}, with {attendance}: {within}",
            told=told,
            attendance=session.attendance,
            within=_within(session.score, figure, own, rule),
        )
    else:
        bare = phrase("counts as it was scored") if sat else phrase("counts nothing")
        worth = figure.note if own else phrase("{bare} until the pair has an average of its own", bare=bare)
        told = phrase(
            "{told}, {attendance}[, {ground}]: {worth}",
            told=told,
            attendance=session.attendance,
            ground=ground,
            worth=worth,
        )
    if because:
        told = phrase("{told}; may still change: {because}", told=told, because=because)
    told_of = replace(figure, of=(*session.said, *figure.of), note=told)
    return Counted(session, told_of, because)


def _within(
    scored: Figure[Exact], counted: Figure[Exact], own: Sequence[Figure[Exact]], rule: SeasonRule
) -> Phrase:  # fmt: skip
    """What the limits made of a substitute's score, as it is told to the pair."""
    average = phrase("the pair's own average, {mean}", mean=PERCENT.amount(mean(each.value for each in own)))
    case = rule.stand_ins.case(Ground.SUBSTITUTE)
    if case is None or not isinstance(case.worth, Limits):
        return phrase("scored {scored}, counts {counted}", scored=scored, counted=counted)
    if counted.value < scored.value:
        return phrase("scored {scored}, but counts no more than {average}", scored=scored, average=average)
    least = phrase(
        "the lower of {least}% and {share:%} of {average}",
        least=case.worth.least, share=case.worth.share, average=average,
    )  # fmt: skip
    if counted.value > scored.value:
        return phrase(
            "scored {scored}, but counts no less than {counted}, {least}", scored=scored, counted=counted, least=least
        )
    return phrase(
        "the score counts as it is: no more than {average}, and no less than {least}", average=average, least=least
    )


def _because(own: Sequence[Figure[Exact]], left: int, *, gated: bool) -> Said:
    """Why a figure that depends on the pair's own average may still move; nothing if it cannot."""
    if not left:
        return "" if own else phrase("it counts provisionally: the pair has played no session itself")
    settles = phrase("it is settled after the last session, {left} to come", left=left)
    if not own:
        return phrase("it depends on the pair's own average, and there is none yet; {settles}", settles=settles)
    return phrase(
        "it depends on the pair's own average, which changes with each session the pair plays"
        "{gated:, and it counts only if the pair can be placed at the end|}; {settles}",
        gated=gated, settles=settles,
    )  # fmt: skip


def own_scores(sessions: Sequence[Session]) -> tuple[Figure[Exact], ...]:
    """The scores of the sessions a pair played itself."""
    return tuple(each.score for each in sessions if each.attendance is Attendance.OWN and each.score is not None)
