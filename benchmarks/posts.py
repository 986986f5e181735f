"""Results that phones post as fast as they are answered, to one event and to fifty: the rate and the processor time.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/posts.py

Over HTTP to a normal server, with nobody reading, so a posting takes the path that it takes at an event. The phones
share the cores with the server: compare processor times, and rates only with nothing else running.
"""

import argparse
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from multiprocessing import get_context

from load import PORT, Phones, at, scratch, serving
from scale import used_by

CASES = ((1, 60), (50, 4))
"""Events, and the tables of each."""


@dataclass(frozen=True)
class Measured:
    """Results a second, milliseconds of processor time a result in server and database, and the seconds each took."""

    rate: float
    server: float
    database: float
    took: list[float]


def post_for(phones: Phones, seconds: float, hands: int) -> list[float]:
    """Post for some seconds, the next as soon as one is answered; return the seconds that each took."""
    took: list[float] = []
    until = time.perf_counter() + seconds

    def hand() -> None:
        line = HTTPConnection("127.0.0.1", PORT, timeout=30)
        while time.perf_counter() < until:
            took.append(phones.send(line, next(phones.posted)))
        line.close()

    threads = [threading.Thread(target=hand) for _ in range(hands)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return took


def measure(events: int, tables: int, seconds: float, workers: int, hands: int) -> Measured:
    """Measure one case on a scratch database."""
    with scratch(events, tables) as (_, tokens), serving(workers=workers, proxy=False) as groups:
        phones = Phones(tokens)
        post_for(phones, 5, hands)  # warm up
        before, kept, began = used_by(groups), phones.kept, time.perf_counter()
        took = post_for(phones, seconds, hands)
        lasted, posts = time.perf_counter() - began, phones.kept - kept
        server, database = (now - then for now, then in zip(used_by(groups), before, strict=True))
        return Measured(posts / lasted, server / posts * 1000, database / posts * 1000, sorted(took))


def main() -> None:
    """Measure the cases in turn, and print the medians."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seconds", type=float, default=10)
    asked.add_argument("--turns", type=int, default=3)
    asked.add_argument("--workers", type=int, default=1, help="processes of the server")
    asked.add_argument("--hands", type=int, default=8, help="results on the way at once")
    options = asked.parse_args()
    found: dict[tuple[int, int], list[Measured]] = {case: [] for case in CASES}
    for _ in range(options.turns):
        for case in CASES:
            with ProcessPoolExecutor(1, get_context("spawn")) as own:  # its own database and Django
                given = (options.seconds, options.workers, options.hands)
                found[case].append(own.submit(measure, *case, *given).result())
    print(f"events  results/s  server ms  database ms  p50 ms  p95 ms   medians of {options.turns} turns")
    for (events, _), turns in found.items():
        took = [(at(0.5, each.took) * 1000, at(0.95, each.took) * 1000) for each in turns]
        figures = [[each.rate for each in turns], [each.server for each in turns], [each.database for each in turns]]
        rate, server, database, half, most = (statistics.median(each) for each in (*figures, *zip(*took, strict=True)))
        print(f"{events:6} {rate:10.0f} {server:10.2f} {database:12.2f} {half:7.1f} {most:7.1f}", flush=True)


if __name__ == "__main__":
    main()
