"""The first request to a new server: from the book in the database to the standings page, then the page again, warm.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/cold.py --tables 500

First the book is folded, then a snapshot is used. Each runs in a new process that has loaded what a server loads before
it accepts requests. It prints the wall-clock time, which includes the database and other load, the process's own
processor time, and the growth of its memory. A scratch database is made and dropped.
"""

import argparse
import os
import resource
import time
from collections.abc import Callable
from multiprocessing import get_context
from secrets import token_urlsafe

import psycopg
from installed import SLUG, answered, hold, planned_so, set_up
from large import large, played

from overtrick.web.server.run import load_pages

SCRATCH = "overtrick_bench_cold"


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Wall-clock and processor seconds."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def show(what: str, taken: tuple[float, float]) -> None:
    """Print one line."""
    print(f"{what:<44}{taken[0]:>9.3f} s{taken[1]:>9.3f} s")


def grown() -> int:
    """The peak memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure(url: str, secret: str, what: str) -> None:
    """Request the page in a new process."""
    os.environ["OVERTRICK_SECRET"] = secret
    set_up(url)
    planned_so(large())
    show(f"{what}: loaded, before it takes requests", timed(load_pages))
    from django.test import Client

    from overtrick.web.congress import projections, snapshots
    from overtrick.web.congress.models import BookRecord

    client, address = Client(), f"/e/{SLUG}/"
    before = grown()

    def page() -> None:
        answered(client.get(address).status_code)

    show(f"{what}: the first page of a process", timed(page))
    print(f"{'the process grew by':<44}{grown() - before:>9} MB")
    show("the same page, warm", min(timed(page) for _ in range(5)))
    tag = client.get(address).headers["ETag"]
    show(
        "asked again by a reader who has it",
        min(timed(lambda: client.get(address, headers={"If-None-Match": tag})) for _ in range(5)),
    )
    now = projections.event_projection(BookRecord.objects.get())
    show("a snapshot made, where there is none", timed(lambda: snapshots.keep(now)))


def fill(url: str, secret: str, tables: int) -> None:
    """Fill the scratch database with one large event."""
    os.environ["OVERTRICK_SECRET"] = secret
    set_up(url)
    postings = played(tables)
    hold(large(), postings)
    print(f"{tables} tables, {len(postings)} postings{'by the clock':>34}{'processor':>11}")


def apart(work: Callable[..., None], *given: object) -> None:
    """Run the work in a process of its own."""
    process = get_context("spawn").Process(target=work, args=given)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(process.exitcode)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=500)
    options = asked.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    scratch, secret = url.rpartition("/")[0] + f"/{SCRATCH}", token_urlsafe(40)
    try:
        apart(fill, scratch, secret, options.tables)
        apart(measure, scratch, secret, "folded")
        apart(measure, scratch, secret, "from a snapshot")
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
