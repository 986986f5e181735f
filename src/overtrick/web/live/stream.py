"""The stream itself: server-sent events on `/live/<event>`, as a raw ASGI application.

A reader who holds pages open names them, `/live/<event>?view=<address>`, and is told by `event: frame` what each says,
on connecting and whenever that has changed. Of an event without pages, or named in `numbers`, it is told
`{"event": "…", "number": N}` whenever the book has grown. The message's id is the number. A browser reads all its
events on one line, `/live/<event>,<event>`: of one that it may not read, or no longer, it is told
`{"event": "…", "gone": true}`. A reader that does not take what it is sent is let go.
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
from overtrick.web.live.watched_page import GZIP_HEAD, PageAddress, WatchedPage, packed

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

PATH = "/live/"
MOST = 50
"""Events on one line; of more than these a browser has no pages open."""
NOT_YET = -1
"""No posting has this number."""
AGAIN = 1000
"""Milliseconds after which a reader whose line was cut comes again, at the least."""
_NAMES = frozenset({b"host", b"x-forwarded-proto", b"x-forwarded-host"})
"""Headers that say by which name the server is reached: a page may be made by it."""
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]


class Stream:
    """The live stream of every event, out of one hub."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one reader until either side goes."""
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
    """One reader's line: the events whose numbers and the pages whose frames it is told, and what it was told last."""

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
        """Whether an event is there and shown to everybody, or to whoever holds a ticket of it."""
        seen = self.hub.events.get(event)
        if seen is None or seen.shown:
            return seen is not None
        return any(admits(each, event, self.secret) for each in self.tickets)

    def may_read_any(self) -> bool:
        """Whether there is anything on this line for its reader."""
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
            watched.clear()  # whoever cannot be told what their page says is told the number
        self.pages = dict.fromkeys(pages, 0)
        self.told = {event: NOT_YET for event in self.events if event in self.numbers or event not in watched}

    async def tell(self, send: Send) -> None:
        """Tell the reader the news, until it may read nothing more of it."""
        readable = (event for event in self.events[:MOST] if event in self.told and self.may_read(event))
        self.topics = {event: self.hub.topic(event) for event in readable}
        for page in self.pages:
            self.hub.watch(page)
        channels: tuple[Channel, ...] = (*self.topics.values(), *self.pages)
        reader = cast("asyncio.Task[None]", asyncio.current_task())
        self._count(channels, 1)
        for page in self.pages:
            page.moved(self.hub.events[page.event].last)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers()})
            first = self._start()
            while not self.hub.ending:
                body = first + (self._news() or self._packed(b":\n\n"))
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
        """Whether the event of a page is shown to everybody: no ticket opens a page."""
        seen = self.hub.events.get(page.event)
        return seen is not None and bool(seen.shown)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        return [*_HEADERS, (b"content-encoding", b"gzip")] if self.zipped else _HEADERS

    def _start(self) -> bytes:
        """What a line begins with: after how long to come again if it is cut. Each is told another time: no herd."""
        after = AGAIN + randbelow(max(AGAIN, self.hub.readers))
        return (GZIP_HEAD if self.zipped else b"") + self._packed(f"retry: {after}\n\n".encode())

    def _packed(self, plain: bytes) -> bytes:
        """Something for this reader alone; a message after it has nothing to look back to."""
        self.last = None
        return packed(plain) if self.zipped else plain

    def _knows_all(self) -> bool:
        return all(self.topics[event].last == number for event, number in self.told.items()) and all(
            page.serial == serial for page, serial in self.pages.items()
        )

    def _count(self, channels: tuple[Channel, ...], by: int) -> None:
        """One reader more or less, and each of its channels."""
        self.hub.readers += by
        for channel in channels:
            channel.readers += by

    def _news(self) -> bytes:
        """What the reader has not been told yet; what it may not read is struck off."""
        return b"".join((*self._numbers(), *self._frames()))

    def _numbers(self) -> Iterator[bytes]:
        for event, number in tuple(self.told.items()):
            if event not in self.topics or not self.may_read(event):
                del self.told[event]
                yield self._gone(event)
            elif (last := self.topics[event].last) != number:
                self.told[event] = last
                said = json.dumps({"event": event, "number": last})
                yield self._packed(f"id: {last}\ndata: {said}\n\n".encode())

    def _frames(self) -> Iterator[bytes]:
        for page, serial in tuple(self.pages.items()):
            if not self._public(page):
                del self.pages[page]
                yield self._gone(page.event)
            elif page.serial != serial:
                self.pages[page] = page.serial
                follows = self.last == (page, page.serial - 1)
                self.last = (page, page.serial)
                yield page.plain if not self.zipped else page.after if follows else page.alone

    def _gone(self, event: str) -> bytes:
        return self._packed(f"data: {json.dumps({'event': event, 'gone': True})}\n\n".encode())


def _takes_gzip(offered: bytes) -> bool:
    """Whether a reader can unpack gzip, as it says in its header.

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
