"""The history of what clients sent and were answered, try by try, and the checker that compares it with the books.

A message is sent with its key until it is answered; so a client makes several *tries* for a message, and finally knows
whether it was accepted or refused. The checker looks for acknowledged messages that the book has lost, doubled, changed
or moved, and for refused ones that it kept.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

TAKEN, REFUSED, UNKNOWN = "taken", "refused", "unknown"


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a message, and its answer: times are of one clock; *status* 0 is none, *number* that of the book.

    *place* is the position of the message in its client's sequence, *key* its key in the book, *said* the content that
    must be there, *hash* that of the line, from the receipt.
    """

    client: str
    place: int
    event: str
    key: str
    sent: float
    answered: float
    status: int
    outcome: str
    said: str = ""
    number: int = 0
    hash: str = ""


class History:
    """Tries, recorded as they are answered."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = Lock()
        self.open = file.open("w", encoding="utf-8")

    def write(self, one: Try) -> None:
        """Record a try; the end of another process cannot remove it."""
        with self.lock:
            self.open.write(json.dumps(asdict(one)) + "\n")
            self.open.flush()

    def close(self) -> None:
        """Close the file."""
        self.open.close()


def read_history(file: Path) -> list[Try]:
    """The tries in a file."""
    with file.open(encoding="utf-8") as lines:
        return [Try(**json.loads(line)) for line in lines]


@dataclass(frozen=True, slots=True)
class Message:
    """All tries of a message together: first sent, last answered, and the outcome its client knows."""

    first: Try
    last: Try
    tries: int

    @property
    def outcome(self) -> str:
        """Whether its client knows that it was accepted or refused, or does not know."""
        return self.last.outcome


def messages(tries: Iterable[Try]) -> list[Message]:
    """The messages of a history, in the order in which they were first sent."""
    found: dict[tuple[str, int], list[Try]] = {}
    for each in sorted(tries, key=lambda one: one.sent):
        found.setdefault((each.client, each.place), []).append(each)
    return [Message(each[0], each[-1], len(each)) for each in found.values()]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a book: its number, its key, what the checker compares, its hash."""

    number: int
    key: str
    said: str
    hash: str


def said_of(written: Mapping[str, Any]) -> str:
    """The part of a posting that is compared with the message: the result of a board, or the text of a note."""
    if "text" in written:
        return str(written["text"])
    return f"{written.get('table')}/{written.get('board')} {written.get('result')}"


def read_book(lines: Iterable[str]) -> Iterator[Line]:
    """The lines of a book in its file form."""
    for line in lines:
        text = line.rstrip("\n")
        written = json.loads(text)
        if "n" not in written:  # a text of the rulebook that the book uses
            continue
        yield Line(written["n"], written["key"], said_of(written), hashlib.sha256(text.encode()).hexdigest())


@dataclass
class Verdict:
    """What the checker found, and how much it checked."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    kept_though_refused: list[str] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)
    nobodys: list[str] = field(default_factory=list)
    taken: int = 0
    refused: int = 0
    unknown: int = 0
    sent_again: int = 0

    @property
    def faults(self) -> dict[str, list[str]]:
        """Every fault by its kind, including kinds without faults."""
        kinds = ("lost", "doubled", "changed", "kept_though_refused", "out_of_order", "nobodys")
        return {kind.replace("_", " "): getattr(self, kind) for kind in kinds}

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not any(self.faults.values())


def check(tries: Sequence[Try], books: Mapping[str, Sequence[Line]], before: Mapping[str, int]) -> Verdict:
    """Compare a history with the books; *before* has each book's last number when the history began."""
    verdict = Verdict()
    by_event: dict[str, list[Message]] = {event: [] for event in books}
    for message in messages(tries):
        by_event[message.first.event].append(message)
        verdict.sent_again += message.tries > 1
    for event, sent in by_event.items():
        _check_book(verdict, sent, books[event], before.get(event, 0))
        _check_order(verdict, sent, {line.key: line.number for line in books[event]})
    return verdict


def _check_book(verdict: Verdict, sent: Sequence[Message], book: Sequence[Line], before: int) -> None:
    standing: dict[str, list[Line]] = {}
    for line in book:
        standing.setdefault(line.key, []).append(line)
    ours = {message.first.key for message in sent}
    verdict.nobodys += [f"{line.number} {line.key}" for line in book if line.number > before and line.key not in ours]
    for message in sent:
        told, lines = message.last, standing.get(message.first.key, [])
        named = f"{told.event} {told.client} {told.key}"
        if len(lines) > 1:
            verdict.doubled.append(f"{named}: {[line.number for line in lines]}")
        match message.outcome:
            case "taken":
                verdict.taken += 1
                if not lines:
                    verdict.lost.append(named)
                elif (told.number, told.hash, told.said) != (lines[0].number, lines[0].hash, lines[0].said):
                    verdict.changed.append(f"{named}: told {told.number} {told.said!r}, stands {lines[0]}")
            case "refused":
                verdict.refused += 1
                if lines:
                    verdict.kept_though_refused.append(f"{named}: {lines[0].number}")
            case _:
                verdict.unknown += 1


def _check_order(verdict: Verdict, sent: Sequence[Message], numbers: Mapping[str, int]) -> None:
    """Check that a message answered before another was sent precedes it in the book, as do a client's own messages."""
    taken = [message for message in sent if message.outcome == TAKEN and message.first.key in numbers]
    answered = sorted(taken, key=lambda message: message.last.answered)
    latest, place = 0, 0
    for message in sorted(taken, key=lambda one: one.first.sent):
        while place < len(answered) and answered[place].last.answered < message.first.sent:
            latest = max(latest, numbers[answered[place].first.key])
            place += 1
        number = numbers[message.first.key]
        if number < latest:
            verdict.out_of_order.append(f"{message.first.event} {message.first.key}: {number} after {latest}")
