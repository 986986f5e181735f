"""Shared by the server benchmarks: a scratch database, phones that post, readers, and a server behind nginx.

The server is a normal `overtrick serve` behind nginx with `deploy/nginx.conf`. Phones post through their own address;
each reader keeps a page's stream open (crowd.py). Readers, phones, nginx and database share the cores with the server.
"""

import http.client
import itertools
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from queue import Empty, Queue
from secrets import token_urlsafe
from typing import Any

import crowd
import psycopg

SCRATCH = f"overtrick_bench_{os.getpid()}"
"""The name is different for each run, so that runs never drop each other's database."""
RULES = "nsw-swiss-pairs/congress"
BOARDS = 8
PORT, LIVE, NGINX = 8399, 8398, 8397
NODES = (8399, 8391, 8392, 8393)
"""The ports of the servers, where an event's phones and readers are routed to one of several."""
ROOT = Path(__file__).parents[1]


def server_url() -> str:
    """The address of the server where the scratch database is made."""
    return os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")


def set_up(url: str, events: int, tables: int) -> tuple[list[str], list[str]]:
    """Make the scratch database with events in their first round; return their names and the tables' tokens."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    os.environ.update(
        DATABASE_URL=url.rpartition("/")[0] + f"/{SCRATCH}",
        OVERTRICK_SECRET=token_urlsafe(40),
        OVERTRICK_LOG="ERROR",
        DJANGO_SETTINGS_MODULE="overtrick.web.settings",
    )
    from overtrick.web.server.run import prepare

    prepare()
    sys.path.insert(0, str(ROOT / "tests"))
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.web.table.links import link
    from web.congresses import draw_next, hold, keep, started

    held = [hold(RULES, slug=f"bench-{number}") for number in range(1, events + 1)]
    started(held[0], 2 * tables)
    draw_next(held[0])
    same = list(DurableBook(held[0].slug).postings())
    for other in held[1:]:
        keep(other, same)  # the others have the same entries and the same first draw
    return [each.slug for each in held], [link(each, number) for number in range(1, tables + 1) for each in held]


@dataclass
class Phones:
    """Tables of all events that post in turn: a result each in the first cycle, then corrections of the same boards."""

    tokens: list[str]
    hands: int = 16
    refused: int = 0
    kept: int = 0
    posted: Iterator[int] = field(default_factory=itertools.count)

    def post(self, rate: float, seconds: float) -> list[float]:
        """Post at a rate; return the seconds each post took, in the order of the answers."""
        due: Queue[int] = Queue()
        taken: list[float] = []
        done = threading.Event()

        def hand() -> None:
            line = http.client.HTTPConnection("127.0.0.1", NGINX, timeout=30)
            while not done.is_set():
                with suppress(Empty):
                    taken.append(self.send(line, due.get(timeout=0.2)))

        threads = [threading.Thread(target=hand) for _ in range(self.hands)]
        for thread in threads:
            thread.start()
        start = time.perf_counter()
        for number in range(int(rate * seconds)):
            time.sleep(max(0.0, start + number / rate - time.perf_counter()))
            due.put(next(self.posted))  # a repeated message from a phone is only acknowledged again
        while not due.empty():
            time.sleep(0.05)
        done.set()
        for thread in threads:
            thread.join()
        return taken

    def said(self, number: int) -> tuple[str, dict[str, object]]:
        """The table's link and the message of a posting by its number."""
        turn, table = divmod(number, len(self.tokens))
        return self.tokens[table], {
            "key": str(number), "what": "result" if turn < BOARDS else "put right", "stage": "Swiss", "round": 1,
            "board": turn % BOARDS + 1, "seat": "North", "result": f"4S S {('=', '+1', '-1')[turn // BOARDS % 3]}",
        }  # fmt: skip

    def send(self, line: http.client.HTTPConnection, number: int) -> float:
        token, said = self.said(number)
        began = time.perf_counter()
        line.request("POST", f"/t/{token}/message", json.dumps(said))
        answer = line.getresponse()
        body = answer.read()
        if answer.status == 200:
            self.kept += 1
        else:
            self.refused += 1
            print(f"refused: {answer.status} {body[:200]!r}", file=sys.stderr)
        return time.perf_counter() - began


