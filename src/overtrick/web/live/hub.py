"""The hub: the last number of each event, the pages that are held open, and the readers who wait for news of them.

Readers are sent what a page says as a whole, or the number if a page has no frames. So a message may be skipped but
never goes back, and many postings at once cost one message. Numbers go down only if the book itself lost postings, by a
failover to a standby that was behind or a restored backup: otherwise nothing would be sent until it has caught up.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from overtrick.web.live.channel import Channel
from overtrick.web.live.watched_page import Make, PageAddress, WatchedPage

PACE = 0.2
"""The least number of seconds between two messages about one event."""
HEARTBEAT = 15.0
"""Seconds without a message after which readers are sent a sign that the connection is alive."""
SEEK = 3.0
"""Seconds to wait for the database to be asked about an unknown event."""
MOST_PAGES = 2000
"""The most pages that a process watches; readers of further pages are sent the number."""


@dataclass(frozen=True, slots=True)
class HubEntry:
    """What is known of an event: its last number, and whether it is public (None until the database was asked).

    *silent* is when the venue that leads it was last heard, if it has stopped reporting.
    """

    last: int
    shown: bool | None
    silent: datetime | None = None


class Topic(Channel):
    """The channel of one event's number."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def advance(self, last: int) -> None:
        """Note that the book has grown, and wake the readers now or when the pace allows."""
        if last <= self.last:
            return
        self.last = last
        if self.due is None:
            self.due = asyncio.get_running_loop().call_later(self.wait_for(PACE), self.tell)

    def went_back(self, last: int) -> None:
        """Note that the book has lost postings, and wake the readers."""
        self.last = last
        self.tell()


class Hub:
    """Every event of the installation, as this process knows it."""

    def __init__(self) -> None:
        self.events: dict[str, HubEntry] = {}
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

    def handle_notice(self, event: str, last: int) -> None:
        """Take a notice that an event's book ends at this number."""
        known = self.events.get(event)
        if known is not None and last <= known.last:
            return
        self.events[event] = replace(known, last=last) if known else HubEntry(last, None)
        if event in self.topics:
            self.topics[event].advance(last)
        for page in self._pages_of.get(event, ()):
            page.advance(last)
        for told in self.on_move:
            told(event, last)

    def watched_events(self) -> set[str]:
        """The events that someone reads or asks for: they are polled every second, all others now and then."""
        return {*self.topics, *(page.event for page in self.pages.values()), *self._sought}

    def handle_poll(self, events: Mapping[str, HubEntry], among: Collection[str] | None = None) -> None:
        """Take the result of polling the database for the events *among*, or for all if that is None."""
        for event, seen in events.items():
            self._look_back(event, seen)
            self.handle_notice(event, seen.last)
            known = self.events[event]
            self.events[event] = replace(seen, last=known.last)
            if known.shown is not None and known.silent != seen.silent:
                for page in self._pages_of.get(event, ()):
                    page.refresh()
        for gone in (self.events.keys() if among is None else self.events.keys() & among) - events.keys():
            del self.events[gone]
        self._sought.difference_update(tuple(self._sought) if among is None else among)
        self.connected, self.looked_at = True, monotonic()
        if self._looked is not None:
            self._looked.set_result(None)
            self._looked = None

    def _look_back(self, event: str, seen: HubEntry) -> None:
        """Lower an event's number if the book has fewer postings than were known at the poll before.

        One poll is not enough, because it may have begun before a notice came.
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

    def handle_outage(self) -> None:
        """Note that the database does not answer. Readers stay connected and are caught up when it does."""
        self.connected = False

    async def find(self, event: str) -> HubEntry | None:
        """An event, or None if there is none. For an unknown name it waits for the next poll."""
        if event not in self.events or self.events[event].shown is None:
            self._sought.add(event)
            until = monotonic() + SEEK
            while event in self._sought and monotonic() < until:  # a poll that had already begun did not include it
                if self._looked is None:
                    self._looked = asyncio.get_running_loop().create_future()
                await asyncio.wait([self._looked], timeout=until - monotonic())
        return self.events.get(event)

    def topic(self, event: str) -> Topic:
        """The topic of a known event."""
        if event not in self.topics:
            self.topics[event] = Topic(self.events[event].last)
        return self.topics[event]

    async def page(self, asked: PageAddress) -> WatchedPage | None:
        """A watched page, made when the first reader asks; None if it has no frames or too many are watched."""
        if asked not in self.pages and self.make is not None and len(self.pages) < MOST_PAGES:
            first = self._first.get(asked)
            if first is None:  # everyone who asks while it is being made waits for it
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
        """Add a page to those watched, or put it back if it was dropped before its reader connected."""
        if self.pages.setdefault(page.asked, page) is page and page not in self._pages_of.get(page.event, ()):
            self._pages_of.setdefault(page.event, []).append(page)

    def channels(self) -> tuple[Channel, ...]:
        """Every channel."""
        return (*self.topics.values(), *self.pages.values())

    def end(self) -> None:
        """Disconnect every reader because the process is about to end; they reconnect."""
        self.ending = True
        for channel in self.channels():
            channel.tell()
            for reader in tuple(channel.sending):
                reader.cancel()

    async def beat(self) -> None:
        """Wake the readers of quiet events, so that dead connections are found and the others stay open."""
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
