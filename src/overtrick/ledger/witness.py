"""A witness stores the heads it has seen in a file of its own, and detects when a server contradicts one."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from overtrick.core.errors import DirectorError
from overtrick.ledger.codec import UnreadablePosting, line_hash, read_posting
from overtrick.ledger.signed_heads import SignedHead, objections, read_heads


class Source(Protocol):
    """A source of heads: a server, its database, or a book in a file."""

    def head(self) -> SignedHead | None:
        """The current head."""
        ...

    def posting(self, number: int) -> SignedHead | None:
        """The current head of one posting."""
        ...

    def lines(self) -> Sequence[str] | None:
        """Every line of the book; `None` for a reader without permission."""
        ...


@dataclass(frozen=True, slots=True)
class WitnessReport:
    """The outcome of a check: the head that was added, if any; what is wrong; and how much was proved."""

    added: SignedHead | None
    wrong: tuple[str, ...]
    chained: bool


def look(source: Source, kept: Path, keys: Sequence[str] = ()) -> WitnessReport:
    """Fetch the head, check that it continues what was stored, and store it.

    The key of the first head is the one that later ones must have, unless *keys* are given. A head that contradicts a
    stored one is stored too, beside the file: two contradicting statements under one key are evidence.
    """
    heads = read_heads(str(kept)) if kept.exists() else []
    trusted = list(keys) or [head.key for head in heads[:1]]
    now = source.head()
    if now is None and heads:
        last = heads[-1]
        return WitnessReport(
            None, (f"posting {last.number} was signed {last.time}, and nothing of the book is signed now",), False
        )
    if now is None:
        raise DirectorError(
            "No posting in this book has been signed yet",
            remedy="Try again a minute after the first posting; if there is still no signature, ask the organiser.",
        )
    if heads and now.event != heads[0].event:
        raise DirectorError(
            "{kept} holds heads of {event}, but this head belongs to {now_event}",
            remedy="Use a separate file for each event.",
            kept=kept,
            event=heads[0].event,
            now_event=now.event,
        )
    lines = source.lines()
    if lines is not None:
        wrong = [*_chain(lines), *objections([*heads, now], [line_hash(line) for line in lines], trusted)]
    else:
        wrong = _asked_again(source, heads, now, trusted)
    if wrong:
        _add(kept.with_name(f"{kept.name}.contradicts"), now)
        return WitnessReport(None, tuple(wrong), lines is not None)
    fresh = not heads or now.number > heads[-1].number
    if fresh:
        _add(kept, now)
    return WitnessReport(now if fresh else None, (), lines is not None)


def _asked_again(source: Source, heads: Sequence[SignedHead], now: SignedHead, trusted: Sequence[str]) -> list[str]:
    """Check without the lines: the head is properly signed, has not gone back, and confirms the last stored one."""
    wrong = _words(now, trusted)
    if not heads:
        return wrong
    last = heads[-1]
    if now.number < last.number:
        return [*wrong, f"posting {last.number}, signed {last.time}, is not in the book: it ends at {now.number}"]
    said = source.posting(last.number)
    if said is None:
        return [*wrong, f"posting {last.number}, signed {last.time}, is not in the book: the book was cut"]
    wrong += _words(said, trusted)
    if said.hash != last.hash:
        wrong.append(f"posting {last.number} is not the one signed {last.time}: the book was changed there or before")
    return wrong


def _words(head: SignedHead, trusted: Sequence[str]) -> list[str]:
    """The faults in a head, whatever the book says."""
    return objections([head], [*[""] * (head.number - 1), head.hash], trusted)


def _chain(lines: Sequence[str]) -> list[str]:
    prev = ""
    for number, line in enumerate(lines, start=1):
        try:
            posting, before = read_posting(line)
        except UnreadablePosting as fault:
            return [f"posting {number} cannot be read: {fault}"]
        if before != prev or posting.number != number:
            return [f"posting {posting.number} does not follow from the line before it"]
        prev = line_hash(line)
    return []


def _add(path: Path, head: SignedHead) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(head.as_json())}\n")
        file.flush()
        os.fsync(file.fileno())
