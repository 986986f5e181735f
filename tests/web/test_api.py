"""The API: what it shows is what the pages show, and what it takes goes the one way into the book."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.core.event.acts import ResultPosted
from overtrick.core.model import read_result
from overtrick.views.exports import FORMATS
from overtrick.web.api.models import Token
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.congress.projections import event_projection
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db

RULES = "nsw-swiss-pairs/congress"
RESULT = {"act": "result posted", "stage": "Swiss", "round": 1, "table": 1, "board": 1, "result": "3NT N ="}
Ask = Callable[..., tuple[int, Any]]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published and one board in."""
    made = hold(RULES)
    started(made, 8)
    draw_next(made)
    for table in range(1, 5):
        do(made, ResultPosted("Swiss", 1, table, 2, read_result("4S N +1")))
    return made


def official(held: BookRecord, role: str, contestant: str = "") -> str:
    """A token of somebody with a role."""
    user = User.objects.create_user(f"{role}{contestant}", first_name="Robin", last_name="Ash")
    event = held if contestant else None
    Official.objects.create(user=user, congress=held.congress, role=role, event=event, contestant=contestant)
    return new_token(user, "a program")


@pytest.fixture
def ask(client: Client, held: BookRecord) -> Ask:
    """Ask the API: a path below the event; with what is posted, and a token."""

    def asked(path: str, said: object = None, token: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"/api/events/{held.slug}{path}"
        if said is None:
            answer = client.get(address, headers=headers)
        else:
            answer = client.post(address, json.dumps(said), content_type="application/json", headers=headers)
        return answer.status_code, answer.json() if answer["Content-Type"].startswith("application/json") else answer

    return asked


def test_everything_the_pages_show_can_be_asked_for(ask: Ask, client: Client, held: BookRecord) -> None:
    assert client.get("/api/congresses").json()[0]["slug"] == "winter"
    assert client.get("/api/congresses/winter/events").json()[0]["slug"] == held.slug
    status, event = ask("")
    assert (status, event["last"], event["stages"][0]["rounds_drawn"]) == (200, event_projection(held).last, 1)
    for path in ("/contestants", "/standings", "/stages/swiss/draw/1", "/stages/swiss/match/1/1", "/scorecard/1",
                 "/stages/swiss/board/1/2", "/race", "/flow", "/conditions", "/results"):  # fmt: skip
        assert ask(path)[0] == 200, path
    for path in ("/stages/swiss/draw/2", "/stages/none/draw/1", "/scorecard/99", "/stages/swiss/match/1/99"):
        assert ask(path)[0] == 404, path


def test_a_number_opens_to_its_why(ask: Ask) -> None:
    _, page = ask("/standings")
    why = page["tables"][0]["rows"][0]["total"]["why"]
    status, node = ask(f"/why/{why}")
    assert status == 200
    assert node["clause"]
    assert ask("/why/no/such/number")[0] == 404


def test_a_board_in_play_is_not_told(ask: Ask, held: BookRecord) -> None:
    do(held, ResultPosted("Swiss", 1, 1, 1, read_result("6NT N =")))
    told = json.dumps([ask("/stages/swiss/board/1/1")[1], ask("/stages/swiss/match/1/1")[1], ask("/scorecard/1")[1]])
    assert "6NT" not in told


def test_results_come_as_the_file_that_is_asked_for(client: Client, ask: Ask, held: BookRecord) -> None:
    do(held, ResultPosted("Swiss", 1, 1, 1, read_result("6NT N =")))
    address = f"/api/events/{held.slug}/results"
    said = {
        accept: client.get(address, headers={"Accept": accept})
        for accept in ("application/xml", "text/x-pbn", "text/csv, */*", "image/png")
    }
    assert [answer["Content-Type"].partition(";")[0] for answer in said.values()] == [
        "application/xml", "text/x-pbn", "text/csv", "application/json",
    ]  # fmt: skip
    for wanted in FORMATS.values():
        answer = client.get(f"{address}?format={wanted.name}")
        assert answer.status_code == (422 if wanted.name == "usebio-myabf" else 200), wanted.name
        assert b"6NT" not in answer.content, "a board in play"
        if answer.status_code == 200:
            end = '-standings.csv"' if wanted.tables else f'.{wanted.extension}"'
            assert answer["Content-Disposition"].startswith('attachment; filename="')
            assert answer["Content-Disposition"].endswith(end)
    assert ask("/results?format=usebio-myabf")[1]["refused"].startswith(
        "MyABF accepts only pairs sessions scored by matchpoints, Butler or cross-IMPs; this session is"
    )
    assert ask("/results?format=word")[0] == 422
    assert ask("/results?format=csv&table=none")[0] == 422
    assert ask("/results?stage=none")[0] == 404


def test_a_hidden_event_is_not_there(ask: Ask, held: BookRecord) -> None:
    BookRecord.objects.filter(slug=held.slug).update(shown=False)
    assert [ask(path)[0] for path in ("", "/standings", "/conditions", "/flow", "/results")] == [404] * 5


def test_a_posting_is_kept_once_under_its_owners_name(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.SCORER)
    before = event_projection(held).last
    answers = [ask("/acts", {"key": "k", "act": RESULT}, token) for _ in range(10)]
    assert [status for status, _ in answers] == [200] * 10
    assert {answer["postings"][0]["number"] for _, answer in answers} == {before + 1}
    assert answers[0][1]["postings"][0]["line"]["by"] == "Robin Ash"
    assert event_projection(held).last == before + 1


def test_a_refusal_says_what_by_which_clause_and_what_to_do(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.DIRECTOR)
    status, told = ask("/acts", {"key": "k", "act": {**RESULT, "board": 99}}, token)
    assert (status, told["remedy"]) == (422, "Check the board and table numbers.")
    for act in (
        {},
        {"act": "nothing"},
        {**RESULT, "result": 7},
        {**RESULT, "round": "x"},
        {"act": "seeds set", "order": 3},
    ):
        status, told = ask("/acts", {"key": "k", "act": act}, token)
        assert status == 422, act
        assert told["refused"]


HOSTILE_TIMES = ("10:30", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "yesterday", "2026-13-01T10:00")


@pytest.mark.parametrize("time", HOSTILE_TIMES)
def test_a_time_that_is_none_is_refused_and_the_event_lives(ask: Ask, held: BookRecord, time: str) -> None:
    """Each of these acts was once kept, and no page of its event could be made again."""
    token = official(held, Role.CHIEF_DIRECTOR)
    before = event_projection(held).last
    for act in (
        {"act": "system lodged", "contestant": "1", "system": "Acol", "colour": "green", "pages": 1, "time": time},
        {"act": "round started", "stage": "Swiss", "round": 1, "time": time},
        {"act": "round ended", "stage": "Swiss", "round": 1, "time": time},
        {"act": "scores shown", "stage": "Swiss", "round": 1, "time": time},
        {"act": "timetable set", "stage": "Swiss", "rounds": [{"round": 7, "start": time}]},
    ):
        status, told = ask("/acts", {"key": "p", "act": act}, token)
        assert (status, told["remedy"]) == (422, "Write dates and times like 2026-07-04T10:30+10:00."), told
    assert event_projection(held).last == before
    assert ask("/standings")[0] == 200


@pytest.mark.parametrize("amount", ["1e9999999999", "1e20000000", "9" * 5000, "1/0", "٣", "1_000", "inf", "nan"])
def test_a_number_nobody_writes_is_refused_at_once(ask: Ask, held: BookRecord, amount: str) -> None:
    act = {"act": "arrived late", "contestant": "1", "stage": "Swiss", "round": 1, "minutes": amount}
    status, told = ask("/acts", {"key": "p", "act": act}, official(held, Role.DIRECTOR))
    assert status == 422
    assert "is not a number" in told["refused"]


@pytest.mark.parametrize("text", ["\ud800", "\x00", "x" * 100_000, "\x1b[2J", "JOS\ufffd"])
def test_a_text_that_cannot_be_written_is_refused(ask: Ask, held: BookRecord, text: str) -> None:
    token = official(held, Role.DIRECTOR)
    for act in ({"act": "note made", "text": text}, {**RESULT, "stage": text}):
        status, told = ask("/acts", {"key": "p", "act": act}, token)
        assert status == 422
        assert "characters" in told["refused"]


def test_nested_json_is_refused(client: Client, held: BookRecord) -> None:
    token = official(held, Role.DIRECTOR)
    for body in (
        "[" * 100_000,
        '{"key":"p","act":' + '{"a":' * 50_000,
        '{"key":"p","act":{"act":' + "[" * 900 + "]" * 900 + "}}",
    ):
        answer = client.post(
            f"/api/events/{held.slug}/acts", body, content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )  # fmt: skip
        assert answer.status_code in (400, 422), answer.content[:200]


def test_a_used_key_with_another_act_is_refused_with_what_stands(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.DIRECTOR)
    assert ask("/acts", {"key": "idem", "act": RESULT}, token)[0] == 200
    status, told = ask("/acts", {"key": "idem", "act": {"act": "note made", "text": "another"}}, token)
    assert (status, told["since"][0]["line"]["result"]) == (422, RESULT["result"])
    assert ask("/acts", {"key": "idem", "act": RESULT}, token)[0] == 200


def test_who_saw_an_older_book_is_told_what_was_posted(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.SCORER)
    status, told = ask("/acts", {"key": "k", "act": RESULT, "seen": event_projection(held).last - 1}, token)
    assert status == 409
    assert told["since"][0]["line"]["act"] == "result posted"


def test_a_program_says_what_it_saw_when_it_agrees(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.SCORER)
    agreed = {"act": "result confirmed", "stage": "Swiss", "round": 1, "table": 1, "board": 2}
    status, told = ask("/acts", {"key": "bare", "act": agreed}, token)
    assert status == 422
    assert "does not say which result was seen" in str(told)
    status, told = ask("/acts", {"key": "other", "act": {**agreed, "result": "4S N ="}}, token)
    assert status == 422
    assert "4S by North +1 from the desk" in str(told)
    seen = event_projection(held).event.stage("Swiss").round(1).results[1, "", 2].latest
    for _ in range(2):  # sent again, it is the same posting
        status, told = ask("/acts", {"key": "seen", "act": {**agreed, "seen": seen}}, token)
        assert status == 200
        [line] = [each["line"] for each in told["postings"]]
        assert (line["result"], line["seen"]) == ("4S N +1", seen)
    document = Client().get("/api/openapi.json").json()
    assert "result confirmed" in document["components"]["schemas"]["ActAsked"]["properties"]["act"]["description"]


DIRECTORS = {"chief director", "director"}
ACTS: dict[str, tuple[dict[str, object], set[str]]] = {
    "a result": (RESULT, DIRECTORS | {"scorer"}),
    "an entry": ({"act": "entry taken", "contestant": "1", "name": "New"}, DIRECTORS | {"organiser", "scorer"}),
    "Answer a call": ({"act": "call answered", "stage": "Swiss", "round": 1, "table": 1}, DIRECTORS | {"scorer"}),
    "a fine": ({"act": "appeal fined", "appeal": 1, "amount": "1", "reason": "x"}, {"organiser", "chief director"}),
    "a timetable": ({"act": "timetable set", "stage": "Swiss", "rounds": []}, {"organiser", "chief director"}),
    "a stage closed": ({"act": "stage closed", "stage": "Swiss"}, {"chief director"}),
    "a reading": ({"act": "reading chosen", "reading": "S-08", "choice": "x"}, {"organiser", "chief director"}),
    "a line-up": (
        {"act": "line-up posted", "stage": "Swiss", "round": 1, "contestant": "1", "players": []},
        DIRECTORS | {"scorer", "captain"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ACTS)
@pytest.mark.parametrize("role", [str(role) for role in Role])
def test_an_office_may_post_its_own_acts_and_no_other(ask: Ask, held: BookRecord, what: str, role: str) -> None:
    act, who = ACTS[what]
    token = official(held, role, "1" if role == "captain" else "")
    status, told = ask("/acts", {"key": "k", "act": act}, token)
    assert (status == 403) is (role not in who), (status, told)


def test_a_captain_speaks_for_one_contestant(ask: Ask, held: BookRecord) -> None:
    act = {**ACTS["a line-up"][0], "contestant": "2"}
    assert ask("/acts", {"key": "k", "act": act}, official(held, "captain", "1"))[0] == 403


def test_nobody_without_a_token_reads_the_book_or_posts(ask: Ask, held: BookRecord) -> None:
    for token in ("", "ot_made-up"):
        assert ask("/acts", {"key": "k", "act": RESULT}, token)[0] == 401
        assert ask("/postings", token=token)[0] == 401
        assert ask("/book", token=token)[0] == 401
    elsewhere = new_token(User.objects.create_user("elsewhere"), "a program")
    assert [ask(path, token=elsewhere)[0] for path in ("/postings", "/book")] == [403, 403]


def test_the_book_comes_byte_for_byte(ask: Ask, held: BookRecord) -> None:
    token = official(held, Role.SCORER)
    status, answer = ask("/book", token=token)
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert (status, lines) == (200, list(event_projection(held).book.lines()))
    _, told = ask("/postings?after=3", token=token)
    assert [each["number"] for each in told] == list(range(4, event_projection(held).last + 1))


def test_a_token_is_shown_once_kept_as_a_fingerprint_and_taken_back(client: Client, held: BookRecord, ask: Ask) -> None:
    assert client.get("/api/tokens/").status_code == 302
    official(held, Role.SCORER)
    user = User.objects.get()
    client.force_login(user)
    page = client.post("/api/tokens/", {"name": "a scoreboard", "scope": "read", "days": "30"}).content.decode()
    token = page.split("<code>")[1].split("</code>")[0]
    assert token not in client.get("/api/tokens/").content.decode()
    assert not Token.objects.filter(fingerprint=token).exists()
    assert ask("/postings", token=token)[0] == 200
    client.post("/api/tokens/", {"take_back": str(Token.objects.get(name="a scoreboard").pk)})
    assert ask("/postings", token=token)[0] == 401


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/events/x/y/z", "/api/congresses"])
def test_an_answer_is_as_long_as_it_says(client: Client, path: str) -> None:
    """A refusal in the API's shape once said the length of the page it stood for, and whoever asked waited for more."""
    for method in ("get", "put"):
        answer = getattr(client, method)(path)
        assert int(answer["Content-Length"]) == len(answer.content)
