"""Kill the server's processes and the database's while phones and programs post, and prove that nothing was lost.

    python scripts/kills.py                                  # five minutes, a kill every four seconds
    python scripts/kills.py --minutes 60 --kills 1000 --seed 7

It makes a PostgreSQL cluster and a congress of its own, serves it with several processes, and lets every table's phone
and a program an event post, each message with a key and again until it is answered, as the phone does. Meanwhile
processes are killed (`kill -9`): those that answer requests, and now and then a process of the database, the database
itself, the supervisor, and all of the server at once. Clients send together in the moment before a kill. What each was
answered is written to a file, and is then held against the books: see `history.py`. The books are proved by
`overtrick verify`. It fails if anything is lost, doubled, changed, out of order, or kept though it was refused.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import psycopg
from history import REFUSED, TAKEN, UNKNOWN, History, Line, Try, check, read_book, read_history
from rig import BOARDS, STAGE, Cluster, Congress, Server, Table, cluster, congress, wait_until

PATIENCE = 10.0
"""Seconds after which a phone gives up a try."""
RESULTS = ("4S S =", "4S S +1", "4S S -1", "3NT S =", "3NT S +1", "2H S +2", "PASS")
EVERY = {"backend": 20, "database": 50, "server": 50}
"""After how many kills of workers something else is killed beside them."""
RISEN = 2.0
"""Seconds for which a process has run before it is killed: one that answers nobody yet proves little."""
SOONEST = 0.6
"""How much of the pause there is at least between two kills, when the database or the server took long to come back."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a client wants kept: where it is sent, under which key it will stand, and what must stand there."""

    path: str
    body: Mapping[str, object]
    key: str
    said: str


