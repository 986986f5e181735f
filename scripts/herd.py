"""Load pages while tables post results, and measure how long the results took.

    python scripts/herd.py --loads 5000 --rate 50

It creates a PostgreSQL cluster and a congress, and serves it with several processes. Readers load the pages of the
event in play, one after another and without a cache, while its tables correct results at a total rate per second. It
fails if a result is refused or breaks, or if the 95th percentile is longer than half a second.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from clients import entered
from lines import Line, Request
from rig import Table, serving

ALLOWED = 0.5
"""The limit for the 95th percentile in seconds."""
PAGES = ("/e/tried-1/", "/e/tried-1/draw/", "/e/tried-1/pair/7/", "/e/tried-1/seat/?q=7", "/")
"""The pages that readers open."""


class Herd:
    """Readers and tables, and their results."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: Counter[int] = Counter()
        self.page_seconds: list[float] = []
        self.posts: list[tuple[int, float]] = []
        self.over = threading.Event()

    def read(self, reader: int, loads: int) -> None:
        """Load pages as one reader, one after another; a reader told to come again does so."""
        line = Line(self.address)
        for number in range(loads):
            answer = line.ask(Request("GET", PAGES[(reader + number) % len(PAGES)]))
            self.pages[answer.status] += 1
            self.page_seconds.append(answer.seconds)

    def post(self, table: Table, pause: float) -> None:
        """Post one table's results at its own pace; a late one does not delay those after it."""
        line, began = Line(self.address), time.monotonic()
        for number in count():
            answer = line.ask(Request("POST", f"/t/{table.token}/message", json.dumps(entered(number)).encode()))
            self.posts.append((answer.status, answer.seconds))
            if self.over.wait(max(0.0, began + (number + 1) * pause - time.monotonic())):
                return


def at(share: float, values: list[float]) -> float:
    """The value below which this share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def spread(values: list[float]) -> str:
    """Percentiles of response times."""
    return f"p50 {at(0.5, values):.3f} s, p95 {at(0.95, values):.3f} s, most {max(values, default=0.0):.3f} s"


def main() -> int:
    """Run, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loads", type=int, default=5000)
    parser.add_argument("--readers", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50, help="results a second")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--port", type=int, default=8370, help="of the server; the database has the next one")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-herd-")))
        _, playing, _ = stack.enter_context(serving(asked.port, asked.workers, folder, 1, asked.tables))
        herd = Herd(f"http://127.0.0.1:{asked.port}")
        pause = asked.tables / asked.rate
        posters = [threading.Thread(target=herd.post, args=(table, pause), daemon=True) for table in playing.tables]
        share = asked.loads // asked.readers
        readers = [
            threading.Thread(target=herd.read, args=(number, share), daemon=True) for number in range(asked.readers)
        ]
        load = os.getloadavg()[0]
        for each in posters:
            each.start()
            time.sleep(pause / asked.tables)
        before = len(herd.posts)
        time.sleep(5)
        alone = [seconds for _, seconds in herd.posts[before:]]
        began, before = time.monotonic(), len(herd.posts)
        for each in readers:
            each.start()
        for each in readers:
            each.join()
        taken = time.monotonic() - began
        during = herd.posts[before:]
        herd.over.set()
        for each in posters:
            each.join()
    times = [seconds for _, seconds in during]
    answers, loaded = Counter(status for status, _ in herd.posts), sum(herd.pages.values())
    print(f"load of the machine before: {load:.1f}; results alone: {spread(alone)}")
    print(f"{loaded} page loads in {taken:.0f} s ({loaded / taken:.0f} a second): {dict(herd.pages)}; ", end="")
    print(spread(herd.page_seconds))
    print(f"{len(times)} results beside them ({len(times) / taken:.1f} a second): {dict(answers)}; {spread(times)}")
    return 0 if answers.keys() == {200} and at(0.95, times) <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
