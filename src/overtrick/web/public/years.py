"""The players' pages of a selection year: points, a pair's awards, players, fields, teams; each number says why."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from overtrick.core.selection_year.year import SelectionYear
from overtrick.ledger.durable.book import DurableBook
from overtrick.views.addresses import NoSuchNumber
from overtrick.views.why_tree import steps, tree
from overtrick.views.year_whys import find_in_year
from overtrick.views.years import field_page, pair_line, players_page, points_page, target_at, team_page
from overtrick.web.congress.access import record_as
from overtrick.web.public.pages import or_404, year_page


@require_safe
def points(request: HttpRequest, year: str, target: str = "") -> HttpResponse:
    """The points of everybody who nominates for a team's trials."""

    def make(now: SelectionYear) -> Mapping[str, Any]:
        return {"page": points_page(now, or_404(target_at(now, target)))}

    return year_page(request, year, "room/year_points.html", make)


@require_safe
def pair(request: HttpRequest, year: str, target: str, pair: str) -> HttpResponse:
    """A pair's own page: every award, what was made of it, and how it stands for the trials."""

    def make(now: SelectionYear) -> Mapping[str, Any]:
        team = or_404(target_at(now, target))
        return {"pair": or_404(pair_line(now, team, pair)), "target": team, "slug": target}

    return year_page(request, year, "room/year_pair.html", make)


@require_safe
def players(request: HttpRequest, year: str, target: str) -> HttpResponse:
    """Every player by own points."""

    def make(now: SelectionYear) -> Mapping[str, Any]:
        return {"page": players_page(now, or_404(target_at(now, target)))}

    return year_page(request, year, "room/year_players.html", make)


@require_safe
def fields(request: HttpRequest, year: str) -> HttpResponse:
    """The fields of the trials, and the teams picked from them."""

    def make(now: SelectionYear) -> Mapping[str, Any]:
        teams = {name: team_page(now, name) for name in now.rules.teams}
        return {"pages": [(field_page(now, name), teams.get(name)) for name in now.rules.targets]}

    return year_page(request, year, "room/year_fields.html", make)


@require_safe
def why(request: HttpRequest, year: str, number: str) -> HttpResponse:
    """Why a number is what it is."""
    into = request.GET.get("into", "")[:200]

    def make(now: SelectionYear) -> Mapping[str, Any]:
        way = or_404(steps(into))
        try:
            found = find_in_year(now, number)
        except NoSuchNumber as error:
            raise Http404(str(error)) from error
        node = or_404(tree(found.figure, way))
        return {"title": found.title, "node": node, "into": into, "here": request.path}

    return year_page(request, year, "room/year_why.html", make)


@require_safe
def now(request: HttpRequest, year: str) -> HttpResponse:  # noqa: ARG001 - every view is asked with one
    """The number of the last posting, for pages that cannot hear the stream."""
    answer = JsonResponse({"number": DurableBook(record_as("year", year, shown=True).slug).last()})
    answer.headers["Cache-Control"] = "no-store"
    return answer
