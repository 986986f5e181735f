"""A pair that comes late into a Swiss: it plays whoever sits out of the round in play, or from the next draw on.

Nothing is scored for a round that it missed; where the regulation leaves that to the director, a score is awarded.
"""

from overtrick.core.event.acts import DrawChanged, LatePairSeated, Seating
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.director.decision import refuse


def comes_into_swiss(state: StageState) -> bool:
    """Whether a pair may still come into a stage: a Swiss that is open to the entry, with a round left to play."""
    plan = state.plan
    if state.closed or plan.in_season or plan.source is not None or not plan.play.swiss or plan.play.in_graph:
        return False
    return state.last_round < rounds_of(state) or bool(waiting(state, state.last_round))


def seat_in_swiss(state: StageState, contestant: str, number: int, reason: str) -> LatePairSeated:
    """A late pair from the round in play, if somebody sits out of it who can play, or else from the next one."""
    first = number if number <= state.last_round and waiting(state, number) else state.last_round + 1
    if first > rounds_of(state):
        raise refuse(
            "{plan} has {rounds_of} rounds, and all are drawn",
            clause=state.plan.clause,
            remedy="It can sit in for another as a substitute.",
            plan=state.plan.name,
            rounds_of=rounds_of(state),
        )
    return LatePairSeated(contestant, state.plan.name, first, state.fields[0].name, reason=reason)


def against_the_bye(state: StageState, act: LatePairSeated) -> list[DrawChanged]:
    """The draw of the round in play with a table more, for the late pair and whoever sat out; none for a later one."""
    if act.round not in state.rounds:
        return []
    draw, other = state.round(act.round).draw, waiting(state, act.round)
    table = max(seating.table for seating in draw.seatings) + 1
    seating = Seating(table, other, act.contestant, draw.seatings[0].boards)
    out = tuple(name for name in draw.sits_out if name != other)
    return [DrawChanged(act.stage, act.round, (*draw.seatings, seating), out, act.reason)]


def waiting(state: StageState, number: int) -> str:
    """Who sits out of the last round that is drawn and could play in it; nobody once it is closed."""
    drawn = state.rounds.get(number)
    if drawn is None or number != state.last_round or drawn.closed or drawn.shares or drawn.draw.trios:
        return ""
    if not drawn.draw.seatings:
        return ""
    return next((name for name in drawn.draw.sits_out if name in state.playing and name not in drawn.awarded), "")
