"""Projections: the state of each event and selection year, folded to its last number and caught up before it is shown.

A process keeps the state of the events it is asked about, and folds on when it hears that a book has grown. Whoever
asks still looks at the book first, so nobody is shown less than was posted before they asked. The book is the truth:
a state can be dropped at any moment and is folded again from it.
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
from overtrick.core.event.fold.replaying import Folded, refold, undone_by
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.ledger.codec import line_hash, read_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web import limits
from overtrick.web.congress.kinds import BookKind, kind_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.snapshots import WORTH, kept_state, let_go
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.spans import span
from overtrick.web.urgency import WorkersFirst

State = TypeVar("State", bound=Folded)
AWAY = (OperationalError, InterfaceError)
"""The database does not answer: no fault of a posting, which may need it to be folded (for the edition it goes by)."""
logger = logging.getLogger(__name__)


class HeldUp(OperationalError):
    """Nothing was kept: somebody holds the book. Sent again with the same key it goes in once."""


@dataclass(slots=True)
class Projection(Generic[State]):
    """An event, or a year, as it stands in this process: hold `lock` while reading it, for the fold writes in place.

    `writing` is held from a decision to its posting, so that those who post here queue up instead of colliding.
    `keys` are those of every posting folded in here, `at` and `fingerprint` the time and the hash of the last one's
    line, `asked` is when somebody last asked for it and `moved` when it last grew. `from_kept` is the number that it
    was opened with from a snapshot: the keys up to that are in the book alone. `kept` is the number of its snapshot.
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
    lock: WorkersFirst = field(default_factory=WorkersFirst)
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
        """The turn to post, one at a time; where the one before is held up only a few wait, and not for long.

        So a book whose head somebody holds does not take every thread from the others.
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
        """Fold what was posted since. The book is read without the lock, so that readers wait for the fold alone.

        A book that is opened begins with its snapshot, if there is one; of one that is folded from the first, what is
        taken back further on is never folded. A book that went back, to a standby that had not heard all or to a copy
        that was restored, no longer has what is folded here: it is folded again.
        """
        ends = self.book.ends()
        self.led = ends.led
        if (ends.last, ends.hash) == (self.last, self.fingerprint):
            return
        with self.catching_up, span("fold", event=self.slug):
            since = self._since()
            if since is None:
                if self.last:
                    logger.warning("%s: the book went back behind posting %s: it is folded again", self.slug, self.last)
                    metrics.BOOKS_BACK.inc()
                    self._begin_again()
                self._open()
                since = list(self.book.hashed(self.last))
            self.event.gone = frozenset() if self.last else undone_by([posting for posting, _ in since])
            for posting, fingerprint in since:
                self.fold(posting, fingerprint)
            self.event.gone = frozenset()
            if len(since) >= WORTH:
                with self.lock:
                    let_go(self)

    def _since(self) -> list[tuple[Posting, str]] | None:
        """What was posted since the last that was folded in; nothing where none was, or the book no longer has it.

        What is folded is looked at first: what this process posts meanwhile makes the book longer, never shorter.
        """
        with self.lock:
            last, fingerprint = self.event.last, self.fingerprint
        if not last:
            return None
        there = list(self.book.hashed(last - 1))
        return there[1:] if there and there[0][1] == fingerprint else None

    def _begin_again(self) -> None:
        with self.lock:
            self.event, self.from_kept, self.kept = self.begin(), 0, 0
            self.at = self.fingerprint = ""
            self.keys.clear()

    def _open(self) -> None:
        """Begin with what was kept of an event."""
        found = kept_state(self.book, self.begin) if isinstance(self.event, Tournament) else None
        if found is None:
            return
        state, line = found
        with self.lock:
            self.event = cast("State", state)
            self.at, self.fingerprint = read_posting(line)[0].at, line_hash(line)
            self.from_kept = self.kept = state.last

    def fold(self, posting: Posting, fingerprint: str) -> None:
        """Fold one posting more, if it is the next; where it cannot be folded it is set aside."""
        with self.lock:
            if posting.number != self.event.last + 1:
                return
            try:
                self.event.post(posting)
            except AWAY:  # half of it may be folded in: whoever asks next begins again
                self._begin_again()
                raise
            except Exception:
                logger.exception("%s: posting %s cannot be folded and is set aside", self.slug, posting.number)
                self._refold()
            else:
                self._note(posting, fingerprint)
        metrics.FOLDS.inc()

    def stand(self, after: State, postings: Sequence[tuple[Posting, str]]) -> None:
        """Let a state stand into which these postings, the next of the book, were folded on trial."""
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
        """Whether a posting with this key is folded in."""
        return key in self.keys or (self.from_kept > 0 and bool(self.book.with_key(key)))

    def _refold(self) -> None:
        """Half a posting may be folded in: fold the book again, without what cannot be folded."""

        def postings() -> Iterator[Posting]:
            for posting, fingerprint in self.book.hashed():
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
    """The selection year as it stands now, likewise."""
    return projection_of(record)


def projection_of(record: BookRecord) -> Projection[Any]:
    """Whatever a book folds to as it stands now, or stood when it was `held_still`."""
    still = _still.get()
    if still is not None and still.slug == record.slug:
        return still
    with _lock:
        kept = _cache.get(record.slug)
        if kept is None:
            kept = _cache[record.slug] = _begun(record)
        _cache.move_to_end(record.slug)
        kept.asked = monotonic()
    kept.catch_up()
    evict()
    return kept


def is_folded(slug: str) -> bool:
    """Whether this process has the state of a book, so that asking for it costs no more than catching up."""
    with _lock:
        return slug in _cache


def _begun(record: BookRecord) -> Projection[Any]:
    kind = kind_of(record)
    begin = partial(kind.begin, record.rules)
    book = DurableBook(record.slug, organisation=record.organisation_id)
    return Projection(record.slug, begin(), book, kind, begin)


@contextmanager
def held_still(record: BookRecord) -> Iterator[Projection[Any]]:
    """Work on a book as it ends now, however it grows meanwhile: folded apart, so that nobody waits for it."""
    still = _begun(record)
    still.catch_up()
    before = _still.set(still)
    try:
        yield still
    finally:
        _still.reset(before)


def evict() -> None:
    """Drop the states longest not asked for, while they are too many postings together or too long unasked for.

    The one asked for last stays, however large. Whoever holds a state that is dropped goes on with it: nothing is
    appended to a book that has moved meanwhile.
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
    """The books whose states this process has."""
    with _lock:
        return tuple(_cache.values())


def catch_up(slug: str) -> None:
    """A book has grown: fold on, if its event is kept here."""
    kept = _cache.get(slug)
    if kept is not None:
        kept.catch_up()


def forget(slug: str | None = None) -> None:
    """Drop what is kept of an event, or of all; the next question folds it again."""
    with _lock:
        if slug is None:
            _cache.clear()
        else:
            _cache.pop(slug, None)
