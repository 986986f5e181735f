"""The chaos of a venue and its server: the connection is cut, either is killed, and the leader changes."""

import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from clients import Load, Message, Program
from history import Line, read_book
from rig import STARTS, Server, command, kill_group, serving, wait_until
from trials import Trial

SETTLES = 300.0
"""Seconds for everything to be pushed once the connection is stable."""
LAPTOP = "the laptop"


class Proxy(threading.Thread):
    """The connection between the two: it can be cut, or break within a response."""

    def __init__(self, to: int) -> None:
        super().__init__(daemon=True)
        self.to = to
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.cut = False
        self.breaks_after: int | None = None

    def run(self) -> None:
        """Accept connections."""
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
                    ways[source].sendall(piece)


class Laptop(Server):
    """The server at the venue: its own folder, its own key, leading through the proxy."""

    def __init__(self, folder: Path, port: int, address: str, token: str) -> None:
        super().__init__(port, 1, folder / "server.log")
        folder.mkdir()
        self.folder = folder
        self.address = address
        kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "OVERTRICK_SECRET")}
        self.environment = kept | {"OVERTRICK_DATA": str(folder), "OVERTRICK_TOKEN": token}
        self.pusher: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> tuple[str, ...]:
        """The command that serves and leads."""
        return "serve", "--port", str(self.port), "--lead", self.address

    def new_token(self) -> str:
        """Create its official, and return a token of that official for a program."""
        made = (
            "from overtrick.web.server.run import prepare; prepare()\n"
            "from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation\n"
            "from django.contrib.auth.models import User\n"
            "from overtrick.web.api.tokens import new_token\n"
            "with use_organisation(DEFAULT): print(new_token(User.objects.create_superuser('director'), 'a program'))"
        )
        done = subprocess.run(
            [sys.executable, "-c", made], env=self.environment, capture_output=True, text=True, check=True
        )
        return done.stdout.split()[-1]

    def kill_all(self) -> None:
        """Kill all of it, like an empty battery."""
        super().kill_all()
        if self.pusher is not None:
            kill_group(self.pusher)
        self.pusher = None

    def kill_pusher(self) -> None:
        """Kill the pusher, and start another beside the server."""
        group = self.process.pid if self.process else 0
        pgrep = ["pgrep", "-g", str(group), "-f", "overtrick lead"]
        found = subprocess.run(pgrep, capture_output=True, text=True, check=False).stdout.split()
        for each in (*map(int, found), *([self.pusher.pid] if self.pusher else [])):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.pusher = self.spawn("lead", self.address, "--name", LAPTOP)

    def lead(self, *options: str) -> bool:
        """Run the command once; return whether it succeeded."""
        return self.spawn("lead", self.address, *options).wait() == 0

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        """Query its database."""
        with suppress(sqlite3.OperationalError):
            line = sqlite3.connect(f"file:{self.folder / 'overtrick.sqlite3'}?mode=ro", uri=True, timeout=10)
            try:
                return line.execute(question).fetchall()
            finally:
                line.close()
        return []

    @property
    def event(self) -> str:
        """The current name of its event: a copy that diverged is left behind."""
        found = self.rows("SELECT record_id FROM lead_venuebook")
        return str(found[0][0]) if found else ""

    def books(self) -> dict[str, list[str]]:
        """All its books, as lines."""
        found: dict[str, list[str]] = {}
        for event, line in self.rows("SELECT event, written FROM book_line ORDER BY event, number"):
            found.setdefault(event, []).append(line)
        return found


class Notes(Program):
    """A program that posts notes at one of the two servers, which refuses them while the other leads."""

    repeated = frozenset({403, 404})

    def __init__(self, at: Server, event: str, token: str) -> None:
        super().__init__(at.port, event, token)
        self.at = at
        self.name = "laptop" if isinstance(at, Laptop) else "server"

    @property
    def path(self) -> str:
        """The address of the event, which has a name of its own at the laptop."""
        event = self.at.event if isinstance(self.at, Laptop) else self.event
        if not event:
            raise ConnectionError("the laptop has no event yet")
        return f"/api/events/{event}/acts"

    def messages(self) -> Iterator[Message]:
        for number in count():
            key = f"{self.name}-{number}"
            yield Message({"key": key, "act": {"act": "note made", "text": key}}, key, key)


