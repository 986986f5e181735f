"""Frames for the stream: each page is requested as a reader would request it, in a lane ahead of the readers'."""

import asyncio
from http import HTTPStatus
from time import perf_counter
from urllib.parse import unquote

from overtrick.web.live.watched_page import Made, PageAddress
from overtrick.web.server.wsgi_in_threads import WsgiInThreads
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.spans import record_shown, span


class Frames:
    """Makes the frames of pages that readers hold open."""

    def __init__(self, pages: WsgiInThreads) -> None:
        self.pages = pages

    async def make(self, asked: PageAddress, held: int) -> Made | None:
        """The frame of a public page as it stands; None if there is no such page, or it has no frames.

        *held* is the posting of the frame that readers hold, 0 if there is none.
        """
        started = perf_counter()
        with span("frame"):
            made = await self._request_page(asked)
            if made is not None:
                metrics.FRAME_SECONDS.observe(perf_counter() - started)
                if held:
                    record_shown(made.event, range(held + 1, made.number + 1), started)
        return made

    async def _request_page(self, asked: PageAddress) -> Made | None:
        from overtrick.web.congress.http_cache import OF_BOOK, WHOLE  # imported once Django is ready

        path, _, query = asked.address.partition("?")
        scope = {
            "method": "GET",
            "path": unquote(path),
            "query_string": f"{query}{'&' if query else ''}frame={WHOLE}".encode(),
            "scheme": asked.scheme,
            "http_version": "1.1",
            "headers": asked.headers,
        }
        try:
            status, headers, body = await self.pages.ask(self.pages.lanes.frames, scope)
        except (TimeoutError, asyncio.CancelledError):
            return None
        book = headers.get(OF_BOOK.lower().encode())
        if status != HTTPStatus.OK or book is None:
            return None
        event, _, number = book.decode().rpartition(" ")
        return Made(event, int(number), body.decode())
