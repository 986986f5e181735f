"""Send fuzzed requests to a running server beside honest posts, and count what came of them.

    overtrick demo --port 8000 --workers 2 &
    python scripts/fuzz.py http://127.0.0.1:8000 --requests 1000000 --seed 1 --table /t/…/

Requests are made by rule from a seed: every address of the API's document and of the pages with hostile values in
place of names and numbers, messages of phones with hostile fields, forms and files. `--table` is a table's link: honest
asks for its sheet go beside them. It fails, with the request, on any answer of 500 or above but 503, on any that takes
longer than five seconds, and on an honest ask that is not answered.
"""

import argparse
import http.client
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

TEXTS = (
    "", " ", "x" * 300, "\ud800", "\0", "²", "1e9999999999", "9" * 5000, "-1", "0", "NaN", "../../etc/passwd", "%s%n%x",
    "{" * 2000, "[" * 2000, '"' * 500, "\u202e", "🂡" * 50, "4S S =", "<script>", "' OR 1=1 --", "{{7*7}}", "a/b",
)  # fmt: skip
"""What nobody writes."""
FILES = (
    "{" * 100_000,
    "\n" * 100_000,
    '[Board "1"\n' * 9_000,
    "board,table,result\n" + "9" * 6000,
    "a," * 50_000,
    "\ufeff",
)
PAGES = (
    "/", "/c/{}/", "/e/{}/", "/e/{}/draw/", "/e/{}/draw/{}/{}/", "/e/{}/match/{}/{}/{}/", "/e/{}/board/{}/{}/{}/",
    "/e/{}/pair/{}/", "/e/{}/why/{}/{}/{}/", "/e/{}/why/award/{}/{}/{}/", "/e/{}/clause/{}/", "/e/{}/seat/?q={}",
    "/e/{}/stage/{}/", "/e/{}/race/{}/", "/e/{}/now", "/y/{}/", "/y/{}/{}/pair/{}/", "/desk/", "/desk/e/{}/room/",
    "/t/{}/", "/t/{}/now", "/t/{}/board/{}/", "/live/{}?ticket={}", "/static/{}", "/health", "/api/congresses",
    "/api/events/{}",
    "/api/events/{}/standings?stage={}", "/api/events/{}/stages/{}/draw/{}", "/api/events/{}/stages/{}/match/{}/{}",
    "/api/events/{}/stages/{}/board/{}/{}", "/api/events/{}/why/{}", "/api/events/{}/heads?after={}", "/metrics",
    "/api/events/{}/heads/{}", "/api/events/{}/postings?after={}", "/sign-in/?next={}", "/first-run/?key={}",
)  # fmt: skip
SAID = ("key", "what", "stage", "round", "board", "result", "seat", "lead", "draw", "seen")
WHATS = ("result", "put right", "agree", "dispute", "call")
LONGEST = 5.0


