"""One request to somebody else's server: over TLS, to a public address, within a time, and a bounded answer.

The name is looked up once, every address it has must be public, and that very address is connected to: a name that
leads elsewhere a moment later leads nowhere. Nothing is followed that the answer points to.
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

from overtrick.web.deliveries.destinations import Destination

SECONDS = 20.0
"""For the whole of a request."""
MOST = 64 * 1024
"""Bytes of an answer that are read."""


class NotNow(Exception):
    """It may go through later. *arrived* says that it may have gone through: no answer came to what was sent."""

    def __init__(self, says: str, *, arrived: bool = False) -> None:
        super().__init__(says)
        self.arrived = arrived


class Never(Exception):
    """It will not go through as it is; *status* is what the other side answered, if it did."""

    def __init__(self, says: str, *, status: int = 0) -> None:
        super().__init__(says)
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side answered."""

    status: int
    text: str


def asked(
    to: Destination, method: str, address: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Answer:
    """Ask, and read the answer; faults that may pass are `NotNow`, others `Never`."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    until = monotonic() + SECONDS
    connection = HTTPConnection(host, port, timeout=SECONDS)
    own = {"User-Agent": "overtrick", "Connection": "close", **(headers or {})}
    if to.user:
        own["Authorization"] = "Basic " + b64encode(f"{to.user}:{to.secret}".encode()).decode()
    sent = False
    try:
        connection.sock = _connected(to, parts.scheme, host, port)
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


def _connected(to: Destination, scheme: str, host: str, port: int) -> socket.socket:
    found = sorted({str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)})
    if not to.private and not all(ip_address(each.partition("%")[0]).is_global for each in found):
        raise Never(f"{host} is in a private network; the file of destinations can allow it")
    plain = socket.create_connection((found[0], port), SECONDS)
    if scheme != "https":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _text(answer: object, until: float) -> str:
    """The beginning of an answer as text, read while there is time."""
    read = getattr(answer, "read1")  # noqa: B009 - what has come, without waiting for all that was asked for
    pieces, size = [], 0
    while size < MOST and (piece := read(4096)):
        pieces.append(piece)
        size += len(piece)
        if monotonic() > until:
            raise TimeoutError("the answer takes too long")
    return b"".join(pieces).decode("utf-8", "replace")
