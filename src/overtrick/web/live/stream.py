"""The stream itself: server-sent events on `/live/<event>`, as a raw ASGI application.

A reader names its open pages, `/live/<event>?view=<address>`, and is sent what each says as `event: frame`, on
connecting and after every change. For an event without pages, or one named in `numbers`, it is sent
`{"event": "…", "number": N}` whenever the book has grown. The message's id is the number. A browser reads all its
events on one connection, `/live/<event>,<event>`; for one that it may not read, or no longer, it is sent
`{"event": "…", "gone": true}`. A reader that does not receive what it is sent is disconnected.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import suppress
from secrets import randbelow
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qs, unquote

from overtrick.web.live.channel import Channel, news
from overtrick.web.live.hub import Hub, Topic
from overtrick.web.live.tickets import admits
from overtrick.web.live.watched_page import GZIP_HEAD, PageAddress, WatchedPage, compress_message

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

PATH = "/live/"
MOST = 50
"""The most events on one connection; no browser has pages of more events open."""
NOT_YET = -1
"""A number that no posting has."""
AGAIN = 1000
"""The least number of milliseconds after which a reader whose connection was cut reconnects."""
_NAMES = frozenset({b"host", b"x-forwarded-proto", b"x-forwarded-host"})
"""Headers that say under which name the server is reached, since a page may depend on it."""
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]


class Stream:
    """The live stream of every event, fed by one hub."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one reader until either side disconnects."""
        line = _Line(self.hub, self.secret, scope)
        if scope["method"] != "GET":
            return await _refuse(send, 405)
        await line.find()
        if not line.may_read_any():
            return await _refuse(send, 404)
        gone = asyncio.ensure_future(_until_gone(receive))
        reading = asyncio.ensure_future(line.tell(send))
        try:
            await asyncio.wait([gone, reading], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, reading):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError, RuntimeError, TimeoutError):
                    await task


