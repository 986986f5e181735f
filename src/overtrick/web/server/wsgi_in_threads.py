"""A WSGI application inside an ASGI one: each request runs from its first byte to its last in one thread.

Django keeps database connections per thread, so the threads are few and permanent. A request whose lane is full is told
to try again rather than made to wait, and so is one that takes too long.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from time import monotonic
from typing import IO, Any, Self, TypeAlias, cast

from overtrick.web import limits
from overtrick.web.live.stream import Message, Receive, Send
from overtrick.web.server.lanes import Lane, Lanes, whose
from overtrick.web.telemetry.refusals import note_unread
from overtrick.web.telemetry.spans import bind_span

Environ: TypeAlias = dict[str, Any]
Wsgi: TypeAlias = Callable[[Environ, Callable[..., Callable[[bytes], None]]], Iterable[bytes]]

_PIECE = 256 * 1024
_HOP_BY_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "upgrade"})


@dataclass(slots=True)
class _Answer:
    """The application's answer so far: status, headers, and the body that is not sent yet.

    It is *begun* when some of it is sent, and *left* when the request has been told to try again.
    """

    status: int = 500
    begun: bool = False
    left: bool = False
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: list[bytes] = field(default_factory=list)

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:  # noqa: ARG002 - PEP 3333's own signature
        """Take the status line and the headers (PEP 3333)."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if name.lower() not in _HOP_BY_HOP
        ]
        return self.body.append


class WsgiInThreads:
    """A WSGI application, run by a fixed set of threads in lanes."""

    def __init__(self, application: Wsgi, threads: int) -> None:
        self.application = application
        self.lanes = Lanes(threads)
        self.bodies = 0
        self.until: dict[asyncio.Timeout, float] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it because it is too large or too slow, or because there are too many."""
        came = monotonic()
        lane = self.lanes.lane_of(scope["method"], scope["path"])
        if lane.full(whose(scope["path"])):
            return await _say(send, 503, "The server has too many requests at once. Try again in a few seconds.")
        async with _Body(self, scope, receive) as body:
            if body.refusal is not None:
                why, status, words = body.refusal
                direct = (scope.get("client") or ("",))[0]
                note_unread(why, scope["method"], scope["path"], scope["headers"], direct)
                return await _say(send, status, words)
            environ = {**_environ(scope, body.whole), limits.CAME: came}
            await self._answer(lane, whose(scope["path"]), environ, send)
        return None

    async def ask(self, lane: Lane, scope: Message) -> tuple[int, dict[bytes, bytes], bytes]:
        """The application's answer to a request by this process itself: status, headers and body."""
        answer = _Answer()

        def run() -> bool:
            result = self.application(_environ(scope, b""), answer.start)
            try:
                answer.body.extend(result)
            finally:
                _close(result)
            return True

        async with self.time_limit(limits.REQUEST, limits.ENDING):
            await asyncio.wrap_future(self.lanes.submit(lane, bind_span(run), whose(scope["path"])))
        return answer.status, dict(answer.headers), b"".join(answer.body)

    def end(self) -> None:
        """Cancel the requests that wait, because the process is about to end, and shorten the timeouts of the others.

        A posting that is being stored at this moment is stored or not; its sender sends it again, and it counts once.
        """
        self.lanes.end()
        now = asyncio.get_running_loop().time()
        for each, still in self.until.items():
            each.reschedule(now + still)

    @asynccontextmanager
    async def time_limit(self, seconds: float, still: float) -> AsyncIterator[None]:
        """Limit the block to *seconds*, and to *still* seconds once the process is told to stop."""
        async with asyncio.timeout(seconds) as until:
            self.until[until] = still
            try:
                yield
            finally:
                del self.until[until]

    async def _answer(self, lane: Lane, organisation: str, environ: Environ, send: Send) -> None:
        answer = _Answer()
        loop = asyncio.get_running_loop()
        done = self.lanes.submit(lane, lambda: self._run(environ, answer, send, loop), organisation)
        made = asyncio.wrap_future(done)
        with suppress(TimeoutError):
            async with self.time_limit(limits.REQUEST, limits.ENDING):
                await asyncio.wait([made])
        if not made.done() and not answer.begun:
            answer.left = True  # if it is already running, its answer is thrown away
            made.cancel()
            return await _say(send, 503, "This request took too long. Try again in a few seconds.")
        if made.cancelled():
            return await _say(send, 503, "The server is shutting down. Try again in a few seconds.")
        started = await made
        if not started:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await _send_last(send, {"type": "http.response.body", "body": b"".join(answer.body), "more_body": False})
        return None

    def _run(self, environ: Environ, answer: _Answer, send: Send, loop: asyncio.AbstractEventLoop) -> bool:
        """Run the application in this thread; return whether a part of a long answer was already sent."""
        started = False
        held = 0
        result = self.application(environ, answer.start)
        try:
            for piece in result:
                if answer.left:
                    break
                answer.body.append(piece)
                held += len(piece)
                if held > _PIECE:
                    answer.begun = True
                    piecemeal = _send_piece(send, answer, started=started)
                    asyncio.run_coroutine_threadsafe(piecemeal, loop).result(limits.TAKE)
                    started, held = True, 0
        finally:
            _close(result)
        return started


