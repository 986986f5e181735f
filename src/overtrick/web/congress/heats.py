"""The overall field of a congress's heats, cached in the process and updated heat by heat as their books grow.

Every heat is a book of its own with its own result on its own pages. A heat joins the overall field when all of it has
been played, so that no one can read here about boards they have yet to play. When a club corrects a result later, only
the boards it touches are scored again.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from time import monotonic

from overtrick.core.event.after.simultaneous import Pair, Simultaneous, is_finished
from overtrick.ledger.durable.models import Head
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.editions import use_edition
from overtrick.regulations.read.event_texts import event_paths
from overtrick.views.heats import HeatsPage, heats_page, names_of
from overtrick.views.names import Who
from overtrick.views.standings import current
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.rules import edition_of
from overtrick.web.organisations.rule_files import own_event

MOST = 4
"""The most congresses whose heats are cached."""
SECONDS = 2.0
"""How long one request may read books: there are hundreds of them when the server has just been started."""


class StillReading(Exception):
    """Only *read* of *heats* books have been read so far."""

    def __init__(self, read: int, heats: int) -> None:
        super().__init__(f"{read} of {heats} are read")
        self.read, self.heats = read, heats


def heats_of(congress: Congress) -> list[BookRecord]:
    """The public events of a congress that are heats on the same boards by their rules."""
    shown = congress.events.filter(shown=True, kind=Kind.EVENT).select_related("congress")
    return [each for each in shown if is_heat(each)]


def is_heat(record: BookRecord) -> bool:
    """Whether an event is one of several heats on the same boards by the rules in its book."""
    own = own_event(record.rules, record.organisation_id)
    if own is not None or record.rules in event_paths():
        return (own or find_event(record.rules)).event.heat is not None
    now = event_projection(record)  # its file was uploaded or is no longer offered, and is stored with its book
    with now.lock:
        edition = edition_of(now.event, record.rules)
    with use_edition(edition):
        there = edition.own != "" or record.rules in event_paths()
        return there and find_event(record.rules).event.heat is not None


class CongressHeats:
    """The heats of one congress as their books stand. Hold `lock` while reading.

    *behind* is the number of heats whose books have not been read yet; nothing is shown until it is 0.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.field: Simultaneous | None = None
        self.names: dict[Pair, Who] = {}
        self.seen: dict[str, str] = {}
        self.behind = 0
        self._page: HeatsPage | None = None

    @property
    def tag(self) -> str:
        """The ETag of everything here, made from where each book ended when it was last read."""
        return sha256("\n".join(f"{slug} {end}" for slug, end in sorted(self.seen.items())).encode()).hexdigest()[:24]

    @property
    def page(self) -> HeatsPage | None:
        """The overall page of all finished heats; None if there is none."""
        if self._page is None and self.field is not None:
            self._page = heats_page(self.names, self.field)
        return self._page

    def catch_up(self, heats: Sequence[BookRecord]) -> None:
        """Update every heat that is new or whose book has grown, and drop heats that were removed."""
        ends = dict(Head.objects.filter(event__in=[each.slug for each in heats]).values_list("event", "fingerprint"))
        if not ends.keys() >= self.seen.keys():
            self.field, self.seen, self._page = None, {}, None
        grown = [each for each in heats if ends.get(each.slug, "") != self.seen.get(each.slug, "")]
        began = monotonic()
        while grown and monotonic() - began < SECONDS:
            self._take(grown.pop())
        self.behind = len(grown)

    def _take(self, record: BookRecord) -> None:
        now = event_projection(record)
        with now.lock:
            state = current(now.event)
            if state is not None and is_finished(state):
                if self.field is None:
                    self.field = Simultaneous({record.slug: state})
                else:
                    self.field.put(record.slug, state)
                self.names |= names_of(record.slug, now.event)
                self._page = None
            self.seen[record.slug] = now.fingerprint


_kept: OrderedDict[str, CongressHeats] = OrderedDict()
_lock = Lock()


@contextmanager
def over_all(congress: Congress, heats: Sequence[BookRecord]) -> Iterator[CongressHeats]:
    """The heats of a congress, caught up and locked while they are read; `StillReading` until every book is read."""
    with _lock:
        found = _kept.setdefault(congress.slug, CongressHeats())
        _kept.move_to_end(congress.slug)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    with found.lock:
        found.catch_up(heats)
        if found.behind:
            raise StillReading(len(heats) - found.behind, len(heats))
        yield found
