"""From commit to content: phones post at a steady rate while many hold the standings open, all on this machine.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/live.py --readers 1000
    … python benchmarks/live.py --readers 10000 --apart --seconds 30

The server runs as it always does, `overtrick serve`, behind nginx as `deploy/nginx.conf` has it; `--apart` has a
server of its own for the readers. Phones post through their own address; each reader holds the stream with its page
(crowd.py). A posting's time counts from `kept_at`, the start of its transaction, to the moment a reader holds content
of a number not less than its own. Then all lines are cut at once while posting goes on. Readers, phones, nginx and
database share the cores with the server. Beside it, in the same run: the bare stream (bare_stream.py) with as many
bytes, and nginx with the same bytes as a file. A scratch database is made and dropped.
"""

import argparse
import http.client
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_left
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, Queue
from secrets import token_urlsafe
from typing import Any

import crowd
import psycopg

SCRATCH = "overtrick_bench_live"
EVENT = "bench"
RULES = "nsw-swiss-pairs/congress"
TABLES = 50
PORT, LIVE, NGINX, BARE = 8399, 8398, 8397, 8396


class REFUSED:
    """How many results were not taken."""

    total = 0


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


def phones(tokens: list[str], rate: float, seconds: float, hands: int = 16) -> list[float]:
    """Post at a rate; the seconds each post took."""
    due: Queue[int] = Queue()
    taken: list[float] = []
    done = threading.Event()

    def hand() -> None:
        line = http.client.HTTPConnection("127.0.0.1", NGINX, timeout=30)
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
        REFUSED.total += 1
        print(f"refused: {answer.status} {body[:200]!r}", file=sys.stderr)
    return time.perf_counter() - began


