"""Load pages from many connections beside results from tables, and tell how long the results took.

    overtrick demo --port 8000 &
    python scripts/herd.py http://127.0.0.1:8000 --page /e/…/ --table /t/…/ --loads 5000 --rate 50

Each table's link puts one result right again and again, at so many messages a second together. It fails if one is
refused by 503 or breaks, or if 95 of 100 take longer than half a second.
"""

import argparse
import json
import sys
import threading
import time
from collections import Counter
from itertools import count
from urllib.parse import urlsplit

from fuzz import Line, Request

ALLOWED = 0.5
"""Seconds for 95 results of 100."""


class Herd:
    """Readers and tables, and what came of them."""

    def __init__(self, address: str, page: str) -> None:
        self.address = address
        self.page = page
        self.pages: Counter[int] = Counter()
        self.posts: list[tuple[int, float]] = []
        self.over = threading.Event()

    def read(self, loads: int) -> None:
        """One reader's page loads, one after the other, each as if nothing were kept."""
        line = Line(self.address)
        for _ in range(loads):
            self.pages[line.ask(Request("GET", self.page))[0]] += 1

    def post(self, table: str, pause: float) -> None:
        """One table's results."""
        line = Line(self.address)
        sheet = line.json(f"{table}now")
        said = {"stage": sheet["stage"], "round": sheet["round"], "board": sheet["boards"][0]["board"]}
        for number in count():
            what, result = ("result", "4S S =") if number == 0 else ("put right", f"4S S {'=' if number % 2 else '+1'}")
            body = {**said, "what": what, "result": result, "seat": "North", "key": f"herd-{time.monotonic_ns()}"}
            request = Request(
                "POST", f"{table}message", json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
            self.posts.append(line.ask(request))
            if self.over.wait(pause):
                return


def main() -> int:
    """Run, and tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--page", required=True)
    parser.add_argument("--table", action="append", required=True)
    parser.add_argument("--loads", type=int, default=5000)
    parser.add_argument("--readers", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50)
    asked = parser.parse_args()
    herd = Herd(asked.address, urlsplit(asked.page).path)
    tables = [urlsplit(table).path for table in asked.table]
    posters = [threading.Thread(target=herd.post, args=(table, len(tables) / asked.rate)) for table in tables]
    readers = [threading.Thread(target=herd.read, args=(asked.loads // asked.readers,)) for _ in range(asked.readers)]
    began = time.monotonic()
    for each in (*posters, *readers):
        each.start()
    for each in readers:
        each.join()
    taken = time.monotonic() - began
    herd.over.set()
    for each in posters:
        each.join()
    times = sorted(seconds for _, seconds in herd.posts)
    late = times[int(len(times) * 0.95)] if times else 0.0
    answers = Counter(status for status, _ in herd.posts)
    print(f"{sum(herd.pages.values())} page loads in {taken:.0f} s: {dict(herd.pages)}")
    print(f"{len(times)} results: {dict(answers)}")
    print(f"p50 {times[len(times) // 2]:.3f} s, p95 {late:.3f} s, most {times[-1]:.3f} s")
    return 1 if answers[503] or answers[0] or late > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
