"""The pages of players: one person across events, and the search over everything public."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.views.persons import HEIGHT, WIDTH
from overtrick.web.accounts.players.keys import MOST, words_of
from overtrick.web.accounts.players.pages import namesakes, page_of
from overtrick.web.accounts.players.register import list_players, standing_key
from overtrick.web.accounts.players.search import is_enough, search
from overtrick.web.organisations.models import Organisation
from overtrick.web.public.pages import page_preferences

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
