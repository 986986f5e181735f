"""The server's signatures: receipts and signed heads; and the check of a book in the database, column by column."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import ACTS, Posting, RoundClosed, StageClosed
from overtrick.ledger.codec import UnreadablePosting, line_hash, read_posting
from overtrick.ledger.durable.heads import leaders_keys, sign_head, signed_heads
from overtrick.ledger.durable.models import Head, Line
from overtrick.ledger.signed_heads import SignedHead, Signer, objections, read_key, signer_at

CLOSES = (RoundClosed, StageClosed)
"""Acts after which a head is signed at once; after other acts, one is signed within half a minute."""
_log = logging.getLogger("overtrick.proof")


@cache
def signer() -> Signer:
    """The signer with this installation's key, which is kept outside the database and made at the first start."""
    return signer_at(settings.SIGNING_KEY)


def former_keys() -> list[str]:
    """The public keys that this installation signed with before, from a file beside the current key, one per line."""
    path = settings.SIGNING_KEY.with_suffix(".former")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [read_key(line) for line in lines if line.strip()]


def trusted_keys(event: str) -> set[str]:
    """The public keys whose signature counts for a book: this server's, and those of servers that led the event."""
    return {signer().key, *former_keys(), *leaders_keys(event)}


def counted_heads(event: str, after: int = 0) -> Iterator[SignedHead]:
    """The heads of a book that a trusted key signed after a posting, in order."""
    trusted = trusted_keys(event)
    return (head for head in signed_heads(event, after) if head.key in trusted)


def receipt(event: str, postings: Sequence[Posting], hashed: str) -> dict[str, Any] | None:
    """The receipt for the poster: the last of these postings, signed. Through the chain it covers those before it."""
    if not postings:
        return None
    try:
        return signer().sign(event, postings[-1].number, hashed).as_json()
    except OvertrickError as fault:  # the act is posted all the same, and the answer says so
        _log.error("no receipt could be signed", extra={"event": event, "fault": str(fault)})
        return None


def signed_now(event: str) -> SignedHead | None:
    """Sign and store the head of a book as it ends now; None if that fails."""
    try:
        return sign_head(event, signer(), former_keys())
    except (OvertrickError, DatabaseError) as fault:
        _log.error("the head of a book is not signed", extra={"event": event, "fault": str(fault)})
        return None


def sign_if_closing(event: str, postings: Sequence[Posting]) -> None:
    """Sign a book's head at once when a round or a stage was closed."""
    if any(isinstance(posting.act, CLOSES) for posting in postings):
        signed_now(event)


_BESIDE = {"number": "n", "key": "key", "act": "act", "by": "by", "at": "at"}
"""The columns that repeat a field of the line, with the name of that field."""
_OWN = {act.called: {each.name for each in fields(act)} for act in ACTS}
"""The fields of each act. In older lines, an act's own `by` or `at` replaced the poster's."""


@dataclass(frozen=True, slots=True)
class ProofOutcome:
    """The outcome of checking a book: how many postings it has, how many heads were checked, and every fault."""

    postings: int
    heads: int
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptHeads:
    """Heads and receipts that someone kept, the public keys they may be signed with, and the name they are for.

    Without keys, the keys trusted for the book count. The name differs if the book was imported under another one.
    """

    heads: Sequence[SignedHead]
    keys: Sequence[str] = ()
    named: str = ""


def prove(event: str, against: KeptHeads | None = None, keys: Sequence[str] = ()) -> ProofOutcome:
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
            wrong.append(f"posting {number} was stored at {now}, earlier than the posting before it")
        kept = now or kept
    head = Head.objects.get(event=event)
    if (head.last, head.fingerprint) != (len(hashes), prev):
        wrong.append(f"the book ends at posting {len(hashes)} ({prev[:8]}), but its head names posting {head.last}"
                     f" ({head.fingerprint[:8]})")  # fmt: skip
    ours = list(signed_heads(event))
    trusted = {*trusted_keys(event), *keys}
    wrong += [f"according to the heads stored here, {each}" for each in objections(ours, hashes, trusted)]
    theirs = _matching_heads(event, against) if against else []
    if against:
        wrong += objections(theirs, hashes, against.keys or trusted)
    return ProofOutcome(len(hashes), len(ours) + len(theirs), tuple(wrong))


def _matching_heads(event: str, against: KeptHeads) -> list[SignedHead]:
    """The heads that are for this book; the same file may hold others."""
    named = against.named or event
    chosen = [head for head in against.heads if head.event == named]
    if not chosen:
        known = ", ".join(sorted({head.event for head in against.heads})) or "none"
        raise DirectorError(
            "None of the heads or receipts given is for {named}",
            remedy="Use --signed-as with the name under which the book was signed, which is one of these: {known}.",
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
            yield f"posting {row['number']}: the column {column} has {row[column]!r:.80}, but the line has {inside}"
    if "kept" in said and row["kept_at"] != _time(said["kept"]):
        yield f"posting {row['number']}: the column kept_at has {row['kept_at']}, but the line has {said['kept']!r:.80}"


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
