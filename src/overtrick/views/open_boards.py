"""Which boards are open: their results cannot be read by anyone who still has to play them."""

from overtrick.core.event.play.stage import StageState


def board_is_open(state: StageState, number: int, board: int) -> bool:
    """Whether a board's results may be shown: its rounds are closed, or every table that plays it has a result.

    A board that a table plays later stays hidden until then.

    Where a board is compared over a session, every round of that session in which it is played must be drawn and have
    all its results, because a later table could otherwise read about a board it is going to play.
    """
    if state.closed:
        return True
    scope = state.scope(number)
    if state.plan.play.by_session and not _session_drawn(state, number):
        return False
    for each, drawn in state.rounds.items():
        if state.scope(each) != scope:
            continue
        wanted = state.missing_triangle_results(each + 1)  # a triangle continues after its round is closed
        wanted += drawn.owed if drawn.closed else state.missing(each)
        if any(place[2] == board for place in wanted):
            return False
    return True


def _session_drawn(state: StageState, number: int) -> bool:
    """Whether every round of a round's session is drawn."""
    return state.last_round >= state.play.last_of_session(state, number)
