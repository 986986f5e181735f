"""Break the cluster of `cluster.py` in every way while phones and programs post, and prove that nothing was lost.

    python scripts/cluster_kills.py                     # 20 machines of a primary and the rest: some 25 minutes
    python scripts/cluster_kills.py --kills 3 --pause 1

Two nodes of the server stand behind nginx as `deploy/nginx-nodes.conf` leads them, on PgBouncer, HAProxy and three
nodes of PostgreSQL. Every table's phone and a program an event post over HTTP, each message with a key and again until
it is answered; readers ask for the last number, which must never be less than anybody was told before they asked.
Meanwhile machines are killed, members of etcd are, standbys are stalled. A backup is restored to a moment, and must
have all that was acknowledged until then, and be a beginning of the book. What clients were answered is held against
the books at the end (`history.py`), which are proved by `overtrick verify`, and by `overtrick book verify` on a
standby.
"""

import argparse
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median

import cluster as clusters
from history import TAKEN, History, check, messages, read_history
from kills import Posters, Posting, books, command
from rig import Server, congress, wait_until

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
"""Seconds for which postings are watched after it: what was on its way may be answered before the silence begins."""


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
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


class Reading(threading.Thread):
    """A reader who asks for the last number of one event after another."""

    def __init__(self, run: "Campaign") -> None:
        super().__init__(daemon=True)
        self.run_ = run

    def run(self) -> None:
        """Until it is over."""
        while not self.run_.over.wait(0.2):
            for event in self.run_.congress.events:
                least = self.run_.told.get(event, 0)
                number = self._number(event)
                if number is None:
                    self.run_.unread += 1
                    continue
                self.run_.read += 1
                if number < least:
                    self.run_.went_back.append(f"{event}: {number} after {least}")
                self.run_.told[event] = max(self.run_.told.get(event, 0), number)

    def _number(self, event: str) -> int | None:
        line = http.client.HTTPConnection("127.0.0.1", self.run_.port, timeout=10)
        try:
            line.request("GET", f"/e/{event}/now")
            answer = line.getresponse()
            body = answer.read()
            return int(json.loads(body)["number"]) if answer.status == 200 else None
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            line.close()


@dataclass(kw_only=True)
class Campaign(Posters):
    """What is broken, and how long nothing was acknowledged then."""

    cluster: clusters.Cluster
    nodes: list[Server]
    out: dict[str, list[float]] = field(default_factory=dict)
    back: list[float] = field(default_factory=list)
    load: list[float] = field(default_factory=list)
    read: int = 0
    unread: int = 0
    went_back: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def broken(self, what: str, breaking: Callable[[], None]) -> None:
        """Break something, wait until postings are acknowledged again, and note the longest silence."""
        time.sleep(SETTLED)
        began = time.monotonic()
        breaking()
        done = time.monotonic()
        wait_until(lambda: self.acknowledged[-1] > done, 120, f"an acknowledgement after {what}")
        time.sleep(WATCHED)
        times = [*(each for each in sorted(self.acknowledged) if each > began - SETTLED), time.monotonic()]
        silence = max(after - before for before, after in pairwise(times))
        self.out.setdefault(what, []).append(silence)
        self.load.append(os.getloadavg()[0])
        print(f"{what}: {silence:.1f} s out; node {self.cluster.leader()} leads; {dict(self.answers)}", flush=True)

    def lose_primary(self, what: str, stall: str = "", seconds: float = 0.0) -> None:
        """Kill the machine that leads, one of its standbys stalled before; start it again, and let it follow."""
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
            self.faults.append(f"{what}: node {self.cluster.leader()} leads, and not {heir}, which was synchronous")
        began = time.monotonic()
        self.cluster.start_node(leader)
        self.cluster.settled()
        self.back.append(time.monotonic() - began)

    def lose_node(self, number: int) -> None:
        """Kill a node of the server, and start it again."""
        self.broken("a node of the server", self.nodes[number].kill_all)
        self.nodes[number].start()

    def lose_etcd(self, what: str, members: tuple[int, ...], seconds: float) -> None:
        """Kill members of etcd, and start them again after so long."""

        def breaking() -> None:
            for member in members:
                self.cluster.kill_etcd(member)
            time.sleep(seconds)
            for member in members:
                self.cluster.start_etcd(member)

        self.broken(what, breaking)
        self.cluster.settled()

    def lose_standby(self) -> None:
        """Kill the machine that follows synchronously; start it again."""
        standby = next(int(name[1:]) for name, how in self.cluster.streaming().items() if how == "sync")
        self.broken("the synchronous standby's machine", lambda: self.cluster.kill_machine(standby))
        self.cluster.start_node(standby)
        self.cluster.settled()


@dataclass(frozen=True)
class Moment:
    """A moment to which a backup is restored, by the wall's clock and by that of the history."""

    wall: datetime
    monotonic: float

    @classmethod
    def now(cls) -> "Moment":
        """This one."""
        return cls(datetime.now(UTC), time.monotonic())


