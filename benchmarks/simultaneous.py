"""A simultaneous: heats of twelve tables and twenty-four boards scored across all of them, compared with plain numbers.

    python benchmarks/simultaneous.py            # 300 heats, 86,400 results
    python benchmarks/simultaneous.py 30

The heats are folded from their postings first; then the overall list with all reasons is timed, and one late
correction. Plain numbers are the same matchpoints and percentages by counting, without reasons; the script stops if
they disagree about a pair.
"""

import resource
import sys
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import TypeVar

from overtrick.core.event.acts import ResultCorrected, StageClosed
from overtrick.core.event.after.simultaneous import Simultaneous
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.notation import read_result
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

RULES, PAIRS = "club/pairs-night", 24
Answer = TypeVar("Answer")


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Processor seconds, and the answer."""
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def heat(number: int) -> Rehearsal:
    """A heat played to its last result."""
    made = Rehearsal(
        plan_for(RULES), RULES, Random(str(number)), NO_FAULTS, until=lambda _, act: isinstance(act, StageClosed)
    )
    made.play(PAIRS)
    made.until = None
    return made


def stage(made: Rehearsal) -> StageState:
    """The heat's only stage."""
    return next(iter(made.state.stages.values()))


def plain(heats: dict[str, StageState]) -> dict[tuple[str, str], float]:
    """The percentages of all pairs by counting."""
    boards: defaultdict[int, list[tuple[float, str, str, str]]] = defaultdict(list)
    for name, state in heats.items():
        for drawn in state.rounds.values():
            for (table, _, board), recorded in drawn.results.items():
                seating, shown = drawn.seatings[table], recorded.score.field
                if shown is not None:
                    boards[board].append((float(shown.value), name, seating.ns, seating.ew))
    most = max(map(len, boards.values()))
    made: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for results in boards.values():
        scores = sorted(score for score, *_ in results)
        for score, name, ns, ew in results:
            beaten = bisect_left(scores, score) + bisect_right(scores, score) - 1
            share = (most / len(scores) * (beaten + 1) - 1) / (2 * most - 2)
            made[name, ns].append(share)
            made[name, ew].append(1 - share)
    return {pair: 100 * sum(shares) / len(shares) for pair, shares in made.items()}


def main() -> None:
    """Print the times."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    made = {f"heat {number}": heat(number) for number in range(1, count + 1)}
    heats = {name: stage(each) for name, each in made.items()}
    for state in heats.values():  # each has its own result at the same time
        for each in state.fields:
            state.standings(each.name)
    results = sum(len(drawn.results) for state in heats.values() for drawn in state.rounds.values())
    bare, wanted = timed(lambda: plain(heats))
    field = Simultaneous(heats)
    took, placed = timed(field.standings)
    for row in placed:
        if abs(wanted[row.pair] - float(row.score.value)) > 0.006:
            raise SystemExit(f"{row.pair}: {row.score} and {wanted[row.pair]}")
    first = made["heat 1"]
    drawn = heats["heat 1"].round(heats["heat 1"].last_round)
    table, seating = next(iter(drawn.seatings.items()))
    board = seating.boards[0]
    first.do(
        ResultCorrected(
            heats["heat 1"].plan.name, drawn.number, table, board, read_result("7NT N -3"), "wrong contract"
        )
    )
    field.put("heat 1", stage(first))
    late, _ = timed(field.standings)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{count} heats, {results} results: {took:.2f} s, plain numbers {bare:.2f} s, ratio {took / bare:.1f}")
    print(f"one late correction shown to everybody: {late:.2f} s; memory {memory} MB")


if __name__ == "__main__":
    main()
