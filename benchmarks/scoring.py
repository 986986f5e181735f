"""The speed of scoring: a large Butler round with all reasons, and boards of increasing size.

    python benchmarks/scoring.py [--json]

The round is measured from result text to victory points with Figures, and again with a bare engine: the same results
and rules in plain whole numbers, without reasons. The boards show that time grows with the number of results and not
with the number of pairs of results.
"""

import argparse
import gc
import json
import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TypeVar

from overtrick.core.laws.imps import LEAST_DIFFERENCE
from overtrick.core.laws.matchpoints import MatchpointRule, matchpoints
from overtrick.core.laws.score import contract_points
from overtrick.core.laws.table_score import TableScore, table_score
from overtrick.core.model import Board, PlayedContract, Side, Strain, read_result
from overtrick.core.provenance import Clause, facts
from overtrick.core.scales import PrintedScale
from overtrick.core.scoring.boards import ButlerRule, score_board
from overtrick.core.scoring.cross_imps import CrossImpsRule, cross_imps
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.match import SideScore
from overtrick.core.scoring.rounds import Scoring, TeamsRule, scored_side
from overtrick.regulations.read.library import shipped_rulebook

TABLES, BOARDS, MATCH = 500, 12, 2
SIZES = (1_000, 10_000, 100_000)
REPEATS = 5

T = TypeVar("T")


def timed(work: Callable[[], T], repeats: int = REPEATS) -> tuple[float, T]:
    """The best time of several, and the result of the work; garbage of earlier repeats is collected first."""
    best = float("inf")
    for _ in range(repeats):
        gc.collect()
        start = perf_counter()
        made = work()
        best = min(best, perf_counter() - start)
    return best, made


def field(tables: int, lots: random.Random) -> list[str]:
    """A board's results as tables enter them: a popular contract, some others, a few accidents."""
    strain, level = lots.choice(list(Strain)), lots.choice((2, 3, 3, 4, 4, 4, 5, 6))
    side = lots.choice((("N", "S"), ("E", "W")))
    results = []
    for _ in range(tables):
        low = max(1, min(7, level + lots.choice((-1, 0, 0, 0, 0, 1))))
        suit = strain if lots.random() < 0.8 else lots.choice(list(Strain))
        seat = lots.choice(side) if lots.random() < 0.9 else lots.choice("NESW")
        doubled = "X" if lots.random() < 0.06 else ""
        over = max(-6 - low, min(7 - low, lots.choice((-3, -2, -1, -1, 0, 0, 0, 1, 1, 2))))
        results.append(f"{low}{suit}{doubled} {seat} {over:+d}" if over else f"{low}{suit}{doubled} {seat} =")
    return results


def with_figures(texts: Sequence[Sequence[str]], scoring: Scoring) -> list[tuple[SideScore, SideScore]]:
    """The round as the product scores it, from result text to victory points."""
    boards = [
        [table_score(Board.from_number(number), read_result(text), f"table {table}") for table, text in
         enumerate(board, start=1)]
        for number, board in enumerate(texts, start=1)
    ]  # fmt: skip
    assert not isinstance(scoring.board, TeamsRule)  # noqa: S101 - a Butler is scored across the field
    scored = [score_board(board, scoring.board, MATCH) for board in boards]
    ns, ew = (
        [
            scored_side([board.lines[table].side(side) for board in scored], (), len(boards), scoring)
            for table in range(len(boards[0]))
        ]
        for side in (Side.NS, Side.EW)
    )
    return list(zip(ns, ew, strict=True))


