"""Clients that post results and notes: each repeats a message until it is answered, and records every try."""

import json
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import history
from history import REFUSED, TAKEN, UNKNOWN, History, Try, messages, read_history
from lines import Line, Request
from rig import BOARDS, STAGE, Congress, Table

PATIENCE = 10.0
"""Seconds after which a client gives up a try."""
RESULTS = ("4S S =", "4S S +1", "4S S -1", "3NT S =", "3NT S +1", "2H S +2", "PASS")


def entered(number: int) -> dict[str, Any]:
    """The message of a table's phone with this number: it enters all boards, then corrects them again and again."""
    return {
        "key": f"k{number}", "what": "result" if number < BOARDS else "put right", "stage": STAGE, "round": 1,
        "board": number % BOARDS + 1, "seat": "North", "result": RESULTS[number // BOARDS % len(RESULTS)],
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """A client's message, its key in the book, and the content that must be there."""

    body: Mapping[str, Any]
    key: str
    said: str


@dataclass
class Client(ABC):
    """A client that posts to one event."""

    port: int
    event: str
    name: str
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    repeated: ClassVar[frozenset[int]] = frozenset()
    """Statuses below 500 after which it repeats a message."""

    @property
    @abstractmethod
    def path(self) -> str:
        """The address to which it posts now; raises ConnectionError if it has none."""

    @abstractmethod
    def messages(self) -> Iterator[Message]:
        """Yield messages, without end."""

    @abstractmethod
    def shows(self, message: Message, told: Mapping[str, Any]) -> bool:
        """Whether the answer to an accepted message shows it."""


class Phone(Client):
    """The phone of a table; one message in fifteen is for a board that is not in play, and must be refused."""

    def __init__(self, port: int, table: Table) -> None:
        super().__init__(port, table.event, f"{table.event} table {table.number}")
        self.table = table

    @property
    def path(self) -> str:
        return f"/t/{self.table.token}/message"

    def messages(self) -> Iterator[Message]:
        for number in count():
            body = entered(number) | ({"board": 99} if number % 15 == 14 else {})
            said = f"{self.table.number}/{body['board']} {body['result']}"
            yield Message(body, f"{self.table.number}:k{number}", said)

    def shows(self, message: Message, told: Mapping[str, Any]) -> bool:
        """Whether its sheet shows the result: nobody else enters anything there."""
        shown = {line["board"]: line["result"] for line in told["sheet"]["boards"]}
        return bool(shown.get(message.body["board"]) == message.body["result"])


class Program(Client):
    """An official's program that posts notes, a third of them on the condition that the book has not moved."""

    def __init__(self, port: int, event: str, token: str, owner: int = 0) -> None:
        super().__init__(port, event, f"{event} program")
        self.headers["Authorization"] = f"Bearer {token}"
        self.owner = owner
        self.last = 0

    @property
    def path(self) -> str:
        return f"/api/events/{self.event}/acts"

    def messages(self) -> Iterator[Message]:
        for number in count():
            text = f"note {number} ♠"
            body: dict[str, Any] = {"key": f"k{number}", "act": {"act": "note made", "text": text}}
            if number % 3 == 1:
                body["seen"] = self.last
            yield Message(body, f"api {self.owner} k{number}", text)

    def shows(self, message: Message, told: Mapping[str, Any]) -> bool:
        posted = told["postings"][-1]
        self.last = max(self.last, posted["number"])
        return bool(posted["line"]["text"] == message.said)


def clients(port: int, congress: Congress) -> list[Client]:
    """Every table's phone, and one program per event."""
    phones = [Phone(port, table) for table in congress.tables]
    owner = congress.official_number
    return [*phones, *(Program(port, event, congress.api_token, owner) for event in congress.events)]


class Posting(threading.Thread):
    """A running client."""

    def __init__(self, client: Client, load: "Load") -> None:
        super().__init__(name=client.name, daemon=True)
        self.client = client
        self.load = load
        self.line = Line(f"http://127.0.0.1:{client.port}", PATIENCE)

    def run(self) -> None:
        """Run until the end, and finish the pending message; time spent waiting for an answer is not made up for."""
        due = time.monotonic()
        for place, message in enumerate(self.client.messages()):
            due = max(due + self.load.pause, time.monotonic())
            self.load.together.wait(due - time.monotonic())
            if self.load.over.is_set():
                return
            pause, began = 0.05, time.monotonic()
            while not self._try(place, message):
                time.sleep(pause)
                pause = min(1.0, pause * 2)
                if self.load.give_up.is_set():
                    return
            self.load.longest = max(self.load.longest, time.monotonic() - began)

    def _try(self, place: int, message: Message) -> bool:
        sent = time.monotonic()
        status, told = self._ask(message)
        answered = time.monotonic()
        outcome = TAKEN if status == 200 else REFUSED if status in (409, 422) else UNKNOWN
        receipt = (told.get("receipt") or {}) if outcome == TAKEN else {}
        number = receipt.get("number", 0)
        event = self.client.event
        self.load.history.write(
            Try(
                self.name, place, event, message.key, sent, answered, status, outcome, message.said, number,
                receipt.get("hash", ""),
            )
        )  # fmt: skip
        self.load.answers[status] += 1
        if outcome == TAKEN:
            self.load.acknowledged.append(answered)
            self.load.told[event] = max(self.load.told[event], number)
            if not self.client.shows(message, told):
                self.load.odd.append(f"{self.name}: {message.key} is taken and not shown")
        elif outcome == UNKNOWN and 0 < status < 500 and status not in self.client.repeated:
            self.load.odd.append(f"{self.name}: {status} {told}")
        return outcome != UNKNOWN

    def _ask(self, message: Message) -> tuple[int, dict[str, Any]]:
        try:
            path = self.client.path
        except ConnectionError:
            return 0, {}
        answer = self.line.ask(Request("POST", path, json.dumps(message.body).encode(), self.client.headers))
        return answer.status, json.loads(answer.body) if answer.status < 500 and answer.body[:1] == b"{" else {}


class Load:
    """Running clients, the history of their tries, and the answers.

    *acknowledged* has the times of acknowledgements, *told* the highest number reported for each event.
    """

    def __init__(self, folder: Path, pause: float) -> None:
        self.file = folder / "history.jsonl"
        self.history = History(self.file)
        self.pause = pause
        self.together, self.over, self.give_up = threading.Event(), threading.Event(), threading.Event()
        self.answers: Counter[int] = Counter()
        self.acknowledged: list[float] = []
        self.told: Counter[str] = Counter()
        self.odd: list[str] = []
        self.longest = 0.0
        self.running: list[Posting] = []

    def start(self, posting: Sequence[Client]) -> None:
        """Start clients, one after another, so that they do not all post at the same moment."""
        self.running = [Posting(client, self) for client in posting]
        for each in self.running:
            each.start()
            time.sleep(self.pause / len(posting))

    def finish(self) -> None:
        """Let all clients finish their pending messages."""
        self.over.set()
        self.together.set()
        until = time.monotonic() + 120
        for each in self.running:
            each.join(max(0.1, until - time.monotonic()))
        self.give_up.set()
        for each in self.running:
            each.join(2 * PATIENCE)
        self.history.close()

    def check(self, books: Mapping[str, Sequence[history.Line]], before: Mapping[str, int]) -> dict[str, list[str]]:
        """Return what is wrong in the books by the answers that clients got; *before* has their first numbers."""
        tries = read_history(self.file)
        verdict = history.check(tries, books, before)
        print(
            f"{len(tries)} tries: {dict(sorted(self.answers.items()))}; {verdict.taken} taken, {verdict.refused} "
            f"refused; {verdict.sent_again} sent again; the longest to be answered {self.longest:.1f} s"
        )
        unknown = [each.last.key for each in messages(tries) if each.outcome == UNKNOWN]
        silent = [] if verdict.taken else ["nothing was acknowledged"]
        return {**verdict.faults, "never answered": unknown, "odd": [*self.odd, *silent]}
