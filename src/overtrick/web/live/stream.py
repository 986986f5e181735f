"""The stream itself: server-sent events on `/live/<event>`, as a raw ASGI application.

A reader is told `{"event": "…", "number": N}` on connecting and whenever the event's book has grown; the message's id
is the number. A browser reads all its events on one line, `/live/<event>,<event>`: of one that it may not read, or no
longer, it is told `{"event": "…", "gone": true}`. A reader that does not take what it is sent is let go.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qs, unquote

from overtrick.web.live.hub import Hub, Topic, news
from overtrick.web.live.tickets import admits

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

PATH = "/live/"
MOST = 50
"""Events on one line; of more than these a browser has no pages open."""
NOT_YET = -1
"""No posting has this number."""
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Stream:
    """The live stream of every event, out of one hub."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one reader until either side goes."""
        events = tuple(dict.fromkeys(unquote(scope["path"].removeprefix(PATH)).strip("/").split(",")))
        if scope["method"] != "GET":
            return await _refuse(send, 405)
        await asyncio.gather(*(self.hub.find(event) for event in events[:MOST]))
        if not any(self._may_read(scope, event) for event in events[:MOST]):
            return await _refuse(send, 404)
        gone = asyncio.ensure_future(_until_gone(receive))
        reading = asyncio.ensure_future(self._tell(events, scope, send))
        try:
            await asyncio.wait([gone, reading], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, reading):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError, RuntimeError, TimeoutError):
                    await task

    def _may_read(self, scope: Message, event: str) -> bool:
        """Whether an event is there and shown to everybody, or to whoever holds a ticket of it."""
        seen = self.hub.events.get(event)
        if seen is None or seen.shown:
            return seen is not None
        tickets = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [])
        return any(admits(each, event, self.secret) for each in tickets[:MOST])

    async def _tell(self, events: tuple[str, ...], scope: Message, send: Send) -> None:
        """Tell a reader the news of its events, until it may read none of them."""
        topics = {event: self.hub.topic(event) for event in events[:MOST] if self._may_read(scope, event)}
        told = dict.fromkeys(events, NOT_YET)
        reader = cast("asyncio.Task[None]", asyncio.current_task())
        self._count(topics, 1)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            while not self.hub.ending:
                body = self._news(told, topics, scope) or b":\n\n"
                if not told:
                    break
                for topic in topics.values():
                    topic.sending[reader] = monotonic()
                await send({"type": "http.response.body", "body": body, "more_body": True})
                for topic in topics.values():
                    del topic.sending[reader]
                if all(topics[event].last == number for event, number in told.items()):
                    await news(topics.values())
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._count(topics, -1)
            for topic in topics.values():
                topic.sending.pop(reader, None)

    def _count(self, topics: dict[str, Topic], by: int) -> None:
        """One reader more or less, and each of its events."""
        self.hub.readers += by
        for topic in topics.values():
            topic.readers += by

    def _news(self, told: dict[str, int], topics: dict[str, Topic], scope: Message) -> bytes:
        """What a reader has not been told yet; what it may not read is struck off."""
        lines = []
        for event, number in tuple(told.items()):
            if event not in topics or not self._may_read(scope, event):
                del told[event]
                lines.append(f"data: {json.dumps({'event': event, 'gone': True})}\n\n")
            elif topics[event].last != number:
                told[event] = topics[event].last
                lines.append(f"id: {told[event]}\ndata: {json.dumps({'event': event, 'number': told[event]})}\n\n")
        return "".join(lines).encode()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"There is no such event.\n"})
