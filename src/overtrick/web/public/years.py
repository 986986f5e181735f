"""The public pages of a selection year: points, a pair's awards, players, fields and teams, and the why of numbers."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from overtrick.core.selection_year.year import SelectionYear
from overtrick.views.year_whys import find_in_year
from overtrick.views.years import field_page, pair_line, players_page, points_page, target_at, team_page
from overtrick.web.congress.access import record_as
from overtrick.web.congress.whys import latest_posting, why_context
from overtrick.web.public.pages import BookView, Page, or_404, year_page


def points(now: SelectionYear, target: str = "") -> Mapping[str, Any]:
    """The page with the points of all pairs nominated for a team's trials."""
    return {"page": points_page(now, or_404(target_at(now, target)))}


def pair(now: SelectionYear, target: str, pair: str) -> Mapping[str, Any]:
    """The page of a pair: every award and how it counts, and the pair's position for the trials."""
    team = or_404(target_at(now, target))
    return {"pair": or_404(pair_line(now, team, pair)), "target": team, "slug": target}


def players(now: SelectionYear, target: str) -> Mapping[str, Any]:
    """The page of players, by their own points."""
    return {"page": players_page(now, or_404(target_at(now, target)))}


def fields(now: SelectionYear) -> Mapping[str, Any]:
    """The page with the fields of the trials and the teams picked from them."""
    teams = {name: team_page(now, name) for name in now.rules.teams}
    return {"pages": [(field_page(now, name), teams.get(name)) for name in now.rules.targets]}


@require_safe
def why(request: HttpRequest, year: str, number: str) -> HttpResponse:
    """The page that explains a number."""

    def make(now: SelectionYear) -> Mapping[str, Any]:
        return why_context(request, lambda: find_in_year(now, number))

    return year_page(request, year, "room/year_why.html", make)


@require_safe
def now(request: HttpRequest, year: str) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """The number of the last posting, for pages without the live stream."""
    return latest_posting(record_as("year", year, shown=True).slug)


YEAR_PAGES = (
    Page(
        "Fields and teams",
        "who plays in the trials, and the teams picked from them",
        BookView("room/year_fields.html", fields),
        {"year-fields": "fields/"},
    ),
    Page(
        "Points",
        "the points of every pair nominated for a team's trials",
        BookView("room/year_points.html", points),
        {"year": "", "year-points": "<slug:target>/"},
    ),
    Page(
        "Players",
        "players by their own points",
        BookView("room/year_players.html", players),
        {"year-players": "<slug:target>/players/"},
    ),
    Page(
        "A pair's awards",
        "every award and how it counts, and the pair's position for the trials",
        BookView("room/year_pair.html", pair),
        {"year-pair": "<slug:target>/pair/<path:pair>/"},
    ),
)
"""Every page of a selection year. A target matches `fields/` too, and the first address that matches is answered."""
