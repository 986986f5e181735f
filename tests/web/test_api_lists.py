"""Every route that answers with a list, with no row, one, two and three: a pair of rows is no status and body."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client
from ninja import Router
from ninja.testing import TestClient

from overtrick.core.event.acts import EntryTaken, EventOpened
from overtrick.core.model import Player
from overtrick.ledger.durable.heads import signed_heads
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.regulations.plan.event_book import edition_for
from overtrick.views.years import placings_page
from overtrick.web.api.application import Api, api
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress, Kind, Ladder
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.proof import signed_now
from overtrick.web.organisations.models import Organisation
from web.congresses import do, hold
from web.desk.conftest import year_with

pytestmark = pytest.mark.django_db
RULES = "nsw-swiss-pairs/congress"
Prepare = Callable[[int, pytest.MonkeyPatch], str]
"""Makes what a route lists, so many rows of it; the address to ask."""


def _congresses(rows: int, _: pytest.MonkeyPatch) -> str:
    for number in range(rows):
        congress = Congress.objects.create(slug=f"congress-{number}", name=f"Congress {number}")
        BookRecord.objects.create(slug=f"event-{number}", congress=congress, rules=RULES, title="Swiss Pairs")
    return "/congresses"


def _congresses_of_an_organisation(rows: int, patch: pytest.MonkeyPatch) -> str:
    _congresses(rows, patch)
    return f"/organisations/{Organisation.objects.get(pk=DEFAULT).slug}/congresses"


def _events(rows: int, _: pytest.MonkeyPatch) -> str:
    for number in range(rows):
        hold(RULES, f"event-{number}")
    return "/congresses/winter/events"


def _years(rows: int, _: pytest.MonkeyPatch) -> str:
    congress = hold(RULES).congress
    for number in range(rows):
        BookRecord.objects.create(
            slug=f"year-{number}", congress=congress, kind=Kind.YEAR, rules="sabf-2020", title=f"Selection {number}"
        )
    return "/congresses/winter/years"


def _ladders(rows: int, _: pytest.MonkeyPatch) -> str:
    event = hold("club/ladder")
    for number in range(rows):
        Ladder.objects.create(
            congress=event.congress, short=f"ladder-{number}", title=f"Ladder {number}", rule="club/player-ladder",
            events=[event.slug],
        )  # fmt: skip
    return "/congresses/winter/ladders"


def _entered(rows: int) -> BookRecord:
    event = hold(RULES)
    do(event, EventOpened(event.rules, event.title, edition_for(event.rules).hash, "tests"))
    for number in range(1, rows + 1):
        do(event, EntryTaken(str(number), f"Pair {number}", (Player(f"Alder {number}"), Player(f"Birch {number}"))))
    return event


def _contestants(rows: int, _: pytest.MonkeyPatch) -> str:
    return f"/events/{_entered(rows).slug}/contestants"


def _postings(rows: int, _: pytest.MonkeyPatch) -> str:
    event = _entered(3)
    return f"/events/{event.slug}/postings?after={event_projection(event).last - rows}"


def _heads(rows: int, _: pytest.MonkeyPatch) -> str:
    event = _entered(0)
    for number in range(1, 4):
        signed_now(event.slug)
        do(event, EntryTaken(str(number), f"Pair {number}", (Player(f"Alder {number}"), Player(f"Birch {number}"))))
    signed_now(event.slug)
    heads = [0, *(each.number for each in signed_heads(event.slug, 0))]
    return f"/events/{event.slug}/heads?after={heads[-1 - rows]}"


def _placings(rows: int, patch: pytest.MonkeyPatch) -> str:
    """A regulation has its events, so that they are cut to so many."""
    patch.setattr("overtrick.web.api.years.placings_page", lambda year: placings_page(year)[:rows])
    return f"/years/{year_with(hold(RULES).congress).slug}/placings"


LISTS: dict[str, Prepare] = {
    "/api/congresses": _congresses,
    "/api/organisations/{organisation}/congresses": _congresses_of_an_organisation,
    "/api/congresses/{congress}/events": _events,
    "/api/congresses/{congress}/years": _years,
    "/api/congresses/{congress}/ladders": _ladders,
    "/api/events/{event}/contestants": _contestants,
    "/api/events/{event}/postings": _postings,
    "/api/events/{event}/heads": _heads,
    "/api/years/{year}/placings": _placings,
}
NOTHING_IS_404 = {"/api/congresses/{congress}/events"}
"""A congress without a public event is hidden itself."""


def test_every_list_of_the_document_is_tried() -> None:
    def lists(operation: Any) -> bool:
        answer = operation["responses"].get(200, {}).get("content", {}).get("application/json", {})
        return bool(answer.get("schema", {}).get("type") == "array")

    paths = api.get_openapi_schema()["paths"]
    assert {path for path, methods in paths.items() if any(map(lists, methods.values()))} == set(LISTS)


@pytest.mark.parametrize("rows", range(4))
@pytest.mark.parametrize("path", LISTS)
def test_a_list_answers_with_its_rows(path: str, rows: int, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    token = new_token(User.objects.create_user("owner", is_superuser=True), "a program")
    address = LISTS[path](rows, monkeypatch)
    answer = client.get(f"/api{address}", headers={"Authorization": f"Bearer {token}"})
    if rows or path not in NOTHING_IS_404:
        assert (answer.status_code, len(answer.json())) == (200, rows)
    else:
        assert answer.status_code == 404


@pytest.mark.parametrize("rows", range(4))
def test_a_route_that_returns_a_tuple_answers_with_a_list(rows: int) -> None:
    router = Router()

    @router.get("/numbers", response=list[int])
    def numbers(request: HttpRequest) -> Any:
        return tuple(range(rows))

    tried = Api(urls_namespace="tried")
    tried.add_router("", router)
    answer = TestClient(tried).get("/numbers")
    assert (answer.status_code, answer.json()) == (200, list(range(rows)))
