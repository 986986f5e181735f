"""Checking a book in the database: its chain, the columns beside its lines, its head, and its signed heads."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ACTS
from overtrick.ledger.codec import UnreadablePosting, line_hash, read_posting
from overtrick.ledger.durable.heads import signed_heads
from overtrick.ledger.durable.models import Head, Line
from overtrick.ledger.signed_heads import SignedHead, objections
from overtrick.web.congress.proof import trusted_keys

_BESIDE = {"number": "n", "key": "key", "act": "act", "by": "by", "at": "at"}
"""The columns that repeat a field of the line, with the name of that field."""
_OWN = {act.called: {each.name for each in fields(act)} for act in ACTS}
"""The fields of each act. In older lines, an act's own `by` or `at` replaced the poster's."""


@dataclass(frozen=True, slots=True)
class Proved:
    """The outcome of checking a book: how many postings it has, how many heads were checked, and every fault."""

    postings: int
    heads: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Against:
    """Heads and receipts that someone kept, the public keys they may be signed with, and the name they are for.

    Without keys, the keys trusted for the book count. The name differs if the book was imported under another one.
    """

    heads: Sequence[SignedHead]
    keys: Sequence[str] = ()
    named: str = ""


def prove(event: str, against: Against | None = None, keys: Sequence[str] = ()) -> Proved:
    """Check that the book in the database is complete and is the one that was signed by a trusted key or one of *keys*.

    Every fault is returned; nothing is raised for a book that is wrong.
    """
    wrong: list[str] = []
    hashes: list[str] = []
    prev, kept = "", ""
    for row in Line.objects.filter(event=event).order_by("number").values().iterator(chunk_size=2000):
        line = str(row["written"])
        number = len(hashes) + 1
        wrong += _chain_faults(line, number, prev)
        wrong += _column_faults(row, line)
        prev = line_hash(line)
        hashes.append(prev)
        now = str(_read(line).get("kept", ""))
        if now and now < kept:
            wrong.append(f"posting {number} was kept at {now}, before the one before it")
        kept = now or kept
    head = Head.objects.get(event=event)
    if (head.last, head.fingerprint) != (len(hashes), prev):
        wrong.append(f"the book ends at posting {len(hashes)} ({prev[:8]}), its head says {head.last}"
                     f" ({head.fingerprint[:8]})")  # fmt: skip
    ours = list(signed_heads(event))
    trusted = {*trusted_keys(event), *keys}
    wrong += [f"by the heads kept here, {each}" for each in objections(ours, hashes, trusted)]
    theirs = _matching_heads(event, against) if against else []
    if against:
        wrong += objections(theirs, hashes, against.keys or trusted)
    return Proved(len(hashes), len(ours) + len(theirs), tuple(wrong))


def _matching_heads(event: str, against: Against) -> list[SignedHead]:
    """The heads that are for this book; the same file may hold others."""
    named = against.named or event
    chosen = [head for head in against.heads if head.event == named]
    if not chosen:
        known = ", ".join(sorted({head.event for head in against.heads})) or "nothing"
        raise DirectorError(
            "None of the heads or receipts given is for {named}",
            remedy="Books named in the heads and receipts: {known}. If the book was imported under another name, "
            "use --signed-as.",
            named=named,
            known=known,
        )
    return chosen


def _chain_faults(line: str, number: int, prev: str) -> Iterator[str]:
    try:
        posting, before = read_posting(line)
    except UnreadablePosting as fault:
        yield f"posting {number} cannot be read: {fault}"
        return
    if before != prev or posting.number != number:
        yield f"posting {posting.number} does not follow from the line before it"


def _column_faults(row: Mapping[str, Any], line: str) -> Iterator[str]:
    """The differences between the columns that the server looks postings up by and the line itself."""
    said = _read(line)
    for column, name in _BESIDE.items():
        over = name in _OWN.get(str(said.get("act")), ()) and f"act_{name}" not in said
        if row[column] != said.get(name) and not over:
            inside = f"{said.get(name)!r:.80}"
            yield f"posting {row['number']}: {column} beside the line is {row[column]!r:.80}, and in it {inside}"
    if "kept" in said and row["kept_at"] != _time(said["kept"]):
        yield f"posting {row['number']}: kept_at beside the line is {row['kept_at']}, and in it {said['kept']!r:.80}"


def _read(line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _time(kept: object) -> datetime | None:
    try:
        return datetime.fromisoformat(str(kept))
    except ValueError:
        return None
