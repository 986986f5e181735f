"""An installation for stress tests: a PostgreSQL cluster of its own, a congress in play, and `overtrick serve`.

The cluster is created in a temporary folder with an installed PostgreSQL (Debian's, or the one `pg_config` names), so
that its processes can be killed without affecting any other. The server signs in as a role that owns nothing, as set up
by `overtrick database setup`.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from typing import Protocol

import psycopg
from history import Line as BookLine
from history import read_book
from lines import Line, Request

RULES = "nsw-swiss-pairs/congress"
STAGE = "Swiss"
BOARDS = 8
"""The boards in a round."""
STARTS = 300.0
"""Seconds for a server to start: its speed beside other work is not tested here."""


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until a condition is true."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} did not happen within {seconds:g} seconds")
        time.sleep(0.05)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def binaries() -> Path:
    """The folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    if found:
        return found[-1]
    config = shutil.which("pg_config")
    if config is None:
        sys.exit("No PostgreSQL is installed here: install Debian's postgresql, or put pg_config on the path.")
    return Path(subprocess.run([config, "--bindir"], capture_output=True, text=True, check=True).stdout.strip())


class Addressed(Protocol):
    """A database with an address."""

    def url(self, role: str = "postgres", database: str = "postgres") -> str:
        """The address for a role."""
        ...


class Cluster:
    """A PostgreSQL instance, with disk flushes enabled, that can be killed and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.bin = binaries()
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        self.process: subprocess.Popen[bytes] | None = None
        if self.user:
            os.chown(folder, pwd.getpwnam(self.user).pw_uid, -1)
        self._run("initdb", "--pgdata", str(folder / "data"), "--auth", "trust", "--username", "postgres", "--no-sync")

    def url(self, role: str = "postgres", database: str = "postgres") -> str:
        """The address for a role."""
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it accepts connections, which may take longer after a kill."""
        until = time.monotonic() + 60
        while True:
            self.process = self._spawn()
            while self.process.poll() is None and time.monotonic() < until:
                if self.answers():
                    return
                time.sleep(0.1)
            if time.monotonic() > until:
                raise TimeoutError(f"PostgreSQL does not start; see {self.folder / 'log'}")
            time.sleep(0.2)  # processes of the previous instance are still exiting

    def answers(self) -> bool:
        """Whether it accepts connections."""
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill the postmaster, as the system does when memory runs out; its children notice and exit."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop_at_once(self) -> None:
        """Shut down immediately: nothing is written to the disk, and the next start recovers from the log."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(30)

    def backends(self) -> list[int]:
        """The processes that serve connections of the server, busy ones first."""
        with psycopg.connect(self.url(), connect_timeout=2) as connection:
            found = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() "
                "ORDER BY state = 'active' DESC, random()"
            )
            return [pid for (pid,) in found]

    def _spawn(self) -> subprocess.Popen[bytes]:
        settings = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "on",
            "max_connections": 200, "shared_buffers": "64MB", "checkpoint_timeout": "60s",
        }  # fmt: skip
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [str(self.bin / "postgres"), "-D", str(self.folder / "data"), *options]
            return subprocess.Popen(command, stdout=log, stderr=log, user=self.user, start_new_session=True, cwd="/")

    def _run(self, program: str, *options: str) -> None:
        subprocess.run([self.bin / program, *options], check=True, user=self.user, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def cluster(port: int) -> Iterator[Cluster]:
    """A running cluster, which is removed afterwards."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started ends too
    folder = Path(tempfile.mkdtemp(prefix="overtrick-cluster-"))
    made = Cluster(folder, port)
    try:
        made.start()
        yield made
    finally:
        if made.process is not None and made.process.poll() is None:
            made.stop_at_once()
        shutil.rmtree(folder, ignore_errors=True)


