"""The value of one session in the competition, in addition to its score on the night."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, mean
from overtrick.core.provenance import PERCENT, Figure, same
from overtrick.core.scoring.stand_ins import Ground, Limits, stood_in
from overtrick.core.season.rules import Attendance, SeasonRule, Session
from overtrick.core.wording import Phrase, Said, phrase


@dataclass(frozen=True, slots=True)
class ScoredSession:
    """A session and its two figures: its score, and its value in the competition.

    *open* figures may still change, because they depend on an average that later sessions change. *because* says why.
    """

    session: Session
    competition: Figure[Exact]
    because: Said = ""

    @property
    def open(self) -> bool:
        """Whether the figure may still change."""
        return bool(self.because)

    @property
    def score(self) -> Figure[Exact] | None:
        """The session score, for the session's result and its masterpoints."""
        return self.session.score


def counted_score(
    session: Session, own: Sequence[Figure[Exact]], rule: SeasonRule, *, left: int, may_be_placed: bool
) -> ScoredSession:
    """The value of a session; *own* are the pair's scores in the sessions that it played itself.

    *left* is the number of sessions that may still change their average; *may_be_placed* says that the pair is, or can
    still become, eligible for a place.
    """
    sat = session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE)
    if sat and session.score is None:
        raise DirectorError(
            "Session {number} has no score, though it is recorded that {attendance} played",
            remedy="Enter the session’s percentage, or say that the pair was absent.",
            number=session.number,
            attendance=session.attendance,
        )
    told = phrase("session {number}", number=session.number)
    if session.attendance is Attendance.OWN and session.score is not None:
        note = phrase("{told}, played by the pair itself", told=told)
        return ScoredSession(session, same(session.score, PERCENT, rule.clause, note))
    ground = rule.ground_of(session)
    if not sat and ground in rule.gated and not may_be_placed:
        note = phrase(
            "{told}, {ground}: does not count, because the pair can no longer be placed", told=told, ground=ground
        )
        return ScoredSession(session, Figure(0, PERCENT, rule.gate, session.said, note))
    if not sat and ground is None:
        note = phrase(
            "{told}, {attendance}, with no recognised ground: counts as zero", told=told, attendance=session.attendance
        )
        return ScoredSession(session, Figure(0, PERCENT, rule.stand_ins.clause, session.said, note))
    figure = stood_in(session.score if sat else None, own, ground, rule.stand_ins)
    because = _because(own, left, gated=not sat and ground in rule.gated)
    if ground is Ground.SUBSTITUTE and session.score is not None and own:
        told = phrase(
            "{told}, with {attendance}: {within}",
            told=told,
            attendance=session.attendance,
            within=_describe_limits(session.score, figure, own, rule),
        )
    else:
        bare = phrase("counts as scored") if sat else phrase("counts as zero")
        worth = figure.note if own else phrase("{bare} until the pair has an average of its own", bare=bare)
        told = phrase(
            "{told}, {attendance}[, {ground}]: {worth}",
            told=told,
            attendance=session.attendance,
            ground=ground,
            worth=worth,
        )
    if because:
        told = phrase(
            "{told}; {left:may still change, because |}{because}", told=told, left=bool(left), because=because
        )  # fmt: skip
    told_of = replace(figure, of=(*session.said, *figure.of), note=told)
    return ScoredSession(session, told_of, because)


def _describe_limits(
    scored: Figure[Exact], counted: Figure[Exact], own: Sequence[Figure[Exact]], rule: SeasonRule
) -> Phrase:  # fmt: skip
    """The effect of the limits on a substitute's score, as a phrase for the pair."""
    average = phrase("the pair’s own average, {mean}", mean=PERCENT.amount(mean(each.value for each in own)))
    case = rule.stand_ins.case(Ground.SUBSTITUTE)
    if case is None or not isinstance(case.worth, Limits):
        return phrase("scored {scored}, counts as {counted}", scored=scored, counted=counted)
    if counted.value < scored.value:
        return phrase("scored {scored}, but counts as no more than {average}", scored=scored, average=average)
    least = phrase(
        "the lower of {least}% and {share:%} of {average}",
        least=case.worth.least, share=case.worth.share, average=average,
    )  # fmt: skip
    if counted.value > scored.value:
        return phrase(
            "scored {scored}, but counts as {counted}, {least}",
            scored=scored,
            counted=counted,
            least=least,
        )
    return phrase(
        "the score counts as it is, because it is no more than {average}, and no less than {least}",
        average=average,
        least=least,
    )


def _because(own: Sequence[Figure[Exact]], left: int, *, gated: bool) -> Said:
    """Why a figure that depends on the pair's own average may still change; empty if it cannot."""
    if not left:
        return "" if own else phrase("the pair has played no session itself, so it has no average of its own")
    settles = phrase("the score becomes final after the last session ({left:#session} to come)", left=left)
    if not own:
        return phrase(
            "the score depends on the pair’s own average, which does not exist yet; {settles}", settles=settles
        )
    return phrase(
        "the score depends on the pair’s own average, which changes with each session the pair plays{gated:; "
        "the score counts only if the pair can be placed at the end|}; {settles}",
        gated=gated, settles=settles,
    )  # fmt: skip


def own_scores(sessions: Sequence[Session]) -> tuple[Figure[Exact], ...]:
    """The scores of the sessions that a pair played itself."""
    return tuple(each.score for each in sessions if each.attendance is Attendance.OWN and each.score is not None)
