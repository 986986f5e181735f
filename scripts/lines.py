"""Minimal connections to a server, so that the server and not the client is the limit."""

import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Request:
    """One request; *raw* is sent unchanged instead."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes = b""

    def written(self, host: str) -> bytes:
        """The bytes of the request."""
        if self.raw:
            return self.raw
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {host}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        if self.body or self.method not in ("GET", "HEAD"):
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + self.body


@dataclass(frozen=True, slots=True)
class Answer:
    """The status (0 if the connection broke), the seconds it took, and the body."""

    status: int
    seconds: float
    body: bytes = b""


class Line:
    """A connection that is reopened when it breaks."""

    def __init__(self, address: str, patience: float = 40.0) -> None:
        parts = urlsplit(address)
        self.place = (parts.hostname or "127.0.0.1", parts.port or 80)
        self.host = parts.netloc
        self.patience = patience
        self.socket: socket.socket | None = None

    def ask(self, request: Request) -> Answer:
        """Send a request, and read the answer."""
        began = time.monotonic()
        kept = self.socket is not None
        answer = self._asked(request, began)
        if answer.status == 0 and kept and time.monotonic() - began < 1:
            answer = self._asked(request, began)  # the server had closed the connection before the request was sent
        return answer

    def close(self) -> None:
        """Close the connection."""
        if self.socket is not None:
            with suppress(OSError):
                self.socket.close()
        self.socket = None

    def _asked(self, request: Request, began: float) -> Answer:
        try:
            if self.socket is None:
                self.socket = socket.create_connection(self.place, self.patience)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.sendall(request.written(self.host))
            status, body = self._read(self.socket, request.method)
        except (OSError, ValueError, IndexError):
            self.close()
            return Answer(0, time.monotonic() - began)
        return Answer(status, time.monotonic() - began, body)

    def _read(self, end: socket.socket, method: str) -> tuple[int, bytes]:
        taken = b""
        while b"\r\n\r\n" not in taken:
            taken += _some(end)
        head, _, body = taken.partition(b"\r\n\r\n")
        status = int(head[9:12])
        headers = dict(line.lower().split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line)
        if b"text/event-stream" in headers.get(b"content-type", b""):
            self.close()
            return status, b""
        if method != "HEAD" and status not in (204, 304):
            if b"chunked" in headers.get(b"transfer-encoding", b""):
                while not body.endswith(b"0\r\n\r\n"):
                    body += _some(end)
            else:
                length = int(headers.get(b"content-length", b"0"))
                pieces, held = [body], len(body)
                while held < length:
                    pieces.append(_some(end))
                    held += len(pieces[-1])
                body = b"".join(pieces)
        if b"close" in headers.get(b"connection", b""):
            self.close()
        return status, body


def _some(end: socket.socket) -> bytes:
    """The next data; raises an error if the connection ends within an answer."""
    piece = end.recv(262_144)
    if not piece:
        raise ConnectionError
    return piece