def postings(events: list[str]) -> int:
    """The total number of postings in the books."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT count(*) FROM book_line WHERE event = ANY(%s)", [events]).fetchone()
    return found[0] if found else 0


def latencies(
    events: list[str], steps: list[list[tuple[float, int]]], after: float, before: float, most: int = 500
) -> list[float]:
    """The times from a transaction's start to content, for postings between two moments and readers of their event."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT event, number, extract(epoch FROM kept_at)::float8 FROM book_line "
            "WHERE kept_at > to_timestamp(%s) AND kept_at < to_timestamp(%s) ORDER BY event, number",
            [after, before],
        ).fetchall()
    of: dict[str, list[tuple[int, float]]] = {}
    for event, number, kept in rows:
        of.setdefault(event, []).append((number, kept))
    found = []
    for place, mine in enumerate(steps):
        numbers = [number for _, number in mine]
        posted = of.get(events[place % len(events)], [])
        for number, kept in posted[:: max(1, len(posted) // most)]:
            step = bisect_left(numbers, number)
            found.append(mine[step][0] - kept if step < len(numbers) else float("inf"))
    return sorted(found)


def processor_seconds(group: int) -> float:
    """The processor time of a process group so far, from Linux's counters."""
    used = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def at(share: float, values: list[float]) -> float:
    """The value below which this share of them lies."""
    return values[min(len(values) - 1, int(share * len(values)))]


def memory(group: int) -> int:
    """The memory of a process group in bytes, counting only what is its own."""
    held = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[2]) == group:
                _, resident, shared, *_ = (stat.parent / "statm").read_text().split()
                held += (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    return held


def ms(values: list[float]) -> str:
    """Percentiles in milliseconds."""
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
        """Send the crowd a command and return its answer."""
        self.line.send(what)
        return self.line.recv()

    def wait(self, most: float = 120) -> float:
        """Wait until all have the page; return the seconds it took."""
        began = time.perf_counter()
        while self.ask("hold") < self.count and time.perf_counter() - began < most:
            time.sleep(0.1)
        return time.perf_counter() - began

    def end(self) -> tuple[int, int, list[list[tuple[float, int]]]]:
        """Bytes received, wrong messages, and each reader's content over time."""
        told: tuple[int, int, list[list[tuple[float, int]]]] = self.ask("end")
        self.process.join()
        return told


def bare_stream(port: int) -> list[str]:
    """The command of the bare stream, for as many readers as the limit on open files permits."""
    many = str(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    granian = [sys.executable, "-m", "granian", "--interface", "asgi", "--no-ws", "--log-level", "error"]
    return [*granian, "--port", str(port), "--backlog", many, "--backpressure", many, "bare_stream:application"]


def nginx_settings(folder: Path, nodes: int, *, apart: bool) -> Path:
    """Settings for nginx as in `deploy/nginx.conf` and `deploy/nginx-nodes.conf`, without TLS and names."""
    shipped = (ROOT / "deploy" / "nginx.conf").read_text()
    (folder / "proxy.conf").write_text((ROOT / "deploy" / "overtrick-proxy.conf").read_text())
    (folder / "bare").write_bytes(os.urandom(400))
    folder.chmod(0o755)  # nginx reads it as another user
    secure = shipped[shipped.index("listen 443") :]
    locations = secure[secure.index("    # What opens a table") :]
    locations = locations.replace("/etc/nginx/snippets/overtrick-proxy.conf", str(folder / "proxy.conf"))
    if apart:
        stream = locations.index("location /live/")
        locations = locations[:stream] + locations[stream:].replace("http://overtrick;", f"http://127.0.0.1:{LIVE};", 1)
    upstream = f"upstream overtrick {{ server 127.0.0.1:{PORT}; keepalive 32; keepalive_timeout 5s; }}"
    if nodes > 1:
        upstream = (ROOT / "deploy" / "nginx-nodes.conf").read_text()
        listed = "".join(f"    server 127.0.0.1:{port};\n" for port in NODES[:nodes])
        upstream = re.sub(r"(    server [^\n]*\n)+", listed, upstream, count=1)
    settings = folder / "nginx.conf"
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # two for each reader: hence two processes
    settings.write_text(
        f"worker_processes 2; worker_rlimit_nofile {files}; daemon off;\n"
        f"pid {folder}/pid; error_log {folder}/error.log;\n"
        "events { worker_connections 50000; }\nhttp { access_log off;\n"
        f"proxy_cache_path {folder}/cache levels=1:2 keys_zone=overtrick:10m max_size=256m use_temp_path=off;\n"
        f"{upstream}\nserver {{ listen 127.0.0.1:{NGINX} backlog=10000 reuseport;\n"
        f"location = /bare {{ root {folder}; }}\n{locations}}}\n"
    )
    return settings


@contextmanager
def serving(*, workers: int = 1, nodes: int = 1, apart: bool = False, proxy: bool = True) -> Iterator[dict[str, int]]:
    """Run the server on the scratch database, with one node or several; yield process groups by role.

    It is behind nginx, except without *proxy*.
    """
    names = {"posts and pages": PORT, "stream": LIVE} if apart else {"posts and pages": PORT}
    if nodes > 1:
        names = {f"node {number}": port for number, port in enumerate(NODES[:nodes], 1)}
    started: dict[str, subprocess.Popen[bytes]] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            serve = [sys.executable, "-m", "overtrick", "serve", "--workers", str(workers), "--port"]
            quiet = subprocess.DEVNULL
            for name, port in names.items():
                started[name] = subprocess.Popen([*serve, str(port)], start_new_session=True, stdout=quiet)  # noqa: S603 - ours
            if proxy:
                command = ["/usr/sbin/nginx", "-c", str(nginx_settings(Path(folder), nodes, apart=apart))]
                started["nginx"] = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - Debian's nginx
            wait_for(names)
            yield {name: each.pid for name, each in started.items()}
        finally:
            for each in started.values():
                each.terminate()
                each.wait(30)


def wait_for(names: dict[str, int]) -> None:
    """Wait until every server answers."""
    until = time.time() + 60
    for port in names.values():
        while True:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            try:
                line.request("GET", "/health")
                if line.getresponse().status == 200:
                    break
            except OSError:
                if time.time() > until:
                    raise
            finally:
                line.close()
            time.sleep(0.2)


@contextmanager
def scratch(events: int, tables: int) -> Iterator[tuple[list[str], list[str]]]:
    """Events in a scratch database, which is dropped at the end; the limit on open files is raised to its maximum."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    url = server_url()
    try:
        yield set_up(url, events, tables)
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
