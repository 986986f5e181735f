"""A high-availability PostgreSQL cluster on this machine: Patroni, etcd, HAProxy, PgBouncer, pgBackRest.

    python scripts/cluster.py                       # until Ctrl-C; then it is gone
    python scripts/cluster.py --port 25400 --folder /var/tmp/cluster

Everything is from Debian's packages, listens on loopback, has its data in a folder of its own and uses consecutive
ports: the machine's own PostgreSQL is not affected. If started by root it runs as the user `postgres`. Passwords are
generated for each run. When the script ends, also by a signal, all processes are stopped and the folder is deleted.
"""

import argparse
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from string import Template
from typing import Any

import psycopg
from rig import binaries, wait_until

TEMPLATES = Path(__file__).parents[1] / "deploy" / "cluster"
NODES = (1, 2, 3)
PROGRAMS = ("patroni", "etcd", "etcdctl", "haproxy", "pgbouncer", "pgbackrest")
PACKAGES = "patroni python3-etcd etcd-server etcd-client haproxy pgbouncer pgbackrest"
PORT = 15400
"""The first of about eighty ports."""
TTL = 20
"""Seconds after which a silent leader is replaced."""


class Cluster:
    """The whole cluster; nodes and members of etcd have the numbers 1 to 3."""

    def __init__(self, folder: Path, first: int = PORT, ttl: int = TTL) -> None:
        self.folder = folder
        self.ttl = ttl
        self.bin = binaries()
        self.write, self.read, self.pool = first + 40, first + 41, first + 42
        self.spare = first + 43
        self._first = first
        self._passwords = {name: secrets.token_urlsafe(18) for name in ("superuser", "replication", "rewind", "server")}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            own = pwd.getpwnam("postgres")
            self._who = {"user": own.pw_uid, "group": own.pw_gid, "extra_groups": []}

    def port(self, node: int) -> int:
        """The port of a node's PostgreSQL."""
        return self._first + node

    def url(self, role: str = "postgres", database: str = "postgres", port: int = 0) -> str:
        """The address for a role: the current leader by HAProxy, unless a port is given."""
        password = self._passwords["superuser" if role == "postgres" else "server"]
        return f"postgresql://{role}:{password}@127.0.0.1:{port or self.write}/{database}"

    def up(self) -> None:
        """Create and start everything; the database is empty."""
        self._write()
        for number in NODES:
            self.start_etcd(number)
        wait_until(self._etcd_is_well, 60, "etcd's start")
        self.start_node(1)
        wait_until(lambda: self.leader() == 1, 120, "a first leader")
        self.backrest("stanza-create")  # before the standbys: archiving needs it
        for number in NODES[1:]:
            self.start_node(number)
        self.settled()
        self._start("haproxy", "haproxy", "-db", "-f", self.folder / "run/haproxy.cfg")
        self._start("pgbouncer", "pgbouncer", self.folder / "run/pgbouncer.ini")
        time.sleep(2)  # HAProxy considers every node the leader until it has checked it twice
        wait_until(self.writable, 60, "HAProxy's way to the leader")

    def settled(self, seconds: float = 180) -> None:
        """Wait until every other node follows the leader, and one of them synchronously."""
        wait_until(lambda: len(found := self.streaming()) == 2 and "sync" in found.values(), seconds, "the standbys")

    def down(self) -> None:
        """Stop everything that was started."""
        for name in ("pgbouncer", "haproxy"):
            self._end(name)
        leader = self.leader()
        for number in sorted(NODES, key=lambda each: each == leader):  # standbys first: a leader waits for them
            self._end(f"patroni-{number}", patience=30)
            _kill(self._postgres(number))
        for number in NODES:
            self._end(f"etcd-{number}")

    def _write(self) -> None:
        for name in (
            "run",
            "log",
            "data",
            "backup",
            "etcd",
            *(f"run/{kind}-n{n}" for n in NODES for kind in ("lock", "spool")),
        ):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        servers = "\n".join(f"    server n{n} 127.0.0.1:{self.port(n)} check port {self._rest(n)}" for n in NODES)
        etcd = ",".join(f"127.0.0.1:{self._etcd(n)}" for n in NODES)
        common = {
            "folder": self.folder, "bin": self.bin, "etcd": etcd, "ttl": self.ttl, "servers": servers,
            "write": self.write, "read": self.read, "pool": self.pool, **self._passwords,
        }  # fmt: skip
        for number in NODES:
            own = {**common, "name": f"n{number}", "port": self.port(number), "rest": self._rest(number)}
            self._fill("patroni.yml", f"patroni-n{number}.yml", own)
            self._fill("pgbackrest.conf", f"pgbackrest-n{number}.conf", own)
        self._fill("haproxy.cfg", "haproxy.cfg", common)
        self._fill("pgbouncer.ini", "pgbouncer.ini", common)
        users = self.folder / "run/userlist.txt"
        users.touch(mode=0o600)
        users.write_text(f'"overtrick" "{self._passwords["server"]}"\n', encoding="utf-8")
        if self._who:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, self._who["user"], self._who["group"])

    def _fill(self, template: str, name: str, values: dict[str, object]) -> None:
        file = self.folder / "run" / name
        file.touch(mode=0o600)
        text = (TEMPLATES / template).read_text(encoding="utf-8").replace("${…}", "What stands in braces")
        file.write_text(Template(text).substitute(values), encoding="utf-8")

    def start_etcd(self, number: int) -> None:
        """Start or restart a member of etcd."""
        client, peer = (f"http://127.0.0.1:{port}" for port in (self._etcd(number), self._etcd(number) + 10))
        members = ",".join(f"e{n}=http://127.0.0.1:{self._etcd(n) + 10}" for n in NODES)
        self._start(
            f"etcd-{number}", "etcd", "--name", f"e{number}", "--data-dir", self.folder / f"etcd/e{number}",
            "--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer,
            "--initial-advertise-peer-urls", peer, "--initial-cluster", members, "--initial-cluster-state", "new",
            "--auto-compaction-retention", "1", "--logger", "zap", "--log-level", "warn",
            "--heartbeat-interval", "200", "--election-timeout", "2000",
        )  # fmt: skip

    def start_node(self, number: int) -> None:
        """Start a node: Patroni, which starts its PostgreSQL or copies it from the leader."""
        self._start(f"patroni-{number}", "patroni", self.folder / f"run/patroni-n{number}.yml")

    def _start(self, name: str, *command: object) -> None:
        with (self.folder / f"log/{name}.out").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                env=self._environment, start_new_session=True, **self._who,
            )  # fmt: skip

    @property
    def _environment(self) -> dict[str, str]:
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "TZ": "UTC", "ETCDCTL_API": "3"}

    def _end(self, name: str, how: signal.Signals = signal.SIGTERM, patience: float = 15) -> None:
        process = self._processes.pop(name, None)
        if process is None or process.poll() is not None:
            return
        process.send_signal(how)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _command(self, *command: object, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, timeout=seconds, check=False,
            cwd=self.folder, env=self._environment, **self._who,
        )  # fmt: skip

    def _rest(self, node: int) -> int:
        return self._first + 10 + node

    def _etcd(self, member: int) -> int:
        return self._first + 20 + member

    def _etcd_is_well(self) -> bool:
        ends = ",".join(f"127.0.0.1:{self._etcd(n)}" for n in NODES)
        return self._command("etcdctl", f"--endpoints={ends}", "endpoint", "health", seconds=20).returncode == 0

    def leader(self) -> int:
        """The node that considers itself the leader; 0 if there is none."""
        return next((number for number in NODES if self._status(number, "/primary") == 200), 0)

    def _status(self, node: int, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._rest(node)}{path}", timeout=2) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as fault:
            return fault.code
        except OSError:
            return 0

    def sql(self, question: str, port: int = 0, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Query as the administrator; an empty list if nobody answers."""
        try:
            with psycopg.connect(self.url(database=database, port=port), connect_timeout=3, autocommit=True) as asked:
                done = asked.execute(question.encode())
                return done.fetchall() if done.description else []
        except psycopg.Error:
            return []

    def streaming(self) -> dict[str, str]:
        """The standbys that follow the leader, and their modes."""
        leader = self.leader()
        asked = "SELECT application_name, sync_state FROM pg_stat_replication WHERE state = 'streaming'"
        return dict(self.sql(asked, self.port(leader))) if leader else {}

    def writable(self) -> bool:
        """Whether the leader answers at the leader's address."""
        return self.sql("SELECT pg_is_in_recovery()") == [(False,)]

    def kill_machine(self, node: int) -> None:
        """Kill a node, Patroni and its PostgreSQL, like a power failure: all are stopped before the first is killed."""
        patroni = self._processes.pop(f"patroni-{node}")
        dying = [patroni.pid, *self._postgres(node)]
        for how in (signal.SIGSTOP, signal.SIGKILL):
            _signal(dying, how)
        patroni.wait()

    def kill_etcd(self, number: int) -> None:
        """Kill a member of etcd."""
        self._end(f"etcd-{number}", signal.SIGKILL)

    @contextmanager
    def stalled(self, standby: str) -> Iterator[None]:
        """Let the leader send nothing to a named standby, inside the `with` block.

        The sender is stopped: a stopped receiver would find everything in its socket afterwards.
        """
        rows = self.sql("SELECT pid, application_name FROM pg_stat_replication")
        senders = [int(pid) for pid, name in rows if name == standby]
        _signal(senders, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(senders, signal.SIGCONT)

    def _postgres(self, node: int) -> list[int]:
        """The processes of a node's PostgreSQL, and their children."""
        return _tree(self.folder / f"data/n{node}")

    def backrest(self, *words: str, seconds: float = 600) -> None:
        """Run pgBackRest on the leader."""
        config = self.folder / f"run/pgbackrest-n{self.leader()}.conf"
        done = self._command("pgbackrest", f"--config={config}", "--stanza=overtrick", *words, seconds=seconds)
        if done.returncode:
            raise RuntimeError(f"pgbackrest {' '.join(words)}: {done.stdout}{done.stderr}")

    @contextmanager
    def restored(self, moment: str) -> Iterator[int]:
        """The port of another instance, with the books as they were at a moment. The cluster is not affected."""
        target = self.folder / "restored"
        target.mkdir(mode=0o700)
        if self._who:
            os.chown(target, self._who["user"], self._who["group"])
        self.backrest(
            f"--pg1-path={target}", "--type=time", f"--target={moment}", "--target-action=promote",
            "--archive-mode=off", "restore",
        )  # fmt: skip
        # With the cluster's own settings it would wait for a standby for ever, and archive into the cluster's archive.
        settings = {
            "port": self.spare, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder / "run",
            "synchronous_standby_names": "", "archive_mode": "off",
        }  # fmt: skip
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self._start("restored", self.bin / "postgres", "-D", target, *words)
        try:
            asked = "SELECT pg_is_in_recovery()"
            wait_until(lambda: self.sql(asked, self.spare) == [(False,)], 120, "the end of the restored one's recovery")
            yield self.spare
        finally:
            self._end("restored", signal.SIGINT)
            shutil.rmtree(target, ignore_errors=True)


def _tree(data: Path) -> list[int]:
    """A postmaster, found by its data folder, and all processes below it."""
    try:
        first = int((data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
        if str(data).encode() not in Path(f"/proc/{first}/cmdline").read_bytes():  # the number is reused
            return []
    except (OSError, ValueError):
        return []
    below: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            below.setdefault(int(stat.read_text().rpartition(")")[2].split()[1]), []).append(int(stat.parent.name))
    found = [first]
    for each in found:  # the list grows during the loop
        found += below.get(each, [])
    return found


def _signal(processes: Iterable[int], how: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, how)


def _kill(processes: Iterable[int]) -> None:
    _signal(processes, signal.SIGKILL)


@contextmanager
def running(first: int = PORT, folder: Path | None = None, ttl: int = TTL) -> Iterator[Cluster]:
    """A running cluster, which is removed completely afterwards."""
    absent = [name for name in PROGRAMS if shutil.which(name, path="/usr/bin:/usr/sbin") is None]
    if absent:
        sys.exit(f"{', '.join(absent)}: not installed here. apt-get install --no-install-recommends {PACKAGES}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started ends too
    home = folder or Path(tempfile.mkdtemp(prefix="overtrick-ha-"))
    home.mkdir(exist_ok=True)
    if any(home.iterdir()):
        sys.exit(f"{home} is not empty: the cluster takes its folder away when it ends")
    made = Cluster(home.resolve(), first, ttl)
    try:
        made.up()
        yield made
    finally:
        made.down()
        shutil.rmtree(home, ignore_errors=True)


def main() -> None:
    """Run until it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=PORT, help="the first of the ports that are taken")
    parser.add_argument("--folder", type=Path, help="an empty folder for the data, which is taken away at the end")
    parser.add_argument("--ttl", type=int, default=TTL, help="seconds after which a silent leader is replaced")
    asked = parser.parse_args()
    began = time.monotonic()
    with running(asked.port, asked.folder, asked.ttl) as made:
        made.sql("CREATE DATABASE overtrick")
        print(f"Three nodes, made in {time.monotonic() - began:.0f} s in {made.folder}; node {made.leader()} leads.")
        print(f"export DATABASE_URL='{made.url('overtrick', 'overtrick', made.pool)}'")
        print(f"export OVERTRICK_DATABASE_DIRECT='{made.url('overtrick', 'overtrick')}'")
        print(f"overtrick database setup --admin '{made.url(database='overtrick')}'")
        print(f"Standbys: 127.0.0.1:{made.read}. Ctrl-C ends it and takes everything away.", flush=True)
        with suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    main()
