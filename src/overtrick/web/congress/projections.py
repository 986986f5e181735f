"""Projections: the state of each event and selection year, folded to its last number and caught up before it is shown.

A process keeps the states of the events that are requested, and folds new postings in when it hears that a book has
grown. Every request still checks the book first, so no one is shown less than was posted before they asked. The book is
authoritative: a state can be dropped at any moment and folded again from it.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from math import inf
from threading import Lock, RLock
from time import monotonic
from typing import Any, Generic, TypeVar, cast

from django.db import InterfaceError, OperationalError

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.replaying import FoldedState, refold, undone_by
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.ledger.codec import line_hash, read_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web import limits
from overtrick.web.congress.book_kinds import BookKind, kind_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.snapshots import WORTH, kept_state, let_go
from overtrick.web.priority import PriorityLock
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.spans import span

State = TypeVar("State", bound=FoldedState)
AWAY = (OperationalError, InterfaceError)
"""The database does not answer. A posting that needs it to be folded, to read its edition, is not itself at fault."""
logger = logging.getLogger(__name__)


class HeldUp(OperationalError):
    """Nothing was posted because the book is locked. The act can be sent again with the same key, and counts once."""


@dataclass(slots=True)
class Projection(Generic[State]):
    """An event or a year as it stands in this process. Hold `lock` while reading it, because folding changes it.

    `writing` is held from a decision to its posting, so that postings in this process queue up instead of colliding.
    `keys` are those of every posting folded here; `at` and `fingerprint` are the time and the hash of the last one's
    line; `asked` is when it was last requested and `moved` when it last grew. `from_kept` is the number of the snapshot
    it was loaded from: the keys up to that number are only in the book. `kept` is the number of its latest snapshot.
    `led` says whether another server led the book when it was last caught up.
    """

    slug: str
    event: State
    book: DurableBook
    kind: BookKind
    begin: Callable[[], State]
    at: str = ""
    fingerprint: str = ""
    asked: float = 0.0
    moved: float = 0.0
    from_kept: int = 0
    kept: int = 0
    led: bool = False
    keys: set[str] = field(default_factory=set)
    lock: PriorityLock = field(default_factory=PriorityLock)
    writing: RLock = field(default_factory=RLock)
    queued: int = 0
    since: float = inf
    catching_up: Lock = field(default_factory=Lock)

    @property
    def last(self) -> int:
        """The number of the last posting folded in."""
        return self.event.last

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn to post, one at a time; `HeldUp` if too many wait, or for too long.

        So a book whose head is locked does not take every thread from the other books.
        """
        if self.queued > limits.BEHIND and monotonic() - self.since > limits.SLOW:
            raise HeldUp(f"postings to {self.slug} are held up")
        self.queued += 1
        try:
            if not self.writing.acquire(timeout=limits.LOCK):
                raise HeldUp(f"postings to {self.slug} are held up")
            try:
                self.since = monotonic()
                yield
            finally:
                self.since = inf
                self.writing.release()
        finally:
            self.queued -= 1

    def catch_up(self) -> None:
        """Fold the postings since the last one. The book is read without the lock, so readers wait only for the fold.

        A book is opened from its snapshot, if there is one; in a book folded from the start, postings that are undone
        later are never folded. A book that has lost postings folded here, because of a failover to a standby that was
        behind or a restored backup, is folded again from the start.
        """
        ends = self.book.ends()
        self.led = ends.led
        if (ends.last, ends.hash) == (self.last, self.fingerprint):
            return
        with self.catching_up, span("fold", event=self.slug):
            since = self._new_postings()
            if since is None:
                if self.last:
                    logger.warning("%s: the book went back behind posting %s: it is folded again", self.slug, self.last)
                    metrics.BOOKS_BACK.inc()
                    self._begin_again()
                self._open()
                since = list(self.book.hashed_postings(self.last))
            self.event.gone = frozenset() if self.last else undone_by([posting for posting, _ in since])
            for posting, fingerprint in since:
                self.fold(posting, fingerprint)
            self.event.gone = frozenset()
            if len(since) >= WORTH:
                with self.lock:
                    let_go(self)

    def _new_postings(self) -> list[tuple[Posting, str]] | None:
        """The postings since the last one folded; None if none is folded, or if the book no longer has that one.

        The fold is read before the book: postings by this process in between make the book longer, never shorter.
        """
        with self.lock:
            last, fingerprint = self.event.last, self.fingerprint
        if not last:
            return None
        there = list(self.book.hashed_postings(last - 1))
        return there[1:] if there and there[0][1] == fingerprint else None

    def _begin_again(self) -> None:
        with self.lock:
            self.event, self.from_kept, self.kept = self.begin(), 0, 0
            self.at = self.fingerprint = ""
            self.keys.clear()

    def _open(self) -> None:
        """Load the event's snapshot, if there is one."""
        found = kept_state(self.book, self.begin) if isinstance(self.event, Tournament) else None
        if found is None:
            return
        state, line = found
        with self.lock:
            self.event = cast("State", state)
            self.at, self.fingerprint = read_posting(line)[0].at, line_hash(line)
            self.from_kept = self.kept = state.last

    def fold(self, posting: Posting, fingerprint: str) -> None:
        """Fold one more posting if it is the next. A posting that cannot be folded is set aside."""
        with self.lock:
            if posting.number != self.event.last + 1:
                return
            try:
                self.event.post(posting)
            except AWAY:  # half of it may be folded, so the next request starts again
                self._begin_again()
                raise
            except Exception:
                logger.exception("%s: posting %s cannot be folded and is set aside", self.slug, posting.number)
                self._refold()
            else:
                self._note(posting, fingerprint)
        metrics.FOLDS.inc()

    def stand(self, after: State, postings: Sequence[tuple[Posting, str]]) -> None:
        """Replace the state by *after*, into which these postings, the next of the book, are already folded."""
        with self.lock:
            if not postings or postings[0][0].number != self.event.last + 1:
                return
            self.event = after
            for posting, fingerprint in postings:
                self._note(posting, fingerprint)
        metrics.FOLDS.inc(len(postings))

    def _note(self, posting: Posting, fingerprint: str) -> None:
        self.at = posting.at
        self.fingerprint = fingerprint
        self.moved = monotonic()
        self.keys.add(posting.key)

    def has(self, key: str) -> bool:
        """Whether a posting with this key is in the state."""
        return key in self.keys or (self.from_kept > 0 and bool(self.book.with_key(key)))

    def _refold(self) -> None:
        """Fold the book again without the postings that cannot be folded, because half of one may be in the state."""

        def postings() -> Iterator[Posting]:
            for posting, fingerprint in self.book.hashed_postings():
                self._note(posting, fingerprint)
                yield posting

        self.event, self.from_kept = refold(self.begin, postings(), AWAY), 0


