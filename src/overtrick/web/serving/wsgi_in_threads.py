"""A WSGI application inside an ASGI one: each request runs from its first byte to its last in one thread.

Django keeps its database connections by thread, so the threads are few and stay. A request that finds too many
waiting is told to come again rather than made to wait.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Any, TypeAlias, cast

from overtrick.web.live.stream import Message, Receive, Send

Environ: TypeAlias = dict[str, Any]
Wsgi: TypeAlias = Callable[[Environ, Callable[..., Callable[[bytes], None]]], Iterable[bytes]]

LARGEST_BODY = 10 * 1024 * 1024
MOST_WAITING = 400
_PIECE = 256 * 1024
_HOP_BY_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "upgrade"})


@dataclass(slots=True)
class _Answer:
    """What the application has said so far: status, headers, and body not sent yet."""

    status: int = 500
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
    """A WSGI application, run by a fixed set of threads."""

    def __init__(self, application: Wsgi, threads: int) -> None:
        self.application = application
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self.waiting = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self.waiting >= MOST_WAITING:
            return await _say(send, 503, "Too many are asking at once. Try again in a few seconds.")
        body = await _body(receive)
        if body is None:
            return await _say(send, 413, "That is larger than anything this server takes.")
        self.waiting += 1
        loop = asyncio.get_running_loop()
        answer = _Answer()
        try:
            started = await loop.run_in_executor(self.threads, self._run, _environ(scope, body), answer, send, loop)
        finally:
            self.waiting -= 1
        if not started:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": b"".join(answer.body), "more_body": False})
        return None

    def _run(self, environ: Environ, answer: _Answer, send: Send, loop: asyncio.AbstractEventLoop) -> bool:
        """Run the application in this thread; whether a long answer was begun from here."""
        started = False
        held = 0
        result = self.application(environ, answer.start)
        try:
            for piece in result:
                answer.body.append(piece)
                held += len(piece)
                if held > _PIECE:
                    asyncio.run_coroutine_threadsafe(_send_piece(send, answer, started=started), loop).result(60)
                    started, held = True, 0
        finally:
            if hasattr(result, "close"):
                cast("Any", result).close()
        return started


async def _send_piece(send: Send, answer: _Answer, *, started: bool) -> None:
    if not started:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    body, answer.body[:] = b"".join(answer.body), []
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; nothing if it is too large."""
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            break
    return b"".join(pieces)


async def _say(send: Send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode()})


def _environ(scope: Message, body: bytes) -> Environ:
    """The request as WSGI puts it (PEP 3333)."""
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
