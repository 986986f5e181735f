"""The hub: what each event's last number is, which pages are held open, and who waits for news of them.

Readers are told what a page says as a whole, or numbers where a page has no frames. So news may be left out but never
goes back, and many postings within a moment cost one message. Only where the book itself went back, to a standby that
had not heard all or to a copy that was restored, does the number here: else nothing would be told until it is reached.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from overtrick.web.live.channel import Channel
from overtrick.web.live.watched_page import Make, PageAddress, WatchedPage

PACE = 0.2
"""Seconds between two messages about one event, at the least."""
HEARTBEAT = 15.0
"""Seconds of silence after which readers hear that the line is alive."""
SEEK = 3.0
"""Seconds that an event nobody has heard of is looked for."""
MOST_PAGES = 2000
"""Pages that a process watches for readers; of others they are told the number."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of an event: its last number, and whether everybody may see it; nothing before it was looked at.

    *silent* is since when the venue that leads it was not heard, if so.
    """

    last: int
    shown: bool | None
    silent: datetime | None = None


class Topic(Channel):
    """One event's number."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def moved(self, last: int) -> None:
        """The book has grown: tell the readers now, or when the pace allows."""
        if last <= self.last:
            return
        self.last = last
        if self.due is None:
            self.due = asyncio.get_running_loop().call_later(self.wait_for(PACE), self.tell)

    def went_back(self, last: int) -> None:
        """The book no longer has what was told."""
        self.last = last
        self.tell()


class Hub:
    """Every event of the installation, as this process knows it."""

    def __init__(self) -> None:
        self.events: dict[str, Seen] = {}
        self.topics: dict[str, Topic] = {}
        self.pages: dict[PageAddress, WatchedPage] = {}
        self.make: Make | None = None
        self._first: dict[PageAddress, asyncio.Task[None]] = {}
        self._pages_of: dict[str, list[WatchedPage]] = {}
        self.readers = 0
        self.connected = False
        self.looked_at = 0.0
        self.ending = False
        self.on_move: list[Callable[[str, int], None]] = []
        self._sought: set[str] = set()
        self._looked: asyncio.Future[None] | None = None
        self._shorter: dict[str, int] = {}

    def heard(self, event: str, last: int) -> None:
        """A notice: an event's book ends at this number."""
        known = self.events.get(event)
        if known is not None and last <= known.last:
            return
        self.events[event] = replace(known, last=last) if known else Seen(last, None)
        if event in self.topics:
            self.topics[event].moved(last)
        for page in self._pages_of.get(event, ()):
            page.moved(last)
        for told in self.on_move:
            told(event, last)

    def wanted(self) -> set[str]:
        """The events that somebody reads or asks for: they are looked at every second, all others now and then."""
        return {*self.topics, *(page.event for page in self.pages.values()), *self._sought}

    def looked(self, events: Mapping[str, Seen], among: Collection[str] | None = None) -> None:
        """A look at the database, at these events or at all: what no notice told, and who may see what."""
        for event, seen in events.items():
            self._look_back(event, seen)
            self.heard(event, seen.last)
            known = self.events[event]
            self.events[event] = replace(seen, last=known.last)
            if known.shown is not None and known.silent != seen.silent:
                for page in self._pages_of.get(event, ()):
                    page.changed()
        for gone in (self.events.keys() if among is None else self.events.keys() & among) - events.keys():
            del self.events[gone]
        self._sought.difference_update(tuple(self._sought) if among is None else among)
        self.connected, self.looked_at = True, monotonic()
        if self._looked is not None:
            self._looked.set_result(None)
            self._looked = None

    def _look_back(self, event: str, seen: Seen) -> None:
        """Let the number go back with the book, when a look says less than was known at the look before.

        One look is not enough: it may have begun before a notice came.
        """
        known = self.events.get(event)
        if known is None or seen.last >= known.last:
            self._shorter.pop(event, None)
        elif seen.last >= self._shorter.get(event, 0):
            self._shorter[event] = known.last
        else:
            del self._shorter[event]
            self.events[event] = seen
            if event in self.topics:
                self.topics[event].went_back(seen.last)
            for page in self._pages_of.get(event, ()):
                page.went_back(seen.last)
            for told in self.on_move:
                told(event, seen.last)

    def lost(self) -> None:
        """The database does not answer; readers are kept, and caught up when it does."""
        self.connected = False

    async def find(self, event: str) -> Seen | None:
        """An event, if there is one; for a name not heard of yet the next look is waited for."""
        if event not in self.events or self.events[event].shown is None:
            self._sought.add(event)
            until = monotonic() + SEEK
            while event in self._sought and monotonic() < until:  # a look that had begun before did not look for it
                if self._looked is None:
                    self._looked = asyncio.get_running_loop().create_future()
                await asyncio.wait([self._looked], timeout=until - monotonic())
        return self.events.get(event)

    def topic(self, event: str) -> Topic:
        """The topic of an event that is known."""
        if event not in self.topics:
            self.topics[event] = Topic(self.events[event].last)
        return self.topics[event]

    async def page(self, asked: PageAddress) -> WatchedPage | None:
        """A page that is held open, made when the first reader asks; nothing where it has no frames."""
        if asked not in self.pages and self.make is not None and len(self.pages) < MOST_PAGES:
            first = self._first.get(asked)
            if first is None:  # all who come while it is made wait for it
                first = self._first[asked] = asyncio.ensure_future(self._begin(asked, self.make))
            await asyncio.shield(first)
        return self.pages.get(asked)

    async def _begin(self, asked: PageAddress, make: Make) -> None:
        try:
            made = await make(asked, 0)
        finally:
            del self._first[asked]
        if made is not None:
            self.watch(WatchedPage(asked, made, make))

    def watch(self, page: WatchedPage) -> None:
        """Keep a page with what it says; one that is about to be read is not let go."""
        if self.pages.setdefault(page.asked, page) is page and page not in self._pages_of.get(page.event, ()):
            self._pages_of.setdefault(page.event, []).append(page)

    def channels(self) -> tuple[Channel, ...]:
        """All that anybody may wait for."""
        return (*self.topics.values(), *self.pages.values())

    def end(self) -> None:
        """The process is about to end: every reader is let go, and asks another or comes again."""
        self.ending = True
        for channel in self.channels():
            channel.tell()
            for reader in tuple(channel.sending):
                reader.cancel()

    async def beat(self) -> None:
        """Wake the readers of quiet events, so that each connection shows itself alive or is found dead."""
        while True:
            await asyncio.sleep(HEARTBEAT / 3)
            self.topics = {name: topic for name, topic in self.topics.items() if not topic.idle}
            for page in [each for each in self.pages.values() if each.idle]:
                del self.pages[page.asked]
                self._pages_of[page.event].remove(page)
            for channel in self.channels():
                channel.let_go()
                if monotonic() - channel.told_at > HEARTBEAT:
                    channel.tell()
