"""The HTTP cache of pages: the posting a page was made from, its ETag, and whether a reader has it already.

A page depends on the book's last number, the event's name, the organisation's look and the language, and, while the
venue that leads the event is silent, on how long it has been; it never depends on the reader. The ETag covers all of
these, so a repeated request costs one read of the book's head and no page. When many readers ask at once while results
come in, all who asked before a page was made share it.
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
from overtrick.web.compression import GZIP, gzip_bytes, takes_gzip
from overtrick.web.congress.models import BookRecord
from overtrick.web.live.frame import Frame, frame_page
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation
from overtrick.web.translation import language

_PROGRAM = version("overtrick")
_LONGEST = 2000
"""The most characters of the parameter that names pieces of a page."""
_FRAMES = 16
"""The most frames that are cached with a page, for readers who hold different pieces of it."""
_FOR_A_SECOND = "public, max-age=1, stale-while-revalidate=5"
_OURS = ("frame=", "number=")
WHOLE = "whole"
"""What the stream sends in place of the tags of pieces, to get all of them without tags."""
OF_BOOK = "X-Overtrick-Book"
"""The header of a frame that says which event and which posting it was made from."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """The posting a page was made from, when it was posted by the poster's clock, and the head of the book there.

    It is *settled* if nothing on the page is still being computed. *silent* is the time the venue that leads the event
    was last heard from, if it has stopped reporting.
    """

    last: int
    at: str = ""
    fingerprint: str = ""
    settled: bool = True
    silent: datetime | None = None

    @property
    def clock(self) -> str:
        """The time of day of the posting.

        >>> PageVersion(413, "2026-07-04T14:02:11.250+10:00").clock
        '14:02:11'
        """
        return self.at[11:19]

    @property
    def silent_there(self) -> str:
        """Since when the venue has been silent, in the venue's time zone, which is taken from the last posting.

        >>> heard = datetime(2026, 7, 4, 4, 3, tzinfo=UTC)
        >>> PageVersion(413, "2026-07-04T14:02:11.250+10:00", silent=heard).silent_there
        '2026-07-04T14:03:00+10:00'
        """
        if self.silent is None:
            return ""
        zone = None
        with suppress(ValueError):  # books of earlier versions may hold an invalid time
            zone = datetime.fromisoformat(self.at).tzinfo
        return self.silent.astimezone(zone or UTC).isoformat(timespec="seconds")

    @property
    def head(self) -> str:
        """The first characters of the head, for people to compare. The proof page has all of it, signed."""
        return self.fingerprint[:8]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request for a page, with its time and the key that distinguishes the page from every other.

    *variant* is made from everything the page depends on except the book: the program, the language, the event's name,
    the organisation's look and the address. *held* lists the pieces that a reader who asks for a frame has. *number* is
    the last posting as the reader knows it: if the page is of that posting, the answer may be cached for ever.
    """

    request: HttpRequest
    record: BookRecord
    variant: str
    came: float
    held: str | None = None
    number: str = ""

    def tag(self, last: int, fingerprint: str, silent: datetime | None = None) -> str:
        """The ETag of the page made from a book that ends there."""
        said = f"{self.variant}\n{fingerprint}\n{silent or ''}"
        return f'"{last}-{sha256(said.encode()).hexdigest()[:24]}"'


def page_request(request: HttpRequest, record: BookRecord) -> PageRequest:
    """The request for a page: `frame=` in its address asks for a frame, `number=` for the page of that posting."""
    said = request.META.get("QUERY_STRING", "").split("&")
    held = _parameter(said, "frame=")
    number = _parameter(said, "number=")
    if held is not None or number is not None:  # they are not part of the page's own address
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


def _parameter(said: list[str], name: str) -> str | None:
    """The value of one of our own parameters in an address; None if it is absent or too long."""
    found = next((each.removeprefix(name) for each in said if each.startswith(name)), None)
    return found if found is None or len(found) <= _LONGEST else None


