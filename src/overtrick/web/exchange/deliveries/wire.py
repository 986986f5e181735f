"""One request to another party's server: over TLS, to a public address, with limits on time and on the answer.

The name is resolved once, all its addresses must be public, and the connection is made to one of them, so a name that
resolves differently a moment later has no effect. Redirects are not followed.
"""

import socket
import ssl
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from overtrick.web.exchange.deliveries.destinations import Destination

SECONDS = 20.0
"""The time limit for a whole request, in seconds."""
MOST = 64 * 1024
"""The most bytes of an answer that are read."""


class NotNow(Exception):
    """A failure that may pass. *arrived* says that the request may have succeeded: it was sent, but no answer came."""

    def __init__(self, says: str, *, arrived: bool = False) -> None:
        super().__init__(says)
        self.arrived = arrived


class Never(Exception):
    """A permanent failure; *status* is that of the other side's answer, if there was one."""

    def __init__(self, says: str, *, status: int = 0) -> None:
        super().__init__(says)
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """The other side's answer."""

    status: int
    text: str


def send_request(
    to: Destination, method: str, address: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Answer:
    """Send a request and return the answer; raise `NotNow` for failures that may pass, `Never` for others."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    until = monotonic() + SECONDS
    connection = HTTPConnection(host, port, timeout=SECONDS)
    own = {"User-Agent": "overtrick", "Connection": "close", **(headers or {})}
    if to.user:
        own["Authorization"] = "Basic " + b64encode(f"{to.user}:{to.secret}".encode()).decode()
    sent = False
    try:
        connection.sock = _connect(to, parts.scheme, host, port)
        connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), body, own)
        sent = True
        answer = connection.getresponse()
        status, text = answer.status, _text(answer, until)
    except (OSError, HTTPException) as fault:
        raise NotNow(f"{type(fault).__name__}: {fault}", arrived=sent) from fault
    finally:
        connection.close()
    if status >= 500 or status in (408, 425, 429):
        raise NotNow(f"{status} {text}")
    if status >= 300:
        raise Never(f"{status} {text}", status=status)
    return Answer(status, text)


def _connect(to: Destination, scheme: str, host: str, port: int) -> socket.socket:
    found = sorted({str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)})
    if not to.private and not all(ip_address(each.partition("%")[0]).is_global for each in found):
        raise Never(f"{host} is in a private network; set private = true in the destinations file to allow it")
    plain = socket.create_connection((found[0], port), SECONDS)
    if scheme != "https":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _text(answer: object, until: float) -> str:
    """The beginning of an answer as text, read within the time limit."""
    read = getattr(answer, "read1")  # noqa: B009 - returns what has arrived, without waiting for more
    pieces, size = [], 0
    while size < MOST and (piece := read(4096)):
        pieces.append(piece)
        size += len(piece)
        if monotonic() > until:
            raise TimeoutError("the answer took too long")
    return b"".join(pieces).decode("utf-8", "replace")
