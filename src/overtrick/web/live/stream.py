"""The stream itself: server-sent events on `/live/<event>`, as a raw ASGI application.

A reader is told `{"number": N}` on connecting and whenever the event's book has grown; the message's id is the
number, so that a browser that lost its line says where it was. One that does not take what it is sent is let go.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qs, unquote

from overtrick.web.live.hub import Hub
from overtrick.web.live.tickets import admits

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

PATH = "/live/"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Stream:
    """The live stream of every event, out of one hub."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one reader until either side goes."""
        event = unquote(scope["path"].removeprefix(PATH)).strip("/")
        if scope["method"] != "GET":
            return await _refuse(send, 405)
        seen = await self.hub.find(event)
        if seen is None or not (seen.shown or self._admitted(scope, event)):
            return await _refuse(send, 404)
        gone = asyncio.ensure_future(_until_gone(receive))
        reading = asyncio.ensure_future(self._tell(event, scope, send))
        try:
            await asyncio.wait([gone, reading], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, reading):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError, RuntimeError, TimeoutError):
                    await task

    def _admitted(self, scope: Message, event: str) -> bool:
        tickets = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [""])
        return admits(tickets[0], event, self.secret)

    async def _tell(self, event: str, scope: Message, send: Send) -> None:
        topic = self.hub.topic(event)
        topic.readers += 1
        reader = cast("asyncio.Task[None]", asyncio.current_task())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            told = -1
            while event in self.hub.events and not self.hub.ending and self._may_go_on(scope, event):
                if topic.last != told:
                    told = topic.last
                    body = f'id: {told}\ndata: {{"number": {told}}}\n\n'.encode()
                else:
                    body = b":\n\n"
                topic.sending[reader] = monotonic()
                await send({"type": "http.response.body", "body": body, "more_body": True})
                del topic.sending[reader]
                if topic.last == told:
                    await topic.wait()
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            topic.readers -= 1
            topic.sending.pop(reader, None)

    def _may_go_on(self, scope: Message, event: str) -> bool:
        return self.hub.events[event].shown or self._admitted(scope, event)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"There is no such event.\n"})