def restored_to(moment: Moment, run: Campaign, folder: Path) -> None:
    """Restore to a moment; what was acknowledged until then must be there, and a beginning of what is kept now."""
    began = time.monotonic()
    run.cluster.sql("SELECT pg_switch_wal()")
    time.sleep(5)
    there = folder / "restored"
    there.mkdir()
    with run.cluster.restored(moment.wall.isoformat(sep=" ")) as port:
        took = time.monotonic() - began - 5
        os.environ["DATABASE_URL"] = run.cluster.url("overtrick", "overtrick", port)
        kept = books(run.congress.events, there)
        for event in run.congress.events:
            print(command("book", "verify", event).strip(), flush=True)
    for event, lines in kept.items():
        now, then = ((at / f"{event}.jsonl").read_text(encoding="utf-8").splitlines() for at in (folder, there))
        if [line for line in then if line not in set(now)] or len(then) >= len(now):
            run.faults.append(f"{event}: what was restored is no beginning of the book")
        keys = {line.key for line in lines}
        missing = [
            each.last.key
            for each in messages(read_history(folder / "history.jsonl"))
            if each.first.event == event and each.outcome == TAKEN and each.last.answered < moment.monotonic
            if each.last.key not in keys
        ]
        if missing:
            run.faults.append(f"{event}: acknowledged before {moment.wall:%H:%M:%S} and not restored: {missing[:5]}")
    print(f"restored to {moment.wall:%H:%M:%S} in {took:.0f} s: {sum(map(len, kept.values()))} postings", flush=True)


def main() -> int:
    """Run, and tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20, help="of the primary's machine; the rest comes beside them")
    parser.add_argument("--events", type=int, default=3)
    parser.add_argument("--tables", type=int, default=9)
    parser.add_argument(
        "--pause", type=float, default=0.6, help="seconds between a client's messages; 30 clients make 50"
    )
    parser.add_argument("--port", type=int, default=clusters.PORT, help="the first of the ports that are taken")
    parser.add_argument("--keep", type=Path, help="a folder for the history, the books and the logs")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-cluster-")))
        folder.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        where = stack.enter_context(clusters.running(asked.port))
        print(f"the cluster stands after {time.monotonic() - began:.0f} s", flush=True)
        playing = congress(where, folder / "data", asked.events, asked.tables)
        direct = os.environ["DATABASE_URL"]
        os.environ.update(
            DATABASE_URL=where.url("overtrick", "overtrick", where.pool),
            OVERTRICK_DATABASE_DIRECT=direct,
            OVERTRICK_PROXIES="1",
        )
        nodes = [Server(asked.port + 50 + number, 1, folder / f"server-{number}.log") for number in (1, 2)]
        for node in nodes:
            stack.callback(node.kill_all)
            node.start()
        front = Front(folder / "nginx", asked.port + 50, [node.port for node in nodes])
        stack.callback(front.end)
        history = History(folder / "history.jsonl")
        run = Campaign(
            port=asked.port + 50, congress=playing, history=history, pause=asked.pause, cluster=where, nodes=nodes
        )
        return _campaign(run, folder, asked.kills)


def _campaign(run: Campaign, folder: Path, kills: int) -> int:
    posting = [Posting(client, run) for client in run.clients(run.congress.official_number)]
    readers = [Reading(run) for _ in range(2)]
    for thread in (*posting, *readers):
        thread.start()
        time.sleep(run.pause / len(posting))  # so that they do not all post in the same moment
    wait_until(lambda: len(run.acknowledged) > 100, 60, "the first hundred postings")
    began = time.monotonic()
    run.cluster.backrest("--type=full", "backup")
    print(f"a full backup in {time.monotonic() - began:.0f} s", flush=True)
    quiet = len(run.acknowledged)
    time.sleep(10)
    print(f"{(len(run.acknowledged) - quiet) / 10:.0f} postings a second with nothing broken", flush=True)
    moment = Moment.now()
    for number in range(kills):
        run.lose_primary("the primary's machine")
        if number == kills // 2:
            moment = Moment.now()
    for number in (0, 1):
        run.lose_node(number)
    run.lose_etcd("one member of etcd, 15 s", (1,), 15)
    run.lose_etcd("all of etcd, 30 s", (1, 2, 3), 30)
    run.lose_standby()
    run.lose_primary("the primary's machine, a standby 5 s behind", "async", 5)
    run.lose_primary("the primary's machine, the synchronous standby stalled 3 s", "sync", 3)
    taken = time.monotonic() - began
    run.finish(posting)
    return _tell(run, folder, moment, taken)


def _tell(run: Campaign, folder: Path, moment: Moment, seconds: float) -> int:
    tries = read_history(folder / "history.jsonl")
    os.environ["DATABASE_URL"] = os.environ.pop("OVERTRICK_DATABASE_DIRECT")
    verdict = check(tries, books(run.congress.events, folder), run.congress.last)
    os.environ["DATABASE_URL"] = run.cluster.url("overtrick", "overtrick", run.cluster.read)
    for event in run.congress.events:
        print("on a standby:", command("book", "verify", event).strip(), flush=True)
    restored_to(moment, run, folder)
    print("| What was broken | Times | Out, s: least / median / most |\n|---|---:|---|")
    for what, out in run.out.items():
        print(f"| {what} | {len(out)} | {min(out):.1f} / {median(out):.1f} / {max(out):.1f} |")
    print(f"killed machines followed again after {median(run.back):.0f} s, {max(run.back):.0f} s at the most")
    print(
        f"{seconds:.0f} s at load {min(run.load):.0f} to {max(run.load):.0f}, {len(tries)} tries: "
        f"{dict(sorted(run.answers.items()))}; {verdict.taken} taken, "
        f"{verdict.refused} refused, {verdict.unknown} unknown; {verdict.sent_again} sent again; the longest to be "
        f"answered {run.longest:.1f} s; {run.read} numbers read, {run.unread} not answered"
    )
    print("; ".join(f"{kind} {len(found)}" for kind, found in verdict.faults.items()), end="; ")
    print(f"odd {len(run.odd)}; reads that went back {len(run.went_back)}; other faults {len(run.faults)}")
    for found in (*verdict.faults.values(), run.odd, run.went_back, run.faults):
        for each in found[:10]:
            print(f"  {each}")
    good = verdict.good and not (run.odd or run.went_back or run.faults or verdict.unknown)
    return 0 if good and verdict.taken else 1


if __name__ == "__main__":
    sys.exit(main())
