"""Where the keystroke line goes next: the boards that a table still owes."""

from overtrick.core.event.play.by_table import round_in_play, table_round
from overtrick.core.event.play.stage import StageState
from overtrick.web.desk.keystroke import LinePlace, NextBoard, Typed


def boards_due(state: StageState, number: int, table: int, room: str) -> list[int]:
    """The boards without a result at a table in a room, in the order they are played."""
    missing = (*state.missing(number), *state.missing_triangle_results(number + 1)) if number in state.rounds else ()
    return [board for at, where, board in missing if (at, where) == (table, room)]


def next_boards(state: StageState) -> NextBoard:
    """The function that finds the next board at a table of a stage."""

    def next_board(number: int, table: int, room: str) -> int:
        due = boards_due(state, number or _round_here(state, table), table, room)
        return due[0] if due else 0

    return next_board


def place_after(state: StageState, typed: Typed, number: int) -> LinePlace:
    """The place after this result of a round is in: the table's next board without a result.

    After the last board comes the first one that was skipped. Where tables move on to the next round by themselves, so
    does the line.
    """
    due = boards_due(state, number, typed.table, typed.room)
    if not due and state.plan.play.at_once and not typed.round:
        due = boards_due(state, _round_here(state, typed.table), typed.table, typed.room)
    board = next((each for each in due if each > typed.board), due[0] if due else 0)
    said = typed.round if typed.round != round_in_play(state) else 0
    return LinePlace(typed.table, board, typed.room, said)


def has_table(state: StageState, number: int, table: int) -> bool:
    """Whether a table is in use in a round."""
    drawn = state.rounds.get(number)
    return drawn is not None and (table in drawn.seatings or any(table in share.tables for share in drawn.shares))


def _round_here(state: StageState, table: int) -> int:
    return table_round(state, table) if state.plan.play.at_once else state.last_round
