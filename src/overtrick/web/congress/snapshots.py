"""Snapshots of folded events, so that a process that has just started need not fold whole books.

A snapshot may be deleted at any time and is never trusted over the book. It is used only if this installation wrote it
(a keyed hash over all of it, checked before anything is read), if the same program and rules folded it, and if the
book's line of its last number is the one it was folded to. Otherwise the book is folded as if there were none. Reading
a snapshot creates only data (`overtrick.ledger.snapshot`), so someone who can write to the table but does not have the
installation's secret can do no more than delete one.
"""

import hmac
import logging
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.db import InterfaceError, OperationalError
from django.utils.crypto import salted_hmac

import overtrick
from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.ledger.codec import line_hash
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.snapshot import Unwritable, history_in, open_snapshot, write_snapshot
from overtrick.web.congress.models import Snapshot

if TYPE_CHECKING:
    from overtrick.web.congress.projections import Projection

WORTH = 2000
"""How many postings beyond the last snapshot make a new one worth it; fewer are folded quickly enough."""
QUIET = 30.0
"""Seconds without a posting after which a snapshot is made."""
_FOLDED_BY = ("core", "ledger", "regulations", "rulebook")
"""The packages that determine a state."""

logger = logging.getLogger(__name__)


@cache
def code() -> str:
    """The fingerprint of the parts of the program's source and rules that determine a state."""
    home, found = Path(overtrick.__file__).parent, sha256()
    for part in _FOLDED_BY:
        for path in sorted((home / part).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(f"{path.relative_to(home).as_posix()} {path.stat().st_size}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()


def kept_state(book: DurableBook, begin: Callable[[], Any]) -> tuple[Tournament, str] | None:
    """An event from its snapshot, and the line it was folded to; None if it must be folded from the book."""
    rows = Snapshot.objects.filter(record_id=book.event, code=code())
    row = rows.values_list("last", "fingerprint", "mac", "body").first()
    if row is None:
        return None
    last, fingerprint, mac, packed = row
    body = bytes(packed)
    line = book.line(last)
    ours = hmac.compare_digest(mac.encode(), _mac(book.event, last, fingerprint, body).encode())
    if not ours or line is None or line_hash(line) != fingerprint:
        logger.warning("%s: the snapshot is not of this book, and is not used", book.event)
        return None
    try:
        state = open_snapshot(body, begin, book.postings)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.warning("%s: the snapshot cannot be used", book.event, exc_info=True)
        return None
    return (state, line) if state.last == last else None


def keep_quiet(events: "Iterable[Projection[Any]]") -> None:
    """Make snapshots of the events that have grown enough since their last one and have been quiet for a while."""
    for now in events:
        quiet = monotonic() - now.moved > QUIET
        if quiet and isinstance(now.event, Tournament) and now.last - now.kept >= WORTH:
            keep(now)


def keep(now: "Projection[Any]") -> None:
    """Make a snapshot of an event. Readers wait only while it is copied; the copy shares what never changes."""
    with now.lock:
        state, last, fingerprint = copy_mutable(now.event), now.last, now.fingerprint
        let_go(now)
    now.kept = last
    there = Snapshot.objects.filter(record_id=now.slug, code=code()).values_list("last", flat=True).first()
    if there is not None and last - WORTH < there <= last:
        return  # another process was first
    _ask(state)
    try:
        body = write_snapshot(state)
    except Unwritable as fault:
        logger.warning("%s: no snapshot can be made: %s", now.slug, fault)
        return
    written = {"last": last, "fingerprint": fingerprint, "code": code(), "organisation_id": now.book.organisation}
    mac = _mac(now.slug, last, fingerprint, body)
    Snapshot.objects.update_or_create(record_id=now.slug, defaults={**written, "mac": mac, "body": body})


def let_go(now: "Projection[Any]") -> None:
    """Drop an event's postings from memory, half of what it takes; they stay in the book. Hold its lock."""
    if isinstance(now.event, Tournament) and now.last >= WORTH:
        now.event.history = history_in(now.book.postings, now.event)


def _ask(state: Tournament) -> None:
    """Compute what pages show first, so that it goes into the snapshot too."""
    for stage in state.stages.values():
        for name in stage.contestants:
            try:
                stage.record(name)
            except DirectorError:  # it cannot be computed yet
                continue


def _mac(slug: str, last: int, fingerprint: str, body: bytes) -> str:
    said = f"{slug} {last} {fingerprint} {code()} ".encode() + sha256(body).digest()
    return salted_hmac("overtrick snapshot", said, algorithm="sha256").hexdigest()
