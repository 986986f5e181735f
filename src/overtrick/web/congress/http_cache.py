"""The HTTP cache of pages: the posting a page was made from, its ETag, and whether a reader has it already.

A page is a function of the book's last number, of the event's own name, of its organisation's look and of its
language, and, while the venue that leads the event is silent, of since when; never of who reads. Its tag says these,
so that asking again costs one look at the book's head and no page; and where many ask at once while results come in,
those who came before a page was made share it.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from threading import Lock
from time import monotonic

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response, patch_vary_headers

from overtrick.ledger.durable.book import DurableBook
from overtrick.web import limits
from overtrick.web.compression import GZIP, gzipped, takes_gzip
from overtrick.web.congress.models import BookRecord
from overtrick.web.live.frame import Frame, framed
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation
from overtrick.web.translation import language

_PROGRAM = version("overtrick")
_LONGEST = 2000
"""Signs that may name pieces of a page."""
_FRAMES = 16
"""Answers to readers who hold different pieces that are kept with a page."""
_FOR_A_SECOND = "public, max-age=1, stale-while-revalidate=5"
_OURS = ("frame=", "number=")
WHOLE = "whole"
"""What the stream asks for instead of the tags of pieces: all of them, without tags."""
OF_BOOK = "X-Overtrick-Book"
"""The header of a frame that says what it was made from: the event's name and the number."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """The posting a page was made from, when it was posted by the poster's clock, and the head of the book there.

    It is *settled* if nothing on the page is still being worked out. *silent* is since when the venue that leads the
    event was not heard, if so.
    """

    last: int
    at: str = ""
    fingerprint: str = ""
    settled: bool = True
    silent: datetime | None = None

    @property
    def clock(self) -> str:
        """The time of day.

        >>> PageVersion(413, "2026-07-04T14:02:11.250+10:00").clock
        '14:02:11'
        """
        return self.at[11:19]

    @property
    def silent_there(self) -> str:
        """Since when the venue is silent, by the venue's own clock, which the last posting tells.

        >>> heard = datetime(2026, 7, 4, 4, 3, tzinfo=UTC)
        >>> PageVersion(413, "2026-07-04T14:02:11.250+10:00", silent=heard).silent_there
        '2026-07-04T14:03:00+10:00'
        """
        if self.silent is None:
            return ""
        zone = None
        with suppress(ValueError):  # books of earlier programs may hold a time that is none
            zone = datetime.fromisoformat(self.at).tzinfo
        return self.silent.astimezone(zone or UTC).isoformat(timespec="seconds")

    @property
    def head(self) -> str:
        """The head in the few figures people compare; the page of proof has all of it, signed."""
        return self.fingerprint[:8]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page that somebody asks for: when they came, and how it is told from every other page.

    *variant* names all that the page is made of but the book: the program, its language, the event's name, the
    organisation's look and the address. Who asks for a frame of it says what pieces they hold; who knows the number of
    the last posting may say it, and what they are answered is good for ever if the page is of that number.
    """

    request: HttpRequest
    record: BookRecord
    variant: str
    came: float
    held: str | None = None
    number: str = ""

    def tag(self, last: int, fingerprint: str, silent: datetime | None = None) -> str:
        """What the page made from a book that ends there is known by."""
        said = f"{self.variant}\n{fingerprint}\n{silent or ''}"
        return f'"{last}-{sha256(said.encode()).hexdigest()[:24]}"'


def page_request(request: HttpRequest, record: BookRecord) -> PageRequest:
    """The request for a page: with `frame=` in its address for a frame of it, with `number=` for that of a posting."""
    said = request.META.get("QUERY_STRING", "").split("&")
    held = _given(said, "frame=")
    number = _given(said, "number=")
    if held is not None or number is not None:  # the page is that of the address without them
        query = "&".join(each for each in said if not each.startswith(_OURS))
        request.META["QUERY_STRING"] = query
        request.GET = QueryDict(query)
    whose = current_organisation() or Organisation()
    look = (whose.name, whose.colour, whose.logo)
    variant = "\n".join(
        (
            _PROGRAM,
            language(),
            record.slug,
            record.title,
            record.congress.name,
            *look,
            request.get_full_path(),
        )
    )
    came = request.META.get(limits.CAME) or monotonic()
    return PageRequest(request, record, variant, came, held=held, number=number or "")


def _given(said: list[str], name: str) -> str | None:
    """What an address says under a name of ours, if it is not too long to be meant."""
    found = next((each.removeprefix(name) for each in said if each.startswith(name)), None)
    return found if found is None or len(found) <= _LONGEST else None


