"""The ladders of a congress for programs, as their public pages show them."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema

from overtrick.views.ladder import LadderPage, find_on_ladder
from overtrick.views.why_tree import Node, tree
from overtrick.web.api.read_routes import NONE, Slug, Text
from overtrick.web.congress.ladders import evenings_of, ladders_of, standing_ladder
from overtrick.web.congress.models import Congress, Ladder

router = Router(tags=["read"])
Short = Annotated[str, Path(pattern=r"^[-a-z0-9]+$", max_length=60, description="A ladder, like winter-ladder.")]


class LadderSaid(Schema):
    """A ladder of a congress: its address, its name, its rule, and the events that count for it."""

    slug: str
    title: str
    rule: str
    events: list[str]


class LadderStands(LadderSaid):
    """A ladder as the books of its sessions stand; *through* lists the finished events, in order."""

    through: list[str]
    page: LadderPage


@router.get("/congresses/{congress}/ladders", response={200: list[LadderSaid], **NONE}, summary="A congress's ladders")
def ladders(request: HttpRequest, congress: Slug) -> Any:
    """The ladders of a congress that have something to show."""
    found = Congress.objects.filter(slug=congress, events__shown=True).first()
    if found is None:
        raise Http404("There is no such congress, or it has nothing to show.")
    return [_ladder_json(each) for each in ladders_of(found)]


@router.get(
    "/congresses/{congress}/ladders/{ladder}",
    response={200: LadderStands, **NONE},
    summary="Standings of a ladder",
)
def ladder(request: HttpRequest, congress: Slug, ladder: Short) -> Any:
    """A ladder over all finished sessions."""
    found = _public_ladder(congress, ladder)
    with standing_ladder(found) as now:
        if now.refused is not None:
            raise now.refused
        return {**_ladder_json(found), "through": list(now.names), "page": now.page}


@router.get(
    "/congresses/{congress}/ladders/{ladder}/why/{path:number}",
    response={200: Node, **NONE},
    summary="Why a number is what it is",
)
def ladder_why(
    request: HttpRequest,
    congress: Slug,
    ladder: Short,
    number: Text,
    depth: Annotated[int, Query(ge=0, le=12)] = 2,
) -> Any:
    """The explanation of a number, as a tree; its address is the `why` beside every number of the ladder."""
    with standing_ladder(_public_ladder(congress, ladder)) as now:
        figure = find_on_ladder(now.rungs, now.names, number).figure
    return tree(figure, depth=depth)


def _public_ladder(congress: str, ladder: str) -> Ladder:
    found = Ladder.objects.filter(congress__slug=congress, short=ladder).select_related("congress").first()
    if found is None or not evenings_of(found):
        raise Http404("There is no such ladder, or it has nothing to show.")
    return found


def _ladder_json(ladder: Ladder) -> dict[str, Any]:
    return {
        "slug": ladder.short,
        "title": ladder.title,
        "rule": ladder.rule,
        "events": [each.slug for each in evenings_of(ladder)],
    }