class VenueTrial(Trial):
    """Cut the line between a venue's laptop and the server, kill either, and change who leads.

    The server has an event. The laptop, with its own database in a file, leads it through a proxy (`overtrick serve
    --lead`). Programs post notes at both; only one of the two should accept them. At random the connection is cut, for
    a moment or in the middle of a response; the laptop, its pusher or the server is killed (`kill -9`) and started
    again; an official takes over the event at the desk although the laptop is still running; the laptop takes it back,
    or hands it over. At the end the laptop leads once more, everything is pushed, and every proposal is accepted.

    Every note accepted by either server is then in the event's book once; the lines of a term that the laptop led are
    byte for byte those of its book; lines that the server accepted are in terms that it led; terms follow one another,
    each with one leader; both books pass verification.
    """

    options: ClassVar[Mapping[str, float]] = {"times": 100, "seed": 1, "pause": 0.2, "port": 8590}

    def __init__(self, asked: Namespace, folder: Path, stack: ExitStack) -> None:
        super().__init__(asked, folder, stack)
        (folder / "server").mkdir()
        _, playing, self.server = stack.enter_context(serving(asked.port, 1, folder / "server", 1, 4))
        (self.event,) = playing.events
        from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
        from overtrick.web.congress.models import BookRecord

        stack.enter_context(use_organisation(DEFAULT))
        held = BookRecord.objects.get(slug=self.event).congress_id
        self.proxy = Proxy(asked.port)
        self.proxy.start()
        address = f"http://127.0.0.1:{self.proxy.port}/c/{held}/"
        self.laptop = Laptop(folder / "laptop", asked.port + 2, address, playing.api_token)
        stack.callback(self.laptop.kill_all)
        token = self.laptop.new_token()
        self.laptop.start()
        wait_until(lambda: head(self.event)[2], STARTS, "the laptop's lead")
        self.load = Load(folder, asked.pause)
        self.load.start([Notes(self.laptop, self.event, token), Notes(self.server, self.event, playing.api_token)])

    def faults(self) -> Iterator[str]:
        """Cause faults at random."""
        ways = {
            "line cut": 6, "answer broken": 5, "laptop killed": 3, "pusher killed": 3, "server killed": 2,
            "taken over": 6, "taken back": 6, "handed over": 2,
        }  # fmt: skip
        for _ in range(self.asked.times):
            what = self.dice.choices(list(ways), list(ways.values()))[0]
            getattr(self, what.replace(" ", "_"))()
            time.sleep(self.dice.uniform(0.1, 1.5))
            yield what

    def line_cut(self) -> None:
        self.proxy.cut = True
        time.sleep(self.dice.uniform(0.1, 4.0))
        self.proxy.cut = False

    def answer_broken(self) -> None:
        self.proxy.breaks_after = self.dice.randint(0, 300)

    def laptop_killed(self) -> None:
        self.laptop.kill_all()
        self.laptop.start()

    def pusher_killed(self) -> None:
        self.laptop.kill_pusher()

    def server_killed(self) -> None:
        self.server.kill_all()
        self.server.start()

    def taken_over(self) -> None:
        """Take over at the desk, half of the time while the connection is cut, so that the laptop goes on."""
        self.proxy.cut = self.dice.random() < 0.5
        desk(f"/desk/e/{self.event}/lead/", {"take_over": str(head(self.event)[1])})
        time.sleep(self.dice.uniform(0.0, 2.0))
        self.proxy.cut = False

    def taken_back(self) -> None:
        self.laptop.lead("--again", "--once")

    def handed_over(self) -> None:
        self.laptop.lead("--hand-over")

    def settle(self) -> None:
        """Finish: the laptop takes the lead, everything is pushed, it hands over, and proposals are accepted."""
        self.proxy.cut, self.proxy.breaks_after = False, None
        wait_until(lambda: self.laptop.lead("--again", "--once"), SETTLES, "the laptop's last lead")
        time.sleep(2 * self.asked.pause)
        self.load.finish()
        wait_until(lambda: self.laptop.lead("--hand-over"), SETTLES, "the last handing over")
        for each in waiting(self.event):
            desk(f"/desk/e/{self.event}/lead/", {"take": str(each)})

    def check(self) -> Mapping[str, list[str]]:
        """Return the faults in the books, compared with the answers."""
        from overtrick.ledger.durable.book import DurableBook
        from overtrick.web.congress.book_transfer import prove_kept

        book = [replace(each, key=each.key.rpartition(" ")[2]) for each in read_book(DurableBook(self.event).lines())]
        last, term, _ = head(self.event)
        print(f"{last} postings, {term} terms, {len(self.laptop.books())} books at the laptop")
        by_answers = self.load.check({self.event: book}, {})
        broken = [f"the server's book: {each}" for each in prove_kept(self.event).wrong]
        for event in self.laptop.books():
            done = command("book", "verify", event, environment=self.laptop.environment)
            broken += [f"the laptop's {event}: {done.stdout}{done.stderr}"] if done.returncode else []
        # a note that becomes a proposal gets another place in the book, and only these kinds stay faults
        kept = {kind: by_answers[kind] for kind in ("lost", "doubled", "never answered", "odd")}
        return {**kept, "broken books": broken, "led by another": self._leaders(book)}

    def _leaders(self, book: Sequence[Line]) -> list[str]:
        """Lines in the book posted by a server that did not lead: each term has one leader and only its lines."""
        from overtrick.ledger.durable.models import Leadership
        from overtrick.web.exchange.lead.models import Proposal

        terms = list(Leadership.objects.filter(event=self.event).order_by("term"))
        proposed = {each.key.rpartition(" ")[2] for each in Proposal.objects.filter(record=self.event)}
        wrong = [f"term {each.term} came as number {n}" for n, each in enumerate(terms, start=1) if each.term != n]
        ends = [*(each.last for each in terms[1:]), len(book)]
        wrong += [f"{term} ended at {end}" for term, end in zip(terms, ends, strict=True) if end < term.last]
        led = {number for term, end in zip(terms, ends, strict=True) if term.leader
               for number in range(term.last + 1, end + 1)}  # fmt: skip
        written = {line.hash for lines in self.laptop.books().values() for line in read_book(lines)}
        for line in book:
            if line.number in led and (line.hash not in written or line.key.startswith("server-")):
                wrong.append(f"posting {line.number} stands in a term of the laptop's, which never wrote it")
            if line.number not in led and line.key.startswith("laptop-") and line.key not in proposed:
                wrong.append(f"posting {line.number} came from the laptop while the server led, and was no proposal")
        return wrong


def desk(path: str, said: Mapping[str, str]) -> None:
    """Post an official's form at the desk of the server."""
    from django.contrib.auth.models import User
    from django.test import Client

    browser = Client()
    browser.force_login(User.objects.get(username="official"))
    answer = browser.post(path, said)
    if answer.status_code != 302:
        raise RuntimeError(f"{path} answers {answer.status_code}")


def head(event: str) -> tuple[int, int, bool]:
    """The end of the event's book at the server, its term, and whether another server leads it."""
    from overtrick.ledger.durable.book import DurableBook

    found = DurableBook(event).ends()
    return found.last, found.term, found.led


def waiting(event: str) -> list[int]:
    """The undecided proposals, in order."""
    from overtrick.web.exchange.lead.models import Fate, Proposal

    found = Proposal.objects.filter(record=event, fate=Fate.WAITING)
    return list(found.values_list("pk", flat=True))
