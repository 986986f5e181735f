"""How much of a stage of matches a contestant played, from its substitutes, forfeits, byes and withdrawal."""

from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.acts import ABANDONED, NEITHER, MatchForfeited
from overtrick.core.event.plan.placing import Attended, may_be_placed
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState


def placing_of(state: StageState, contestant: str) -> Verdict | None:
    """Whether a contestant may be placed, limb by limb; nothing where the stage asks for no least play."""
    return may_be_placed(attended(state, contestant), state.plan.placing) if state.plan.placing is not None else None


def attended(state: StageState, contestant: str) -> Attended:
    """A contestant's matches: those with a substitute, and those nobody sat for it."""
    plan = state.plan
    away = {number for act in state.stand_ins.values() if act.contestant == contestant for number in act.rounds}
    gone = {
        number
        for number, drawn in state.rounds.items()
        if any(_absent(drawn, forfeit, contestant) for forfeit in drawn.forfeits.values())
    }
    if contestant in state.withdrawn:
        gone |= set(range(state.withdrawn[contestant].after + 1, plan.rounds + 1))
    byes = sum(contestant in drawn.draw.sits_out for drawn in state.rounds.values())
    sessions = {number: plan.session_of(number) for number in range(1, plan.rounds + 1)}
    return Attended(plan.rounds - byes, sorted(away), sorted(gone), sessions, len(plan.sessions))


def _absent(drawn: RoundState, forfeit: MatchForfeited, contestant: str) -> bool:
    """Whether nobody sat for a contestant in a match not played: the side named, or both where neither appeared.

    A match is abandoned after play began, so both sides were there.
    """
    if forfeit.how == NEITHER:
        return contestant in drawn.seatings[forfeit.table].names
    return forfeit.offender == contestant and forfeit.how != ABANDONED
