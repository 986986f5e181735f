"""The desk over a large Swiss: server time of its pages, warm, and of the keystroke line before and after Enter.

    python benchmarks/desk.py [--tables 500] [--rounds 5]

It keeps the book in a throw-away SQLite file. Beside the time on the clock stands the processor's own, which says more
where others use the machine too.
"""

import argparse
import logging
import os
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from book import EVENT, any_size
from room import played

PLAYED = played
"""Made by the room's bench, which sets Django up; the imports below need that."""

from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from overtrick.core.event.result_acts import ResultPosted
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import kinds
from overtrick.web.congress.models import Congress, Held

PAGES = ("room/", "room/?only=missing", "draw/", "results/", "results/?table=250", "standings/", "close/", "history/")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    logging.disable(logging.INFO)
    call_command("migrate", verbosity=0)
    kinds.plan_for = lambda _: any_size  # type: ignore[assignment, attr-defined]
    postings = PLAYED(asked.tables, asked.rounds)
    last = [each.act for each in postings if isinstance(each.act, ResultPosted)][-1]
    congress = Congress.objects.create(slug="big", name="Big")
    Held.objects.create(slug="big", congress=congress, rules=EVENT, title="Big Swiss")
    unfinished = [each for each in postings if not _last_board(each.act, last)]
    DurableBook("big").append([Draft(each.act, each.by, each.at, each.key) for each in unfinished])
    client = Client()
    client.force_login(User.objects.create_superuser("bench"))
    print(f"{asked.tables} tables, {asked.rounds} rounds, {len(unfinished)} postings, {os.cpu_count()} processors")
    for page in PAGES:
        _say(page, lambda page=page: client.get(f"/desk/e/big/{page}"))  # type: ignore[misc]
    line = f"{last.table} {last.board} 4s n ="
    _say(f"line {line!r} read", lambda: client.get("/desk/e/big/line/", {"line": line}))
    posting = lambda: client.post("/desk/e/big/line/post/", {"line": line}, headers={"accept": "application/json"})  # noqa: E731
    _say("the line posted", posting, turns=1)
    _say("room/ after it", lambda: client.get("/desk/e/big/room/"), turns=1)


def _last_board(act: object, last: ResultPosted) -> bool:
    """Whether an act is about the last board of the round in play at some of its tables: they are still at it."""
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
        assert answer.status_code == 200, (what, answer.status_code)  # noqa: S101
    busy_ms, clock_ms = 1000 * median(work), 1000 * median(clock)
    print(f"{what:28} {clock_ms:7.0f} ms, {busy_ms:6.0f} ms of work  (first {1000 * first:.0f} ms)")


if __name__ == "__main__":
    main()
