"""What an absence or a substitute will do in a season: who plays the session, and what it will count for."""

from collections.abc import Iterator

from overtrick.core.event.acts import AbsenceLifted, AbsenceRecorded, SubstituteUsed
from overtrick.core.event.play.season import rule_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_text, mean, plain
from overtrick.core.provenance import PERCENT
from overtrick.core.scoring.stand_ins import Ground, Limits, own_average, stood_in
from overtrick.core.season import Attendance, Counted, Session
from overtrick.core.season.counted import own_scores
from overtrick.core.wording import count_of

SeasonAct = AbsenceRecorded | AbsenceLifted | SubstituteUsed


def foreseen_in_season(before: StageState, after: StageState, act: SeasonAct) -> Iterator[str]:
    """Session by session, what the act changes for its pair; nothing in a stage that is no season."""
    if not before.plan.in_season:
        return
    for session in _sessions(after, act):
        was, now = _counted(before, act.contestant, session), _counted(after, act.contestant, session)
        if now is not None:
            yield _moved(session, was, now)
        else:
            yield from _to_come(before, after, act, session)


def _sessions(state: StageState, act: SeasonAct) -> tuple[int, ...]:
    return state.sessions_of(act.rounds) if isinstance(act, SubstituteUsed) else (act.session,)


def _counted(state: StageState, contestant: str, session: int) -> Counted | None:
    return next((each for each in state.season(contestant).counted if each.session.number == session), None)


def _moved(session: int, was: Counted | None, now: Counted) -> str:
    before = f" (was {was.competition})" if was is not None and was.competition.value != now.competition.value else ""
    moves = f"; it may still change: {now.because}" if now.open else ""
    return f"Session {session} counts {now.competition}{before}{moves}."


def _to_come(before: StageState, after: StageState, act: SeasonAct, session: int) -> Iterator[str]:
    was, now = (len(state.sittings[session - 1].order) for state in (before, after))
    if was != now:
        yield f"{count_of(now, 'pair')} play session {session} instead of {was}."
    if isinstance(act, AbsenceLifted):
        yield f"{act.contestant} is in session {session} again, and it counts as it is played."
    else:
        yield f"Session {session} will {_worth(after, act)}."


def _worth(state: StageState, act: AbsenceRecorded | SubstituteUsed) -> str:
    """What a session to come will count for, in words."""
    rule = rule_of(state.plan)
    own = [figure.value for figure in own_scores([each.session for each in state.season(act.contestant).counted])]
    sat = isinstance(act, SubstituteUsed)
    known = next((ground for ground in Ground if str(ground) == act.ground), None)
    who = Attendance.SUBSTITUTE if sat else Attendance.ABSENT
    ground = rule.ground_of(Session(1, who, ground=known))
    case = rule.stand_ins.case(ground)
    if case is None:
        return "count nothing: no ground that is recognised here"
    if isinstance(case.worth, Limits):
        return f"count what is scored, within limits: {_limits(case.worth, own)}"
    if not own:
        return "count by the pair's own average, once it has one"
    gated = not sat and ground in rule.gated
    only = ", as long as the pair can be placed" if gated else ""
    figure = stood_in(None, own, ground, rule.stand_ins)
    return f"count {figure} as it stands: {own_average(case.worth, mean(own))}{only}"


def _limits(worth: Limits, own: list[Exact]) -> str:
    share = exact_text(plain(100 * worth.share))
    lower = f"the lower of {exact_text(worth.least)}% and {share}% of it"
    if not own:
        return f"no more than the pair's own average, once it has one, and no less than {lower}"
    least, most = worth.band(mean(own))
    return (
        f"no more than the pair's own average ({PERCENT.show(most)} now) and no less than {lower} "
        f"({PERCENT.show(least)} now)"
    )
