"""Building a static site: all public pages of an event that links reach from the first one, and every why.

Pages are made as the server makes them for an anonymous reader, from the book as it ends when the build starts. Links
lead within the folder; what needs a server (seats by name, the wall screen, the stream) is left out. The same book
gives the same files, byte for byte.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape, unescape
from mimetypes import guess_extension
from pathlib import Path, PurePosixPath
from time import monotonic, sleep
from typing import TypeAlias
from urllib.parse import quote, unquote, urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils import timezone
from django.utils.safestring import mark_safe

from overtrick.core.errors import EngineError
from overtrick.ledger.durable.tenancy import use_organisation
from overtrick.web.congress.http_cache import PageVersion
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import held_still
from overtrick.web.exchange.static_site.names import Names
from overtrick.web.exchange.static_site.requests import KeptRequest
from overtrick.web.exchange.static_site.whys import Whys
from overtrick.web.organisations.requests import answer_for

FIRST = "index.html"
NEEDS_A_SERVER = ("seat/", "wall/", "now", "me/")
"""Pages of an event that need a server."""
PATIENCE = 60.0
"""Seconds to wait in total for data that pages need: double-dummy results that are still being computed."""

_HERE = "<!-- whys -->"

File: TypeAlias = tuple[str, bytes]
Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """The numbers of pages, whys, files and bytes of a site."""

    pages: int
    whys: int
    files: int
    size: int


def static_site(
    record: BookRecord, put: Callable[[str, bytes], None], progress: Progress, *, signed: bool = True
) -> SiteCounts:
    """Build the site of an event, passing each file to *put*; *progress* gets how many pages are done, out of how many.

    The second number grows as links are followed. A book that is not *signed* by a server has no proof page.
    """
    made = files = size = 0
    with use_organisation(record.organisation_id), held_still(record) as now:
        answer_for(record.slug)
        site = _Site(record, Whys(record, now.event), signed=signed)
        version = PageVersion(now.last, now.at, now.fingerprint)
        for name, content in site.files(version):
            if content is None:
                made += 1
                progress(made, site.known)
                continue
            put(name, content)
            files += 1
            size += len(content)
        timezone.deactivate()
    return SiteCounts(site.pages, site.whys.count, files, size)


class _Site:
    """A site while it is built: the names of its pages, and the pages still to be made."""

    def __init__(self, record: BookRecord, whys: Whys, *, signed: bool) -> None:
        self.record, self.whys, self.signed = record, whys, signed
        self.pages = 0
        self._names = Names()
        self._waiting: deque[str] = deque()
        self._asked: dict[str, str] = {}
        self._beside: dict[str, str] = {}
        self._taken: list[File] = []
        self._until = monotonic() + PATIENCE

    @property
    def known(self) -> int:
        """How many pages and whys are known so far."""
        return len(self._asked) + self.whys.count

    def files(self, version: PageVersion) -> Iterator[tuple[str, bytes | None]]:
        """Every file; and None as content each time a page or a why is done."""
        self._page(self.record.room)
        yield from self._all_pages()
        gathered: dict[str, list[str]] = {}
        for page, tree in self.whys.render_all(lambda text: self._rewritten(text, self.record.room)):
            gathered.setdefault(page, []).append(tree)
            yield page, None
            yield from self._all_pages()  # clauses
        frame = self._frame(version)
        for page, trees in gathered.items():
            yield page, frame.replace(_HERE, "".join(trees)).encode()
        yield from self._all_pages()

    def _frame(self, version: PageVersion) -> str:
        """The frame of a page of whys, with a mark where they are inserted unchanged."""
        context = {"record": self.record, "page_version": version, "kept": True, "unsigned": not self.signed,
                   "whys": mark_safe(_HERE)}  # noqa: S308 - a comment  # fmt: skip
        text = render_to_string("room/kept_whys.html", context, KeptRequest(self.record.room))
        return self._rewritten(text, self.record.room)

    def _all_pages(self) -> Iterator[tuple[str, bytes | None]]:
        while self._waiting:
            address = self._waiting.popleft()
            answer = self._answer(address)
            html = answer.headers["Content-Type"].startswith("text/html")
            content = self._rewritten(answer.content.decode(), address).encode() if html else answer.content
            self.pages += 1
            yield self._asked[address], content
            yield self._asked[address], None
            while self._taken:
                yield self._taken.pop(0)

    def _answer(self, address: str) -> HttpResponse:
        """The server's answer for an address; pending data is awaited for as long as `PATIENCE` lasts."""
        while True:
            request = KeptRequest(address, signed=self.signed)
            found = resolve(request.path_info)
            try:
                answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
            except Http404 as fault:
                raise EngineError(f"a page leads to {address}, where there is nothing") from fault
            if not request.pending or monotonic() > self._until:
                return answer
            sleep(0.05)

    def _rewritten(self, text: str, here: str) -> str:
        """A page with its links changed to lead within the folder; links that would lead elsewhere are removed."""
        for attribute in (' href="', ' src="'):
            first, *others = text.split(attribute)
            pieces = [first]
            for each in others:
                link, _, after = each.partition('"')
                to = self._link(unescape(link), here)
                pieces.append(after if to is None else f'{attribute}{escape(to)}"{after}')
            text = "".join(pieces)
        return text

    def _link(self, link: str, here: str) -> str | None:
        """The target of a link within the folder; None if it has none."""
        if link.startswith(("#", "data:", "https:", "http:", "mailto:")):
            return link
        if link.startswith("?into="):
            return self.whys.part(unquote(link.removeprefix("?into=")))
        address = urljoin(here, link)
        parts = urlsplit(address)
        if parts.path.startswith(settings.STATIC_URL):
            return self._file(parts.path)
        if not parts.path.startswith(self.record.room):
            return self._answered_file(parts.path) if parts.path.startswith(("/o/", "/spoken/", "/proof/")) else None
        below = parts.path.removeprefix(self.record.room)
        if below.startswith(NEEDS_A_SERVER) or (below.startswith("proof/") and not self.signed):
            return None
        if below.startswith("why/"):
            return self.whys.link(below.removeprefix("why/").rstrip("/"))
        to = self._page(f"{parts.path}?{parts.query}" if parts.query else parts.path)
        return f"{to}#{parts.fragment}" if parts.fragment else to

    def _page(self, address: str) -> str:
        if address not in self._asked:
            below = unquote(address.removeprefix(self.record.room))
            kind = PurePosixPath(below).suffix if below and not below.endswith("/") and "?" not in below else ""
            words = below.removesuffix(kind) if kind else below
            self._asked[address] = self._names.name_for(address, words or "index", kind or ".html")
            self._waiting.append(address)
        return quote(self._asked[address])

    def _file(self, path: str) -> str:
        """Add a static file of the program, and for a style sheet the fonts that it names; return its name."""
        if path not in self._beside:
            below = unquote(path.removeprefix(settings.STATIC_URL))
            found = finders.find(below)
            if not isinstance(found, str):
                raise EngineError(f"a page needs {below}, which is not there")
            content = Path(found).read_bytes()
            name = self._beside[path] = f"files/{'/'.join(PurePosixPath(below).parts[1:])}"
            self._taken.append((name, content))
            if path.endswith(".css"):
                for each in content.decode().split("url(")[1:]:
                    self._file(urljoin(path, each.partition(")")[0]))
        return self._beside[path]

    def _answered_file(self, path: str) -> str:
        """Add a file that the server generates: an organisation's colour or logo, script texts or the public key."""
        if path not in self._beside:
            answer = self._answer(path)
            kind = answer.headers["Content-Type"].partition(";")[0]
            base = PurePosixPath(unquote(path))
            ending = base.suffix or guess_extension(kind) or ""
            name = self._beside[path] = f"files/{self._names.name_for(path, str(base.with_suffix('')), ending)}"
            self._taken.append((name, answer.content))
        return self._beside[path]
