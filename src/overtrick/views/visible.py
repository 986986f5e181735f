"""What may be shown during play: a board's results only when every table that plays it has finished it."""

from collections.abc import Iterator

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.views import addresses
from overtrick.views.addresses import IN_EVENT, NoSuchNumber, read_address
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.open_boards import board_is_open
from overtrick.views.why_tree import SealedFacts
from overtrick.views.whys import find, stage_at


def find_open(event: Tournament, path: str) -> FigureAtAddress:
    """The number at an address for a public reader, without what only those who have played the board may know.

    The why of a number conceals hidden results. Par, and the score of a match after a board, are refused, since they
    would give something away by themselves.
    """
    kind = (*path.strip("/").split("/", 2), "")[1]
    if kind in (addresses.Par.kind, addresses.BoardOwn.kind, addresses.Swings.kind):
        at = read_address(path, IN_EVENT)
        state = stage_at(event, path.strip("/").partition("/")[0])
        if not all(board_is_open(state, number, board) for number, board in _told_by(state, at)):
            raise NoSuchNumber(
                "Not all results of this board have been entered",
                remedy="Look again once every table’s result has been entered.",
            )
    return find(event, path)


def _told_by(state: StageState, at: addresses.Address) -> Iterator[tuple[int, int]]:
    """The boards on which a number depends, each with its round; empty where the address has none."""
    if isinstance(at, addresses.Par | addresses.BoardOwn) and at.round in state.rounds:
        yield at.round, at.board
    if isinstance(at, addresses.Swings) and at.round in state.rounds:
        drawn = state.round(at.round)
        boards = drawn.boards_of(drawn.seatings[at.table]) if at.table in drawn.seatings else ()
        yield from ((at.round, board) for board in boards[: boards.index(at.board) + 1 if at.board in boards else 0])


def sealed_results(event: Tournament) -> SealedFacts:
    """The results that no one may see yet, as the whys of other numbers refer to them."""
    return SealedFacts(frozenset(f"posting {number}" for number in _sealed_postings(event)))


def _sealed_postings(event: Tournament) -> Iterator[int]:
    for state in event.stages.values():
        if state.closed:
            continue
        for number, drawn in state.rounds.items():
            if drawn.closed and not state.plan.play.by_session and not drawn.draw.trios and not drawn.owed:
                continue
            boards = {board for _, _, board in drawn.results}
            hidden = {board for board in boards if not board_is_open(state, number, board)}
            yield from (each.posting for (_, _, board), each in drawn.results.items() if board in hidden)
