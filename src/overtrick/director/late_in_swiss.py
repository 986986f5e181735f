"""A pair that joins a Swiss late: it plays the pair that sits out of the current round, or joins from the next draw.

Nothing is scored for a round that it missed. Where the regulation leaves that to the director, a score is awarded.
"""

from overtrick.core.event.acts import DrawChanged, LatePairSeated, Seating
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.director.decision import refuse


def comes_into_swiss(state: StageState) -> bool:
    """Whether a pair may still join a stage: a Swiss that is open to entries, with a round left to play."""
    plan = state.plan
    if state.closed or plan.in_season or plan.source is not None or not plan.play.swiss or plan.play.in_graph:
        return False
    return state.last_round < rounds_of(state) or bool(waiting(state, state.last_round))


def seat_in_swiss(state: StageState, contestant: str, number: int, reason: str) -> LatePairSeated:
    """Seat a late pair from the current round, against a pair that sits out and can play, or from the next round."""
    first = number if number <= state.last_round and waiting(state, number) else state.last_round + 1
    if first > rounds_of(state):
        raise refuse(
            "The last round of {plan}, round {rounds_of}, has been drawn",
            clause=state.plan.clause,
            remedy="The pair can play as substitutes instead.",
            plan=state.plan.name,
            rounds_of=rounds_of(state),
        )
    return LatePairSeated(contestant, state.plan.name, first, state.fields[0].name, reason=reason)


def against_the_bye(state: StageState, act: LatePairSeated) -> list[DrawChanged]:
    """The current draw with one more table, for the late pair and the pair that sat out; empty if it joins later."""
    if act.round not in state.rounds:
        return []
    draw, other = state.round(act.round).draw, waiting(state, act.round)
    table = max(seating.table for seating in draw.seatings) + 1
    seating = Seating(table, other, act.contestant, draw.seatings[0].boards)
    out = tuple(name for name in draw.sits_out if name != other)
    return [DrawChanged(act.stage, act.round, (*draw.seatings, seating), out, act.reason)]


def waiting(state: StageState, number: int) -> str:
    """The pair that sits out of the last drawn round and could play in it; empty once the round is closed."""
    drawn = state.rounds.get(number)
    if drawn is None or number != state.last_round or drawn.closed or drawn.shares or drawn.draw.trios:
        return ""
    if not drawn.draw.seatings:
        return ""
    return next((name for name in drawn.draw.sits_out if name in state.playing and name not in drawn.awarded), "")
