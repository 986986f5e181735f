"""The cost of a growing book: replaying a whole Swiss, and adding one result, over fields of up to 500 tables.

    python benchmarks/book.py [--tables 50 100 250 500] [--json]

The bare engine, plain IMPs against plain datums with no figures and no book, is measured in the same run. *cold* is
from the book's file to the standings in a program that has just started: it reads the lines, checks their chain of
hashes, folds every posting and scores everything.
"""

import argparse
import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from large import large, played

from overtrick.core.event.acts import Posting, ResultCorrected, ResultPosted
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.exact import Halves, round_to
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.score import ns_points
from overtrick.core.model import Board, PlayedContract, read_result
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.ledger.garbage_collection import collect_seldom


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of one run, regardless of the machine's other load."""
    start = time.process_time()
    work()
    return time.process_time() - start


def bare(postings: list[Posting]) -> None:
    """Score the same results with plain numbers: points, a trimmed mean, IMPs, totals."""
    boards: dict[tuple[int, int], list[int]] = {}
    for posting in postings:
        act = posting.act
        if isinstance(act, ResultPosted) and isinstance(act.result, PlayedContract):
            boards.setdefault((act.round, act.board), []).append(ns_points(Board.from_number(act.board), act.result))
    total = 0
    for scores in boards.values():
        kept = sorted(scores)[2:-2] or scores
        datum = round_to(sum(kept) // len(kept), 10, Halves.AWAY)
        total += sum(imps_of(score - datum) for score in scores)


def one_more(event: Tournament) -> float:
    """The median time from a correction to new standings."""
    state = next(iter(event.stages.values()))
    state.standings(state.fields[0].name)
    times = []
    for turn in range(7):
        number = state.last_round
        table = 1 + turn
        board = state.round(number).seatings[table].boards[turn]
        result = read_result(("7NT N =", "1C W -7")[turn % 2])
        act = ResultCorrected(state.plan.name, number, table, board, result, "measured")
        posting = Posting(event.last + 1, act, "bench", "", f"bench-{turn}")

        def again(posting: Posting = posting) -> None:
            event.post(posting)
            state.standings(state.fields[0].name)

        times.append(timed(again))
    return sorted(times)[len(times) // 2]


def cold(postings: list[Posting]) -> float:
    """Seconds from a book's file to standings."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.jsonl"
        with closing(FileBook(path)) as book:
            book.append([Draft(posting.act, posting.by, posting.at, posting.key) for posting in postings])

        def opened() -> None:
            with closing(FileBook(path)) as book:
                next(iter(replay(large(), book.postings()).stages.values())).standings("all")

        return timed(opened)


def measure(tables: int) -> dict[str, float]:
    """Measure one field size."""
    postings = played(tables)[:-1]  # the stage is still open, so that it can be corrected
    results = sum(isinstance(posting.act, ResultPosted) for posting in postings)
    plain = timed(lambda: bare(postings))
    whole: list[Tournament] = []

    def again() -> None:
        event = replay(large(), postings)
        next(iter(event.stages.values())).standings("all")
        whole.append(event)

    replayed = timed(again)
    return {
        "cold_s": cold(postings),
        "tables": tables,
        "results": results,
        "replay_s": replayed,
        "bare_s": plain,
        "ratio": replayed / plain,
        "one_more_ms": 1000 * one_more(whole[0]),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 100, 250, 500])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    collect_seldom()
    rows = [measure(tables) for tables in given.tables]
    if given.json:
        print(json.dumps(rows, indent=2))
        return
    print("tables  results  cold s  replay s  bare s  ratio  one more ms")
    for row in rows:
        print(
            f"{row['tables']:6.0f}  {row['results']:7.0f}  {row['cold_s']:6.2f}  {row['replay_s']:8.2f}"
            f"  {row['bare_s']:6.2f}  {row['ratio']:5.1f}  {row['one_more_ms']:11.0f}"
        )


if __name__ == "__main__":
    main()
