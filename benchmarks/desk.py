"""Server time of the desk's pages in a large Swiss, warm, and of the keystroke line before and after Enter.

    python benchmarks/desk.py [--tables 500] [--rounds 5]

The book is in a temporary SQLite file. It prints wall-clock time and processor time, which is more reliable on a shared
machine.
"""

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median
from typing import Any

from installed import SLUG, answered, hold, set_up
from large import large, played

set_up()

from django.contrib.auth.models import User
from django.test import Client

from overtrick.core.event.acts import ResultPosted

DESK = f"/desk/e/{SLUG}/"
PAGES = ("room/", "room/?only=missing", "draw/", "results/", "results/?table=250", "standings/", "close/", "history/")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    postings = played(asked.tables, asked.rounds)[:-2]  # leave the last round open
    last = [each.act for each in postings if isinstance(each.act, ResultPosted)][-1]
    unfinished = [each for each in postings if not _last_board(each.act, last)]
    renumbered = [replace(each, number=number) for number, each in enumerate(unfinished, 1)]
    hold(large(asked.rounds), renumbered)
    client = Client()
    client.force_login(User.objects.create_superuser("bench"))
    print(f"{asked.tables} tables, {asked.rounds} rounds, {len(unfinished)} postings, {os.cpu_count()} processors")
    for page in PAGES:
        _say(page, partial(client.get, f"{DESK}{page}"))
    line = f"{last.table} {last.board} 4s n ="
    _say(f"line {line!r} read", partial(client.get, f"{DESK}line/", {"line": line}))
    posting = partial(client.post, f"{DESK}line/post/", {"line": line}, headers={"accept": "application/json"})
    _say("the line posted", posting, turns=1)
    _say("room/ after it", partial(client.get, f"{DESK}room/"), turns=1)


def _last_board(act: object, last: ResultPosted) -> bool:
    """Whether an act is about the last board of the current round at some tables, which are still playing it."""
    here = (getattr(act, "round", 0), getattr(act, "board", 0))
    return here == (last.round, last.board) and getattr(act, "table", 0) % 5 == 0


def _say(what: str, ask: Callable[[], Any], turns: int = 7) -> None:
    first = time.perf_counter()
    if turns > 1:
        ask()
    first = time.perf_counter() - first
    clock, work = [], []
    for _ in range(turns):
        start, busy = time.perf_counter(), time.process_time()
        answer = ask()
        clock.append(time.perf_counter() - start)
        work.append(time.process_time() - busy)
        answered(answer.status_code)
    busy_ms, clock_ms = 1000 * median(work), 1000 * median(clock)
    print(f"{what:28} {clock_ms:7.0f} ms, {busy_ms:6.0f} ms of work  (first {1000 * first:.0f} ms)")


if __name__ == "__main__":
    main()