def bare(texts: Sequence[Sequence[str]], datum: DatumRule, scale: PrintedScale) -> list[tuple[object, object]]:
    """The same round in plain numbers: no figures, no reasons, only played results."""
    nets = [0] * len(texts[0])
    for number, board in enumerate(texts, start=1):
        sides = Board.from_number(number).vulnerability
        scores = []
        for text in board:
            result = read_result(text)
            assert isinstance(result, PlayedContract)  # noqa: S101 - the field above sends no other
            contract = result.contract
            side = contract.declarer.side
            made = contract_points(
                contract.level, contract.strain, contract.doubling, result.tricks, vulnerable=sides.includes(side)
            )
            scores.append(made if side is Side.NS else -made)
        case = datum.case(len(scores), MATCH, len(scores))
        considered = case.window.count_tables(len(scores))
        dropped = case.drop.drop_count(considered)
        kept = sorted(scores[:considered])[dropped : considered - dropped]
        total, count = sum(kept), len(kept)
        tens = (2 * abs(total) + 10 * count) // (20 * count) * 10
        against = tens if total >= 0 else -tens
        for table, score in enumerate(scores):
            difference = score - against
            imps = bisect_right(LEAST_DIFFERENCE, abs(difference))
            nets[table] += imps if difference >= 0 else -imps
    column = scale.column(len(texts))
    assert column is not None  # noqa: S101 - twelve boards have a column

    def victory_points(net: int) -> object:
        won = column.wins[min(abs(net), len(column.wins) - 1)]
        return won if net >= 0 else scale.total - won

    return [(victory_points(net), victory_points(-net)) for net in nets]


def round_figures(lots: random.Random) -> dict[str, float]:
    """The Butler round: with figures, bare, and the ratio."""
    scoring = shipped_rulebook().scoring("anc-2026/butler")
    scale = scoring.match.conversion(BOARDS)
    if not isinstance(scoring.board, ButlerRule) or not isinstance(scale, PrintedScale):
        raise SystemExit("The scoring is no longer a Butler on a printed scale.")
    datum = scoring.board.datum
    texts = [field(TABLES, lots) for _ in range(BOARDS)]
    full, scored = timed(lambda: with_figures(texts, scoring))
    plain, numbers = timed(lambda: bare(texts, datum, scale))
    reading, _ = timed(lambda: [[read_result(text) for text in board] for board in texts])
    ours = [(ns.credited.value, ew.credited.value) for ns, ew in scored]
    if ours != numbers:
        raise SystemExit("The bare engine and the product disagree: one of them is wrong.")
    start = perf_counter()
    rests_on = sum(1 for _ in facts(scored[0][0].credited))
    return {
        "with figures": full,
        "bare": plain,
        "ratio": full / plain,
        "reading alone": reading,
        "facts under one figure": rests_on,
        "walking them": perf_counter() - start,
    }


def board_figures(lots: random.Random) -> list[dict[str, float]]:
    """One board of each size, matchpointed and cross-IMPed from its table scores."""
    rows = []
    cross = CrossImpsRule(Clause("Law", "78D"))
    for size in SIZES:
        board = Board.from_number(7)
        scores: list[TableScore] = [table_score(board, read_result(text)) for text in field(size, lots)]
        by_matchpoints, _ = timed(partial(matchpoints, scores, MatchpointRule()))
        by_cross_imps, _ = timed(partial(cross_imps, scores, cross))
        rows.append({"results": size, "matchpoints": by_matchpoints, "cross-IMPs": by_cross_imps})
    return rows


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(arguments)
    lots = random.Random(2026)
    butler, boards = round_figures(lots), board_figures(lots)
    if asked.json:
        print(json.dumps({"butler round": butler, "boards": boards}, indent=2))
        return
    print(f"A Butler round of {TABLES} tables and {BOARDS} boards, from result text to victory points")
    print(f"  with figures        {butler['with figures']:8.3f} s   (wanted: under 1 s)")
    print(f"  bare engine         {butler['bare']:8.3f} s   (figures cost {butler['ratio']:.1f} times as much)")
    print(f"  reading text alone  {butler['reading alone']:8.3f} s")
    print(
        f"  one figure rests on {butler['facts under one figure']:.0f} facts, walked in {butler['walking them']:.3f} s"
    )
    print("One board")
    print("   results   matchpoints           cross-IMPs")
    for row in boards:
        each = [
            f"{row[kind]:8.3f} s {1e6 * row[kind] / row['results']:6.2f} µs" for kind in ("matchpoints", "cross-IMPs")
        ]
        print(f"  {row['results']:8,.0f}   {each[0]}   {each[1]}")


if __name__ == "__main__":
    main(sys.argv[1:])