class _Line:
    """One reader's connection: the events whose numbers and the pages whose frames it gets, and what it got last."""

    def __init__(self, hub: Hub, secret: str, scope: Message) -> None:
        self.hub = hub
        self.secret = secret
        self.events = tuple(dict.fromkeys(unquote(scope["path"].removeprefix(PATH)).strip("/").split(",")))
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        headers = scope["headers"]
        names = tuple((name, value) for name, value in headers if name in _NAMES)
        self.tickets = asked.get("ticket", [])[:MOST]
        self.numbers = {event for said in asked.get("numbers", []) for event in said.split(",")}
        self.asked = [
            PageAddress(address, scope.get("scheme", "http"), names) for address in asked.get("view", [])[:MOST]
        ]
        self.zipped = any(_takes_gzip(value) for name, value in headers if name == b"accept-encoding")
        self.topics: dict[str, Topic] = {}
        self.pages: dict[WatchedPage, int] = {}
        self.told: dict[str, int] = {}
        self.last: tuple[WatchedPage, int] | None = None

    def may_read(self, event: str) -> bool:
        """Whether an event exists and is public, or the reader has a ticket for it."""
        seen = self.hub.events.get(event)
        if seen is None or seen.shown:
            return seen is not None
        return any(admits(each, event, self.secret) for each in self.tickets)

    def may_read_any(self) -> bool:
        """Whether the reader may read any event on this connection."""
        return any(self.may_read(event) for event in self.events[:MOST])

    async def find(self) -> None:
        """Look for the events and the pages that were asked for."""
        await asyncio.gather(*(self.hub.find(event) for event in self.events[:MOST]))
        if not self.may_read_any():
            return
        found = await asyncio.gather(*(self.hub.page(asked) for asked in self.asked))
        pages = [page for page in found if page is not None and page.event in self.events and self._public(page)]
        watched = {page.event for page in pages}
        if len(pages) < len(self.asked) or not pages:
            watched.clear()  # a reader with a page that has no frames gets the number instead
        self.pages = dict.fromkeys(pages, 0)
        self.told = {event: NOT_YET for event in self.events if event in self.numbers or event not in watched}

    async def tell(self, send: Send) -> None:
        """Send the reader news until it may read none of the events."""
        readable = (event for event in self.events[:MOST] if event in self.told and self.may_read(event))
        self.topics = {event: self.hub.topic(event) for event in readable}
        for page in self.pages:
            self.hub.watch(page)
        channels: tuple[Channel, ...] = (*self.topics.values(), *self.pages)
        reader = cast("asyncio.Task[None]", asyncio.current_task())
        self._count(channels, 1)
        for page in self.pages:
            page.advance(self.hub.events[page.event].last)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers()})
            first = self._start()
            while not self.hub.ending:
                body = first + (self._news() or self._encode(b":\n\n"))
                first = b""
                if not self.told and not self.pages:
                    break
                for channel in channels:
                    channel.sending[reader] = monotonic()
                await send({"type": "http.response.body", "body": body, "more_body": True})
                for channel in channels:
                    del channel.sending[reader]
                if self._knows_all():
                    await news(channels)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._count(channels, -1)
            for channel in channels:
                channel.sending.pop(reader, None)

    def _public(self, page: WatchedPage) -> bool:
        """Whether the event of a page is public: a ticket does not cover pages."""
        seen = self.hub.events.get(page.event)
        return seen is not None and bool(seen.shown)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        return [*_HEADERS, (b"content-encoding", b"gzip")] if self.zipped else _HEADERS

    def _start(self) -> bytes:
        """The first message: how long to wait before reconnecting. It differs by reader, so that they come apart."""
        after = AGAIN + randbelow(max(AGAIN, self.hub.readers))
        return (GZIP_HEAD if self.zipped else b"") + self._encode(f"retry: {after}\n\n".encode())

    def _encode(self, plain: bytes) -> bytes:
        """A message for this reader alone; the next frame is then compressed without a dictionary."""
        self.last = None
        return compress_message(plain) if self.zipped else plain

    def _knows_all(self) -> bool:
        return all(self.topics[event].last == number for event, number in self.told.items()) and all(
            page.serial == serial for page, serial in self.pages.items()
        )

    def _count(self, channels: tuple[Channel, ...], by: int) -> None:
        """Count one reader more or less, in the hub and in each of its channels."""
        self.hub.readers += by
        for channel in channels:
            channel.readers += by

    def _news(self) -> bytes:
        """What the reader has not been sent yet. Events that it may no longer read are dropped."""
        return b"".join((*self._numbers(), *self._frames()))

    def _numbers(self) -> Iterator[bytes]:
        for event, number in tuple(self.told.items()):
            if event not in self.topics or not self.may_read(event):
                del self.told[event]
                yield self._gone_message(event)
            elif (last := self.topics[event].last) != number:
                self.told[event] = last
                said = json.dumps({"event": event, "number": last})
                yield self._encode(f"id: {last}\ndata: {said}\n\n".encode())

    def _frames(self) -> Iterator[bytes]:
        for page, serial in tuple(self.pages.items()):
            if not self._public(page):
                del self.pages[page]
                yield self._gone_message(page.event)
            elif page.serial != serial:
                self.pages[page] = page.serial
                follows = self.last == (page, page.serial - 1)
                self.last = (page, page.serial)
                yield page.plain if not self.zipped else page.after if follows else page.alone

    def _gone_message(self, event: str) -> bytes:
        return self._encode(f"data: {json.dumps({'event': event, 'gone': True})}\n\n".encode())


def _takes_gzip(offered: bytes) -> bool:
    """Whether a reader's header says that it can unpack gzip.

    >>> _takes_gzip(b"br, gzip;q=0.8"), _takes_gzip(b"gzip;q=0"), _takes_gzip(b"identity")
    (True, False, False)
    """
    said = (each.replace(b" ", b"").partition(b";") for each in offered.split(b","))
    return any(name == b"gzip" and how not in {b"q=0", b"q=0.0"} for name, _, how in said)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"There is no such event.\n"})
