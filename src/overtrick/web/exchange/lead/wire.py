"""The connection from a venue to the following server: always opened by the venue, and kept open.

One connection is reused, because connecting is most of the cost of a request; requests and answers are compressed.
Redirects are not followed.
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
"""How long to wait for an answer to begin, in seconds."""
MOST = 64 * 1024 * 1024
"""The most bytes of an answer: a book of a hundred thousand postings, with its rules."""


class LeaderUnavailable(DirectorError):
    """The other server does not answer now; it may later."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__(
            "{host} is not responding: {why}",
            remedy="The laptop tries again automatically; after --once or --hand-over, run the command again.",
            host=host,
            why=why,
        )


class LeaderRefusal(DirectorError):
    """The other server refuses a request, in its own words and with this HTTP *status*."""

    def __init__(self, status: int, what: str, remedy: str = "") -> None:
        self.status = status
        super().__init__("{what}", remedy=remedy, what=what)


class Remote:
    """A congress on another server, accessed with a token."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        names = [each for each in parts.path.split("/") if each]
        here = parts.hostname == "localhost" or _is_loopback(parts.hostname or "")
        if len(names) < 2 or names[-2] != "c" or not (parts.scheme == "https" or (parts.scheme == "http" and here)):
            raise DirectorError(
                "{address} is not a congress page on an https server",
                remedy="Copy the address from the browser, like https://bridge.example.org/c/coast-2026/.",
                address=address[:100],
            )
        if not token:
            raise DirectorError(
                "A token is missing",
                remedy="Set OVERTRICK_TOKEN to a token from /api/tokens/ on the server you push to, with permission "
                "to run events from a laptop at the venue.",
            )
        self.host = parts.netloc
        self.https = parts.scheme == "https"
        self.congress = names[-1]
        self.base = "".join(f"/{each}" for each in names[:-2])
        self.address = f"{parts.scheme}://{parts.netloc}{self.base}/c/{self.congress}/"
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip", "User-Agent": "overtrick"}
        self._line: HTTPConnection | None = None

    def get(self, path: str) -> Any:
        """The parsed answer to a GET of an address of its API."""
        return self._request_json("GET", path)

    def post(self, path: str, said: dict[str, object]) -> Any:
        """Send one JSON message and return the parsed answer."""
        return self._request_json("POST", path, json.dumps(said).encode(), "application/json")

    def push(self, path: str, lines: list[str]) -> Any:
        """Send lines, compressed, and return the parsed answer."""
        body = gzip.compress("\n".join(lines).encode(), mtime=0)
        return self._request_json("POST", path, body, "application/x-ndjson", "gzip")

    def _request_json(self, method: str, path: str, body: bytes = b"", kind: str = "", coding: str = "") -> Any:
        try:
            return json.loads(self.text(method, path, body, kind, coding))
        except ValueError as fault:
            raise LeaderUnavailable(self.host, "the answer is not from Overtrick") from fault

    def text(self, method: str, path: str, body: bytes = b"", kind: str = "", coding: str = "") -> str:
        """Send a request and return the answer as text; raise `LeaderUnavailable` if either fails."""
        told = {"Content-Type": kind, "Content-Encoding": coding}
        headers = self._headers | {name: value for name, value in told.items() if value}
        used = self._line is not None
        try:
            answer, text = self._send_request(method, f"{self.base}/api/{path}", body, headers)
        except (OSError, HTTPException, EOFError, ValueError) as fault:
            self.close()
            if used:  # an idle connection may have been closed by the other side; every request can be repeated
                return self.text(method, path, body, kind, coding)
            raise LeaderUnavailable(self.host, f"{type(fault).__name__} {fault}"[:200]) from fault
        if answer.status >= 500 or answer.status in (408, 425, 429):
            self.close()
            raise LeaderUnavailable(self.host, str(answer.status))
        if answer.status >= 300:
            raise self._refusal(answer.status, text)
        return text

    def _send_request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[HTTPResponse, str]:
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
        data = answer.read()  # read whole, so that a truncated answer is a fault; a limited read would not notice
        if answer.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        return answer, data.decode()

    def _refusal(self, status: int, text: str) -> LeaderRefusal:
        with suppress(ValueError, KeyError, TypeError):
            said = json.loads(text)
            return LeaderRefusal(status, str(said["refused"]), str(said.get("remedy", "")))
        return LeaderRefusal(status, f"{self.host} answered {status}", "Check the address and the token.")

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._line is not None:
            self._line.close()
            self._line = None


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
