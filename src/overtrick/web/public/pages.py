"""A question from the room: which event; and the answer with its freshness, the same to everybody."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

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
from overtrick.web.lead.silence import venue_silent_since
from overtrick.web.static_site.requests import KeptRequest
from overtrick.web.telemetry.spans import span

CARDS = find_spec("PIL") is not None
"""Whether share cards can be made here: with the extra `print`."""


def record_or_404(slug: str) -> BookRecord:
    """An event that everybody may see."""
    return record_as("event", slug, shown=True)


def page_preferences(request: HttpRequest) -> dict[str, Any]:
    """What every page is told of the request: whether it is of a server, or kept in a folder."""
    return {
        "kept": isinstance(request, KeptRequest),
        "cards": CARDS,
        "unsigned": isinstance(request, KeptRequest) and not request.signed,
    }


def event_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[Tournament], Mapping[str, Any]]
) -> HttpResponse:
    """A page of an event as it stands, or the word that the reader has it already.

    It is the same to everybody. *make* is asked with the event while the event holds still; what it returns is plain.
    Where it says `pending`, something is still being worked out, and the page is not kept by anybody.
    """
    return _page(request, record_or_404(slug), template, make)


def year_page(
    request: HttpRequest, slug: str, template: str, make: Callable[[SelectionYear], Mapping[str, Any]]
) -> HttpResponse:
    """A page of a selection year as it stands, likewise; it is the same to everybody."""
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
