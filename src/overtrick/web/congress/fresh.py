"""How fresh a page is: the posting it was made from, and whether a reader has that one already.

A page is a function of the book's last number, of the event's own name, of its organisation's look and of how the
reader likes it. Its tag says these, so that asking again costs one look at the book's head and no page.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from overtrick.ledger.durable.models import Head
from overtrick.web.congress.models import Held
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation

_PROGRAM = version("overtrick")


@dataclass(frozen=True, slots=True)
class Fresh:
    """The posting a page was made from, when it was posted by the poster's clock, and the head of the book there."""

    last: int
    at: str = ""
    fingerprint: str = ""

    @property
    def clock(self) -> str:
        """The time of day.

        >>> Fresh(413, "2026-07-04T14:02:11.250+10:00").clock
        '14:02:11'
        """
        return self.at[11:19]

    @property
    def head(self) -> str:
        """The head in the few figures people compare; the page of proof has all of it, signed."""
        return self.fingerprint[:8]


def head(held: Held) -> tuple[int, str]:
    """Where an event's book ends: the last number, and the fingerprint of its line."""
    return Head.objects.filter(event=held.slug).values_list("last", "fingerprint").first() or (0, "")


def tag(held: Held, end: tuple[int, str], *liked: str) -> str:
    """What a page made from the book so far is known by."""
    last, fingerprint = end
    whose = current_organisation() or Organisation()
    look = (whose.name, whose.colour, whose.logo)
    said = "\n".join((_PROGRAM, held.slug, held.title, held.congress.name, *look, fingerprint, *liked))
    return f'"{last}-{sha256(said.encode()).hexdigest()[:24]}"'


def fresh_page(
    request: HttpRequest, last: int, tagged: str, made: Callable[[], tuple[int, HttpResponse]]
) -> HttpResponse:
    """The page, or the word that the reader has it.

    *made* says from which posting it made the page; where the book has grown meanwhile the page goes without a
    tag, and is neither kept here nor by the reader. A page is made once for all who like it the same way.
    """
    unchanged = get_conditional_response(request, etag=tagged)
    if unchanged is not None and unchanged.status_code == 304:
        return _marked(unchanged, tagged)
    kept = _pages.get(tagged)
    if kept is not None:
        return _marked(HttpResponse(kept), tagged)
    at, response = made()
    if response.status_code != 200 or at != last:
        return _marked(response, "")
    _pages.keep(tagged, response.content)
    return _marked(response, tagged)


def _marked(response: HttpResponse, tagged: str) -> HttpResponse:
    if tagged:
        response.headers["ETag"] = tagged
    response.headers["Cache-Control"] = "no-cache" if tagged else "no-store"
    patch_vary_headers(response, ("Cookie",))
    return response


def forget_pages() -> None:
    """Drop every page that is kept; the next question makes it again."""
    _pages.clear()


class _Pages:
    """The pages made last, up to so many bytes; the ones longest not asked for go first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.pages: OrderedDict[str, bytes] = OrderedDict()
        self.lock = Lock()

    def get(self, tagged: str) -> bytes | None:
        with self.lock:
            if tagged in self.pages:
                self.pages.move_to_end(tagged)
            return self.pages.get(tagged)

    def clear(self) -> None:
        with self.lock:
            self.pages.clear()
            self.size = 0

    def keep(self, tagged: str, page: bytes) -> None:
        with self.lock:
            if tagged not in self.pages and len(page) <= self.most:
                self.pages[tagged] = page
                self.size += len(page)
            while self.size > self.most:
                self.size -= len(self.pages.popitem(last=False)[1])


_pages = _Pages(32 * 1024 * 1024)
