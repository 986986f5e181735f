"""What may be shown while play goes on: a board's results only when no table can still have to play it."""

from collections.abc import Iterator

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.views.why_tree import Sealed


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


def sealed(event: Tournament) -> Sealed:
    """The results nobody may see yet, as the whys of other numbers would name them."""
    return Sealed(frozenset(f"posting {number}" for number in _sealed(event)))


def _sealed(event: Tournament) -> Iterator[int]:
    for state in event.stages.values():
        if state.closed:
            continue
        for number, drawn in state.rounds.items():
            if drawn.closed and not state.plan.play.by_session and not drawn.draw.trios and not drawn.owed:
                continue
            boards = {board for _, _, board in drawn.results}
            hidden = {board for board in boards if not board_is_open(state, number, board)}
            yield from (each.posting for (_, _, board), each in drawn.results.items() if board in hidden)
