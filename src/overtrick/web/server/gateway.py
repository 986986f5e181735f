"""The gateway: one ASGI application per process, with the live stream as raw ASGI and the pages in threads."""

import asyncio
import faulthandler
import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from types import FrameType
from urllib.parse import unquote

from overtrick.ledger.durable import notifier
from overtrick.web import limits
from overtrick.web.database_address import DIRECT, listening
from overtrick.web.headers import safely
from overtrick.web.live.hub import Hub
from overtrick.web.live.sources import follow_postgres, follow_sqlite
from overtrick.web.live.stream import PATH, Message, Receive, Send, Stream
from overtrick.web.live.watched_page import PageAddress, PageFrame
from overtrick.web.server.supervisor import sign_of_life
from overtrick.web.server.wsgi_in_threads import WsgiInThreads
from overtrick.web.telemetry import metrics, otlp
from overtrick.web.telemetry.spans import record_shown, span


class Frames:
    """Makes the frames of pages that readers hold open."""

    def __init__(self, pages: WsgiInThreads) -> None:
        self.pages = pages

    async def make(self, asked: PageAddress, held: int) -> PageFrame | None:
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

    async def _request_page(self, asked: PageAddress) -> PageFrame | None:
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
        return PageFrame(event, int(number), body.decode())


_log = logging.getLogger("overtrick.gateway")


class OneByOne:
    """Runs jobs one after another in a daemon thread. Unlike an executor's threads, it does not delay Python's exit."""

    def __init__(self, name: str) -> None:
        self._due: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._closed = False
        Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, work: Callable[..., object], *given: object) -> None:
        """Queue a job. It does not run if `close` is called before its turn comes."""
        self._due.put(partial(work, *given))

    def close(self) -> None:
        """Start no more jobs."""
        self._closed = True

    def _work(self) -> None:
        while True:
            work = self._due.get()
            if self._closed:
                return
            try:
                work()
            except Exception:  # noqa: BLE001 - the next job runs whatever happened
                _log.exception("could not be done beside the pages")


THREADS = 8
SIGN_WITHIN = 30.0
"""Seconds within which a book that has grown gets a new signed head."""
KEEP_EVERY = 60.0
"""Seconds between searches for quiet events that need a new snapshot."""


class Folding:
    """Folds new postings into the events that this process has, in a thread of its own, each event once at a time."""

    def __init__(self) -> None:
        self.thread = OneByOne("fold")
        self.due: set[str] = set()

    def hear(self, event: str, last: int) -> None:  # noqa: ARG002 - the hub passes the number too
        """Note that an event's book has grown."""
        if event not in self.due:
            self.due.add(event)
            self.thread.submit(self._fold, event)

    def _fold(self, event: str) -> None:
        from django.db import close_old_connections

        from overtrick.ledger.durable.tenancy import use_organisation
        from overtrick.web.congress import projections
        from overtrick.web.organisations.requests import number_of

        self.due.discard(event)
        close_old_connections()
        try:
            with use_organisation(number_of(event)):
                projections.catch_up(event)
        except Exception:  # noqa: BLE001 - the next request reports any fault in full
            _log.warning("could not fold ahead", extra={"event": event}, exc_info=True)


class Signing:
    """Signs the heads of books as they grow, half a minute after the first unsigned posting.

    Every process does this; the first to do so signs the head, and the others find it signed.
    """

    def __init__(self, folding: Folding) -> None:
        self.thread = folding.thread
        self.due: set[str] = set()

    def hear(self, event: str, last: int) -> None:  # noqa: ARG002 - the hub passes the number too
        """Note that an event's book has grown."""
        if event not in self.due:
            self.due.add(event)
            asyncio.get_running_loop().call_later(SIGN_WITHIN, self._submit, event)

    def _submit(self, event: str) -> None:
        self.due.discard(event)
        self.thread.submit(self._sign, event)

    def _sign(self, event: str) -> None:
        from django.db import close_old_connections

        from overtrick.ledger.durable.tenancy import use_organisation
        from overtrick.web.congress.proof import signed_now
        from overtrick.web.organisations.requests import number_of

        close_old_connections()
        with use_organisation(number_of(event)):
            signed_now(event)


class Keeping:
    """Makes snapshots of quiet events that this process has folded, in the thread of `Folding`."""

    def __init__(self, folding: Folding) -> None:
        self.thread = folding.thread

    async def look(self) -> None:
        """Look for events that need a snapshot, every `KEEP_EVERY` seconds."""
        while True:
            await asyncio.sleep(KEEP_EVERY)
            self.thread.submit(self._keep)

    def _keep(self) -> None:
        from django.db import close_old_connections

        from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
        from overtrick.web.congress import projections, snapshots

        close_old_connections()
        with use_organisation(EVERYBODY):
            snapshots.keep_quiet(projections.kept_here())


