"""A server that has just started: from the book in the database to the standings page, then the page again, warm.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/cold.py --tables 500

Both times are given: by the clock, which holds what the database and the rest of the machine take, and of this
process's own processor time. A scratch database is made and dropped.
"""

import argparse
import os
import time
from collections.abc import Callable

import psycopg
from installed import SLUG, answered, hold, set_up
from large import large, played

from overtrick.ledger.garbage_collection import collect_seldom

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

    postings = played(tables)
    hold(large(), postings)
    client, address = Client(), f"/e/{SLUG}/"

    def page() -> None:
        answered(client.get(address).status_code)

    print(f"{tables} tables, {len(postings)} postings{'by the clock':>34}{'processor':>11}")
    show("the first page of a process", timed(page))
    show("the same page, warm", min(timed(page) for _ in range(5)))
    tag = client.get(address).headers["ETag"]
    show(
        "asked again by a reader who has it",
        min(timed(lambda: client.get(address, headers={"If-None-Match": tag})) for _ in range(5)),
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
    set_up(url.rpartition("/")[0] + f"/{SCRATCH}")
    collect_seldom()
    try:
        measure(options.tables)
    finally:
        from django.db import connections

        connections.close_all()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