def latencies(steps: list[list[tuple[float, int]]], after: int, before: float) -> list[float]:
    """For every posting up to a moment and every reader, from the start of its transaction to its content."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT number, extract(epoch FROM kept_at)::float8 FROM book_line "
            "WHERE event = %s AND number > %s AND kept_at < to_timestamp(%s) ORDER BY number",
            [EVENT, after, before],
        ).fetchall()
    found = []
    for mine in steps:
        numbers = [number for _, number in mine]
        for number, kept in rows[:: max(1, len(rows) // 500)]:
            place = bisect_left(numbers, number)
            found.append(mine[place][0] - kept if place < len(numbers) else float("inf"))
    return sorted(found)


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


def memory(group: int) -> int:
    """The memory that a process group holds, in bytes, as Linux counts what is its own."""
    held = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[2]) == group:
                _, resident, shared, *_ = (stat.parent / "statm").read_text().split()
                held += (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    return held


def ms(values: list[float]) -> str:
    """Times in milliseconds, by their shares."""
    if not values:
        return "none"
    return ", ".join(f"p{share * 100:g} {at(share, values) * 1000:.0f}" for share in (0.5, 0.95, 0.99))


class Readers:
    """A crowd in a process of its own."""

    def __init__(self, port: int, addresses: list[str], count: int) -> None:
        context = get_context("spawn")
        self.line, other = context.Pipe()
        self.count = count
        self.process = context.Process(target=crowd.read, args=(port, addresses, count, other))
        self.process.start()

    def ask(self, what: str) -> Any:
        """Ask the crowd something."""
        self.line.send(what)
        return self.line.recv()

    def wait(self, most: float = 120) -> float:
        """Wait until all hold the page; the seconds it took."""
        began = time.perf_counter()
        while self.ask("hold") < self.count and time.perf_counter() - began < most:
            time.sleep(0.1)
        return time.perf_counter() - began

    def end(self) -> tuple[int, int, list[list[tuple[float, int]]]]:
        """Bytes received, messages that were wrong, and what each reader held since when."""
        told: tuple[int, int, list[list[tuple[float, int]]]] = self.ask("end")
        self.process.join()
        return told


def measure(options: argparse.Namespace, tokens: list[str], groups: dict[str, int]) -> float:
    """Run phones and readers against the server, print what came of it, and return the bytes of a message."""
    from overtrick.ledger.durable.book import DurableBook

    before, empty = DurableBook(EVENT).last(), {name: memory(group) for name, group in groups.items()}
    readers = Readers(NGINX, [f"/live/{EVENT}?view=/e/{EVENT}/"], options.readers)
    print(f"{options.readers} readers hold the page after {readers.wait():.1f} s; load before {os.getloadavg()[0]:.1f}")
    full = {name: memory(group) for name, group in groups.items()}
    phones(tokens, options.rate, 4)  # warm
    start, bytes_before = DurableBook(EVENT).last(), readers.ask("bytes")
    idle = {name: processor_seconds(group) for name, group in groups.items()}
    began = time.perf_counter()
    taken = sorted(phones(tokens, options.rate, options.seconds))
    lasted = time.perf_counter() - began
    used = {name: processor_seconds(group) - idle[name] for name, group in groups.items()}
    received = readers.ask("bytes") - bytes_before
    posted = DurableBook(EVENT).last() - start
    time.sleep(3)
    measured_until = time.time() - 3
    readers.line.send("cut")
    herd = sorted(phones(tokens, options.rate, 8))
    back = readers.wait()
    time.sleep(3)
    _, wrong, steps = readers.end()
    found = latencies(steps, start, measured_until)
    minute = received / options.readers / lasted * 60
    print(f"{posted / lasted:.1f} results a second, asked for {options.rate:g}; {REFUSED.total} refused")
    print(f"a post took, ms: {ms(taken)}; while all come again: {ms(herd)}, all back {8 + back:.1f} s after the cut")
    print(f"commit to content, ms: {ms(found)}; {found.count(float('inf'))} of {len(found)} not seen; {wrong} wrong")
    cores = ", ".join(f"{name} {seconds / lasted:.2f}" for name, seconds in used.items())
    print(f"cores: {cores}; {minute / 1000:.0f} kB a minute a reader")
    each = ", ".join(f"{name} {(full[name] - empty[name]) / options.readers / 1000:.0f}" for name in groups)
    print(f"memory a reader, kB: {each}; {before} postings before, {DurableBook(EVENT).last()} after")
    ticks = sum(1 for mine in steps for moment, _ in mine if moment < measured_until) / max(1, len(steps))
    return float(received / options.readers / max(1.0, ticks))


def measure_bare(options: argparse.Namespace, size: int) -> None:
    """The bare stream with as many bytes a second, and nginx with the same bytes as a file."""
    import urllib.request

    os.environ.update(BARE_BYTES=str(size), BARE_TICK=str(max(0.4, options.readers / 10_000)))
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "asgi",
        "--no-ws",
        "--port",
        str(BARE),
        "--log-level",
        "error",
    ]
    command = [*command, "bare_stream:application"]
    bare = subprocess.Popen(command, cwd=Path(__file__).parent, start_new_session=True)  # noqa: S603 - our own command
    try:
        time.sleep(3)
        readers = Readers(BARE, ["/"], options.readers)
        readers.wait()
        idle, sent = processor_seconds(bare.pid), readers.ask("bytes")
        time.sleep(8)
        used, sent = processor_seconds(bare.pid) - idle, readers.ask("bytes") - sent
        readers.end()
        print(f"bare stream: {used / 8:.2f} cores, {sent / options.readers * 7.5 / 1000:.0f} kB a minute a reader")
    finally:
        bare.terminate()
        bare.wait(10)
    began, count = time.perf_counter(), 2000
    for _ in range(count):
        with urllib.request.urlopen(f"http://127.0.0.1:{NGINX}/bare", timeout=10) as answer:
            answer.read()
    print(f"nginx with a file, one after another: {(time.perf_counter() - began) / count * 1e6:.0f} µs with its reader")


def nginx_settings(folder: Path, live: int) -> Path:
    """Settings for nginx as `deploy/nginx.conf` has them, without TLS and names."""
    shipped = (Path(__file__).parents[1] / "deploy" / "nginx.conf").read_text()
    (folder / "proxy.conf").write_text((Path(__file__).parents[1] / "deploy" / "overtrick-proxy.conf").read_text())
    (folder / "bare").write_bytes(os.urandom(400))
    folder.chmod(0o755)  # nginx reads it as another user
    secure = shipped[shipped.index("listen 443") :]
    locations = secure[secure.index("    # What opens a table") :]
    locations = locations.replace("/etc/nginx/snippets/overtrick-proxy.conf", str(folder / "proxy.conf"))
    stream = locations.index("location /live/")
    locations = locations[:stream] + locations[stream:].replace("http://overtrick;", f"http://127.0.0.1:{live};", 1)
    settings = folder / "nginx.conf"
    settings.write_text(
        f"worker_processes 1; worker_rlimit_nofile 60000; daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        "events { worker_connections 50000; }\nhttp { access_log off;\n"
        f"proxy_cache_path {folder}/cache levels=1:2 keys_zone=overtrick:10m max_size=256m use_temp_path=off;\n"
        f"upstream overtrick {{ server 127.0.0.1:{PORT}; keepalive 32; keepalive_timeout 5s; }}\n"
        f"server {{ listen 127.0.0.1:{NGINX} backlog=10000; location = /bare {{ root {folder}; }}\n{locations}}}\n"
    )
    return settings


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--rate", type=float, default=50, help="results a second")
    asked.add_argument("--readers", type=int, default=1000)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--apart", action="store_true", help="a server of its own for the readers")
    options = asked.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    tokens = set_up(url)
    started: dict[str, subprocess.Popen[bytes]] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            serve = [sys.executable, "-m", "overtrick", "serve", "--workers", str(options.workers), "--port"]
            started["posts and pages"] = subprocess.Popen([*serve, str(PORT)], start_new_session=True)  # noqa: S603 - ours
            if options.apart:
                started["stream"] = subprocess.Popen([*serve, str(LIVE)], start_new_session=True)  # noqa: S603 - ours
            settings = nginx_settings(Path(folder), LIVE if options.apart else PORT)
            command = ["/usr/sbin/nginx", "-c", str(settings)]
            started["nginx"] = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - Debian's nginx
            time.sleep(10)
            size = measure(options, tokens, {name: each.pid for name, each in started.items()})
            measure_bare(options, round(size))
        finally:
            for each in started.values():
                each.terminate()
                each.wait(30)
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
