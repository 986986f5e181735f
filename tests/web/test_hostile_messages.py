"""Messages made to hang or to break the server: each is refused in words, and nothing of it stays."""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from overtrick.core import limits
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db

RESULT = {
    "key": "k", "what": "result", "stage": "Swiss", "round": 1, "board": 1, "result": "4S S =", "seat": "South",
}  # fmt: skip
DEEP = "[" * 900 + "]" * 900
VALUES: tuple[Any, ...] = (
    "\ud800", "\udfff" * 10, "x" * 250, "\0", "1e9999999999", "9" * 400, 10**50, -1, 1.5, True, None, [], {},
    ["a"] * 50, {"a": {"b": {"c": []}}}, "4S S =" * 60, "²", "%s%n", "../../etc/passwd", "\u202e", "🂡",
)  # fmt: skip


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


@pytest.mark.parametrize("field", [*RESULT, "lead", "draw", "seen", "stränge"])
def test_whatever_a_phone_says_is_answered_in_words(client: Client, held: BookRecord, field: str) -> None:
    address = f"/t/{link(held, 1)}/message"
    for value in VALUES:
        for what in ("result", "put right", "agree", "dispute", "call"):
            said = json.dumps({**RESULT, "what": what, field: value})
            answer = client.post(address, said, content_type="application/json")
            assert answer.status_code in (200, 400, 422), (field, value, what, answer.content[:300])


@pytest.mark.parametrize("body", [DEEP, f'{{"a":{DEEP}}}', '{"key":' + "9" * 4096, '{"round":' + "9" * 3000 + "}",
                                  '{"round":NaN}', "[]", '"x"', "null", "", "\xff", "{" * 4000])  # fmt: skip
def test_a_phone_that_sends_no_message_is_told_so(client: Client, held: BookRecord, body: str) -> None:
    answer = client.post(f"/t/{link(held, 1)}/message", body.encode("latin-1"), content_type="application/json")
    assert (answer.status_code, answer.json()) == (400, {"refused": "This message cannot be read. Reload the page."})


def token(held: BookRecord, *, role: str = "") -> str:
    """A token of somebody, with an office or without."""
    user = User.objects.create_user(f"somebody {role}")
    if role:
        Official.objects.create(user=user, congress=held.congress, role=role)
    return new_token(user, "a program")


def send(client: Client, held: BookRecord, body: str, token: str) -> Any:
    return client.post(
        f"/api/events/{held.slug}/acts", body, content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [DEEP, f'{{"key":"k","act":{{"act":"note made","text":{DEEP}}}}}', '{"key":"k","seen":' + "9" * 5000 + "}",
     '{"key":"k","act":{"act":"penalty","amount":' + "9" * 4000 + "}}", "x", '{"key":NaN}', '["' + '\\"' * 400_000,
     '{"key":"k","act":"' + "x" * limits.ACT + '"}'],
)  # fmt: skip
def test_a_program_that_sends_no_act_is_told_so(client: Client, held: BookRecord, body: str) -> None:
    began = process_time()
    answer = send(client, held, body, token(held, role=Role.SCORER))
    assert answer.status_code in (400, 422)
    assert answer.json()["refused"]
    assert process_time() - began < 2


@pytest.mark.parametrize("value", VALUES)
def test_whatever_an_act_says_is_answered_in_words(client: Client, held: BookRecord, value: Any) -> None:
    own = token(held, role=Role.CHIEF_DIRECTOR)
    acts = (
        {"act": "penalty given", "stage": "Swiss", "contestant": "1", "amount": "1", "unit": "VPs", "reason": "late"},
        {"act": "note made", "text": "x"},
        {"act": "result posted", "stage": "Swiss", "round": 1, "table": 1, "board": 1, "result": "3NT N ="},
    )
    for act in acts:
        for field in act:
            answer = send(client, held, json.dumps({"key": "k", "act": {**act, field: value}}), own)
            assert answer.status_code in (200, 400, 422), (act, field, answer.content[:300])


