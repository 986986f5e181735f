"""The server's signatures: receipts for posters, and signed heads of books during play."""

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