class Client(Protocol):
    """Somebody who posts: its messages without end, and what an answer says."""

    @property
    def name(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    def messages(self) -> Iterator[Message]: ...
    def shows(self, message: Message, told: Mapping[str, Any]) -> bool: ...


@dataclass
class Phone:
    """The phone of a table: its boards, then the same put right again and again, and now and then a mistake."""

    table: Table
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})

    @property
    def name(self) -> str:
        """Who it is in the history."""
        return f"{self.table.event} table {self.table.number}"

    @property
    def event(self) -> str:
        """Its event."""
        return self.table.event

    def messages(self) -> Iterator[Message]:
        """One after the other; one in fifteen is of a board that is not in play, and must be refused."""
        for number in count():
            wrong = number % 15 == 14
            board = 99 if wrong else number % BOARDS + 1
            result = RESULTS[number // BOARDS % len(RESULTS)]
            said = {
                "key": f"k{number}", "what": "result" if number < BOARDS else "put right", "stage": STAGE, "round": 1,
                "board": board, "seat": "North", "result": result,
            }  # fmt: skip
            key = f"{self.table.number}:k{number}"
            yield Message(f"/t/{self.table.token}/message", said, key, f"{self.table.number}/{board} {result}")

    def shows(self, message: Message, told: Mapping[str, Any]) -> bool:
        """Whether the table's sheet in an answer shows what was just taken: nobody else enters anything there."""
        shown = {line["board"]: line["result"] for line in told["sheet"]["boards"]}
        return bool(shown.get(message.body["board"]) == message.body["result"])


@dataclass
class Program:
    """An official's program that makes notes; some of them only if the book has not moved."""

    event: str
    token: str
    owner: int
    last: int = 0

    @property
    def name(self) -> str:
        """Who it is in the history."""
        return f"{self.event} program"

    @property
    def headers(self) -> Mapping[str, str]:
        """What it sends with every message."""
        return {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}

    def messages(self) -> Iterator[Message]:
        """One after the other."""
        for number in count():
            text = f"note {number} ♠"
            said: dict[str, object] = {"key": f"k{number}", "act": {"act": "note made", "text": text}}
            if number % 3 == 1:
                said["seen"] = self.last
            yield Message(f"/api/events/{self.event}/acts", said, f"api {self.owner} k{number}", text)

    def shows(self, message: Message, told: Mapping[str, Any]) -> bool:
        """Whether the answer has the note."""
        posted = told["postings"][-1]
        self.last = max(self.last, posted["number"])
        return bool(posted["line"]["text"] == message.said)


class Posting(threading.Thread):
    """A client at work: sends each message until it is answered, and writes every try down."""

    def __init__(self, client: Client, run: "Posters") -> None:
        super().__init__(name=client.name, daemon=True)
        self.client = client
        self.run_ = run
        self.line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Until it is over; what is on its way is brought to its end. Who waited for an answer does not catch up."""
        due = time.monotonic()
        for place, message in enumerate(self.client.messages()):
            due = max(due + self.run_.pause, time.monotonic())
            self.run_.together.wait(due - time.monotonic())
            if self.run_.over.is_set():
                return
            pause, began = 0.05, time.monotonic()
            while not self._try(place, message):
                time.sleep(pause)
                pause = min(1.0, pause * 2)
                if self.run_.give_up.is_set():
                    return
            self.run_.longest = max(self.run_.longest, time.monotonic() - began)

    def _try(self, place: int, message: Message) -> bool:
        sent = time.monotonic()
        status, told = self._ask(message)
        answered = time.monotonic()
        outcome = TAKEN if status == 200 else REFUSED if status in (409, 422) else UNKNOWN
        receipt = (told.get("receipt") or {}) if outcome == TAKEN else {}
        self.run_.history.write(
            Try(
                self.name, place, self.client.event, message.key, sent, answered, status, outcome, message.said,
                receipt.get("number", 0), receipt.get("hash", ""),
            )
        )  # fmt: skip
        self.run_.answers[status] += 1
        if outcome == TAKEN:
            self.run_.acknowledged.append(answered)
            self.run_.told[self.client.event] = max(self.run_.told.get(self.client.event, 0), receipt.get("number", 0))
        if 0 < status < 500 and outcome == UNKNOWN:
            self.run_.odd.append(f"{self.name}: {status} {told}")
        if outcome == TAKEN and not self.client.shows(message, told):
            self.run_.odd.append(f"{self.name}: {message.key} is taken and not shown")
        return outcome != UNKNOWN

    def _ask(self, message: Message) -> tuple[int, dict[str, Any]]:
        try:
            if self.line is None:
                self.line = http.client.HTTPConnection("127.0.0.1", self.run_.port, timeout=PATIENCE)
            self.line.request("POST", message.path, json.dumps(message.body), dict(self.client.headers))
            answer = self.line.getresponse()
            body = answer.read()
            return answer.status, json.loads(body) if answer.status < 500 else {}
        except (OSError, http.client.HTTPException, ValueError):
            if self.line is not None:
                self.line.close()
            self.line = None
            return 0, {}


@dataclass(kw_only=True)
class Posters:
    """Those who post to one port, what they were answered, and what came of it.

    *acknowledged* has the times at which something was, *told* the highest number that anybody was told of an event.
    """

    port: int
    congress: Congress
    history: History
    pause: float
    together: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    give_up: threading.Event = field(default_factory=threading.Event)
    answers: Counter[int] = field(default_factory=Counter)
    acknowledged: list[float] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)
    longest: float = 0.0

    def clients(self, owner: int) -> list[Client]:
        """Every table's phone, and a program an event."""
        programs = [Program(event, self.congress.api_token, owner) for event in self.congress.events]
        return [*map(Phone, self.congress.tables), *programs]

    def finish(self, posting: list[Posting]) -> None:
        """Let everybody bring what is on its way to its end."""
        self.over.set()
        self.together.set()
        until = time.monotonic() + 120
        for each in posting:
            each.join(max(0.1, until - time.monotonic()))
        self.give_up.set()
        for each in posting:
            each.join(2 * PATIENCE)
        self.history.close()


@dataclass(kw_only=True)
class Run(Posters):
    """A server under fire, and what is killed."""

    server: Server
    cluster: Cluster
    dice: random.Random
    killed: Counter[str] = field(default_factory=Counter)

    def kill(self, kills: int, seconds: float) -> None:
        """Kill so many workers over so long, and the rest beside them; fewer where they do not come back in time."""
        began = due = time.monotonic()
        pause = seconds / kills
        for number in range(1, kills + 1):
            due += pause
            time.sleep(max(pause * SOONEST, due - time.monotonic()))
            if time.monotonic() - began > seconds + 30:
                return
            self._worker()
            for what, every in EVERY.items():
                if number % min(every, kills) == 0:
                    getattr(self, f"_{what}")()
            if number % 10 == 0:
                told = ", ".join(f"{what} {times}" for what, times in self.killed.items())
                print(f"{time.monotonic() - began:6.0f} s: {told}; answers {dict(self.answers)}", flush=True)

    def _worker(self) -> None:
        wait_until(lambda: bool(self.server.processes(older=RISEN)), 120, "a process to be killed")
        victim = self.dice.choice(self.server.processes(older=RISEN))
        self.together.set()  # everybody sends now
        time.sleep(self.dice.uniform(0.0, 0.08))
        self.together.clear()
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            self.killed["worker"] += 1

    def _backend(self) -> None:
        """A process of the database: PostgreSQL then ends all others and recovers by itself."""
        wait_until(self._kill_a_backend, 60, "a process of the database to be killed")
        wait_until(self.cluster.answers, 60, "the database's recovery")

    def _kill_a_backend(self) -> bool:
        """Whether one was there: a worker that has just risen has no line to the database until somebody asks it."""
        with suppress(psycopg.OperationalError, ProcessLookupError):
            for victim in self.cluster.backends()[:1]:
                os.kill(victim, signal.SIGKILL)
                self.killed["backend"] += 1
                return True
        return False

    def _database(self) -> None:
        """The database itself, killed or shut down at once; started again after a moment."""
        if self.dice.random() < 0.5:
            self.cluster.kill()
            self.killed["postmaster"] += 1
        else:
            self.cluster.stop_at_once()
            self.killed["immediate shutdown"] += 1
        time.sleep(self.dice.uniform(0.0, 2.0))
        self.cluster.start()

    def _server(self) -> None:
        """All of the server, or its supervisor alone, whose processes then leave; and another is started."""
        if self.dice.random() < 0.5:
            self.server.kill_supervisor()
            self.killed["supervisor"] += 1
        else:
            self.killed["whole server"] += 1
        self.server.kill_all()
        self.server.start()


def books(events: tuple[str, ...], folder: Path) -> dict[str, list[Line]]:
    """The books as they are kept, each proved by the product's own command."""
    found = {}
    for event in events:
        file = folder / f"{event}.jsonl"
        command("book", "export", event, "-o", str(file))
        print(command("verify", str(file)).strip(), flush=True)
        with file.open(encoding="utf-8") as lines:
            found[event] = list(read_book(lines))
    return found


def command(*words: str) -> str:
    """What a command of the product says; where it fails, so does this."""
    done = subprocess.run([sys.executable, "-m", "overtrick", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"overtrick {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """Run, and tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--kills", type=int, default=75, help="of workers; the rest comes beside them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--pause", type=float, default=2.5, help="seconds between a client's messages")
    parser.add_argument("--port", type=int, default=8390, help="of the server; the database has the next one")
    parser.add_argument("--keep", type=Path, help="a folder for the history, the books and the logs")
    asked = parser.parse_args()
    began = time.monotonic()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-kills-")))
        folder.mkdir(parents=True, exist_ok=True)
        where = stack.enter_context(cluster(asked.port + 1))
        playing = congress(where, folder / "data", asked.events, asked.tables)
        server = Server(asked.port, asked.workers, folder / "server.log")
        stack.callback(server.kill_all)
        server.start()
        dice = random.Random(asked.seed)  # noqa: S311 - chance, not secret
        history = History(folder / "history.jsonl")
        run = Run(
            port=asked.port,
            congress=playing,
            history=history,
            pause=asked.pause,
            server=server,
            cluster=where,
            dice=dice,
        )
        posting = [Posting(client, run) for client in run.clients(playing.official_number)]
        print(f"{len(posting)} clients, {asked.workers} processes, set up in {time.monotonic() - began:.0f} s")
        for each in posting:
            each.start()
        started = time.monotonic()
        run.kill(asked.kills, asked.minutes * 60)
        taken = time.monotonic() - started
        run.finish(posting)
        return _tell(run, folder, asked.seed, taken)


def _tell(run: Run, folder: Path, seed: int, seconds: float) -> int:
    tries = read_history(folder / "history.jsonl")
    kept = books(run.congress.events, folder)
    verdict = check(tries, kept, run.congress.last)
    told = ", ".join(f"{times} {what}" for what, times in run.killed.items())
    print(f"seed {seed}: killed in {seconds:.0f} s: {told}")
    print(
        f"{len(tries)} tries: {dict(sorted(run.answers.items()))}; {verdict.taken} taken, {verdict.refused} refused, "
        f"{verdict.unknown} unknown; {verdict.sent_again} sent again; the longest to be answered {run.longest:.1f} s"
    )
    print("; ".join(f"{kind} {len(found)}" for kind, found in verdict.faults.items()), f"; odd {len(run.odd)}", sep="")
    for found in (*verdict.faults.values(), run.odd):
        for each in found[:10]:
            print(f"  {each}")
    return 0 if verdict.good and not run.odd and not verdict.unknown and verdict.taken else 1


if __name__ == "__main__":
    sys.exit(main())
