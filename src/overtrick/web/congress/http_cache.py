"""The HTTP cache of pages: the posting a page was made from, its ETag, and whether a reader has it already.

A page is a function of the book's last number, of the event's own name, of its organisation's look and of how the
reader likes it. Its tag says these, so that asking again costs one look at the book's head and no page; and where many
ask at once while results come in, those who came before a page was made share it.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from threading import Lock
from time import monotonic

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from overtrick.ledger.durable.models import Head
from overtrick.web import limits
from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation
from overtrick.web.translation import language

_PROGRAM = version("overtrick")


@dataclass(frozen=True, slots=True)
class PageVersion:
    """The posting a page was made from, when it was posted by the poster's clock, and the head of the book there."""

    last: int
    at: str = ""
    fingerprint: str = ""

    @property
    def clock(self) -> str:
        """The time of day.

        >>> PageVersion(413, "2026-07-04T14:02:11.250+10:00").clock
        '14:02:11'
        """
        return self.at[11:19]

    @property
    def head(self) -> str:
        """The head in the few figures people compare; the page of proof has all of it, signed."""
        return self.fingerprint[:8]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page that somebody asks for: when they came, and how it is told from every other page.

    *variant* names all that the page is made of but the book: the program, its language, the event's name, the
    organisation's look, the address and how the reader likes it.
    """

    request: HttpRequest
    record: BookRecord
    variant: str
    came: float

    def tag(self, last: int, fingerprint: str) -> str:
        """What the page made from a book that ends there is known by."""
        said = f"{self.variant}\n{fingerprint}"
        return f'"{last}-{sha256(said.encode()).hexdigest()[:24]}"'


def page_request(request: HttpRequest, record: BookRecord, *variations: str) -> PageRequest:
    """The request for a page of a book; *variations* are what this reader's page differs by."""
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
            *variations,
            request.get_full_path(),
        )
    )
    return PageRequest(request, record, variant, request.META.get(limits.CAME) or monotonic())


def cached_page(asked: PageRequest, made: Callable[[], tuple[PageVersion | None, HttpResponse]]) -> HttpResponse:
    """The page, or the word that the reader has it: never less than was posted before they came.

    *made* makes the page and says what from, or nothing where it is not to be kept. A page is made once for all who
    like it the same way while the book stands still; and while it grows, once for all who came before it was made:
    readers who had to wait their turn are answered with it.
    """
    kept = _pages.get(asked.variant)
    if kept is not None and kept.since >= asked.came:
        return _answered(asked.request, kept)
    since = monotonic()
    tagged = asked.tag(*_head(asked.record))
    if kept is not None and kept.tagged == tagged:
        kept = replace(kept, since=since)
        _pages.keep(asked.variant, kept)
        return _answered(asked.request, kept)
    if unchanged := _unchanged(asked.request, tagged):
        return unchanged
    made_from, response = made()
    if response.status_code != HTTPStatus.OK or made_from is None:
        return _marked(response, "")
    tagged = asked.tag(made_from.last, made_from.fingerprint)
    _pages.keep(asked.variant, _Page(tagged, since, response.content))
    return _marked(response, tagged)


def _head(record: BookRecord) -> tuple[int, str]:
    """Where an event's book ends: the last number, and the fingerprint of its line."""
    return Head.objects.filter(event=record.slug).values_list("last", "fingerprint").first() or (0, "")


def _answered(request: HttpRequest, kept: "_Page") -> HttpResponse:
    return _unchanged(request, kept.tagged) or _marked(HttpResponse(kept.content), kept.tagged)


def _unchanged(request: HttpRequest, tagged: str) -> HttpResponse | None:
    """The word that the reader has this page, if they have."""
    found = get_conditional_response(request, etag=tagged)
    if found is None or found.status_code != HTTPStatus.NOT_MODIFIED:
        return None
    return _marked(found, tagged)


def _marked(response: HttpResponse, tagged: str) -> HttpResponse:
    if tagged:
        response.headers["ETag"] = tagged
    response.headers["Cache-Control"] = "no-cache" if tagged else "no-store"
    patch_vary_headers(response, ("Cookie",))
    return response


def invalidate_pages() -> None:
    """Drop every page that is kept; the next question makes it again."""
    _pages.clear()


@dataclass(frozen=True, slots=True)
class _Page:
    """A page that is kept: its tag, and since when by this process's clock no posting was left out of it."""

    tagged: str
    since: float
    content: bytes


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
            if len(page.content) > self.most or (before is not None and before.since > page.since):
                return
            self.size += len(page.content) - (len(before.content) if before is not None else 0)
            self.pages[like] = page
            while self.size > self.most:
                self.size -= len(self.pages.popitem(last=False)[1].content)


_pages = _Pages(32 * 1024 * 1024)
