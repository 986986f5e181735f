"""What the API says of itself: a document to make programs from, numbers to reckon with, refusals in one shape."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from jsonschema_rs import Draft202012Validator
from ninja import NinjaAPI
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ACTS, ResultPosted
from overtrick.core.model import read_result
from overtrick.core.typed_numbers import read_exact
from overtrick.ledger.act_schema import act_schema
from overtrick.ledger.codec import write_act
from overtrick.web.api.application import api
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db

OPERATIONS = {
    "congresses", "events", "event", "contestants", "standings", "draw", "match", "board", "scorecard", "race", "flow",
    "conditions", "why", "years", "placings", "points", "pair", "players", "field", "team", "year_why", "heads", "head",
    "post_act", "postings", "book", "draft_draw", "hold_congress", "hold_event", "results",
}  # fmt: skip
"""What generated clients call the operations. A name that was given is kept."""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with two boards in, one of them everywhere."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    for board in range(1, 9):
        for table in range(1, 5):
            do(made, ResultPosted("Swiss", 1, table, board, read_result(f"{1 + table % 3}NT N +{board % 3}")))
    return made


@pytest.fixture
def token() -> str:
    """The token of somebody who may do everything."""
    return new_token(User.objects.create_user("owner", is_superuser=True), "a program")


@pytest.fixture
def document(client: Client) -> Any:
    return client.get("/api/openapi.json").json()


def operations(document: Any) -> list[str]:
    """What the document calls its operations."""
    return [each["operationId"] for path in document["paths"].values() for each in path.values()]


def test_operations_have_names_that_are_kept(document: Any) -> None:
    named = operations(document)
    assert sorted(named) == sorted(set(named))
    assert set(named) >= OPERATIONS
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) and not name.startswith("overtrick") for name in named)
    assert document["servers"] == [{"url": "/", "description": "this server"}]


def test_an_act_is_one_of_those_there_are_by_its_name(document: Any) -> None:
    schemas = document["components"]["schemas"]
    act = schemas["ActAsked"]["properties"]["act"]
    named = act["discriminator"]["mapping"]
    assert act["discriminator"]["propertyName"] == "act"
    assert set(named) == {kind.called for kind in ACTS}
    assert [each["$ref"] for each in act["oneOf"]] == list(named.values())
    result = schemas[named["result posted"].rpartition("/")[2]]
    assert result["properties"]["act"] == {"const": "result posted", "type": "string"}
    assert {"act", "stage", "round", "table", "board", "result"} <= set(result["required"])
    assert result["properties"]["board"]["type"] == "integer"
    assert result["description"]


def test_no_act_has_the_name_of_another_schema(document: Any) -> None:
    own = {schema["$ref"].rpartition("/")[2] for schema in _refs(NinjaAPI.get_openapi_schema(api, path_prefix="/api/"))}
    assert own & set(act_schema("")[1]) == set()
    told = {schema["$ref"].rpartition("/")[2] for schema in _refs(document)}
    assert told <= set(document["components"]["schemas"])


def _refs(told: Any) -> Iterator[dict[str, str]]:
    if isinstance(told, dict):
        if "$ref" in told:
            yield told
        for each in told.values():
            yield from _refs(each)
    elif isinstance(told, list):
        for each in told:
            yield from _refs(each)


def test_what_stands_in_a_book_is_as_the_document_says(document: Any, held: BookRecord) -> None:
    checked = Draft202012Validator({**document, "$ref": "#/components/schemas/ActAsked"})
    postings = list(event_projection(held).book.postings())
    for posting in postings:
        said = {"key": "k", "act": write_act(posting.act)}
        assert list(checked.iter_errors(json.loads(json.dumps(said)))) == []
    assert len({posting.act.called for posting in postings}) > 4
    faults: tuple[dict[str, object], ...] = ({"board": "1"}, {"bord": 1}, {"result": 7}, {"act": "result post"})
    for wrong in faults:
        said = {"key": "k", "act": {**write_act(postings[-1].act), **wrong}}
        assert list(checked.iter_errors(json.loads(json.dumps(said)))), wrong


def numbers(told: Any) -> Iterator[dict[str, Any]]:
    """Every number in an answer."""
    if isinstance(told, dict):
        if {"text", "why", "value"} <= told.keys():
            yield told
        for each in told.values():
            yield from numbers(each)
    elif isinstance(told, list):
        for each in told:
            yield from numbers(each)


PAGES = ("standings", "stages/swiss/draw/1", "stages/swiss/match/1/1", "stages/swiss/board/1/1", "scorecard/1", "race")


@pytest.mark.parametrize("page", PAGES)
def test_a_number_comes_with_its_exact_value(client: Client, held: BookRecord, page: str) -> None:
    """The one that stands at its why, and none where nothing is counted."""
    told = list(numbers(client.get(f"/api/events/{held.slug}/{page}").json()))
    counted = [each for each in told if each["why"]]
    assert counted or page == "race"
    for each in counted:
        at_its_why = client.get(f"/api/events/{held.slug}/why/{each['why']}").json()
        assert each["value"] == at_its_why["value"], each
    for each in told:
        assert (each["value"] is None) is not any(letter.isdigit() for letter in each["text"]), each
        if each["value"] is not None:
            read_exact(each["value"])


RESULT = {"act": "result posted", "stage": "Swiss", "round": 1, "table": 1, "board": 1, "result": "3NT N ="}
WRONG: dict[str, tuple[object, str]] = {
    "a field is missing": (
        {"key": "k", "act": {"act": "result posted", "stage": "Swiss"}},
        "“result posted” is missing round, table, board and result",
    ),
    "a name is misspelt": (
        {"key": "k", "act": {**RESULT, "act": "result post"}},
        "There is no act “result post”",
    ),
    "a field is misspelt": ({"key": "k", "act": {**RESULT, "bord": 1}}, "“result posted” has no field “bord”"),
    "a number is a text": ({"key": "k", "act": {**RESULT, "board": "1"}}, "“board” must be a whole number"),
    "a key is missing": ({"act": RESULT}, "“key” is missing"),
    "an act is a list": ({"key": "k", "act": []}, "“act”"),
    "no JSON": ("{", "This message is not JSON"),
}
PYTHON = re.compile(r"__|positional|argument|NoneType|\bdict\b|\bstr\b|\bint\b|asked|Input should|body\.")


@pytest.mark.parametrize("what", WRONG)
def test_a_refusal_has_one_shape_and_no_python(what: str, client: Client, held: BookRecord, token: str) -> None:
    body, begins = WRONG[what]
    said = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(
        f"/api/events/{held.slug}/acts", said, content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip
    told = answer.json()
    assert answer.status_code == (400 if what == "no JSON" else 422)
    assert set(told) == {"refused", "key", "clause", "remedy", "since"}
    assert told["refused"].startswith(begins), told
    assert told["remedy"]
    assert not PYTHON.search(told["refused"] + told["remedy"]), told


def test_who_misspells_is_told_what_is_near(client: Client, held: BookRecord, token: str) -> None:
    def told(act: dict[str, object]) -> str:
        answer = client.post(
            f"/api/events/{held.slug}/acts", json.dumps({"key": "k", "act": act}), content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )  # fmt: skip
        return str(answer.json()["remedy"])

    assert "“result posted”" in told({**RESULT, "act": "result post"})
    assert "“board”" in told({**RESULT, "bord": 1})


def test_what_is_not_there_is_told_in_the_same_shape(client: Client, held: BookRecord) -> None:
    for answer, status in (
        (client.get("/api/nowhere/at/all"), 404),
        (client.get(f"/api/events/{held.slug}/acts"), 405),
        (client.delete(f"/api/events/{held.slug}/standings"), 405),
        (client.get("/api/congresses/none/events"), 404),
        (client.get("/api/events/none/stages/x/draw/0"), 422),
    ):
        assert answer.status_code == status
        assert set(answer.json()) == {"refused", "key", "clause", "remedy", "since"}
        assert answer.json()["refused"]


def test_another_site_may_read_what_everybody_may(client: Client, held: BookRecord, token: str) -> None:
    for path in ("congresses", "openapi.json", f"events/{held.slug}/standings", f"events/{held.slug}/scorecard/99"):
        assert (
            client.get(f"/api/{path}", headers={"Origin": "https://club.example"})["Access-Control-Allow-Origin"] == "*"
        )
    own = client.get(f"/api/events/{held.slug}/postings", headers={"Authorization": f"Bearer {token}"})
    assert own.status_code == 200
    assert "Access-Control-Allow-Origin" not in own
    assert "Access-Control-Allow-Origin" not in client.get(f"/e/{held.slug}/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_of_the_document_shows_its_operations(
    chromium: Browser, live_server: LiveServer, document: Any, width: int
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 900})
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on(
        "request", lambda asked: None if asked.url.startswith((live_server.url, "data:")) else faults.append(asked.url)
    )
    page.goto(f"{live_server.url}/api/docs")
    expect(page.locator("#operations-read-standings")).to_be_visible(timeout=20_000)
    assert page.locator(".opblock").count() == len(operations(document))
    page.locator("#operations-post-post_act button.opblock-summary-control").click()
    expect(page.locator("#operations-post-post_act")).to_contain_text("result posted", timeout=20_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults == []
    page.close()


@pytest.mark.django_db(transaction=True)
def test_the_example_holds_a_congress_over_http(live_server: LiveServer, token: str) -> None:
    """As its how-to prints it; a program that is sent again changes nothing."""
    program = Path(__file__).parents[2] / "examples" / "congress_by_api.py"
    assert len(program.read_text(encoding="utf-8").split('"""', 2)[2].strip().splitlines()) <= 45
    told = [
        subprocess.run([sys.executable, program, live_server.url, token], capture_output=True, text=True, check=False)
        for _ in range(2)
    ]
    assert told[0].returncode == 0, told[0].stderr
    lines = told[0].stdout.splitlines()
    assert len(lines) == 8
    assert all(re.search(r"^\d=? Pair \d \d+(\.\d+)? why: swiss/total/\d$", line) for line in lines), lines
    assert "409" in told[1].stderr  # the congress is there already


