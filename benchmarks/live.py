"""From commit to reader: results posted by phones at a steady rate while many watch, everything on this machine.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/live.py --minutes 5

The server runs as it always does, `overtrick serve`; phones post through their own address; readers hold the live
stream open. A posting's time counts from `kept_at`, the start of its transaction, to the moment a reader hears a number
that is not less than its own; it therefore includes the commit itself and the pace of the stream (200 ms). Readers and
phones share the cores with the server. A scratch database is made and dropped.
"""

import argparse
import asyncio
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from bisect import bisect_left
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, Queue
from secrets import token_urlsafe
from typing import Any

import psycopg

SCRATCH = "overtrick_bench_live"
EVENT = "bench"
RULES = "nsw-swiss-pairs/congress"
TABLES = 50
PORT = 8399


def set_up(url: str) -> list[str]:
    """Make the scratch database with an event in its first round; the tables' tokens."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    os.environ.update(
        DATABASE_URL=url.rpartition("/")[0] + f"/{SCRATCH}",
        OVERTRICK_SECRET=token_urlsafe(40),
        OVERTRICK_LOG="ERROR",
        DJANGO_SETTINGS_MODULE="overtrick.web.settings",
    )
    from overtrick.web.serving.run import prepare

    prepare()
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from overtrick.web.table.links import link
    from web.congresses import draw_next, hold, started

    held = hold(RULES, slug=EVENT)
    started(held, 2 * TABLES)
    draw_next(held)
    return [link(held, number) for number in range(1, TABLES + 1)]


async def listen(heard: list[tuple[float, int]]) -> None:
    """Hold one stream open, and write down what it says and when."""
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
    writer.write(f"GET /live/{EVENT} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    while line := await reader.readline():
        if line.startswith(b"data: "):
            heard.append((time.time(), json.loads(line[6:])["number"]))


async def listen_all(heard: list[list[tuple[float, int]]], ready: Any, done: Any) -> None:
    """Hold all streams open until it is done."""
    tasks = []
    for place, mine in enumerate(heard):
        tasks.append(asyncio.ensure_future(listen(mine)))
        if place % 50 == 49:
            await asyncio.sleep(0.05)
    while not all(heard):
        await asyncio.sleep(0.1)
    ready.set()
    while not done.is_set():
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()


def read(count: int, ready: Any, done: Any, told: Any) -> None:
    """Hold so many streams open; tell what each heard, and when."""
    heard: list[list[tuple[float, int]]] = [[] for _ in range(count)]
    asyncio.run(listen_all(heard, ready, done))
    told.put(heard)


def phones(tokens: list[str], rate: float, seconds: float, hands: int = 16) -> list[float]:
    """Post at a rate; the seconds each post took."""
    due: Queue[int] = Queue()
    taken: list[float] = []
    done = threading.Event()

    def hand() -> None:
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        while not done.is_set():
            with suppress(Empty):
                taken.append(_post(line, tokens, due.get(timeout=0.2)))

    threads = [threading.Thread(target=hand) for _ in range(hands)]
    for thread in threads:
        thread.start()
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        time.sleep(max(0.0, start + number / rate - time.perf_counter()))
        due.put(number)
    while not due.empty():
        time.sleep(0.05)
    done.set()
    for thread in threads:
        thread.join()
    return taken


def _post(line: http.client.HTTPConnection, tokens: list[str], number: int) -> float:
    """A result the first time round, then the same board put right again and again."""
    table, board = number % TABLES, number // TABLES % 8 + 1
    said = {
        "key": str(number), "what": "result" if number < TABLES * 8 else "put right", "stage": "Swiss", "round": 1,
        "board": board, "seat": "North", "result": f"4S S {('=', '+1', '-1')[number // (TABLES * 8) % 3]}",
    }  # fmt: skip
    began = time.perf_counter()
    line.request("POST", f"/t/{tokens[table]}/message", json.dumps(said))
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200:
        print(f"refused: {answer.status} {body[:200]!r}", file=sys.stderr)
    return time.perf_counter() - began


def latencies(heard: list[list[tuple[float, int]]], after: int) -> list[float]:
    """For every posting and every reader, from the start of its transaction to the word of it."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT number, extract(epoch FROM kept_at)::float8 FROM book_line "
            "WHERE event = %s AND number > %s ORDER BY number",
            [EVENT, after],
        ).fetchall()
    found = []
    for messages in heard:
        numbers = [number for _, number in messages]
        if any(one >= other for one, other in pairwise(numbers)):
            sys.exit("a number went back")
        for number, kept in rows:
            place = bisect_left(numbers, number)
            if place < len(numbers):
                found.append(messages[place][0] - kept)
            else:
                found.append(float("inf"))
    return found


def processor_seconds(group: int) -> float:
    """The processor time that a process group has used so far, as Linux counts it."""
    used = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def at(share: float, values: list[float]) -> float:
    """The value that a share of them does not pass."""
    return values[min(len(values) - 1, int(share * len(values)))]


def measure(options: argparse.Namespace, tokens: list[str], group: int) -> None:
    """Run phones and readers against the server, and print what came of it."""
    from overtrick.ledger.durable.book import DurableBook

    seconds = options.minutes * 60
    before = DurableBook(EVENT).last()
    context = get_context("spawn")
    ready, done, told = context.Event(), context.Event(), context.Queue()
    readers = context.Process(target=read, args=(options.readers, ready, done, told))
    readers.start()
    ready.wait(120)
    load = os.getloadavg()[0]
    idle = processor_seconds(group)
    began = time.perf_counter()
    taken = sorted(phones(tokens, options.rate, seconds))
    lasted = time.perf_counter() - began
    used = processor_seconds(group) - idle
    time.sleep(3)
    done.set()
    heard = told.get(timeout=120)
    readers.join()
    posted = DurableBook(EVENT).last() - before
    found = sorted(latencies(heard, before))
    print(f"{options.readers} readers, {options.workers} processes, load of the machine before {load:.1f}")
    print(f"{posted} results in {lasted:.0f} s: {posted / lasted:.1f} a second, asked for {options.rate:g}")
    print(f"the server used {used:.1f} s of processor time, {used / posted * 1000:.1f} ms a result, its readers told")
    print(f"a post took, ms: p50 {at(0.5, taken) * 1000:.0f}, p95 {at(0.95, taken) * 1000:.0f}")
    told_ms = ", ".join(f"p{share * 100:g} {at(share, found) * 1000:.0f}" for share in (0.5, 0.95, 0.99))
    print(f"commit to reader, ms: {told_ms}, most {found[-1] * 1000:.0f}; {len(found)} measured")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=1)
    asked.add_argument("--rate", type=float, default=50, help="results a second")
    asked.add_argument("--readers", type=int, default=1000)
    asked.add_argument("--workers", type=int, default=2)
    options = asked.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    tokens = set_up(url)
    command = [sys.executable, "-m", "overtrick", "serve", "--port", str(PORT), "--workers", str(options.workers)]
    server = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - our own command
    try:
        time.sleep(8)
        measure(options, tokens, server.pid)
    finally:
        server.terminate()
        server.wait(20)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
