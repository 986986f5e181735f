"""Cut the line between a venue and the server that follows it, kill either, change who leads; prove that all is kept.

    python scripts/venue_cuts.py                     # 100 times
    python scripts/venue_cuts.py --times 5 --seed 3

A server on a PostgreSQL cluster of its own holds an event. A laptop, with its own database in a file, leads it through
a proxy (`overtrick serve --lead`). Programs make notes at both without end; only one of the two should take them.
Meanwhile, by the seed: the line is cut, for a moment or in the middle of an answer; the laptop, its pusher or the
server is killed (`kill -9`) and started again; an official takes the event over at the desk, though the laptop goes on;
the laptop takes it back, or hands it over. At the end the laptop leads once more, everything is pushed, and every
proposal is taken at the desk.

The checker then holds both books against what the programs were answered: every note that was taken by either server
is in the event's book once; what stands in a term that the laptop led is byte for byte a book of the laptop's; what the
server took itself stands in terms that it led; terms follow one another, each with one leader; both books prove whole.
"""

import argparse
import http.client
import json
import os
import random
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rig import Server, cluster, congress, wait_until

PATIENCE = 10.0
"""Seconds after which a program gives up a try."""
STARTS = 300.0
"""Seconds for a server to be up again: how long that takes beside other work is not what is tried here."""
SETTLES = 300.0
"""Seconds for everything to be pushed once the line holds, likewise."""
LAPTOP = "the laptop"