@dataclass
class Request:
    """One request, made from the seed."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class Maker:
    """Requests without end, the same ones for the same seed."""

    def __init__(self, seed: str, table: str) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - hostile, not secret
        self.table = table
        self.known = ["swiss", "1", "2", "Swiss", "award", "total", "place", "board"]

    def requests(self) -> Iterator[Request]:
        """One after the other."""
        while True:
            yield self.chance.choices((self._page, self._message, self._act, self._form), (5, 5, 2, 2))[0]()

    def _text(self) -> str:
        return self.chance.choice(self.known if self.chance.random() < 0.4 else TEXTS)

    def _value(self) -> object:
        odd: tuple[object, ...] = (None, True, [], {}, 10**50, -1, 1.5, ["a"] * 30, {"a": {"b": []}}, 1, 2)
        return self.chance.choice(odd) if self.chance.random() < 0.4 else self._text()

    def _page(self) -> Request:
        path = self.chance.choice(PAGES)
        while "{}" in path:
            path = path.replace("{}", quote(self._text().encode("utf-8", "replace"), safe=""), 1)
        return Request(self.chance.choice(("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS")), path[:8000])

    def _message(self) -> Request:
        said = {name: self._value() for name in SAID if self.chance.random() < 0.5}
        whole = {"key": "fuzz", "what": self.chance.choice(WHATS), "stage": "Swiss", "round": 1, "board": 99, **said}
        body = json.dumps(whole) if self.chance.random() < 0.9 else self._text() * 3
        path = (
            f"{self.table}message"
            if self.table and self.chance.random() < 0.8
            else f"/t/{quote(self._text()[:50], safe='', errors='replace')}/message"
        )
        return Request("POST", path, body.encode("utf-8", "replace"), {"Content-Type": "application/json"})

    def _act(self) -> Request:
        act = {"act": self._text(), "stage": self._value(), "amount": self._value(), "contestant": self._value()}
        body = json.dumps({"key": self._text(), "act": act, "seen": self._value()})
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer ot_{self.chance.random()}"}
        return Request("POST", "/api/events/x/acts", body.encode("utf-8", "replace"), headers)

    def _form(self) -> Request:
        body = "&".join(
            f"{name}={quote(str(self._value()), errors='replace')}"
            for name in (*SAID, "name", "password", "who", "back")
        )
        kind = "application/x-www-form-urlencoded"
        if self.chance.random() < 0.2:
            head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pbn"'
            body = f"{head}\r\n\r\n{self.chance.choice(FILES)}\r\n--x--\r\n"
            kind = "multipart/form-data; boundary=x"
        path = self.chance.choice(
            ("/sign-in/", "/first-run/", "/e/x/me/", "/deck/", "/desk/new/", self.table or "/t/x/")
        )
        return Request("POST", path, body.encode("utf-8", "replace"), {"Content-Type": kind})


@dataclass
class Tally:
    """What came of it all."""

    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    honest: int = 0
    sent: int = 0
    broken: int = 0


class Line:
    """A connection that is opened again when it breaks."""

    def __init__(self, address: str) -> None:
        self.address = urlsplit(address)
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, request: Request) -> tuple[int, float]:
        """The status and the seconds; 0 where the connection broke."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.address.hostname or "", self.address.port, timeout=40)
        began = time.monotonic()
        try:
            self.connection.request(request.method, request.path, request.body or None, request.headers)
            answer = self.connection.getresponse()
            if answer.getheader("content-type", "").startswith("text/event-stream"):
                self._close()
            else:
                answer.read()
        except (OSError, http.client.HTTPException):
            self._close()
            return 0, time.monotonic() - began
        return answer.status, time.monotonic() - began

    def json(self, path: str) -> Any:
        """What an address says, as JSON."""
        connection = http.client.HTTPConnection(self.address.hostname or "", self.address.port, timeout=40)
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())

    def _close(self) -> None:
        if self.connection is not None:
            with suppress(OSError):
                self.connection.close()
        self.connection = None


def attack(address: str, maker: Maker, count: int, tally: Tally) -> None:
    """Send so many requests over one connection."""
    line = Line(address)
    for _, request in zip(range(count), maker.requests(), strict=False):
        status, seconds = line.ask(request)
        tally.sent += 1
        tally.answers[status] += 1
        tally.slowest = max(tally.slowest, seconds)
        if (status >= 500 and status != 503) or seconds > LONGEST:
            tally.faults.append(
                f"{status} after {seconds:.1f} s: {request.method} {request.path[:200]} {request.body[:300]!r}"
            )


def honest(address: str, table: str, tally: Tally, over: threading.Event) -> None:
    """Ask for a table's sheet again and again: that must always be answered."""
    line = Line(address)
    while not over.wait(0.2):
        status, seconds = line.ask(Request("GET", f"{table}now"))
        tally.honest += 1
        if status != 200 or seconds > LONGEST:
            tally.faults.append(f"an honest phone got {status} after {seconds:.1f} s")


def main() -> int:
    """Run, and tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--lines", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", default="")
    asked = parser.parse_args()
    table = urlsplit(asked.table).path
    tally, over, began = Tally(), threading.Event(), time.monotonic()
    share = asked.requests // asked.lines
    attackers = [
        threading.Thread(target=attack, args=(asked.address, Maker(f"{asked.seed}-{n}", table), share, tally))
        for n in range(asked.lines)
    ]
    if table:
        threading.Thread(target=honest, args=(asked.address, table, tally, over), daemon=True).start()
    for each in attackers:
        each.start()
    for each in attackers:
        each.join()
    over.set()
    taken = time.monotonic() - began
    print(f"seed {asked.seed}: {tally.sent} requests in {taken:.0f} s; answers {dict(sorted(tally.answers.items()))}")
    print(f"slowest {tally.slowest:.2f} s; {tally.honest} honest asks beside them; {len(tally.faults)} faults")
    for fault in tally.faults[:20]:
        print(f"  {fault}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
