"""What may be shown while play goes on: a board's results only when no table can still have to play it."""

from collections.abc import Iterator

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.views import addresses
from overtrick.views.addresses import IN_EVENT, NoSuchNumber, read_address
from overtrick.views.board_whys import Found
from overtrick.views.open_boards import board_is_open
from overtrick.views.why_tree import Sealed
from overtrick.views.whys import find, stage_at


def find_open(event: Tournament, path: str) -> Found:
    """What stands at an address, for the room: not what only those may know who have the board behind them.

    A why tells nothing of results that are sealed; par, and what a match stands at after a board, would by themselves.
    """
    kind = (*path.strip("/").split("/", 2), "")[1]
    if kind in (addresses.Par.kind, addresses.Own.kind, addresses.Swings.kind):
        at = read_address(path, IN_EVENT)
        state = stage_at(event, path.strip("/").partition("/")[0])
        if not all(board_is_open(state, number, board) for number, board in _told_by(state, at)):
            raise NoSuchNumber(
                "That board is still being played at other tables", remedy="It is told when they have played it."
            )
    return find(event, path)


def _told_by(state: StageState, at: addresses.Address) -> Iterator[tuple[int, int]]:
    """The boards that a number tells something of, each with its round; none where the address is none's."""
    if isinstance(at, addresses.Par | addresses.Own) and at.round in state.rounds:
        yield at.round, at.board
    if isinstance(at, addresses.Swings) and at.round in state.rounds:
        drawn = state.round(at.round)
        boards = drawn.boards_of(drawn.seatings[at.table]) if at.table in drawn.seatings else ()
        yield from ((at.round, board) for board in boards[: boards.index(at.board) + 1 if at.board in boards else 0])


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
