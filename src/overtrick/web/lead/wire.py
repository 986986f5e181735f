"""The line from a venue to the server that follows it: always called from the venue, kept open, and small.

One connection is used again and again, since most of what a call costs is calling; what is sent and answered is
compressed. Nothing is followed that an answer points to.
"""

import gzip
import json
import ssl
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from overtrick.core.errors import DirectorError

SECONDS = 20.0
"""For an answer to begin."""
MOST = 64 * 1024 * 1024
"""Bytes of an answer: a book of a hundred thousand postings, with its rules."""


class Away(DirectorError):
    """The other server does not answer now; it may later."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__("{host} does not answer: {why}", remedy="It is asked again by itself.", host=host, why=why)


class Refused(DirectorError):
    """The other server says no, in its own words; *status* is how."""

    def __init__(self, status: int, what: str, remedy: str = "") -> None:
        self.status = status
        super().__init__("{what}", remedy=remedy, what=what)


class Remote:
    """A congress on another server, asked with a token."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        names = [each for each in parts.path.split("/") if each]
        here = parts.hostname == "localhost" or _is_loopback(parts.hostname or "")
        if len(names) < 2 or names[-2] != "c" or not (parts.scheme == "https" or (parts.scheme == "http" and here)):
            raise DirectorError(
                "{address} is no page of a congress on a server that is reached over TLS",
                remedy="Copy its address from the browser; it is like https://bridge.example.org/c/coast-2026/.",
                address=address[:100],
            )
        if not token:
            raise DirectorError(
                "A token is wanting",
                remedy="Make one at /api/tokens/ of that server, to lead events, and set OVERTRICK_TOKEN to it.",
            )
        self.host = parts.netloc
        self.https = parts.scheme == "https"
        self.congress = names[-1]
        self.base = "".join(f"/{each}" for each in names[:-2])
        self.address = f"{parts.scheme}://{parts.netloc}{self.base}/c/{self.congress}/"
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip", "User-Agent": "overtrick"}
        self._line: HTTPConnection | None = None

    def get(self, path: str) -> Any:
        """What is said at an address of its API."""
        return self._said("GET", path)

    def post(self, path: str, said: dict[str, object]) -> Any:
        """Send one message, and read the answer."""
        return self._said("POST", path, json.dumps(said).encode(), "application/json")

    def push(self, path: str, lines: list[str]) -> Any:
        """Send lines, compressed, and read the answer."""
        body = gzip.compress("\n".join(lines).encode(), mtime=0)
        return self._said("POST", path, body, "application/x-ndjson", "gzip")

    def _said(self, method: str, path: str, body: bytes = b"", kind: str = "", coding: str = "") -> Any:
        try:
            return json.loads(self.text(method, path, body, kind, coding))
        except ValueError as fault:
            raise Away(self.host, "its answer is no answer of this program") from fault

    def text(self, method: str, path: str, body: bytes = b"", kind: str = "", coding: str = "") -> str:
        """Ask, and read the answer as text; whatever keeps one from asking or from the answer is `Away`."""
        told = {"Content-Type": kind, "Content-Encoding": coding}
        headers = self._headers | {name: value for name, value in told.items() if value}
        used = self._line is not None
        try:
            answer, text = self._asked(method, f"{self.base}/api/{path}", body, headers)
        except (OSError, HTTPException, EOFError, ValueError) as fault:
            self.close()
            if used:  # a quiet line may have been closed by the other side: whatever is asked may be asked again
                return self.text(method, path, body, kind, coding)
            raise Away(self.host, f"{type(fault).__name__} {fault}"[:200]) from fault
        if answer.status >= 500 or answer.status in (408, 425, 429):
            self.close()
            raise Away(self.host, str(answer.status))
        if answer.status >= 300:
            raise self._refused(answer.status, text)
        return text

    def _asked(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[HTTPResponse, str]:
        if self._line is None:
            context = ssl.create_default_context()
            self._line = (
                HTTPSConnection(self.host, timeout=SECONDS, context=context)
                if self.https
                else HTTPConnection(self.host, timeout=SECONDS)
            )
        self._line.request(method, path, body or None, headers)
        answer = self._line.getresponse()
        if (answer.length or 0) > MOST:
            raise OSError("the answer is too large")
        data = answer.read()  # whole, or it is a fault: of a part asked for nobody is told that it was cut off
        if answer.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        return answer, data.decode()

    def _refused(self, status: int, text: str) -> Refused:
        with suppress(ValueError, KeyError, TypeError):
            said = json.loads(text)
            return Refused(status, str(said["refused"]), str(said.get("remedy", "")))
        return Refused(status, f"{self.host} answers {status}", "Check the address and the token.")

    def close(self) -> None:
        """Hang up; the next question calls again."""
        if self._line is not None:
            self._line.close()
            self._line = None


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
