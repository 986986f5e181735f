"""A board of a hundred thousand results takes about ten times as long as one of ten thousand.

It takes rather more, some thirteen to sixteen times, because ten thousand tables and their reasons fit into a
processor's cache and a hundred thousand do not. Comparing pairs of tables would take a hundred times as long.
"""

import gc
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from time import process_time

import pytest

from overtrick.core.laws.matchpoints import MatchpointRule, matchpoints
from overtrick.core.laws.table_score import TableScore, table_score
from overtrick.core.model import Board, read_result
from overtrick.core.provenance import Clause
from overtrick.core.scoring.cross_imps import CrossImpsRule, cross_imps

RESULTS = tuple(
    read_result(f"{level}{strain} {declarer} {tricks}")
    for level in range(1, 8)
    for strain in ("C", "H", "NT")
    for declarer in "NW"
    for tricks in range(6, 14)
)

METHODS: dict[str, Callable[[Sequence[TableScore]], object]] = {
    "matchpoints": lambda scores: matchpoints(scores, MatchpointRule()),
    "cross-IMPs": lambda scores: cross_imps(scores, CrossImpsRule(Clause("Law", "78D"))),
}


def seconds(size: int, score: Callable[[Sequence[TableScore]], object]) -> float:
    """The least processor time of five goes, each from a clear table, with nobody tidying up meanwhile."""
    board = Board.from_number(7)
    scores = [table_score(board, result) for result in islice(cycle(RESULTS), size)]
    goes = []
    for _ in range(5):
        gc.collect()
        gc.disable()
        start = process_time()
        score(scores)
        goes.append(process_time() - start)
        gc.enable()
    return min(goes)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_time_grows_with_the_results_and_not_with_their_pairs(method: str) -> None:
    score = METHODS[method]
    assert seconds(100_000, score) <= 20 * seconds(10_000, score)