def test_who_may_not_hold_or_draw_is_told_nothing(client: Client, held: BookRecord) -> None:
    token = new_token(User.objects.create_user("scorer"), "a program")
    headers = {"Authorization": f"Bearer {token}"}
    for path, said in (("congresses", {"slug": "x", "name": "X"}), ("congresses/winter/events", {"rules": "x"})):
        answer = client.post(f"/api/{path}", json.dumps(said), content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["refused"]) == (403, "You do not have permission to do this")
    assert client.get(f"/api/events/{held.slug}/stages/swiss/draft", headers=headers).status_code == 403


def test_a_congress_names_no_file_of_the_server(client: Client, held: BookRecord, token: str) -> None:
    said = {"rules": "/etc/passwd", "slug": "mine"}
    answer = client.post(
        "/api/congresses/winter/events", json.dumps(said), content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip
    assert (answer.status_code, answer.json()["refused"]) == (422, "The rulebook has no event called “/etc/passwd”")


@pytest.mark.parametrize("field", ["slug", "name", "venue", "organisation"])
def test_what_a_database_cannot_keep_is_refused_in_words(client: Client, token: str, field: str) -> None:
    said = {"slug": "x", "name": "X", field: "\x00"}
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.post("/api/congresses", json.dumps(said), content_type="application/json", headers=headers)
    assert (answer.status_code, field in answer.json()["refused"]) == (422, True), answer.content
