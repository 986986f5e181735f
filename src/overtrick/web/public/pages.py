"""Shared parts of the public pages: registering a page, finding its event, and the answer that is the same for all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.selection_year.year import SelectionYear
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.bracket import has_bracket, is_bracket
from overtrick.views.stage_names import titles_of_codes
from overtrick.views.standings import current
from overtrick.views.whys import stage_at
from overtrick.web.congress.access import record_as
from overtrick.web.congress.heats import is_heat
from overtrick.web.congress.http_cache import PageVersion, cached_page, page_request
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import projection_of
from overtrick.web.congress.rules import notice_of
from overtrick.web.exchange.lead.venue_silence import venue_silent_since
from overtrick.web.exchange.static_site.requests import KeptRequest
from overtrick.web.telemetry.spans import span

CARDS = find_spec("PIL") is not None
"""Whether share cards can be made here, which needs the extra `print`."""
LONGEST = 80
"""The most characters of a parameter after the question mark."""


def record_or_404(slug: str) -> BookRecord:
    """A public event; otherwise a 404."""
    return record_as("event", slug, shown=True)


def page_preferences(request: HttpRequest) -> dict[str, Any]:
    """The context that every page gets from its request: whether it is served or saved to a folder."""
    return {
        "kept": isinstance(request, KeptRequest),
        "cards": CARDS,
        "unsigned": isinstance(request, KeptRequest) and not request.signed,
    }


def event_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[Tournament], Mapping[str, Any]]
) -> HttpResponse:
    """A page of an event as it stands, or a 304 if the reader has it.

    It is the same for everybody. *make* is called with the event while it is locked, and returns plain data. If that
    has `pending`, something is still being computed, and the page is not cached.
    """
    return _page(request, record_or_404(slug), template, make)


def year_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[SelectionYear], Mapping[str, Any]]
) -> HttpResponse:
    """A page of a selection year as it stands, or a 304 if the reader has it. It is the same for everybody."""
    return _page(request, record_as("year", slug, shown=True), template, make)


def _page(
    request: HttpRequest, record: BookRecord, template: str, make: Callable[[Any], Mapping[str, Any]]
) -> HttpResponse:
    def made() -> tuple[PageVersion, HttpResponse]:
        now = projection_of(record)
        silent = venue_silent_since(record) if now.led and not isinstance(request, KeptRequest) else None
        with now.lock:
            shown = make(now.event)
            notice = notice_of(now.event)
            planned = isinstance(now.event, Tournament) and bool(now.event.dealing)
            brackets = isinstance(now.event, Tournament) and (has_bracket(now.event), is_bracket(now.event))
            titles = titles_of_codes(now.event) if isinstance(now.event, Tournament) else {}
            version = PageVersion(now.last, now.at, now.fingerprint, not shown.get("pending"), silent)
        context = {
            "record": record,
            "page_version": version,
            "rules_notice": notice,
            "deals_planned": planned,
            "has_bracket": brackets and brackets[0],
            "is_bracket": brackets and brackets[1],
            "stage_titles": titles,
            "heat": record.kind == Kind.EVENT and is_heat(record),
            "event_base": record.room,
            "why_base": f"{record.room}why/",
            **page_preferences(request),
            **shown,
        }
        with span("render", template=template):
            return version, render(request, template, context)

    if isinstance(request, KeptRequest):
        version, page = made()
        request.pending = not version.settled
        return page
    return cached_page(page_request(request, record), made, venue_silent_since)


@dataclass(frozen=True, slots=True)
class BookView:
    """The view of a page that is made from its event or year and its address alone.

    *make* is called with the event or year, with what the path names, and with the parameters *asked* after the
    question mark; it returns plain data for the template, as for `event_page`.
    """

    template: str
    make: Callable[..., Mapping[str, Any]]
    asked: tuple[str, ...] = ()

    @method_decorator(require_safe)
    def __call__(self, request: HttpRequest, *, event: str = "", year: str = "", **place: Any) -> HttpResponse:
        """Answer a request for the page."""
        asked = {name: request.GET.get(name, "")[:LONGEST] for name in self.asked}
        answer = year_page if year else event_page
        return answer(request, event or year, self.template, partial(self.make, **place, **asked))


@dataclass(frozen=True, slots=True)
class Page:
    """A public page of an event or a year as it is registered: addresses, tests and documentation are made from it.

    *title* and *shows* say in the documentation what it is; *paths* are its addresses below the event's or the year's
    own, by their names.
    """

    title: str
    shows: str
    view: Callable[..., HttpResponse]
    paths: Mapping[str, str]


def routes(base: str, pages: Sequence[Page]) -> Iterator[URLPattern]:
    """The addresses of pages of an event or a year, whose own address is *base*."""
    for page in pages:
        yield from (path(base + below, page.view, name=name) for name, below in page.paths.items())


def stage_or_404(event: Tournament, slug: str) -> StageState | None:
    """The stage that an address names; without a name the current one, or None if none has started."""
    if not slug:
        return current(event)
    try:
        return stage_at(event, slug)
    except NoSuchNumber as error:
        raise Http404(str(error)) from error


def or_404(thing: Any) -> Any:
    """The thing itself; a 404 if it is None."""
    if thing is None:
        raise Http404("There is nothing here.")
    return thing
