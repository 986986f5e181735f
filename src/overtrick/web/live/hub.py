"""The hub: what each event's last number is, and who waits for the next one.

Readers are told numbers, never scores: a page that hears a new number asks for itself again. So numbers may be
left out but never go back, and many postings within a moment cost one message.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from time import monotonic

PACE = 0.2
"""Seconds between two messages about one event, at the least."""
HEARTBEAT = 15.0
"""Seconds of silence after which readers hear that the line is alive."""
PATIENCE = 10.0
"""Seconds a reader may take to accept a message."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the database says of an event: its last number, and whether everybody may see it."""

    last: int
    shown: bool


class Topic:
    """One event: its last number, who waits for the next, and who is still taking the last message since when."""

    def __init__(self, name: str, last: int) -> None:
        self.name = name
        self.last = last
        self.readers = 0
        self.told_at = 0.0
        self.due: asyncio.TimerHandle | None = None
        self.waiting: set[asyncio.Future[None]] = set()
        self.sending: dict[asyncio.Task[None], float] = {}

    def moved(self, last: int) -> None:
        """The book has grown: tell the readers now, or when the pace allows."""
        if last <= self.last:
            return
        self.last = last
        if self.due is None:
            wait = max(0.0, self.told_at + PACE - monotonic())
            self.due = asyncio.get_running_loop().call_later(wait, self.tell)

    def tell(self) -> None:
        """Wake every reader."""
        if self.due is not None:
            self.due.cancel()
        self.due = None
        self.told_at = monotonic()
        waiting, self.waiting = self.waiting, set()
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def let_go(self) -> None:
        """Let those go who have not taken a message in all the time they had."""
        late = monotonic() - PATIENCE
        for reader in [each for each, since in self.sending.items() if since < late]:
            reader.cancel()


async def news(topics: Collection[Topic]) -> None:
    """Wait until there is something to tell about any of these events."""
    woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for topic in topics:
        topic.waiting.add(woken)
    try:
        await woken
    finally:
        for topic in topics:
            topic.waiting.discard(woken)


class Hub:
    """Every event of the installation, as this process knows it."""

    def __init__(self) -> None:
        self.events: dict[str, Seen] = {}
        self.topics: dict[str, Topic] = {}
        self.readers = 0
        self.connected = False
        self.looked_at = 0.0
        self.ending = False
        self.on_move: list[Callable[[str, int], None]] = []
        self._looked: asyncio.Future[None] | None = None

    def heard(self, event: str, last: int) -> None:
        """A notice: an event's book ends at this number."""
        known = self.events.get(event)
        if known is not None and last <= known.last:
            return
        self.events[event] = Seen(last, known.shown if known else False)
        if event in self.topics:
            self.topics[event].moved(last)
        for told in self.on_move:
            told(event, last)

    def looked(self, events: Mapping[str, Seen]) -> None:
        """A whole look at the database: catches up what no notice told, and who may see what."""
        for event, seen in events.items():
            self.heard(event, seen.last)
            self.events[event] = Seen(self.events[event].last if event in self.events else seen.last, seen.shown)
        for gone in self.events.keys() - events.keys():
            del self.events[gone]
        self.connected, self.looked_at = True, monotonic()
        if self._looked is not None:
            self._looked.set_result(None)
            self._looked = None

    def lost(self) -> None:
        """The database does not answer; readers are kept, and caught up when it does."""
        self.connected = False

    async def find(self, event: str) -> Seen | None:
        """An event, if there is one; for a name not heard of yet the next look is waited for."""
        if event not in self.events:
            if self._looked is None:
                self._looked = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._looked], timeout=3)
        return self.events.get(event)

    def topic(self, event: str) -> Topic:
        """The topic of an event that is known."""
        if event not in self.topics:
            self.topics[event] = Topic(event, self.events[event].last)
        return self.topics[event]

    def end(self) -> None:
        """The process is about to end: every reader is let go, and asks another or comes again."""
        self.ending = True
        for topic in self.topics.values():
            topic.tell()
            for reader in tuple(topic.sending):
                reader.cancel()

    async def beat(self) -> None:
        """Wake the readers of quiet events, so that each connection shows itself alive or is found dead."""
        while True:
            await asyncio.sleep(HEARTBEAT / 3)
            for topic in tuple(self.topics.values()):
                topic.let_go()
                if not topic.readers and topic.due is None:
                    del self.topics[topic.name]
                elif monotonic() - topic.told_at > HEARTBEAT:
                    topic.tell()