class Proxy(threading.Thread):
    """The line between the two: it can be cut, or break in the middle of an answer; it counts what passes."""

    def __init__(self, to: int) -> None:
        super().__init__(daemon=True)
        self.to = to
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.cut = False
        self.breaks_after: int | None = None
        self.bytes: Counter[str] = Counter()

    def run(self) -> None:
        """Take calls."""
        while True:
            caller, _ = self.listening.accept()
            threading.Thread(target=self._carry, args=(caller,), daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        with caller, suppress(OSError), socket.create_connection(("127.0.0.1", self.to), 5) as server:
            ways = {caller: server, server: caller}
            while not self.cut:
                for source in select.select(list(ways), [], [], 0.05)[0]:
                    piece = source.recv(65536)
                    if not piece:
                        return
                    if source is server and self.breaks_after is not None:
                        piece, self.breaks_after = piece[: self.breaks_after], None
                        ways[source].sendall(piece)
                        return
                    self.bytes["up" if source is caller else "down"] += len(piece)
                    ways[source].sendall(piece)


@dataclass
class Laptop:
    """The server at the venue: its own folder, its own key, leading through the proxy."""

    folder: Path
    port: int
    address: str
    token: str
    own: str = ""
    process: subprocess.Popen[bytes] | None = None
    pusher: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What it is told: nothing of the other server's database."""
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "OVERTRICK_SECRET")}
        return kept | {"OVERTRICK_DATA": str(self.folder), "OVERTRICK_TOKEN": self.token}

    def set_up(self) -> None:
        """Its official, and a token of that official for a program."""
        made = (
            "from overtrick.web.serving.run import prepare; prepare()\n"
            "from overtrick.ledger.durable.tenancy import DEFAULT, within\n"
            "from django.contrib.auth.models import User\n"
            "from overtrick.web.api.tokens import new_token\n"
            "with within(DEFAULT): print(new_token(User.objects.create_superuser('director'), 'a program'))"
        )
        command = [sys.executable, "-c", made]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True)
        self.own = done.stdout.split()[-1]

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "overtrick", "serve", "--port", str(self.port), "--lead", self.address]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        wait_until(lambda: ask(self.port, "GET", "/health")[0] == 200, STARTS, "the laptop's start")

    def kill(self) -> None:
        """Kill all of it, as a battery would."""
        for each in (self.process, self.pusher):
            if each is not None:
                with suppress(ProcessLookupError):
                    os.killpg(each.pid, signal.SIGKILL)
                each.wait()
        self.pusher = None

    def kill_pusher(self) -> None:
        """Kill what pushes, and start another beside the server."""
        group = self.process.pid if self.process else 0
        command = ["pgrep", "-g", str(group), "-f", "overtrick lead"]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
        for each in (*map(int, found), *([self.pusher.pid] if self.pusher else [])):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        with (self.folder / "pusher.log").open("ab") as log:
            again = [sys.executable, "-m", "overtrick", "lead", self.address, "--name", LAPTOP]
            self.pusher = subprocess.Popen(again, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def lead(self, *options: str) -> bool:
        """Run the command once; whether it went through."""
        command = [sys.executable, "-m", "overtrick", "lead", self.address, *options]
        with (self.folder / "commands.log").open("ab") as log:
            return subprocess.run(command, env=self.environment, stdout=log, stderr=log, check=False).returncode == 0

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """What its database says."""
        with suppress(sqlite3.OperationalError):
            line = sqlite3.connect(f"file:{self.folder / 'overtrick.sqlite3'}?mode=ro", uri=True, timeout=10)
            try:
                return line.execute(question).fetchall()
            finally:
                line.close()
        return []

    @property
    def event(self) -> str:
        """What it calls the event now: a copy that went another way is left behind."""
        found = self.rows("SELECT record_id FROM lead_venuebook")
        return str(found[0][0]) if found else ""

    def books(self) -> dict[str, list[str]]:
        """All its books, line by line."""
        found: dict[str, list[str]] = {}
        for event, line in self.rows("SELECT event, written FROM book_line ORDER BY event, number"):
            found.setdefault(event, []).append(line)
        return found


def ask(port: int, method: str, path: str, body: object = None, token: str = "") -> tuple[int, dict[str, Any]]:
    """One request; status 0 where no answer came."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = line.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if answer.status < 500 and text[:1] == b"{" else {}
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        line.close()


class Writer(threading.Thread):
    """A program that makes notes at one server: each until it is taken or refused; what was taken is written down."""

    def __init__(self, trial: "Trial", who: str) -> None:
        super().__init__(daemon=True)
        self.trial = trial
        self.who = who
        self.taken: dict[str, tuple[str, int]] = {}
        self.refused = 0

    def run(self) -> None:
        """Without end."""
        for number in range(10**9):
            key = f"{self.who}-{number}"
            while not self._try(key):
                time.sleep(0.1)
                if self.trial.over.is_set():
                    return  # nobody was told that it was taken
            if self.trial.over.is_set():
                return
            time.sleep(self.trial.pause)

    def _try(self, key: str) -> bool:
        port, event, token = self.trial.where(self.who)
        if not event:
            return False
        act = {"key": key, "act": {"act": "note made", "text": key}}
        status, said = ask(port, "POST", f"/api/events/{event}/acts", act, token)
        if status == 200:
            self.taken[key] = (event, said["postings"][0]["number"])
        elif status in (409, 422):
            self.refused += 1
        elif status not in (0, 404, 403) and status < 500:
            self.trial.odd.append(f"{key}: {status} {said}")
        return status in (200, 409, 422)


@dataclass
class Trial:
    """Both servers, the line, the programs, and what is done to them."""

    server: Server
    laptop: Laptop
    proxy: Proxy
    event: str
    token: str
    dice: random.Random
    pause: float
    over: threading.Event = field(default_factory=threading.Event)
    done: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)

    def where(self, who: str) -> tuple[int, str, str]:
        """Where a program posts: port, event, token."""
        if who == "server":
            return self.server.port, self.event, self.token
        return self.laptop.port, self.laptop.event, self.laptop.own

    def harm(self) -> None:
        """One thing, by the dice."""
        ways = {
            "line cut": 6, "answer broken": 5, "laptop killed": 3, "pusher killed": 3, "server killed": 2,
            "taken over": 6, "taken back": 6, "handed over": 2,
        }  # fmt: skip
        what = self.dice.choices(list(ways), list(ways.values()))[0]
        self.done[what] += 1
        getattr(self, what.replace(" ", "_"))()
        time.sleep(self.dice.uniform(0.1, 1.5))

    def line_cut(self) -> None:
        self.proxy.cut = True
        time.sleep(self.dice.uniform(0.1, 4.0))
        self.proxy.cut = False

    def answer_broken(self) -> None:
        self.proxy.breaks_after = self.dice.randint(0, 300)

    def laptop_killed(self) -> None:
        self.laptop.kill()
        self.laptop.start()

    def pusher_killed(self) -> None:
        self.laptop.kill_pusher()

    def server_killed(self) -> None:
        self.server.kill_all()
        self.server.start()

    def taken_over(self) -> None:
        """At the desk; half of the time while the line is cut, so that the laptop goes on for a while."""
        self.proxy.cut = self.dice.random() < 0.5
        desk(f"/desk/e/{self.event}/lead/", {"take_over": str(head(self.event)[1])})
        time.sleep(self.dice.uniform(0.0, 2.0))
        self.proxy.cut = False

    def taken_back(self) -> None:
        self.laptop.lead("--again", "--once")

    def handed_over(self) -> None:
        self.laptop.lead("--hand-over")

    def settle(self) -> None:
        """At the end: the laptop takes the lead, everything is pushed, it hands over, and proposals are taken."""
        self.proxy.cut, self.proxy.breaks_after = False, None
        wait_until(lambda: self.laptop.lead("--again", "--once"), SETTLES, "the laptop's last lead")
        time.sleep(2 * self.pause)
        self.over.set()
        wait_until(lambda: self.laptop.lead("--hand-over"), SETTLES, "the last handing over")
        for each in waiting(self.event):
            desk(f"/desk/e/{self.event}/lead/", {"take": str(each)})


def desk(path: str, said: Mapping[str, str]) -> None:
    """An official's act at the desk of the server."""
    from django.contrib.auth.models import User
    from django.test import Client

    browser = Client()
    browser.force_login(User.objects.get(username="official"))
    answer = browser.post(path, said)
    if answer.status_code != 302:
        raise RuntimeError(f"{path} answers {answer.status_code}")


def head(event: str) -> tuple[int, int, bool]:
    """Where the event's book ends at the server, in which term, and whether it is led elsewhere."""
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.ledger.durable.tenancy import DEFAULT, within

    with within(DEFAULT):
        found = DurableBook(event).ends()
    return found.last, found.term, found.led


def waiting(event: str) -> list[int]:
    """The proposals that nobody decided on, in their order."""
    from overtrick.ledger.durable.tenancy import DEFAULT, within
    from overtrick.web.lead.models import Fate, Proposal

    with within(DEFAULT):
        found = Proposal.objects.filter(record=event, fate=Fate.WAITING)
        return list(found.values_list("pk", flat=True))


def faults(trial: Trial, writers: Mapping[str, Writer]) -> list[str]:
    """What is wrong with the books, beside what was answered."""
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.ledger.durable.tenancy import DEFAULT, within
    from overtrick.web.congress.book_transfer import prove_kept

    with within(DEFAULT):
        book = list(DurableBook(trial.event).lines())
        wrong = [f"the server's book: {each}" for each in prove_kept(trial.event).wrong]
    times = Counter(map(_key, book))
    wrong += [f"{key} is in the book {many} times" for key, many in times.items() if many > 1]
    for who, writer in writers.items():
        wrong += [f"{key}, taken by the {who} as {at}, is lost" for key, at in writer.taken.items() if not times[key]]
    for event in trial.laptop.books():
        done = subprocess.run(
            [sys.executable, "-m", "overtrick", "book", "verify", event],
            env=trial.laptop.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            wrong.append(f"the laptop's {event}: {done.stdout}{done.stderr}")
    return [*wrong, *_leaders(trial, book), *trial.odd]


def _key(line: str) -> str:
    return str(json.loads(line)["key"]).rpartition(" ")[2]


def _leaders(trial: Trial, book: list[str]) -> list[str]:
    """What stands in the book although another led: each term has one leader, and what it took is its own."""
    from overtrick.ledger.durable.models import Leadership
    from overtrick.ledger.durable.tenancy import DEFAULT, within
    from overtrick.web.lead.models import Proposal

    with within(DEFAULT):
        terms = list(Leadership.objects.filter(event=trial.event).order_by("term"))
        proposed = {each.key.rpartition(" ")[2] for each in Proposal.objects.filter(record=trial.event)}
    wrong = [f"term {each.term} came as number {n}" for n, each in enumerate(terms, start=1) if each.term != n]
    ends = [*(each.last for each in terms[1:]), len(book)]
    wrong += [f"{term} ended at {end}" for term, end in zip(terms, ends, strict=True) if end < term.last]
    led = {number for term, end in zip(terms, ends, strict=True) if term.leader
           for number in range(term.last + 1, end + 1)}  # fmt: skip
    written = {line for lines in trial.laptop.books().values() for line in lines}
    for number, line in enumerate(book, start=1):
        key = _key(line)
        if number in led and (line not in written or key.startswith("server-")):
            wrong.append(f"posting {number} stands in a term of the laptop's, which never wrote it")
        if number not in led and key.startswith("laptop-") and key not in proposed:
            wrong.append(f"posting {number} came from the laptop while the server led, and was no proposal")
    return wrong


def run(times: int, seed: int, folder: Path, port: int, pause: float) -> list[str]:
    """Do so many things to both; what is wrong at the end."""
    with ExitStack() as stack:
        where = stack.enter_context(cluster(port + 1))
        playing = congress(where, folder / "server", 1, 4)
        event = playing.events[0]
        from overtrick.ledger.durable.tenancy import DEFAULT, within
        from overtrick.web.congress.models import BookRecord

        with within(DEFAULT):
            held = BookRecord.objects.get(slug=event).congress_id
        server = Server(port, 1, folder / "server.log")
        stack.callback(server.kill_all)
        server.start()
        proxy = Proxy(port)
        proxy.start()
        (folder / "laptop").mkdir()
        address = f"http://127.0.0.1:{proxy.port}/c/{held}/"
        laptop = Laptop(folder / "laptop", port + 2, address, playing.api_token)
        laptop.set_up()
        stack.callback(laptop.kill)
        laptop.start()
        wait_until(lambda: head(event)[2], STARTS, "the laptop's lead")
        trial = Trial(server, laptop, proxy, event, playing.api_token, random.Random(seed), pause)  # noqa: S311 - a trial
        writers = {who: Writer(trial, who) for who in ("laptop", "server")}
        for each in writers.values():
            each.start()
        _measure(trial)
        began = time.monotonic()
        for number in range(1, times + 1):
            trial.harm()
            if number % 10 == 0 or number == times:
                told = ", ".join(f"{what} {many}" for what, many in sorted(trial.done.items()))
                print(f"{time.monotonic() - began:5.0f} s, {number}: {told}; book {head(event)}", flush=True)
        trial.settle()
        for each in writers.values():
            each.join(PATIENCE)
        wrong = faults(trial, writers)
        last, term, _ = head(event)
        print(
            f"{times} things, {time.monotonic() - began:.0f} s: {last} postings, {term} terms, "
            + ", ".join(
                f"{len(each.taken)} taken and {each.refused} refused by the {who}" for who, each in writers.items()
            )
            + f"; {len(laptop.books())} books at the laptop, {len(wrong)} faults",
            flush=True,
        )
        return wrong


def _measure(trial: Trial) -> None:
    """Bytes a posting on the line, while nothing is done to it."""
    time.sleep(2.0)
    began, before = head(trial.event)[0], trial.proxy.bytes.copy()
    time.sleep(8.0)
    many, passed = head(trial.event)[0] - began, trial.proxy.bytes - before
    if many:
        each = {way: round(passed[way] / many) for way in ("up", "down")}
        print(f"{many} postings in 8 s: {each['up']} bytes up and {each['down']} down a posting", flush=True)


def main() -> int:
    """Run, and tell what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=8590, help="of the server; the next two are taken as well")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between a program's notes")
    parser.add_argument("--keep", type=Path, help="a folder for the databases and the logs")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-venue-")))
        folder.mkdir(parents=True, exist_ok=True)
        wrong = run(asked.times, asked.seed, folder, asked.port, asked.pause)
    for each in wrong[:50]:
        print(each)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
