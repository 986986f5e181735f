"""Matches in which fouled boards leave too few comparisons to be scored as they were played."""

from typing import TYPE_CHECKING

from overtrick.core.event.acts import TOO_FEW, MatchForfeited, Seating
from overtrick.core.event.rounds import CLOSED, OPEN, RoundState
from overtrick.core.model.results import Artificial
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.core.scoring.unplayed import too_few_compared

if TYPE_CHECKING:
    from overtrick.core.event.stage import StageState


def not_compared(state: "StageState", drawn: RoundState, seating: Seating, *, fouled: bool) -> tuple[int, ...]:
    """The boards of a match that have an artificial score: because they were *fouled*, or for any reason.

    In a teams match a board without a score in one room compares with nothing. A fouled board that each form's
    tables are compared on among themselves is compared.
    """
    rooms = (OPEN, CLOSED) if isinstance(state.plan.scoring.board, TeamsRule) else ("",)
    lost = []
    for board in seating.boards:
        known = [drawn.results.get((seating.table, room, board)) for room in rooms]
        awarded = [each for each in known if each is not None and isinstance(each.result, Artificial)]
        if awarded and (not fouled or board in drawn.fouled or any(each.fouled for each in awarded)):
            lost.append(board)
    return tuple(lost)


def too_few(state: "StageState", drawn: RoundState, seating: Seating) -> MatchForfeited | None:
    """A match that is scored as if it had not been played, with nobody at fault: several fouled boards left too few."""
    rule = state.plan.compared
    if rule is None or not state.fouling:
        return None
    lost = not_compared(state, drawn, seating, fouled=True)
    left = len(seating.boards) - len(lost)
    if len(lost) < 2 or not too_few_compared(left, len(seating.boards), rule):
        return None
    said = f"boards {', '.join(map(str, lost))} were fouled: {left} of {len(seating.boards)} are left to compare"
    return MatchForfeited(state.plan.name, drawn.number, seating.table, "", said, TOO_FEW)
