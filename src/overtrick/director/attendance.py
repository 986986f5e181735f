"""Attendance: substitutes, and the sessions that a pair misses."""

from overtrick.core.event.acts import AbsenceLifted, AbsenceRecorded, SubstituteUsed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.season import ground_named, rule_of, sitting_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season.record import enough
from overtrick.core.season.rules import SeasonRule
from overtrick.core.wording import phrase
from overtrick.director import substitutes
from overtrick.director.decision import AllowedActs, Caution, allow, plays_in, refuse, still_open


def substitute(event: Tournament, act: SubstituteUsed, at: str) -> AllowedActs:
    """Accept a substitute for a player; in a season, with a reason that the regulation knows, if it lists any."""
    state = event.stage(act.stage)
    decided = substitutes.substitute(event, act, at)
    if not state.plan.in_season:
        if act.ground:
            raise refuse(
                "The regulations of {stage} list no grounds for substitutes",
                clause=state.plan.clause,
                remedy="Leave the ground empty, and give the reason.",
                stage=act.stage,
            )
        return decided
    still_open(state)
    unknown = _ground_caution(act.ground, rule_of(state.plan))
    return allow(act, cautions=(*decided.cautions, unknown, _for_both(state, act)))


def _for_both(state: StageState, act: SubstituteUsed) -> Caution:
    """A caution that substitutes for both players together are no substitute."""
    sessions = {sitting_of(state, number).number for number in act.rounds}
    both = any(
        used.contestant == act.contestant
        and used.out != act.out
        and not sessions.isdisjoint(state.sessions_of(used.rounds))
        for used in state.stand_ins.values()
    )
    clause = rule_of(state.plan).stand_ins.clause
    if not both:
        return ""
    return phrase(
        "both players are replaced, so neither replacement counts as a substitute; without a recognised ground, the "
        "session counts as zero ({clause})",
        clause=clause,
    )


def stay_away(event: Tournament, act: AbsenceRecorded) -> AllowedActs:
    """Record before a session is drawn that a pair misses it; the reason can be corrected later."""
    state = event.stage(act.stage)
    rule = rule_of(state.plan)
    still_open(state)
    plays_in(state, act.contestant)
    _is_session(state, act)
    known = state.absences.get((act.contestant, act.session))
    if known is None and state.sittings[act.session - 1].first in state.rounds:
        raise refuse(
            "Session {session} has already been drawn, so the absence of number {contestant} cannot be recorded",
            clause=rule.clause,
            remedy="Withdraw the draw of the session’s first round, or post a substitute.",
            session=act.session,
            contestant=act.contestant,
        )
    if known is not None and known[1] == act:
        return allow()
    return allow(act, cautions=(_ground_caution(act.ground, rule), _out_of_the_placings(state, act)))


def come_after_all(event: Tournament, act: AbsenceLifted) -> AllowedActs:
    """Record before a session is drawn that a pair comes to it after all."""
    state = event.stage(act.stage)
    rule_of(state.plan)
    _is_session(state, act)
    if (act.contestant, act.session) not in state.absences:
        raise refuse(
            "Number {contestant} is not recorded as absent from session {session}",
            remedy="Check the numbers.",
            contestant=act.contestant,
            session=act.session,
        )
    if state.sittings[act.session - 1].first in state.rounds:
        raise refuse(
            "Session {session} has already been drawn",
            remedy="First withdraw the draw of the session’s first round.",
            session=act.session,
        )
    return allow(act)


def _is_session(state: StageState, act: AbsenceRecorded | AbsenceLifted) -> None:
    if not 1 <= act.session <= len(state.plan.sessions):
        raise refuse(
            "{stage} has no session {session}",
            clause=state.plan.clause,
            remedy="Sessions are numbered 1 to {sessions}.",
            stage=act.stage,
            session=act.session,
            sessions=len(state.plan.sessions),
        )


def _ground_caution(ground: str, rule: SeasonRule) -> Caution:
    named = ground_named(ground)
    if named is None or named is Ground.SUBSTITUTE or rule.stand_ins.case(named) is not None:
        return ""
    return phrase(
        "{ground} is not a recognised ground in these regulations ({clause})",
        ground=named,
        clause=rule.stand_ins.clause,
    )


def _out_of_the_placings(state: StageState, act: AbsenceRecorded) -> Caution:
    """A caution if this absence would take the pair out of the placings."""
    rule, sessions = rule_of(state.plan), len(state.plan.sessions)
    away = [other for (name, other) in state.absences if name == act.contestant and other != act.session]
    recognised = rule.recognised and rule.stand_ins.case(ground_named(act.ground)) is not None
    left = enough(
        rule, sessions, own=sessions - len(away) - 1, represented=sessions - len(away) - (0 if recognised else 1)
    )
    if left.allowed:
        return ""
    return phrase(
        "with this absence, number {contestant} can no longer be placed ({clause})",
        contestant=act.contestant,
        clause=rule.eligibility.clause,
    )
