"""Score a field in any movement: every board over the tables that played it, then each contestant's total.

In a session, unlike a round of matches, a pair may visit many tables and a board only a few. Each board is scored
wherever it was played, and a contestant's total is made from its own lines.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import Credit, Line, TableScore
from overtrick.core.model.seats import Side
from overtrick.core.scoring.boards import ScoredBoard, score_board
from overtrick.core.scoring.match import SideScore
from overtrick.core.scoring.rounds import Scoring, scored_side


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table's score on one board, and the contestants who sat there."""

    table: int
    board: int
    ns: str
    ew: str
    score: TableScore


@dataclass(frozen=True, slots=True)
class FieldScore:
    """A scored field: its results, the boards over all tables, and each result's line."""

    scoring: Scoring
    results: tuple[TableResult, ...]
    boards: dict[int, ScoredBoard]
    lines: tuple[Line, ...]
    tops: dict[int, int]

    def match_at(self, table: int, side: Side) -> SideScore:
        """One side of the match at a table."""
        return self._total(
            [(result, line.side(side)) for result, line in self._pairs() if result.table == table],
            f"table {table}",
        )

    def total_of(self, contestant: str) -> SideScore:
        """A contestant's total, wherever it sat."""
        own = []
        for result, line in self._pairs():
            if result.ns == contestant:
                own.append((result, line.ns))
            elif result.ew == contestant:
                own.append((result, line.ew))
        return self._total(own, f"contestant {contestant}")

    def _pairs(self) -> list[tuple[TableResult, Line]]:
        return list(zip(self.results, self.lines, strict=True))

    def _total(self, own: list[tuple[TableResult, Credit | None]], whose: str) -> SideScore:
        if not own:
            raise DirectorError("There is no result for {whose}", remedy="Check the number.", whose=whose)
        own.sort(key=lambda pair: pair[0].board)
        tops = (self.tops[result.board] for result, _ in own)
        return scored_side([credit for _, credit in own], tops, len(own), self.scoring)


def score_field(results: Sequence[TableResult], scoring: Scoring, match: int = 1) -> FieldScore:
    """Score every board over the tables that played it, in the order of their numbers.

    Matchpoints on a board with fewer results than the others are brought to the common top.
    """
    rule = scoring.across_field
    ordered = sorted(results, key=lambda result: (result.board, result.table))
    by_board: defaultdict[int, list[TableResult]] = defaultdict(list)
    for result in ordered:
        by_board[result.board].append(result)
    counts = {board: sum(r.score.field is not None for r in rows) for board, rows in by_board.items()}
    full = max(counts.values(), default=0)
    boards = {
        board: score_board([r.score for r in rows], rule, match, expected=full) for board, rows in by_board.items()
    }
    lines = tuple(line for scored in boards.values() for line in scored.lines)
    return FieldScore(scoring, tuple(ordered), boards, lines, dict.fromkeys(boards, top(full)))
