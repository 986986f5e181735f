"""The append rate of the durable book, compared with plain inserts of the same row by psycopg in the same run.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/ledger.py

Each connection is a process of its own, or a thread of one process. Plain inserts and ours alternate, so that other
load affects both. A scratch database is made and dropped. Rates depend on how fast the disk flushes: compare the
ratios.

As in the server, each posting names the last one, and each event has one poster at a time. posts.py measures whole
postings, over HTTP.
"""

import argparse
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from secrets import token_urlsafe
from typing import Any

import psycopg

SCRATCH = "overtrick_bench_ledger"
BARE = "INSERT INTO bare_line VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now())"


def set_up(url: str) -> str:
    """Make the scratch database with the book's tables; return its address."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    scratch = url.rpartition("/")[0] + f"/{SCRATCH}"
    _django(scratch)
    from django.core.management import call_command
    from django.db import connection as ours

    call_command("migrate", "book", verbosity=0)
    with ours.cursor() as cursor:
        cursor.execute("CREATE TABLE bare_line (LIKE book_line INCLUDING ALL)")
    ours.close()
    return scratch


def _django(url: str) -> None:
    os.environ.update(DATABASE_URL=url, OVERTRICK_LOG="ERROR", DJANGO_SETTINGS_MODULE="overtrick.web.settings")
    os.environ.setdefault("OVERTRICK_SECRET", token_urlsafe(40))
    import django

    django.setup()


def bare(url: str, event: str, seconds: float, start: Barrier, told: Any) -> None:
    """Insert the same row directly, each in a transaction of its own."""
    from overtrick.ledger.durable.book import line_of

    drafts = _drafts()
    with psycopg.connect(url, autocommit=True) as connection:
        start.wait()
        until, count = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            count += 1
            draft = drafts(count)
            line = line_of(count, BODY, KEPT, "f" * 64)
            row = (event, count, draft.key, draft.act.called, draft.by, "", draft.at, line)
            connection.execute(BARE, row)
        told.put(count)


def ours(url: str, event: str, seconds: float, start: Barrier, told: Any) -> None:
    """Append through the durable book."""
    if "django" not in sys.modules:
        _django(url)
    from overtrick.ledger.durable.book import DurableBook

    book, drafts = DurableBook(event), _drafts()
    last = book.last()
    start.wait()
    until, count = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        book.append_hashed([drafts(last + count + 1)], seen=last + count)
        count += 1
    told.put(count)


KEPT = datetime(2026, 7, 4, 4, 2, 11, tzinfo=UTC)
BODY = (
    '"at":"2026-07-04T14:02:11.123+10:00","by":"table 7","key":"0123456789abcdef0123456789abcdef",'
    '"act":"result posted","stage":"Swiss","round":3,"table":7,"board":13,"result":"4SX S +1","lead":"HK"'
)


def _drafts() -> Callable[[int], Any]:
    from overtrick.core.event.acts import ResultPosted
    from overtrick.core.model import read_result
    from overtrick.ledger.book import Draft

    act = ResultPosted("Swiss", 3, 7, 13, read_result("4SX S +1"), lead="HK")
    poster = f"{os.getpid():06x}{threading.get_native_id():06x}"
    return lambda count: Draft(act, "table 7", "2026-07-04T14:02:11.123+10:00", f"{poster}{count:020x}")


def in_threads(work: Callable[..., None], url: str, events: list[str], seconds: float, start: Any, told: Any) -> None:
    """Do the same work in threads of one process."""
    threads = [threading.Thread(target=work, args=(url, event, seconds, start, told)) for event in events]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def rate(work: Callable[..., None], url: str, events: list[str], seconds: float, *, threads: bool) -> float:
    """Rows per second over all connections, one for each event name."""
    context = get_context("spawn")
    told = context.Queue()
    if threads:
        posters = [context.Process(target=_one_process, args=(work, url, events, seconds, told))]
    else:
        start = context.Barrier(len(events))
        posters = [context.Process(target=work, args=(url, event, seconds, start, told)) for event in events]
    for poster in posters:
        poster.start()
    count: int = sum(told.get(timeout=120) for _ in events)
    for poster in posters:
        poster.join()
    return count / seconds


def _one_process(work: Callable[..., None], url: str, events: list[str], seconds: float, told: Any) -> None:
    if work is ours:
        _django(url)
    in_threads(work, url, events, seconds, threading.Barrier(len(events)), told)


CASES = (
    ("1 connection", 1, False),
    ("8 threads of a process, an event each", 8, True),
    ("8 processes, an event each", 8, False),
)


@contextmanager
def scratch_database(url: str) -> Any:
    """The scratch database, dropped afterwards."""
    scratch = set_up(url)
    try:
        yield scratch
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=3)
    asked.add_argument("--turns", type=int, default=3)
    options = asked.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    with scratch_database(url) as scratch:
        print(f"{'':<40}{'bare':>8}{'ours':>8}{'ratio':>7}   rows a second, median of {options.turns} turns")
        for name, count, threads in CASES:
            found: dict[str, list[float]] = {"bare": [], "ours": []}
            for turn in range(options.turns):
                events = [f"{name} {turn} {number}" for number in range(count)]
                found["bare"].append(rate(bare, scratch, events, options.seconds, threads=threads))
                found["ours"].append(rate(ours, scratch, events, options.seconds, threads=threads))
            plain, kept = statistics.median(found["bare"]), statistics.median(found["ours"])
            print(f"{name:<40}{plain:>8.0f}{kept:>8.0f}{kept / plain:>7.2f}", flush=True)


if __name__ == "__main__":
    main()
