"""Requests meant to break a server: by Hypothesis from the API's schema, and by rule for every address.

Hypothesis makes few requests and is slow; each request sent is one of those, or of the others, with random changes. The
same seed gives the same requests.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import quote, urlencode

from lines import Request

TEXTS = (
    "", " ", "x" * 300, "\0", "²", "1e9999999999", "9" * 5000, "-1", "0", "NaN", "../../etc/passwd", "%s%n%x", "%00",
    "{" * 2000, "[" * 2000, '"' * 500, "\u202e", "🂡" * 50, "4S S =", "<script>", "' OR 1=1 --", "{{7*7}}", "a/b",
    "1/0",
    "9999999999999999999999", "2026-02-30", "0000-00-00T99:99", "\ud800", "\udfff", "1" + "0" * 400, "0x1F", "1_000",
    "5C N =" * 90, "W 4H -1 x", "on", "true", "None", "\r\nSet-Cookie: a=b", "٣", "İ", "ﬃ", "a\u0300" * 100,
)  # fmt: skip
"""Texts that nobody writes."""
KNOWN = (
    "tried-1", "winter", "year", "swiss", "Swiss", "1", "2", "8", "award", "total", "place", "board", "home", "NS",
    "total/1", "VPs", "late", "North", "4S S =", "3NT N -1", "PASS", "open", "2026-11-15", "10:30", "Alder 1",
)  # fmt: skip
"""Words that the congress knows."""
VALUES: tuple[object, ...] = (
    None, True, False, [], {}, 10**50, -1, 0, 1, 2, 3, 1.5, 1e308, ["a"] * 30, {"a": {"b": []}}, [[1, 2], [3]],
    [1, "2"],
    {"name": "x", "table": 1, "ns": "1", "ew": "2"}, [{"number": 1}], ["1", "2"], [None], {"1": "2"}, [[]],
)  # fmt: skip
DEEP = "[" * 900 + "]" * 900
_TEXT_FILES = (
    "{" * 100_000,
    "\n" * 100_000,
    '[Board "1"\n' * 9_000,
    "board,table,result\n" + "9" * 6000,
    "a," * 50_000,
    "\ufeff",
    '[A "\n' * 20_000,
    '"' * 50_001,
    "name,player\n" + "x,y\n" * 30_000,
    DEEP,
    '{"a":' * 5000,
    '[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:' + "AKQJ." * 4000 + '"]\n',
    '[Board "1"]\n[Deal "N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.K 65432.65432.65.2 -.-.432.QJT9876543"]\n' * 300,
    "pair;player 1;player 2\n" + "1;Ann;Bob\n" * 2000,
    "=cmd|'/c calc'!A1,x\n",
    "\0" * 5000,
    "[[event]]\n" * 4000,
    "a = " + "[" * 5000,
    "x = 9" + "9" * 6000,
    "[a]\n" * 20_000,
    "PK\x03\x04" + "\0" * 4000,
    "<?xml" + "<a>" * 9000,
)  # fmt: skip
FILES: tuple[bytes, ...] = (
    *(text.encode("utf-8", "replace") for text in _TEXT_FILES),
    b"\xff\xfe" + b"a\0" * 5000,
    bytes(range(256)) * 50,
    b"\x1f\x8b" + b"\0" * 500,
    "é".encode("latin-1") * 9000,
)
"""Files that nobody would upload, in each format that is read and in others."""
RAW: tuple[bytes, ...] = (
    b"GET / HTTP/1.1\r\n\r\n", b"GET\r\n\r\n", b"\0\0\0\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: " + b"a" * 9000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 300 + b"\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /%ff%fe/%c0%af HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /sign-in/ HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: sessionid=\xff\xfe; csrftoken=\0\r\n\r\n",
    b"GET /api/congresses HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=x, *;q=-1\r\nRange: bytes=9-1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"\r\nIf-Modified-Since: never\r\n\r\n",
)  # fmt: skip
"""Data that is not a valid request, or hardly one."""
SAID = ("key", "what", "stage", "round", "board", "result", "seat", "lead", "draw", "seen")
WHATS = ("result", "put right", "agree", "dispute", "call")
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")


@dataclass(frozen=True)
class Target:
    """The target: addresses with parameters, the fields of their forms, tables, and the identities of the requests.

    *own* are the headers of an official who is signed in, *program* those of a token; without them a request is
    anonymous.
    """

    addresses: Sequence[str]
    tables: Sequence[str]
    own: dict[str, str] = field(default_factory=dict)
    program: dict[str, str] = field(default_factory=dict)
    forms: dict[str, list[tuple[str, list[str]]]] = field(default_factory=dict)


class Maker:
    """Endless requests, the same for the same seed."""

    def __init__(self, seed: str, target: Target, made: Sequence[Request]) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - hostile, not secret
        self.target = target
        self.made = made
        self.acts = _acts()
        self.wheel = (self._page, self._message, self._act, self._form, self._file, self._made, self._raw)

    def requests(self) -> Iterator[Request]:
        """Yield one request after another."""
        weights = (22, 20, 14, 20, 2, 20, 2)
        while True:
            (make,) = self.chance.choices(self.wheel, weights)
            made = make()
            yield self._changed(made) if self.chance.random() < 0.5 and not made.raw else made

    def _text(self) -> str:
        return self.chance.choice(KNOWN if self.chance.random() < 0.6 else TEXTS)

    def _value(self) -> object:
        return self.chance.choice(VALUES) if self.chance.random() < 0.4 else self._text()

    def _quoted(self, text: str) -> str:
        return quote(text.encode("utf-8", "replace"), safe="")

    def _who(self) -> dict[str, str]:
        return self.target.own if self.chance.random() < 0.6 else {}

    def _address(self) -> tuple[str, str]:
        """An address with values for its parameters, and the address in the server's notation."""
        pattern = self.chance.choice(self.target.addresses)
        return pattern, "/" + _PLACE.sub(lambda place: self.placed(*place.groups()), pattern)[:8000]

    def placed(self, kind: str | None, name: str) -> str:
        """A hostile value, or often a plausible one, for a parameter of an address."""
        likely = {"event": "tried-1", "congress": "winter", "year": "year", "organisation": "home", "stage": "swiss"}
        if kind == "int":
            return str(self.chance.choice((0, 1, 1, 2, 3, 99, 10**12)))
        if name in likely and self.chance.random() < 0.75:
            return likely[name]
        return self._quoted(self._text()) or "x"

    def _page(self) -> Request:
        _, path = self._address()
        if self.chance.random() < 0.3:
            path += "?" + urlencode({self._text(): self._text() for _ in range(2)}, errors="replace")[:4000]
        method = self.chance.choices(("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"), (90, 3, 2, 2, 2, 1))[0]
        return Request(method, path, headers=self._who())

    def _message(self) -> Request:
        said = {name: self._value() for name in SAID if self.chance.random() < 0.3}
        board = self.chance.randint(1, 9)
        whole = {
            "key": f"f{self.chance.random()}", "what": self.chance.choice(WHATS), "stage": "Swiss", "round": 1,
            "board": board, "result": "4S S =", "seat": self.chance.choice(("North", "East")), **said,
        }  # fmt: skip
        token = (
            self.chance.choice(self.target.tables) if self.chance.random() < 0.9 else self._quoted(self._text()[:50])
        )
        return Request("POST", f"/t/{token}/message", _json(whole), JSON)

    def _act(self) -> Request:
        called, names = self.chance.choice(self.acts)
        act: dict[str, object] = {
            "act": called,
            **{name: self._value() for name in names if self.chance.random() < 0.8},
        }
        asked: dict[str, object] = {"key": f"f{self.chance.random()}", "act": act}
        if self.chance.random() < 0.1:
            asked |= {"key": self._value(), "seen": self._value()}
        event = self.chance.choice(("tried-1", "tried-1", "year"))
        return Request("POST", f"/api/events/{event}/acts", _json(asked), {**JSON, **self.target.program})

    def _form(self) -> Request:
        pattern, path = self._address()
        wanted = self.target.forms.get(pattern) or [(name, []) for name in (*SAID, "name", "password", "who", "back")]
        said = [
            (name, self.chance.choice(offered) if offered and self.chance.random() < 0.6 else str(self._value()))
            for name, offered in wanted
            if self.chance.random() < 0.9
        ]
        return Request("POST", path, urlencode(said, errors="replace").encode(), {**FORM, **self._who()})

    def _file(self) -> Request:
        path = self.chance.choice(
            ("/desk/e/tried-1/entries/file/", "/desk/e/tried-1/deals/", "/desk/o/home/people/file/")
        )
        body = self.chance.choice(FILES)
        if self.chance.random() < 0.3:
            body = body[: self.chance.randint(0, len(body))]
        name = self._quoted(self._text()[:60])
        head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        return Request("POST", path, head + body + b"\r\n--x--\r\n", {**kind, **self.target.own})

    def _made(self) -> Request:
        made = self.chance.choice(self.made) if self.made else self._page()
        return replace(made, headers={**made.headers, **self.target.program}) if self.chance.random() < 0.6 else made

    def _raw(self) -> Request:
        return Request("GET", "", raw=self.chance.choice(RAW))

    def _changed(self, request: Request) -> Request:
        """The request with a random part of it changed."""
        ways: list[Callable[[Request], Request]] = [self._other_segment, self._other_query]
        if request.body:
            ways += [self._other_bytes]
            if request.body[:1] == b"{" and len(request.body) < 20_000:
                ways += [self._other_leaf] * 3
        return self.chance.choice(ways)(request)

    def _other_segment(self, request: Request) -> Request:
        path, asked, query = request.path.partition("?")
        parts = path.split("/")
        parts[self.chance.randrange(1, max(2, len(parts))) % len(parts)] = self._quoted(self._text())[:3000]
        joined = "/".join(parts)
        return replace(request, path=(joined if joined.startswith("/") else f"/{joined}") + asked + query)

    def _other_query(self, request: Request) -> Request:
        more = f"{self._quoted(self._text()[:50])}={self._quoted(self._text())}"
        return replace(request, path=f"{request.path}{'&' if '?' in request.path else '?'}{more}"[:9000])

    def _other_bytes(self, request: Request) -> Request:
        body, at = request.body, self.chance.randrange(len(request.body))
        match self.chance.randrange(4):
            case 0:
                body = body[:at]
            case 1:
                body = body[:at] + bytes([self.chance.randrange(256)]) + body[at + 1 :]
            case 2:
                body = body[:at] + self._text().encode("utf-8", "replace") + body[at:]
            case _:
                body = body[:at] + body[at // 2 : at] + body[at:]
        return replace(request, body=body)

    def _other_leaf(self, request: Request) -> Request:
        try:
            said = json.loads(request.body)
        except (ValueError, RecursionError):
            return request
        place: Any = said
        for _ in range(self.chance.randint(0, 3)):
            inner = place.values() if isinstance(place, dict) else place if isinstance(place, list) else ()
            inside = [each for each in inner if isinstance(each, dict | list) and each]
            if not inside:
                break
            place = self.chance.choice(inside)
        if isinstance(place, dict) and place:
            place[self.chance.choice(list(place))] = self._value()
        elif isinstance(place, list) and place:
            place[self.chance.randrange(len(place))] = self._value()
        return replace(request, body=_json(said))


def _json(said: object) -> bytes:
    return json.dumps(said).encode("utf-8", "replace")


def _acts() -> list[tuple[str, list[str]]]:
    """Every act, with its fields."""
    from overtrick.core.event.acts import ACTS

    return [(str(kind.called), [each.name for each in fields(kind)]) for kind in ACTS]


def by_hypothesis(document: dict[str, Any], seed: int, each: int) -> list[Request]:
    """Valid requests and as many invalid ones for every operation in the API's schema."""
    import hypothesis
    import requests
    import schemathesis
    from schemathesis.core.result import Ok

    made: list[Request] = []
    schema = schemathesis.openapi.from_dict(document)
    for found in schema.get_all_operations():
        if not isinstance(found, Ok):
            continue
        for mode in schemathesis.GenerationMode:

            @hypothesis.seed(seed)
            @hypothesis.settings(
                max_examples=each, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck),
                phases=[hypothesis.Phase.generate],
            )  # fmt: skip
            @hypothesis.given(case=found.ok().as_strategy(generation_mode=mode))
            def asked(case: schemathesis.Case[Any]) -> None:
                if "event" in (case.path_parameters or {}) and len(made) % 2:
                    case.path_parameters["event"] = "tried-1"
                given = case.as_transport_kwargs(base_url="http://127.0.0.1")
                wanted = {name: given.get(name) for name in ("method", "url", "params", "data", "json", "headers")}
                ready: Any = requests.Request(**wanted).prepare()
                body = ready.body.encode() if isinstance(ready.body, str) else bytes(ready.body or b"")
                kind = {"Content-Type": str(ready.headers["Content-Type"])} if "Content-Type" in ready.headers else {}
                made.append(Request(ready.method or "GET", ready.path_url, body, kind))

            try:
                asked()
            except (hypothesis.errors.Unsatisfiable, UnicodeError, ValueError):
                continue  # no invalid request is possible, or none that can be sent
    return made