class Server:
    """`overtrick serve` in a process group of its own."""

    environment: Mapping[str, str] | None = None
    """Its environment; without one, that of this process."""

    def __init__(self, port: int, workers: int, log: Path) -> None:
        self.port = port
        self.workers = workers
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is healthy."""
        self.process = self.spawn(*self.command)
        wait_until(lambda: self.status("/health") == 200, STARTS, "the server's start")

    @property
    def command(self) -> tuple[str, ...]:
        """The command that serves."""
        return "serve", "--port", str(self.port), "--workers", str(self.workers)

    def spawn(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a command of the product beside it, in a process group of its own."""
        command = [sys.executable, "-m", "overtrick", *words]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def status(self, path: str) -> int:
        """The status of a page; 0 if nobody answers."""
        line = Line(f"http://127.0.0.1:{self.port}", 10)
        try:
            return line.ask(Request("GET", path)).status
        finally:
            line.close()

    def processes(self, older: float = 0.0) -> list[int]:
        """Its processes that answer requests, if they have run for some seconds."""
        if self.process is None or self.process.poll() is not None:
            return []
        with suppress(OSError):
            listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
            return [each for each in map(int, listed.split()) if _age(each) >= older]
        return []

    def memory(self) -> list[int]:
        """The megabytes of memory of each of these processes, the largest first."""
        held = []
        for process in self.processes():
            with suppress(OSError):
                pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
                held.append(pages * os.sysconf("SC_PAGE_SIZE") // 2**20)
        return sorted(held, reverse=True)

    def kill_supervisor(self) -> None:
        """Kill the process that supervises the others, which must then exit by themselves."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            wait_until(lambda: self.status("/health") == 0, 30, "the end of its processes")

    def kill_all(self) -> None:
        """Kill all its processes, like a power failure."""
        if self.process is not None:
            kill_group(self.process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _age(process: int) -> float:
    """The seconds for which a process has run; -1 for one that has died."""
    with suppress(OSError):
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        up = float(Path("/proc/uptime").read_text().split()[0])
        return up - int(words[19]) / os.sysconf("SC_CLK_TCK") if words[0] != "Z" else -1.0
    return -1.0


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an event, and the token of its link."""

    event: str
    number: int
    token: str


@dataclass(frozen=True, slots=True)
class Congress:
    """The congress in play: events in their first round with their tables, and an official's credentials."""

    tables: tuple[Table, ...]
    official: str
    official_number: int
    password: str
    api_token: str
    last: dict[str, int] = field(default_factory=dict)

    @property
    def events(self) -> tuple[str, ...]:
        """The events, in order."""
        return tuple(dict.fromkeys(table.event for table in self.tables))


def congress(where: Addressed, data: Path, events: int, tables: int) -> Congress:
    """Set up the database and a congress in it, and configure this process and its children for it.

    It loads Django, and must be called only once.
    """
    with psycopg.connect(where.url(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE overtrick")
    os.environ.update(
        DATABASE_URL=where.url("overtrick", "overtrick"),
        OVERTRICK_DATA=str(data),
        OVERTRICK_SECRET=token_urlsafe(40),
        OVERTRICK_LOG="ERROR",
        DJANGO_SETTINGS_MODULE="overtrick.web.settings",
    )
    command = [sys.executable, "-m", "overtrick", "database", "setup", "--admin", where.url(database="overtrick")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    from overtrick.web.server.run import prepare

    prepare()
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from django.contrib.auth.models import User
    from django.db import connections

    from overtrick.ledger.durable.book import DurableBook
    from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
    from overtrick.web.api.tokens import new_token
    from overtrick.web.table.links import link
    from web.congresses import draw_next, hold, started

    opened, last = [], {}
    password = token_urlsafe(12)
    with use_organisation(DEFAULT):
        for number in range(1, events + 1):
            held = hold(RULES, slug=f"tried-{number}", title=f"Tried {number}")
            started(held, 2 * tables)
            draw_next(held)
            opened += [Table(held.slug, table, link(held, table)) for table in range(1, tables + 1)]
            last[held.slug] = DurableBook(held.slug).last()
        official = User.objects.create_superuser("official", password=password)
        token = new_token(official, "a program")
    connections.close_all()
    return Congress(tuple(opened), "official", official.pk, password, token, last)


@contextmanager
def serving(
    port: int, workers: int, folder: Path, events: int, tables: int
) -> Iterator[tuple[Cluster, Congress, Server]]:
    """A running server with a congress in play, and its PostgreSQL at the next port."""
    with cluster(port + 1) as database:
        playing = congress(database, folder / "data", events, tables)
        server = Server(port, workers, folder / "server.log")
        try:
            server.start()
            yield database, playing, server
        finally:
            server.kill_all()


def export_books(events: Sequence[str], folder: Path) -> dict[str, list[BookLine]]:
    """The stored books, each verified by the product's own command."""
    found = {}
    for event in events:
        file = folder / f"{event}.jsonl"
        overtrick("book", "export", event, "-o", str(file))
        print(overtrick("verify", str(file)), flush=True)
        with file.open(encoding="utf-8") as lines:
            found[event] = list(read_book(lines))
    return found


def overtrick(*words: str) -> str:
    """The output of a command of the product; ends the run if the command fails."""
    done = command(*words)
    if done.returncode:
        sys.exit(f"overtrick {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def command(*words: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command of the product that has run."""
    line = [sys.executable, "-m", "overtrick", *words]
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
