"""A question from the room: which event, who asks and how they like it; and the answer with its freshness."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.selection_year.year import SelectionYear
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.standings import current
from overtrick.views.whys import stage_at
from overtrick.web.congress.access import record_as
from overtrick.web.congress.heats import is_heat
from overtrick.web.congress.http_cache import PageVersion, cached_page, page_request
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import projection_of
from overtrick.web.congress.rules import notice_of

FOUR, DECK = "four", f"{settings.COOKIE_PREFIX}deck"
YEAR = 365 * 24 * 3600


def record_or_404(slug: str) -> BookRecord:
    """An event that everybody may see."""
    return record_as("event", slug, shown=True)


def mine(request: HttpRequest, record: BookRecord) -> str:
    """Who the reader said they are in this event."""
    return request.COOKIES.get(cookie(record), "")[:40]


def cookie(record: BookRecord) -> str:
    """Where the reader's browser keeps who they are in an event."""
    return f"{settings.COOKIE_PREFIX}me-{record.slug}"


def page_preferences(request: HttpRequest) -> dict[str, Any]:
    """How the reader likes the pages."""
    return {"four_colours": request.COOKIES.get(DECK) == FOUR, "path": request.get_full_path()}


def event_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[Tournament, str], Mapping[str, Any]]
) -> HttpResponse:
    """A page of an event as it stands, or the word that the reader has it already.

    *make* is asked with the event and who the reader is while the event holds still; what it returns is plain. Where
    it says `pending`, something is still being worked out, and the page is not kept by anybody.
    """
    record = record_or_404(slug)
    return _page(request, record, template, make, mine(request, record))


def year_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[SelectionYear], Mapping[str, Any]]
) -> HttpResponse:
    """A page of a selection year as it stands, likewise; it is the same to everybody."""
    return _page(request, record_as("year", slug, shown=True), template, lambda year, _: make(year), "")


def _page(
    request: HttpRequest, record: BookRecord, template: str, make: Callable[[Any, str], Mapping[str, Any]], me: str
) -> HttpResponse:
    def made() -> tuple[PageVersion | None, HttpResponse]:
        now = projection_of(record)
        with now.lock:
            shown = make(now.event, me)
            notice = notice_of(now.event)
            version = PageVersion(now.last, now.at, now.fingerprint)
        context = {
            "record": record,
            "page_version": version,
            "rules_notice": notice,
            "heat": record.kind == Kind.EVENT and is_heat(record),
            "me": me,
            "event_base": record.room,
            "why_base": f"{record.room}why/",
            **page_preferences(request),
            **shown,
        }
        return None if shown.get("pending") else version, render(request, template, context)

    return cached_page(page_request(request, record, me, request.COOKIES.get(DECK, "")), made)


def stage_or_404(event: Tournament, slug: str) -> StageState | None:
    """The stage an address names; without a name the one people ask about, if one has started."""
    if not slug:
        return current(event)
    try:
        return stage_at(event, slug)
    except NoSuchNumber as error:
        raise Http404(str(error)) from error


def or_404(thing: Any) -> Any:
    """Something, or the answer that there is no such page."""
    if thing is None:
        raise Http404("There is nothing here.")
    return thing
