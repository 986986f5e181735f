"""Routes for everything that the public pages show; they hide what the pages hide."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Query, Router

from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.views.boards import BoardPage, board_page
from overtrick.views.conditions import ConditionsPage, conditions_page
from overtrick.views.draws import DrawPage, draw_page
from overtrick.views.exports import FORMATS, Outgoing, export_stage, format_accepted, format_named, outgoing
from overtrick.views.flow import FlowPage, flow_page
from overtrick.views.matches import MatchPage, match_page
from overtrick.views.names import everybody
from overtrick.views.race import RacePage, race_page
from overtrick.views.scorecards import ScorecardPage, scorecard_page
from overtrick.views.sessions import SessionDetails
from overtrick.views.standings import StandingsPage, current, standings_page
from overtrick.views.visible import find_open, sealed_results
from overtrick.views.why_tree import Node, tree
from overtrick.views.whys import stage_at, stage_slug
from overtrick.web.api.schemas import BookSaid, CongressSaid, ContestantSaid, EventSaid, Refused, StageSaid
from overtrick.web.congress.access import record_as
from overtrick.web.congress.attachments import download_response
from overtrick.web.congress.glances import shown_congresses
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.rules import edition_of
from overtrick.web.list_page import LAST, list_page
from overtrick.web.organisations.names import NAME
from overtrick.web.organisations.requests import organisation_called

router = Router(tags=["read"])
Shown = TypeVar("Shown")
Slug = Annotated[str, Path(pattern=f"^{NAME}$", max_length=150)]
Short = Annotated[str, Path(pattern="^[a-z0-9-]+$", max_length=40)]
Text = Annotated[str, Path(pattern=r"^[^\x00-\x1f]+$", max_length=200)]
Page = Annotated[int, Query(ge=1, le=LAST)]
Small = Annotated[int, Path(ge=1, le=9999)]
ON_A_PAGE = 100
NONE = {404: Refused, 422: Refused}

_FILES = {
    "description": "The file",
    "content": {each.media: {"schema": {"type": "string", "format": "binary"}} for each in FORMATS.values()},
}
"""The description of a results file in the OpenAPI document."""


def public_event(slug: str) -> BookRecord:
    """A public event; otherwise a 404."""
    return record_as("event", slug, shown=True)


def query_event(slug: str, make: Callable[[Tournament], Shown | None]) -> Shown:
    """What *make* returns for an event as it stands; a 404 if that is None."""
    now = event_projection(public_event(slug))
    with now.lock:
        shown = make(now.event)
    if shown is None:
        raise Http404("There is no such thing in this event.")
    return shown


def query_round(slug: str, stage: str, number: int, make: Callable[[Tournament, StageState], Shown | None]) -> Shown:
    """What *make* returns for the stage of a round; a 404 if that is None, or if the round has no draw."""

    def of_round(now: Tournament) -> Shown | None:
        state = stage_at(now, stage)
        return make(now, state) if number in state.rounds else None

    return query_event(slug, of_round)


@router.get("/congresses", response=list[CongressSaid], summary="Congresses with public events")
def congresses(request: HttpRequest, page: Page = 1) -> Any:
    """The congresses of the installation's own organisation, newest first, a hundred per page."""
    return list_page(shown_congresses(DEFAULT), page, ON_A_PAGE).rows


@router.get(
    "/organisations/{organisation}/congresses",
    response={200: list[CongressSaid], **NONE},
    summary="Congresses of an organisation",
)
def congresses_of(request: HttpRequest, organisation: Short, page: Page = 1) -> Any:
    """The congresses of an organisation that have something to show, newest first, a hundred per page."""
    found = organisation_called(organisation)
    if found is None:
        raise Http404("There is no such organisation.")
    return list_page(shown_congresses(found.number), page, ON_A_PAGE).rows


@router.get("/congresses/{congress}/events", response={200: list[BookSaid], **NONE}, summary="A congress's events")
def events(request: HttpRequest, congress: Slug) -> Any:
    """The public events of a congress, in programme order."""
    found = list(BookRecord.objects.filter(congress__slug=congress, kind=Kind.EVENT, shown=True))
    if not found:
        raise Http404("There is no such congress, or it has nothing to show.")
    return [record_said(each) for each in found]


@router.get("/events/{event}", response={200: EventSaid, **NONE}, summary="An event and its progress")
def event(request: HttpRequest, event: Slug) -> Any:
    """An event, its stages, and the posting that this answer was made from."""
    record = public_event(event)
    now = event_projection(record)
    with now.lock:
        return {
            **record_said(record),
            "last": now.last,
            "at": now.at,
            "stages": _stages(now.event),
            "aside": aside_said(now.event),
        }


def aside_said(now: Tournament) -> list[dict[str, object]]:
    """The postings that are set aside, without their authors, for the public."""
    return [{"number": each.number, "act": each.act, "why": each.why} for each in now.aside.values()]


@router.get("/events/{event}/contestants", response={200: list[ContestantSaid], **NONE}, summary="Contestants")
def contestants(request: HttpRequest, event: Slug) -> Any:
    """The contestants of an event, by number."""
    return query_event(event, lambda now: [_contestant(each) for each in everybody(now)])


