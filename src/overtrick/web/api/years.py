"""Selection years for programs, as their public pages show them. Acts are posted as for an event."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router

from overtrick.core.selection_year.year import SelectionYear
from overtrick.views.why_tree import Node, tree
from overtrick.views.year_lines import PairLine
from overtrick.views.year_whys import find_in_year
from overtrick.views.years import (
    FieldPage,
    PlacingsOf,
    PlayersPage,
    PointsPage,
    TeamPage,
    field_page,
    pair_line,
    placings_page,
    players_page,
    points_page,
    target_at,
    team_page,
)
from overtrick.web.api.read_routes import NONE, Slug, Text, record_said
from overtrick.web.api.schemas import BookSaid
from overtrick.web.congress.access import record_as
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import year_projection

router = Router(tags=["selection"])
Shown = TypeVar("Shown")
Team = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]+$", max_length=60, description="A team, like open or womens.")]


def query_year(slug: str, make: Callable[[SelectionYear], Shown | None]) -> Shown:
    """What *make* returns for a year as it stands; a 404 if that is None."""
    now = year_projection(record_as("year", slug, shown=True))
    with now.lock:
        shown = make(now.event)
    if shown is None:
        raise Http404("There is no such thing in this year.")
    return shown


def of_team(slug: str, team: str, make: Callable[[SelectionYear, str], Shown | None]) -> Shown:
    """What *make* returns for one team of a year; a 404 if there is no such team or that is None."""

    def found(now: SelectionYear) -> Shown | None:
        target = target_at(now, team)
        return None if target is None else make(now, target)

    return query_year(slug, found)


@router.get("/congresses/{congress}/years", response={200: list[BookSaid], **NONE}, summary="A congress's years")
def years(request: HttpRequest, congress: Slug) -> Any:
    """The public selection years of a congress."""
    return [
        record_said(each) for each in BookRecord.objects.filter(congress__slug=congress, kind=Kind.YEAR, shown=True)
    ]


@router.get("/years/{year}/placings", response={200: list[PlacingsOf], **NONE}, summary="Placings that earn points")
def placings(request: HttpRequest, year: Slug) -> Any:
    """The placings that earn points, by event, with the source of each."""
    return query_year(year, lambda now: list(placings_page(now)))


@router.get("/years/{year}/teams/{team}/points", response={200: PointsPage, **NONE}, summary="The points table")
def points(request: HttpRequest, year: Slug, team: Team) -> Any:
    """The points of all pairs nominated for the team's trials, with every award."""
    return of_team(year, team, points_page)


@router.get("/years/{year}/teams/{team}/pair/{path:pair}", response={200: PairLine, **NONE}, summary="A pair")
def pair(request: HttpRequest, year: Slug, team: Team, pair: Text) -> Any:
    """One pair of the points table."""
    return of_team(year, team, lambda now, target: pair_line(now, target, pair))


@router.get(
    "/years/{year}/teams/{team}/players", response={200: PlayersPage, **NONE}, summary="Players by their own points"
)
def players(request: HttpRequest, year: Slug, team: Team) -> Any:
    """The players by their own points, with any partner."""
    return of_team(year, team, players_page)


@router.get("/years/{year}/teams/{team}/field", response={200: FieldPage, **NONE}, summary="The field of the trials")
def field(request: HttpRequest, year: Slug, team: Team) -> Any:
    """The field of the trials: as it was closed, or as it would be closed now."""
    return of_team(year, team, field_page)


@router.get("/years/{year}/teams/{team}/team", response={200: TeamPage, **NONE}, summary="The team")
def team(request: HttpRequest, year: Slug, team: Team) -> Any:
    """The team, with pairs that cannot go and their replacements."""
    return of_team(year, team, lambda now, target: team_page(now, target) if target in now.rules.teams else None)


@router.get("/years/{year}/why/{path:number}", response={200: Node, **NONE}, summary="Why a number is what it is")
def year_why(
    request: HttpRequest,
    year: Slug,
    number: Text,
    depth: Annotated[int, Query(ge=0, le=12)] = 2,
) -> Any:
    """The explanation of a number, as a tree; its address is the `why` beside every number."""
    return query_year(year, lambda now: tree(find_in_year(now, number).figure, depth=depth))
