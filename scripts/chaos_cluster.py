"""The chaos of a cluster: machines of `cluster.py` are killed and stalled, and a backup is restored to a moment."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import ClassVar

import cluster as clusters
from clients import Load, clients
from history import TAKEN, messages, read_history
from lines import Line, Request
from rig import Server, congress, export_books, overtrick, wait_until
from trials import Trial

DEPLOY = Path(__file__).parents[1] / "deploy"
NGINX = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{nodes}
    server {{
        listen 127.0.0.1:{port};
{proxy}
        location ~ ^/((fr|zh)/)?t/ {{
            proxy_next_upstream error timeout non_idempotent;
            proxy_pass http://overtrick;
        }}
        location / {{ proxy_pass http://overtrick; }}
    }}
}}
"""
SETTLED = 2.0
"""Seconds of posting before something is broken."""
WATCHED = 8.0
"""Seconds for which postings are watched afterwards: pending ones may be answered before the silence begins."""


class Front:
    """nginx, with the example's rules for several nodes."""

    def __init__(self, folder: Path, port: int, nodes: list[int]) -> None:
        example = (DEPLOY / "nginx-nodes.conf").read_text(encoding="utf-8")
        named = "".join(f"    server 127.0.0.1:{node} max_fails=2 fail_timeout=2s;\n" for node in nodes)
        rules = re.sub(r"(    server 10\.0\.0\.\d+:\d+ .*\n)+", named, example)
        proxy = (DEPLOY / "overtrick-proxy.conf").read_text(encoding="utf-8")
        folder.mkdir()
        file = folder / "nginx.conf"
        file.write_text(NGINX.format(folder=folder, nodes=rules, port=port, proxy=proxy), encoding="utf-8")
        path = shutil.which("nginx", path="/usr/sbin:/usr/bin") or sys.exit("nginx is not installed here")
        with (folder / "out").open("ab") as out:
            words = [path, "-e", str(folder / "nginx.log"), "-c", str(file)]
            self.process = subprocess.Popen(words, stdout=out, stderr=out, start_new_session=True)

    def end(self) -> None:
        """Stop nginx."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


class Reading(threading.Thread):
    """A reader who requests the last number of one event after another, which must never go back."""

    def __init__(self, trial: "ClusterTrial") -> None:
        super().__init__(daemon=True)
        self.trial = trial

    def run(self) -> None:
        """Read until the load is over."""
        told = self.trial.load.told
        while not self.trial.load.over.wait(0.2):
            for event in self.trial.congress.events:
                least = told[event]
                number = self._number(event)
                if number is None:
                    self.trial.unread += 1
                    continue
                self.trial.read += 1
                if number < least:
                    self.trial.went_back.append(f"{event}: {number} after {least}")
                told[event] = max(told[event], number)

    def _number(self, event: str) -> int | None:
        line = Line(f"http://127.0.0.1:{self.trial.port}", 10)
        answer = line.ask(Request("GET", f"/e/{event}/now"))
        line.close()
        return int(json.loads(answer.body)["number"]) if answer.status == 200 else None


class ClusterTrial(Trial):
    """Break the cluster of `cluster.py` in every way while phones and programs post: 20 times take 25 minutes.

    Two nodes of the server run behind nginx with `deploy/nginx-nodes.conf`, on PgBouncer, HAProxy and three nodes of
    PostgreSQL. Readers request the last number, which must never be less than any number already reported when they
    asked. Nodes and members of etcd are killed, and standbys are stalled. A backup is restored to a moment; it must
    contain everything acknowledged until then, and be a beginning of the book. The books are verified by `overtrick
    verify`, also on a standby, and compared with the answers (`history.py`).
    """

    options: ClassVar[Mapping[str, float]] = {
        "times": 20,
        "events": 3,
        "tables": 9,
        "pause": 0.6,
        "port": clusters.PORT,
    }

    def __init__(self, asked: Namespace, folder: Path, stack: ExitStack) -> None:
        super().__init__(asked, folder, stack)
        self.port = asked.port + 50
        self.out: dict[str, list[float]] = {}
        self.back: list[float] = []
        self.loads: list[float] = []
        self.read = self.unread = 0
        self.went_back: list[str] = []
        self.others: list[str] = []
        began = time.monotonic()
        self.cluster = stack.enter_context(clusters.running(asked.port))
        print(f"the cluster stands after {time.monotonic() - began:.0f} s", flush=True)
        self.congress = congress(self.cluster, folder / "data", asked.events, asked.tables)
        direct = os.environ["DATABASE_URL"]
        os.environ.update(
            DATABASE_URL=self.cluster.url("overtrick", "overtrick", self.cluster.pool),
            OVERTRICK_DATABASE_DIRECT=direct,
            OVERTRICK_PROXIES="1",
        )
        self.nodes = [Server(self.port + number, 1, folder / f"server-{number}.log") for number in (1, 2)]
        for node in self.nodes:
            stack.callback(node.kill_all)
            node.start()
        front = Front(folder / "nginx", self.port, [node.port for node in self.nodes])
        stack.callback(front.end)
        self.load = Load(folder, asked.pause)
        self.load.start(clients(self.port, self.congress))
        for _ in range(2):
            Reading(self).start()

    def faults(self) -> Iterator[str]:
        """Kill the primary's machine many times, and every other part once."""
        wait_until(lambda: len(self.load.acknowledged) > 100, 60, "the first hundred postings")
        began = time.monotonic()
        self.cluster.backrest("--type=full", "backup")
        print(f"a full backup in {time.monotonic() - began:.0f} s", flush=True)
        quiet = len(self.load.acknowledged)
        time.sleep(10)
        print(f"{(len(self.load.acknowledged) - quiet) / 10:.0f} postings a second with nothing broken", flush=True)
        self.moment = datetime.now(UTC), time.monotonic()
        for number in range(self.asked.times):
            yield self.lose_primary("the primary's machine")
            if number == self.asked.times // 2:
                self.moment = datetime.now(UTC), time.monotonic()
        for number in (0, 1):
            yield self.lose_node(number)
        yield self.lose_etcd("one member of etcd, 15 s", (1,), 15)
        yield self.lose_etcd("all of etcd, 30 s", (1, 2, 3), 30)
        yield self.lose_standby()
        yield self.lose_primary("the primary's machine, a standby 5 s behind", "async", 5)
        yield self.lose_primary("the primary's machine, the synchronous standby stalled 3 s", "sync", 3)

    def broken(self, what: str, breaking: Callable[[], None]) -> str:
        """Break something, wait until postings are acknowledged again, and record the longest silence."""
        time.sleep(SETTLED)
        began = time.monotonic()
        breaking()
        done = time.monotonic()
        wait_until(lambda: self.load.acknowledged[-1] > done, 120, f"an acknowledgement after {what}")
        time.sleep(WATCHED)
        times = [*(each for each in sorted(self.load.acknowledged) if each > began - SETTLED), time.monotonic()]
        silence = max(after - before for before, after in pairwise(times))
        self.out.setdefault(what, []).append(silence)
        self.loads.append(os.getloadavg()[0])
        print(f"{what}: {silence:.1f} s out; node {self.cluster.leader()} leads; {dict(self.load.answers)}", flush=True)
        return what

    def lose_primary(self, what: str, stall: str = "", seconds: float = 0.0) -> str:
        """Kill the leading node, with one of its standbys stalled before; start it again, and wait until it follows."""
        leader = self.cluster.leader()
        following = self.cluster.streaming()
        heir = next(name for name, how in following.items() if how == "sync")
        stalled = next((name for name, how in following.items() if how == stall), "")

        def breaking() -> None:
            with self.cluster.stalled(stalled) if stalled else nullcontext():
                time.sleep(seconds)
                self.cluster.kill_machine(leader)
            wait_until(self.cluster.writable, 90, "another leader")

        self.broken(what, breaking)
        if self.cluster.leader() != int(heir[1:]):
            self.others.append(f"{what}: node {self.cluster.leader()} leads, and not {heir}, which was synchronous")
        began = time.monotonic()
        self.cluster.start_node(leader)
        self.cluster.settled()
        self.back.append(time.monotonic() - began)
        return what

    def lose_node(self, number: int) -> str:
        """Kill a node of the server, and start it again."""
        what = self.broken("a node of the server", self.nodes[number].kill_all)
        self.nodes[number].start()
        return what

    def lose_etcd(self, what: str, members: tuple[int, ...], seconds: float) -> str:
        """Kill members of etcd, and start them again after some seconds."""

        def breaking() -> None:
            for member in members:
                self.cluster.kill_etcd(member)
            time.sleep(seconds)
            for member in members:
                self.cluster.start_etcd(member)

        self.broken(what, breaking)
        self.cluster.settled()
        return what

    def lose_standby(self) -> str:
        """Kill the synchronous standby; start it again."""
        standby = next(int(name[1:]) for name, how in self.cluster.streaming().items() if how == "sync")
        what = self.broken("the synchronous standby's machine", lambda: self.cluster.kill_machine(standby))
        self.cluster.start_node(standby)
        self.cluster.settled()
        return what

    def settle(self) -> None:
        self.load.finish()

    def check(self) -> Mapping[str, list[str]]:
        """Return the faults of the book on the leader, on a standby, and restored."""
        os.environ["DATABASE_URL"] = os.environ.pop("OVERTRICK_DATABASE_DIRECT")
        wrong = self.load.check(export_books(self.congress.events, self.folder), self.congress.last)
        os.environ["DATABASE_URL"] = self.cluster.url("overtrick", "overtrick", self.cluster.read)
        for event in self.congress.events:
            print("on a standby:", overtrick("book", "verify", event), flush=True)
        self.check_restored()
        print("| What was broken | Times | Out, s: least / median / most |\n|---|---:|---|")
        for what, out in self.out.items():
            print(f"| {what} | {len(out)} | {min(out):.1f} / {median(out):.1f} / {max(out):.1f} |")
        print(f"killed machines followed again after {median(self.back):.0f} s, {max(self.back):.0f} s at the most")
        print(
            f"load {min(self.loads):.0f} to {max(self.loads):.0f}; {self.read} numbers read, {self.unread} not answered"
        )
        return {**wrong, "reads that went back": self.went_back, "other faults": self.others}

    def check_restored(self) -> None:
        """Restore the backup to the moment: it must have all that was acknowledged until then, and begin the book."""
        wall, acknowledged = self.moment
        began = time.monotonic()
        self.cluster.sql("SELECT pg_switch_wal()")
        time.sleep(5)
        there = self.folder / "restored"
        there.mkdir()
        with self.cluster.restored(wall.isoformat(sep=" ")) as port:
            took = time.monotonic() - began - 5
            os.environ["DATABASE_URL"] = self.cluster.url("overtrick", "overtrick", port)
            kept = export_books(self.congress.events, there)
            for event in self.congress.events:
                print(overtrick("book", "verify", event), flush=True)
        for event, lines in kept.items():
            now, then = (
                (at / f"{event}.jsonl").read_text(encoding="utf-8").splitlines() for at in (self.folder, there)
            )
            if [line for line in then if line not in set(now)] or len(then) >= len(now):
                self.others.append(f"{event}: what was restored is no beginning of the book")
            keys = {line.key for line in lines}
            missing = [
                each.last.key
                for each in messages(read_history(self.load.file))
                if each.first.event == event and each.outcome == TAKEN and each.last.answered < acknowledged
                if each.last.key not in keys
            ]
            if missing:
                self.others.append(f"{event}: acknowledged before {wall:%H:%M:%S} and not restored: {missing[:5]}")
        print(f"restored to {wall:%H:%M:%S} in {took:.0f} s: {sum(map(len, kept.values()))} postings", flush=True)
