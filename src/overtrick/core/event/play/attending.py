"""How many matches of a stage a contestant played, from its substitutes, forfeits, byes and withdrawal."""

from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.event.acts import ABANDONED, NEITHER, MatchForfeited
from overtrick.core.event.plan.rules import Attended, may_be_placed
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState


def placing_of(state: StageState, contestant: str) -> Verdict | None:
    """Whether a contestant may be placed, by each part of the rule; None if the stage requires no least play."""
    return (
        may_be_placed(attendance_of(state, contestant), state.plan.placing) if state.plan.placing is not None else None
    )


def attendance_of(state: StageState, contestant: str) -> Attended:
    """A contestant's matches: their number, those with a substitute, and those in which no one played for it."""
    plan = state.plan
    away = {number for act in state.stand_ins.values() if act.contestant == contestant for number in act.rounds}
    gone = {
        number
        for number, drawn in state.rounds.items()
        if any(_absent(drawn, forfeit, contestant) for forfeit in drawn.forfeits.values())
    }
    gone |= {number for number in range(1, plan.rounds + 1) if state.status(contestant).gone_by(number)}
    byes = sum(state.sits_out(contestant, number) for number in state.rounds)
    sessions = {number: plan.session_of(number) for number in range(1, plan.rounds + 1)}
    return Attended(plan.rounds - byes, sorted(away), sorted(gone), sessions, len(plan.sessions))


def _absent(drawn: RoundState, forfeit: MatchForfeited, contestant: str) -> bool:
    """Whether a contestant was absent from an unplayed match: the side named, or both if neither appeared.

    A match is abandoned after play began, so both sides were present.
    """
    if forfeit.how == NEITHER:
        return contestant in drawn.seatings[forfeit.table].names
    return forfeit.offender == contestant and forfeit.how != ABANDONED