def end_at_a_signal(*parts: "Hub | WsgiInThreads") -> None:
    """End streams and queued requests when the process is told to stop, because the server would wait for them."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()

    def first(which: signal.Signals, then: Callable[[int, FrameType | None], object]) -> None:
        def stop(number: int, frame: FrameType | None) -> None:
            for part in parts:
                loop.call_soon_threadsafe(part.end)
            then(number, frame)

        signal.signal(which, stop)

    for which in (signal.SIGINT, signal.SIGTERM):
        then = signal.getsignal(which)
        if callable(then):  # the server's own
            first(which, then)


def bound_questions() -> None:
    """Limit how long this process's statements, waits for locks and idle transactions on PostgreSQL can last.

    Behind a transaction pool there is no session to set the limits for: the timeouts of the role apply, as `overtrick
    database setup` sets them.
    """
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.signals import connection_created

    def bound(connection: BaseDatabaseWrapper, **_: object) -> None:
        if connection.vendor == "postgresql" and not connection.settings_dict.get("POOLED"):
            with connection.cursor() as cursor:
                cursor.execute(_BOUNDS)

    connection_created.connect(bound, weak=False, dispatch_uid="overtrick limits")


_BOUNDS = (
    f"SET statement_timeout = '{limits.STATEMENT}s'; SET lock_timeout = '{limits.LOCK}s'; "
    f"SET idle_in_transaction_session_timeout = '{limits.IDLE}s'"
)


class Gateway:
    """The pages, the stream, and the tasks that feed the stream."""

    def __init__(self) -> None:
        from django.conf import settings

        from overtrick.web.wsgi import application

        faulthandler.enable()  # a process that is stuck logs where, before it is killed
        bound_questions()
        self.sender = otlp.begin(settings.SECRET_KEY)
        self.hub = Hub()
        self.stream = Stream(self.hub, settings.SECRET_KEY)
        self.pages = WsgiInThreads(application, int(os.environ.get("OVERTRICK_THREADS", THREADS)))
        self.hub.make = Frames(self.pages).make
        self.folding = Folding()
        self.signing = Signing(self.folding)
        self.keeping = Keeping(self.folding)
        self.tasks: list[asyncio.Task[None]] = []
        heard = settings.DATABASES.get(DIRECT, settings.DATABASES["default"])
        self.url = listening(heard) if os.environ.get("DATABASE_URL") else ""
        self.file = settings.DATA / "overtrick.sqlite3"

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            raw = scope["path"].startswith(PATH)
            await (self.stream if raw else self.pages)(scope, receive, safely(send))

    async def _live_signs(self) -> None:
        """Give signs of life to the supervisor, unless a page has been in progress for longer than any takes.

        The process exits if its supervisor has died, even before it could serve: it would block the port for the next
        server, and nothing would restart it.
        """
        folder = os.environ.get("OVERTRICK_RUNTIME_DIR")
        beat, supervisor = 0, os.environ.get("OVERTRICK_SUPERVISOR")
        while folder:
            if supervisor and os.getppid() != int(supervisor):
                _log.error("the supervisor has died, and so this process ends")
                os._exit(1)  # what was acknowledged is stored; the rest is sent again
            if self.pages.lanes.longest() < limits.STUCK:
                beat += 1
                sign_of_life(Path(folder), beat)
            await asyncio.sleep(limits.BEAT)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Follow the database from the start of the process to its end."""
        from overtrick.web.congress.double_dummy.keeper import kept

        await receive()
        follow = follow_postgres(self.url, self.hub) if self.url else follow_sqlite(self.file, self.hub)
        metrics.watch(self.hub)
        end_at_a_signal(self.hub, self.pages)
        self.hub.on_move += [self.folding.hear, self.signing.hear]
        tasks = (follow, self.hub.beat(), metrics.look_at_the_stream(), self._live_signs(), self.keeping.look())
        self.tasks = [asyncio.ensure_future(task) for task in tasks]
        kept.begin()  # deals that were waiting when the last process ended
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.folding.thread.close()
        await asyncio.to_thread(self.pages.lanes.close, limits.ENDING)
        await asyncio.to_thread(notifier.end)
        if self.sender is not None:
            await asyncio.to_thread(self.sender.end)
        await send({"type": "lifespan.shutdown.complete"})


application = Gateway()
