"""Plays books with faults over all events, entries and seeds, and compares the product with the second scorer.

    python scripts/second_scorer.py --books 2000 --seed 1     # the night's run: `just second --books 2000 --seed 1`
    python scripts/second_scorer.py anc-2026/mixed-butler     # some events only
    python scripts/second_scorer.py --summary                 # what is kept, by event; plays nothing

Each book is an event with its choices, an entry, a seed and a kind of faults. Outcomes are stored in a file as they
come, so a run can be interrupted and resumed. Every difference is printed with the event, the entry, the seed, the
contestant and both numbers; the exit code says whether there was one.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sweep import cases

from overtrick.regulations.plan.event_book import event_files
from second.comparison import compare, is_scored, simulate

FAULTS = ("usual", "human")
"""The kinds of faults with which books are played, in turn: those of every event, and those that people make."""


class Play(NamedTuple):
    """A book to play."""

    event: str
    choices: tuple[str, ...]
    entries: int
    seed: int
    faults: str

    @property
    def name(self) -> str:
        """The name of the book for people."""
        return (
            f"{self.event}{''.join(f' +{choice}' for choice in self.choices)} {self.entries} {self.seed} {self.faults}"
        )


def every_event() -> list[str]:
    """Every event that the second scorer knows."""
    return [event for event in sorted(event_files()) if is_scored(event)]


def plays(events: list[str], books: int, seed: int, most: int) -> Iterator[Play]:
    """A number of books: every event in turn, with an entry and a seed derived from the first seed."""
    dice = random.Random(seed)  # noqa: S311 - a rehearsal, not a lot
    ways: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for case in cases(events, 1, 0, most, faults=True):
        ways.setdefault(case.event, []).append((case.choices, case.entries))
    playable = [event for event in events if event in ways]  # the others need a larger entry
    for count in range(books if playable else 0):
        event = playable[count % len(playable)]
        choices, entries = dice.choice(ways[event])
        turn = count // len(playable)
        yield Play(event, choices, entries, seed + turn, FAULTS[turn % len(FAULTS)])


def outcome(play: Play) -> dict[str, Any]:
    """Play a book and compare it; any error is part of the outcome."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            book = simulate(Path(folder) / "book.jsonl", play.event, play.entries, play.seed, play.choices, play.faults)
            found = [str(each) for each in compare(book)]
        except Exception as error:  # noqa: BLE001 - the run collects every way to fail
            last = traceback.extract_tb(error.__traceback__)[-1]
            found = [f"broke: {type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"]
    return {"book": play.name, "event": play.event, "differences": found}


def summary(kept: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each event."""
    books = Counter(str(each["event"]) for each in kept)
    wrong = Counter(str(each["event"]) for each in kept if each["differences"])
    yield from (f"{event:42} {books[event]:6} books {wrong[event]:4} with differences" for event in sorted(books))
    yield f"{'all':42} {sum(books.values()):6} books {sum(wrong.values()):4} with differences"


def main() -> int:
    """Play, compare, store and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", nargs="*", help="events by their ids (default: all that the second scorer knows)")
    parser.add_argument("--books", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=40, help="the largest entry to play")
    parser.add_argument("--workers", type=int, default=2, help="processes of this machine")
    parser.add_argument("--kept", type=Path, default=Path("second-scored.jsonl"), help="the file of what was compared")
    parser.add_argument("--summary", action="store_true", help="tell what is kept, and play nothing")
    given = parser.parse_args()
    kept = [json.loads(line) for line in given.kept.read_text().splitlines()] if given.kept.exists() else []
    if not given.summary:
        events = given.events or every_event()
        done = {each["book"] for each in kept}
        todo = [play for play in plays(events, given.books, given.seed, given.most) if play.name not in done]
        os.nice(10)  # low priority, for a run overnight beside other work
        with Pool(given.workers) as pool, given.kept.open("a") as file:
            for each in pool.imap_unordered(outcome, todo):
                kept.append(each)
                file.write(json.dumps(each) + "\n")
                file.flush()
                for difference in each["differences"]:
                    print(f"{each['book']}: {difference}", flush=True)
    print("\n".join(summary(kept)))
    return 1 if any(each["differences"] for each in kept) else 0


if __name__ == "__main__":
    sys.exit(main())
