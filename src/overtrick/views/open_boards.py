"""Which boards are open: those whose results nobody who still has to play them could read."""

from overtrick.core.event.play.stage import StageState


def board_is_open(state: StageState, number: int, board: int) -> bool:
    """Whether a board's results may be shown: its rounds are closed, or every table that plays it has a result.

    A board that a table plays later stays hidden until it has.

    Where a board is compared over a session, every round of that session in which it is played must be drawn
    and in, because a later table would otherwise read what it is about to play.
    """
    if state.closed:
        return True
    scope = state.scope(number)
    if state.plan.play.by_session and not _session_drawn(state, number):
        return False
    for each, drawn in state.rounds.items():
        if state.scope(each) != scope:
            continue
        wanted = state.unfinished(each + 1)  # a triangle goes on when its round is closed
        wanted += drawn.owed if drawn.closed else state.missing(each)
        if any(place[2] == board for place in wanted):
            return False
    return True


def _session_drawn(state: StageState, number: int) -> bool:
    """Whether every round of the session a round belongs to is drawn."""
    return state.last_round >= state.play.last_of_session(state, number)