def _close(result: Iterable[bytes]) -> None:
    """Close the application's answer, as PEP 3333 asks."""
    if hasattr(result, "close"):
        cast("Any", result).close()


class _Body:
    """The body of a request in memory, within the limits on its size, its pace and the total of all bodies."""

    def __init__(self, pages: WsgiInThreads, scope: Message, receive: Receive) -> None:
        self.pages = pages
        self.receive = receive
        self.said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        self.pieces: list[bytes] = []
        self.size = 0
        self.refusal: tuple[str, int, str] | None = None

    @property
    def whole(self) -> bytes:
        """The whole body."""
        return b"".join(self.pieces)

    async def __aenter__(self) -> Self:
        if self.said.isdigit() and (len(self.said) > 15 or int(self.said) > limits.BODY_BYTES):
            self.refusal = _TOO_LARGE
            return self
        try:
            async with self.pages.time_limit(limits.BODY, 0):
                await self._read()
        except TimeoutError:
            self.refusal = ("too slow", 408, "This request arrived too slowly. Send it again.")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.pages.bodies -= self.size

    async def _read(self) -> None:
        while True:
            async with asyncio.timeout(limits.BODY_PAUSE):
                message = await self.receive()
            if message["type"] == "http.disconnect":
                return
            piece = message.get("body", b"")
            self.pieces.append(piece)
            self.size += len(piece)
            self.pages.bodies += len(piece)
            if self.size > limits.BODY_BYTES:
                self.refusal = _TOO_LARGE
            elif piece and self.pages.bodies > limits.BODIES_BYTES:
                self.refusal = (
                    "too many at once",
                    503,
                    "The server is receiving too much at once. Try again in a few seconds.",
                )
            if self.refusal is not None or not message.get("more_body", False):
                return


_TOO_LARGE = ("too large", 413, "This request is larger than the server accepts. Send a smaller file.")


async def _send_piece(send: Send, answer: _Answer, *, started: bool) -> None:
    if not started:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    body, answer.body[:] = b"".join(answer.body), []
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _send_last(send: Send, message: Message) -> None:
    """Send the last of an answer; give up on a client that does not receive it in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(limits.TAKE):
            await send(message)


async def _say(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5"), (b"cache-control", b"no-store")]
    if status in (408, 413):  # the rest of the body is not awaited
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})


def _environ(scope: Message, body: bytes) -> Environ:
    """The request as a WSGI environment (PEP 3333)."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": cast("IO[bytes]", BytesIO(body)),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key == "CONTENT_LENGTH":
            continue
        if key != "CONTENT_TYPE":
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}" if key in environ else text
    return environ
