"""The server's signature: receipts for those who post, and heads of books while they are played."""

import logging
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Posting, RoundClosed, StageClosed
from overtrick.ledger.durable.heads import leaders_keys, sign_head, signed_heads
from overtrick.ledger.signed_heads import SignedHead, Signer, read_key, signer_at

CLOSES = (RoundClosed, StageClosed)
"""Acts after which a head is signed at once; others wait half a minute for company."""
_log = logging.getLogger("overtrick.proof")


@cache
def signer() -> Signer:
    """The key of this installation, outside the database; made at the first start."""
    return signer_at(settings.SIGNING_KEY)


def former_keys() -> list[str]:
    """The public keys that this installation signed with before, a line each in a file beside the key it has now."""
    path = settings.SIGNING_KEY.with_suffix(".former")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [read_key(line) for line in lines if line.strip()]


def trusted_keys(event: str) -> set[str]:
    """The public keys whose signature counts for a book: this server's, and those of servers that led the event."""
    return {signer().key, *former_keys(), *leaders_keys(event)}


def counted_heads(event: str, after: int = 0) -> Iterator[SignedHead]:
    """What was signed of a book after a posting by a key that counts, in order."""
    trusted = trusted_keys(event)
    return (head for head in signed_heads(event, after) if head.key in trusted)


def receipt(event: str, postings: Sequence[Posting], hashed: str) -> dict[str, Any] | None:
    """What the poster keeps: the last of these postings, signed; with the chain it stands for those before it."""
    if not postings:
        return None
    try:
        return signer().sign(event, postings[-1].number, hashed).written()
    except OvertrickError as fault:  # it is posted all the same, and whoever posted is told so
        _log.error("no receipt could be signed", extra={"event": event, "fault": str(fault)})
        return None


def signed_now(event: str) -> SignedHead | None:
    """The head of a book as it ends now, signed and kept."""
    try:
        return sign_head(event, signer(), former_keys())
    except (OvertrickError, DatabaseError) as fault:
        _log.error("the head of a book is not signed", extra={"event": event, "fault": str(fault)})
        return None


def sign_if_closing(event: str, postings: Sequence[Posting]) -> None:
    """Sign a book's head at once when a round or a stage was closed."""
    if any(isinstance(posting.act, CLOSES) for posting in postings):
        signed_now(event)
