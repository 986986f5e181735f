"""A server that has just started: from the book in the database to the standings page, then the page again, warm.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/cold.py --tables 500

Both times are given: by the clock, which holds what the database and the rest of the machine take, and of this
process's own processor time. A scratch database is made and dropped.
"""

import argparse
import os
import time
from collections.abc import Callable
from random import Random
from secrets import token_urlsafe

import psycopg
from book import EVENT, any_size

SCRATCH = "overtrick_bench_cold"


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def show(what: str, taken: tuple[float, float]) -> None:
    """One line."""
    print(f"{what:<44}{taken[0]:>9.3f} s{taken[1]:>9.3f} s")


def measure(tables: int) -> None:
    """Fill the scratch database with one large event, and ask for it."""
    from django.test import Client

    from overtrick.lab.rehearsal import NO_FAULTS, Rehearsal
    from overtrick.ledger.codec import line_hash, write_posting
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.web.congress import kinds
    from overtrick.web.congress.models import Congress, Held

    postings = Rehearsal(any_size, EVENT, Random(1), NO_FAULTS).play(2 * tables)
    lines, prev = [], ""
    for posting in postings:
        lines.append(write_posting(posting, prev))
        prev = line_hash(lines[-1])
    congress = Congress.objects.create(slug="large", name="Large")
    Held.objects.create(slug="large", congress=congress, rules=EVENT, title="Large")
    DurableBook("large").take_lines(lines)
    setattr(kinds, "plan_for", lambda _: any_size)  # noqa: B010 - no event of the rulebook is for so many
    client = Client()

    def page() -> None:
        answer = client.get("/e/large/")
        if answer.status_code != 200:
            raise SystemExit(f"the page answered {answer.status_code}")

    print(f"{tables} tables, {len(postings)} postings{'by the clock':>34}{'processor':>11}")
    show("the first page of a process", timed(page))
    show("the same page, warm", min(timed(page) for _ in range(5)))
    tag = client.get("/e/large/").headers["ETag"]
    show(
        "asked again by a reader who has it",
        min(timed(lambda: client.get("/e/large/", headers={"If-None-Match": tag})) for _ in range(5)),
    )


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=500)
    options = asked.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    os.environ.update(DATABASE_URL=url.rpartition("/")[0] + f"/{SCRATCH}", OVERTRICK_SECRET=token_urlsafe(40))
    os.environ.update(OVERTRICK_LOG="ERROR", DJANGO_SETTINGS_MODULE="overtrick.web.settings")
    from overtrick.ledger.collecting import collect_seldom
    from overtrick.web.serving.run import prepare

    collect_seldom()
    try:
        prepare()
        measure(options.tables)
    finally:
        from django.db import connections

        connections.close_all()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