def test_the_number_of_an_award_may_be_anything(client: Client, held: BookRecord) -> None:
    for number in ("award/" + "9" * 5000 + "/0/1", "award/²/0/1", "award/0/" + "9" * 5000 + "/1", "award/-1/-1/1"):
        assert client.get(f"/e/{held.slug}/why/{number}/").status_code == 404


def test_a_line_at_the_desk_may_be_anything(client: Client, held: BookRecord) -> None:
    user = User.objects.create_user("scorer")
    Official.objects.create(user=user, congress=held.congress, role=Role.SCORER)
    client.force_login(user)
    last = DurableBook(held.slug).last()
    for line in (
        "9" * 6000 + " 1 4S S =",
        "1 " + "9" * 6000 + " PASS",
        "7 13 4S S =" + " " * 100_000,
        "r" + "9" * 5000,
    ):
        answer = client.post(f"/desk/e/{held.slug}/line/post/", {"line": line}, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["ok"]) == (409, False)
    assert DurableBook(held.slug).last() == last


def test_who_has_no_office_is_refused_before_anything_is_read(
    client: Client, held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*args: object, **kwargs: object) -> None:
        raise AssertionError("read")

    monkeypatch.setattr("overtrick.web.api.application.read_json", read)
    monkeypatch.setattr("overtrick.web.api.write_routes.read_act", read)
    said = json.dumps({"key": "k", "act": {"act": "note made", "text": "x"}})
    assert send(client, held, said, token(held)).status_code == 403
    assert send(client, held, said, "nobody").status_code == 401


def test_who_has_another_office_is_refused_before_the_act_is_read(
    client: Client, held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*args: object) -> None:
        raise AssertionError("read")

    monkeypatch.setattr("overtrick.web.api.write_routes.read_act", read)
    own = token(held, role=Role.SCORER)
    said = {"act": "penalty given", "stage": "Swiss", "contestant": "1", "amount": "1e9999999999", "reason": "x"}
    assert send(client, held, json.dumps({"key": "k", "act": said}), own).status_code == 403
    assert send(client, held, json.dumps({"key": "k", "act": {"act": "no such act"}}), own).status_code == 422


def test_the_desk_opens_events_of_the_rulebook_and_no_file_of_the_server(
    client: Client, held: BookRecord, tmp_path: Path
) -> None:
    client.force_login(User.objects.create_superuser("owner"))
    own = tmp_path / "own.toml"
    own.write_text('password = "secret"\n')
    address = reverse("desk-new-event", args=[held.congress.slug])
    said = set()
    for rules in (str(own), str(tmp_path / "none.toml"), "../../own.toml", "x" * 5000, "nsw-swiss-pairs/congress.toml"):
        answer = client.get(address, {"rules": rules}, follow=True)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "password" not in page
        said |= {line for line in page.splitlines() if "no event called" in line}
        assert client.post(address, {"rules": rules, "title": "x"}).status_code == 302
    assert len(said) == 5, "each is told in the same words, whether there is such a file or not"
    assert BookRecord.objects.count() == 1
    assert client.get(address, {"rules": "nsw-swiss-pairs/congress"}).status_code == 200


NUL = (
    "/api/events/%00/acts", "/api/events/an-event%00/postings", "/api/events/%00/book", "/e/%00/", "/c/%00/",
    "/api/organisations/%00/congresses", "/e/an-event/seat/?q=%00", "/t/%00/", "/t/%00/now", "/?next=%00",
    "/invited/%00/",
)  # fmt: skip


@pytest.mark.parametrize("path", NUL)
def test_there_is_nothing_at_an_address_that_no_database_keeps(client: Client, held: BookRecord, path: str) -> None:
    mine = {"Authorization": f"Bearer {token(held, role=Role.DIRECTOR)}"}
    for answer in (client.get(path, headers=mine), client.post(path, "{}", "application/json", headers=mine)):
        assert answer.status_code == 404, answer.content[:300]
