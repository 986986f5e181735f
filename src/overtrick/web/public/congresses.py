"""The pages above events: the home page, organisations, congresses, players across events, and the search."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, use_organisation
from overtrick.views.persons import HEIGHT, WIDTH
from overtrick.web.accounts import first_run
from overtrick.web.accounts.players.keys import MOST, words_of
from overtrick.web.accounts.players.pages import namesakes, page_of
from overtrick.web.accounts.players.register import list_players, standing_key
from overtrick.web.accounts.players.search import is_enough, search
from overtrick.web.congress.glances import glances, lately, shown_congresses
from overtrick.web.congress.heats import heats_of
from overtrick.web.congress.ladders import ladders_of
from overtrick.web.congress.models import Congress, Kind
from overtrick.web.exchange.lead.venue_silence import silent_among
from overtrick.web.list_page import list_page, page_asked
from overtrick.web.organisations.models import HOME, Organisation, organisations_called
from overtrick.web.public.pages import page_preferences

AT_HOME, ON_A_PAGE = 12, 60
"""How many lines a list has on the home page, and on a page of its own."""


@require_safe
def congresses(request: HttpRequest) -> HttpResponse:
    """The home page: events in progress, the newest congresses of the installation's own organisation, and others."""
    context = {
        **_lately(EVERYBODY),
        "congresses": list_page(shown_congresses(DEFAULT), 1, AT_HOME),
        "others": list_page(organisations_called(""), 1, AT_HOME),
        "own": HOME,
        "first_run": first_run.is_needed(),
    }
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def organisation(request: HttpRequest, organisation: str) -> HttpResponse:
    """The page of an organisation's congresses that have something to show, newest first."""
    found = get_object_or_404(Organisation, slug=organisation, erased=None)
    page = list_page(shown_congresses(found.number), page_asked(request), ON_A_PAGE)
    context = {**(_lately(found.number) if page.number == 1 else {}), "congresses": page, "organisation": found}
    return render(request, "room/congresses.html", {**context, **page_preferences(request)})


@require_safe
def organisations(request: HttpRequest) -> HttpResponse:
    """The page of organisations, by name, or of those that match a search."""
    asked = request.GET.get("q", "")[:80].strip()
    page = list_page(organisations_called(asked), page_asked(request), ON_A_PAGE)
    context = {"page": page, "asked": asked, "query": f"{urlencode({'q': asked})}&" if asked else ""}
    return render(request, "room/organisations.html", {**context, **page_preferences(request)})


def _lately(organisation: int) -> dict[str, Any]:
    """Events in progress, and others with postings within a day, except imports long after their congress."""
    moved, day = lately(organisation), timezone.localdate() - timedelta(days=1)
    now = [(record, seen) for record, seen in moved if seen is not None and seen.live]
    ended = [each for each in moved if each[0].congress.ends is not None and each[0].congress.ends < day]
    with use_organisation(organisation):
        silent = silent_among(record for record, _ in now)
    return {"live": now, "today": [each for each in moved if each not in now and each not in ended], "silent": silent}


@require_safe
def congress(request: HttpRequest, congress: str) -> HttpResponse:
    """The page of a congress and its events."""
    found = get_object_or_404(Congress, slug=congress)
    shown = list(found.events.filter(shown=True))
    if not shown:
        raise Http404("There is nothing here yet.")
    context = {
        "congress": found,
        "events": glances([each for each in shown if each.kind == Kind.EVENT]),
        "years": [each for each in shown if each.kind == Kind.YEAR],
        "silent": silent_among(shown),
        "heats": heats_of(found),
        "ladders": ladders_of(found),
    }
    return render(request, "room/congress.html", {**context, **page_preferences(request)})


LONGEST = 80
"""The most characters of a search."""


@require_safe
def person(request: HttpRequest, organisation: str, person: str) -> HttpResponse:
    """The page of one person in an organisation's events."""
    found = get_object_or_404(Organisation, slug=organisation)
    key = person[:MOST]
    behind = list_players(found.number)
    stands = standing_key(found.number, key)
    if stands not in {"", key}:
        return HttpResponseRedirect(reverse("room:person", args=[found.slug, stands]))
    page = page_of(found.number, stands)
    if page is None:
        raise Http404("Nobody is shown here.")
    context = {
        "page": page,
        "organisation": found,
        "namesakes": namesakes(found.number, page),
        "behind": behind,
        "box": f"0 0 {WIDTH} {HEIGHT}",
    }
    return _must_revalidate(render(request, "room/person.html", {**page_preferences(request), **context}))


@require_safe
def find(request: HttpRequest, organisation: str = "") -> HttpResponse:
    """The page that finds persons, pairs, teams, events and congresses by a few letters."""
    found = get_object_or_404(Organisation, slug=organisation) if organisation else None
    asked = request.GET.get("q", "")[:LONGEST].strip()
    whose = found.number if found is not None else None
    enough = is_enough(words_of(asked))
    with use_organisation(EVERYBODY if whose is None else whose):
        behind = list_players(EVERYBODY if whose is None else whose) if enough else 0
        page = search(asked, whose)
    context = {"asked": asked, "enough": enough, "found": page, "organisation": found, "behind": behind}
    return _must_revalidate(render(request, "room/find.html", {**page_preferences(request), **context}))


def _must_revalidate(answer: HttpResponse) -> HttpResponse:
    """Mark a page over many books as one that browsers must request each time."""
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