def cached_page(
    asked: PageRequest,
    made: Callable[[], tuple[PageVersion | None, HttpResponse]],
    silence: Callable[[BookRecord], datetime | None],
) -> HttpResponse:
    """The page, or the word that the reader has it: never less than was posted before they came.

    *made* makes the page and says what from, or nothing where it is not to be kept. *silence* is asked, where another
    server leads, since when that was not heard. A page is made once for all who
    like it the same way while the book stands still; and while it grows, once for all who came before it was made:
    readers who had to wait their turn are answered with it.
    """
    kept = _pages.get(asked.variant)
    if kept is not None and kept.since >= asked.came:
        return _answered(asked, kept)
    since = monotonic()
    ends = DurableBook(asked.record.slug).ends()
    tagged = asked.tag(ends.last, ends.hash, silence(asked.record) if ends.led else None)
    if kept is not None and kept.tagged == tagged:
        kept = replace(kept, since=since)
        _pages.keep(asked.variant, kept)
        return _answered(asked, kept)
    if asked.held is None and (unchanged := _unchanged(asked.request, tagged)):
        return unchanged
    made_from, response = made()
    if response.status_code != HTTPStatus.OK or made_from is None:
        return _marked(response, "")
    tagged = asked.tag(made_from.last, made_from.fingerprint, made_from.silent)
    page, frame = framed(response.content.decode())
    content = page.encode()
    kept = _Page(
        tagged, since, content, frame=frame, event=asked.record.slug, last=made_from.last,
        of_number=made_from.silent is None,
    )  # fmt: skip
    if made_from.settled:
        _pages.keep(asked.variant, kept)
    elif asked.held is None:
        return _marked(HttpResponse(content), "")
    return _answered(asked, kept)


def _answered(asked: PageRequest, kept: "_Page") -> HttpResponse:
    """The page as the reader takes it, compressed or not; or the word that they have it; or its frame."""
    request = asked.request
    if asked.held is not None:
        return _frame(request, kept, asked.held)
    if unchanged := _unchanged(request, kept.tagged):
        return unchanged
    zipped = takes_gzip(request)
    answer = _marked(HttpResponse(kept.small() if zipped else kept.content), _tag_for(request, kept.tagged))
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    if asked.number == str(kept.last) and kept.of_number:
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        del answer.headers["X-Accel-Expires"], answer.headers["CDN-Cache-Control"]
    return answer


def _frame(request: HttpRequest, kept: "_Page", held: str) -> HttpResponse:
    """What a reader is sent who holds these pieces of the page; the same to all who do, for a second."""
    plain, small = kept.told(held)
    answer = HttpResponse(small if takes_gzip(request) else plain, content_type="application/json")
    if takes_gzip(request):
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = _FOR_A_SECOND
    answer.headers[OF_BOOK] = f"{kept.event} {kept.last}"
    patch_vary_headers(answer, ("Accept-Encoding",))
    return answer


def _tag_for(request: HttpRequest, tagged: str) -> str:
    """What a page is known by as this reader takes it: compressed, it is other bytes under another tag."""
    return f'{tagged[:-1]}{GZIP}"' if takes_gzip(request) else tagged


def _unchanged(request: HttpRequest, tagged: str) -> HttpResponse | None:
    """The word that the reader has this page, if they have."""
    tagged = _tag_for(request, tagged)
    found = get_conditional_response(request, etag=tagged)
    if found is None or found.status_code != HTTPStatus.NOT_MODIFIED:
        return None
    return _marked(found, tagged)


def _marked(response: HttpResponse, tagged: str) -> HttpResponse:
    """An answer with its tag. A browser asks each time; a cache before the server may answer many for a second."""
    if tagged:
        response.headers["ETag"] = tagged
        response.headers["X-Accel-Expires"] = "1"
        response.headers["CDN-Cache-Control"] = _FOR_A_SECOND
    response.headers["Cache-Control"] = "no-cache" if tagged else "no-store"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def invalidate_pages() -> None:
    """Drop every page that is kept; the next question makes it again."""
    _pages.clear()


@dataclass(frozen=True, slots=True)
class _Page:
    """A page that is kept: its tag, and since when no posting was left out of it; compressed once somebody takes it so.

    The time is by this process's clock. It is *of_number* if the number of its posting says all that it is made of.
    """

    tagged: str
    since: float
    content: bytes
    frame: Frame
    event: str
    last: int
    of_number: bool
    frames: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    zipped: list[bytes] = field(default_factory=list)

    def small(self) -> bytes:
        """The page compressed: made when it is first asked for, since most that is made is asked for its frame only."""
        if not self.zipped:
            self.zipped.append(gzipped(self.content))
        return self.zipped[0]

    def told(self, held: str) -> tuple[bytes, bytes]:
        """The frame for those who hold these pieces, plain and compressed; made once for all of them."""
        found = self.frames.get(held)
        if found is None:
            plain = (self.frame.view() if held == WHOLE else self.frame.said(held.split("."))).encode()
            found = plain, gzipped(plain)
            if len(self.frames) < _FRAMES:
                self.frames[held] = found
        return found

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return 5 * len(self.content) // 2  # its frame holds as much again, and it compressed a good deal less


class _Pages:
    """The pages made last, up to so many bytes; the ones longest not asked for go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.pages: OrderedDict[str, _Page] = OrderedDict()
        self.lock = Lock()

    def get(self, like: str) -> _Page | None:
        with self.lock:
            if like in self.pages:
                self.pages.move_to_end(like)
            return self.pages.get(like)

    def clear(self) -> None:
        with self.lock:
            self.pages.clear()
            self.size = 0

    def keep(self, like: str, page: _Page) -> None:
        """Keep it, unless one that was begun later is kept already."""
        with self.lock:
            before = self.pages.get(like)
            if page.size > self.most or (before is not None and before.since > page.since):
                return
            self.size += page.size - (before.size if before is not None else 0)
            self.pages[like] = page
            while self.size > self.most:
                self.size -= self.pages.popitem(last=False)[1].size


_pages = _Pages(32 * 1024 * 1024)