_cache: OrderedDict[str, Projection[Any]] = OrderedDict()
_still: ContextVar[Projection[Any] | None] = ContextVar("still", default=None)
_lock = RLock()


def event_projection(record: BookRecord) -> Projection[Tournament]:
    """The event as it stands now, caught up to the last posting in the book."""
    return projection_of(record)


def year_projection(record: BookRecord) -> Projection[SelectionYear]:
    """The selection year as it stands now, caught up to the last posting in the book."""
    return projection_of(record)


def projection_of(record: BookRecord) -> Projection[Any]:
    """The projection of a book of any kind as it stands now, or as it stood when `held_still` was entered."""
    still = _still.get()
    if still is not None and still.slug == record.slug:
        return still
    with _lock:
        kept = _cache.get(record.slug)
        if kept is None:
            kept = _cache[record.slug] = _new_projection(record)
        _cache.move_to_end(record.slug)
        kept.asked = monotonic()
    kept.catch_up()
    evict()
    return kept


def is_folded(slug: str) -> bool:
    """Whether this process has the state of a book, so that requesting it costs no more than catching up."""
    with _lock:
        return slug in _cache


def _new_projection(record: BookRecord) -> Projection[Any]:
    kind = kind_of(record)
    begin = partial(kind.begin, record.rules)
    book = DurableBook(record.slug, organisation=record.organisation_id)
    return Projection(record.slug, begin(), book, kind, begin)


@contextmanager
def held_still(record: BookRecord) -> Iterator[Projection[Any]]:
    """Work on a book as it ends now, even if it grows meanwhile. It is folded separately, so no one waits for it."""
    still = _new_projection(record)
    still.catch_up()
    before = _still.set(still)
    try:
        yield still
    finally:
        _still.reset(before)


def evict() -> None:
    """Drop the states that were requested least recently, while they are too large in total or too old.

    The one requested last stays, however large it is. A thread that is using a dropped state can go on with it, because
    nothing is appended to a book that has grown meanwhile.
    """
    with _lock:
        size, long_ago = sum(each.last for each in _cache.values()), monotonic() - limits.KEPT_FOR
        while len(_cache) > 1:
            slug, eldest = next(iter(_cache.items()))
            if size <= limits.KEPT_POSTINGS and eldest.asked > long_ago:
                break
            size -= eldest.last
            del _cache[slug]
        metrics.KEPT_EVENTS.set(len(_cache))


def kept_here() -> tuple[Projection[Any], ...]:
    """The projections in this process."""
    with _lock:
        return tuple(_cache.values())


def catch_up(slug: str) -> None:
    """Fold the new postings of a book that has grown, if this process has its state."""
    kept = _cache.get(slug)
    if kept is not None:
        kept.catch_up()


def forget(slug: str | None = None) -> None:
    """Drop the state of an event, or of all; the next request folds it again."""
    with _lock:
        if slug is None:
            _cache.clear()
        else:
            _cache.pop(slug, None)