def cached_page(
    asked: PageRequest,
    made: Callable[[], tuple[PageVersion | None, HttpResponse]],
    silence: Callable[[BookRecord], datetime | None],
) -> HttpResponse:
    """The page, or a 304 if the reader has it. It includes everything posted before the request came.

    *made* makes the page and returns the version it was made from, or None if the page must not be cached. *silence*
    says since when the server that leads the event has been silent, and is called only if another server leads. While
    the book does not change, a page is made once for all readers of the same variant; while it grows, once for all who
    asked before it was made, so readers who had to wait for their turn are answered with it.
    """
    kept = _pages.get(asked.variant)
    if kept is not None and kept.since >= asked.came:
        return _respond(asked, kept)
    since = monotonic()
    ends = DurableBook(asked.record.slug).ends()
    tagged = asked.tag(ends.last, ends.hash, silence(asked.record) if ends.led else None)
    if kept is not None and kept.tagged == tagged:
        kept = replace(kept, since=since)
        _pages.keep(asked.variant, kept)
        return _respond(asked, kept)
    if asked.held is None and (unchanged := _not_modified(asked.request, tagged)):
        return unchanged
    made_from, response = made()
    if response.status_code != HTTPStatus.OK or made_from is None:
        return _add_etag(response, "")
    tagged = asked.tag(made_from.last, made_from.fingerprint, made_from.silent)
    page, frame = frame_page(response.content.decode())
    content = page.encode()
    kept = _Page(
        tagged, since, content, frame=frame, event=asked.record.slug, last=made_from.last,
        of_number=made_from.silent is None,
    )  # fmt: skip
    if made_from.settled:
        _pages.keep(asked.variant, kept)
    elif asked.held is None:
        return _add_etag(HttpResponse(content), "")
    return _respond(asked, kept)


def _respond(asked: PageRequest, kept: "_Page") -> HttpResponse:
    """The page, compressed if the reader accepts that; or a 304 if they have it; or the frame they asked for."""
    request = asked.request
    if asked.held is not None:
        return _frame(request, kept, asked.held)
    if unchanged := _not_modified(request, kept.tagged):
        return unchanged
    zipped = takes_gzip(request)
    answer = _add_etag(HttpResponse(kept.small() if zipped else kept.content), _tag_for(request, kept.tagged))
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    if asked.number == str(kept.last) and kept.of_number:
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        del answer.headers["X-Accel-Expires"], answer.headers["CDN-Cache-Control"]
    return answer


def _frame(request: HttpRequest, kept: "_Page", held: str) -> HttpResponse:
    """The frame for a reader who holds these pieces of the page. Caches may reuse it for a second."""
    plain, small = kept.frame_for(held)
    answer = HttpResponse(small if takes_gzip(request) else plain, content_type="application/json")
    if takes_gzip(request):
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = _FOR_A_SECOND
    answer.headers[OF_BOOK] = f"{kept.event} {kept.last}"
    patch_vary_headers(answer, ("Accept-Encoding",))
    return answer


def _tag_for(request: HttpRequest, tagged: str) -> str:
    """The ETag of the page for this reader: the compressed page is different bytes and has a tag of its own."""
    return f'{tagged[:-1]}{GZIP}"' if takes_gzip(request) else tagged


def _not_modified(request: HttpRequest, tagged: str) -> HttpResponse | None:
    """The 304 that tells the reader they have this page; None if they do not."""
    tagged = _tag_for(request, tagged)
    found = get_conditional_response(request, etag=tagged)
    if found is None or found.status_code != HTTPStatus.NOT_MODIFIED:
        return None
    return _add_etag(found, tagged)


def _add_etag(response: HttpResponse, tagged: str) -> HttpResponse:
    """Add the ETag to a response. A browser revalidates each time; a shared cache may reuse it for a second."""
    if tagged:
        response.headers["ETag"] = tagged
        response.headers["X-Accel-Expires"] = "1"
        response.headers["CDN-Cache-Control"] = _FOR_A_SECOND
    response.headers["Cache-Control"] = "no-cache" if tagged else "no-store"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def invalidate_pages() -> None:
    """Drop every cached page; the next request makes it again."""
    _pages.clear()


@dataclass(frozen=True, slots=True)
class _Page:
    """A cached page, its ETag, and the time up to which it includes every posting; compressed on first use.

    The time is by this process's monotonic clock. *of_number* says whether its posting's number alone determines it.
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
        """The page compressed, on first use, because most pages are only asked for their frames."""
        if not self.zipped:
            self.zipped.append(gzip_bytes(self.content))
        return self.zipped[0]

    def frame_for(self, held: str) -> tuple[bytes, bytes]:
        """The frame for readers who hold these pieces, plain and compressed; made once for all of them."""
        found = self.frames.get(held)
        if found is None:
            plain = (self.frame.view() if held == WHOLE else self.frame.message(held.split("."))).encode()
            found = plain, gzip_bytes(plain)
            if len(self.frames) < _FRAMES:
                self.frames[held] = found
        return found

    @property
    def size(self) -> int:
        """Roughly how many bytes the page and its frame take."""
        return 5 * len(self.content) // 2  # the frame holds as much again, the compressed page much less


class _Pages:
    """An LRU cache of pages, limited to *most* bytes."""

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
        """Store a page, unless the cache has one that was begun later."""
        with self.lock:
            before = self.pages.get(like)
            if page.size > self.most or (before is not None and before.since > page.since):
                return
            self.size += page.size - (before.size if before is not None else 0)
            self.pages[like] = page
            while self.size > self.most:
                self.size -= self.pages.popitem(last=False)[1].size


_pages = _Pages(32 * 1024 * 1024)