@router.get("/events/{event}/standings", response={200: StandingsPage, **NONE}, summary="Standings of a stage")
def standings(request: HttpRequest, event: Slug, stage: Annotated[str, Query(max_length=100)] = "") -> Any:
    """The standings of a stage: the one in play, unless another is named."""

    def make(now: Tournament) -> StandingsPage | None:
        state = stage_at(now, stage) if stage else current(now)
        return standings_page(now, state) if state else None

    return query_event(event, make)


@router.get("/events/{event}/stages/{stage}/draw/{number}", response={200: DrawPage, **NONE}, summary="A draw")
def draw(request: HttpRequest, event: Slug, stage: Text, number: Small) -> Any:
    """The draw of a round, with its reasons."""
    return query_round(event, stage, number, lambda now, state: draw_page(now, state, number))


@router.get(
    "/events/{event}/stages/{stage}/match/{number}/{table}", response={200: MatchPage, **NONE}, summary="A match"
)
def match(request: HttpRequest, event: Slug, stage: Text, number: Small, table: Small) -> Any:
    """A match, board by board, without boards that are still in play elsewhere."""
    return query_round(event, stage, number, lambda now, state: match_page(now, state, number, table))


@router.get(
    "/events/{event}/stages/{stage}/board/{number}/{board}", response={200: BoardPage, **NONE}, summary="A traveller"
)
def board(request: HttpRequest, event: Slug, stage: Text, number: Small, board: Small) -> Any:
    """A board over the field, once no table has yet to play it."""
    return query_round(event, stage, number, lambda now, state: board_page(now, state, number, board))


@router.get("/events/{event}/scorecard/{contestant}", response={200: ScorecardPage, **NONE}, summary="A scorecard")
def scorecard(request: HttpRequest, event: Slug, contestant: Text) -> Any:
    """A contestant's results in the event."""
    return query_event(event, lambda now: scorecard_page(now, contestant) if contestant in now.entries else None)


@router.get(
    "/events/{event}/results", summary="Results as a file", response=NONE, openapi_extra={"responses": {200: _FILES}}
)
def results(
    request: HttpRequest,
    event: Slug,
    format: Annotated[str, Query(max_length=20)] = "",  # noqa: A002 - the name of the query parameter
    stage: Annotated[str, Query(max_length=100)] = "",
    table: Annotated[str, Query(max_length=20)] = "",
) -> HttpResponse:
    """The results of a stage in the named format, or in an accepted media type; CSV has one table. Boards in play are
    left out.

    The formats are `usebio-myabf`, `usebio`, `pbn`, `xlsx`, `csv` and `json`; the tables `standings`, `matches`,
    `results`, `travellers` and `entries`.
    """
    wanted = format_named(format) if format else format_accepted(request.headers.get("Accept", ""))
    record = public_event(event)

    def make(now: Tournament) -> Outgoing | None:
        state = stage_at(now, stage) if stage else current(now)
        return outgoing(now, state, SessionDetails(venue=record.congress.venue)) if state else None

    return download_response(export_stage(query_event(event, make), wanted, table=table, called=record.slug))


@router.get("/events/{event}/race", response={200: RacePage, **NONE}, summary="Places round by round")
def race(request: HttpRequest, event: Slug) -> Any:
    """The places round by round in the stage that is being played."""

    def make(now: Tournament) -> RacePage | None:
        state = current(now)
        return race_page(now, state) if state else None

    return query_event(event, make)


@router.get("/events/{event}/flow", response={200: FlowPage, **NONE}, summary="The stages and who advances where")
def flow(request: HttpRequest, event: Slug) -> Any:
    """The stages and how contestants move between them, as planned for the current entries."""
    return query_event(event, flow_page)


@router.get("/events/{event}/conditions", response={200: ConditionsPage, **NONE}, summary="Conditions of contest")
def conditions(request: HttpRequest, event: Slug) -> Any:
    """The conditions of contest in plain English, with clauses and readings."""
    record = public_event(event)
    return query_event(event, lambda now: conditions_page(now, record.rules, edition_of(now, record.rules)))


@router.get("/events/{event}/why/{path:number}", response={200: Node, **NONE}, summary="Why a number is what it is")
def why(
    request: HttpRequest,
    event: Slug,
    number: Text,
    depth: Annotated[int, Query(ge=0, le=12)] = 2,
) -> Any:
    """The explanation of a number, as a tree; its address is the `why` beside every number."""
    return query_event(
        event,
        lambda now: tree(find_open(now, number).figure, depth=depth, sealed=sealed_results(now), names=Naming(now)),
    )


def record_said(record: BookRecord) -> dict[str, str]:
    """A record, as lists have it."""
    return {"slug": record.slug, "title": record.title, "rules": record.rules, "congress": record.congress_id}


def _contestant(each: Any) -> dict[str, object]:
    return {"number": each.number, "name": each.name, "players": list(each.players)}


def _stages(event: Tournament) -> list[StageSaid]:
    said = []
    for plan in event.current_plan().stages if event.opened else ():
        state = event.stages.get(plan.name)
        said.append(
            StageSaid(
                name=plan.name, slug=stage_slug(plan.name), started=state is not None,
                rounds_drawn=state.last_round if state else 0, rounds=rounds_of(state) if state else plan.rounds,
                contestants=len(state.contestants) if state else 0, closed=bool(state and state.closed),
            )
        )  # fmt: skip
    return said
