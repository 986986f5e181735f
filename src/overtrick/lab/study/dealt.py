"""An event of a study with its boards dealt and played at every table, for what only the boards can tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from overtrick.core.event.acts import ResultPosted, Seating
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.lab.study.run import Run

IMPS_OF_ONE = 0.9
"""What one more in the strength of a pair is worth at such a table, in IMPs a board; a test measures it."""


@dataclass(slots=True)
class Dealt(Run):
    """A run through the whole engine: every result is posted, and a datum or the other tables score it.

    The chance of a deal belongs to its board, and that of a result to its table, so that another reading meets the
    same cards and the same luck.
    """

    def __post_init__(self) -> None:
        Run.__post_init__(self)
        self.boards_posted = True

    def _matches(self, state: StageState, number: int) -> None:
        """Every board of a round at every table."""
        for _, seating in sorted(state.round(number).seatings.items()):
            rooms = ((OPEN, False), (CLOSED, True)) if state.plan.scoring.in_rooms else (("", False),)
            for board in seating.boards:
                for room, switched in rooms:
                    self._at_table(state, number, seating, board, (room, switched != (board in seating.switched)))

    def _at_table(self, state: StageState, number: int, seating: Seating, board: int, sits: tuple[str, bool]) -> None:
        name, (room, switched) = state.plan.name, sits
        sides: Sequence[Sequence[str]] = seating.sides[::-1] if switched else seating.sides
        pairs = 2 if state.plan.scoring.in_rooms else 1  # of a team both pairs are better, each by half
        ns, ew = (self._of(side) / IMPS_OF_ONE / pairs for side in sides)
        dice = self._dice(name, number, seating.table, board, room)
        result = play_board(self._board(name, state.scope(number), board), ns, ew, dice)
        self.do(ResultPosted(name, number, seating.table, board, result, room))

    def _board(self, stage: str, scope: int, board: int) -> DealtBoard:
        key = (stage, scope, board)
        if key not in self.boards:
            self.boards[key] = deal_board(self._dice("deal", *key))
        return self.boards[key]

    def _dice(self, *of: object) -> Random:
        return Random("\x1f".join(map(str, (self.seed, *of))))  # noqa: S311 - a study, not a lot
