"""The table's phone: its link, its messages, and nothing it may not do."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from overtrick.core.event.acts import (
    DirectorCalled,
    DrawWithdrawn,
    ResultConfirmed,
    ResultDisputed,
    ResultPosted,
    RoundClosed,
)
from overtrick.core.model import read_result
from overtrick.web.congress.addresses import code
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.names import owner_of
from overtrick.web.organisations.requests import organisation_called
from overtrick.web.table.links import SALT, link, revoke
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db

RULES = "nsw-swiss-pairs/congress"
FORBIDDEN, REFUSED, OK = 403, 422, 200


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of sixteen with its first draw published."""
    made = hold(RULES)
    started(made, 16)
    draw_next(made)
    return made


def say(client: Client, held: BookRecord, table: int = 1, **said: object) -> tuple[int, dict[str, object]]:
    """One message of a phone; North enters and East agrees, unless it says otherwise."""
    seat = "East" if said.get("what") in ("agree", "dispute") else "North"
    message = {"stage": "Swiss", "round": 1, "key": str(said), "seat": seat, **said}
    answer = client.post(f"/t/{link(held, table)}/message", json.dumps(message), content_type="application/json")
    return answer.status_code, answer.json()


def board(client: Client, held: BookRecord, number: int, table: int = 1) -> dict[str, object]:
    lines: list[dict[str, object]] = client.get(f"/t/{link(held, table)}/now").json()["boards"]
    return next(line for line in lines if line["board"] == number)


def test_the_page_names_the_players_and_the_boards(client: Client, held: BookRecord) -> None:
    page = client.get(f"/t/{link(held, 1)}/").content.decode()
    assert "Alder" in page
    assert all(f"<strong>Board {number}</strong>" in page for number in range(1, 9))


def test_a_message_asks_the_database_for_the_link_the_head_of_the_book_and_the_posting_and_no_more(
    client: Client, held: BookRecord, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event_projection(held)
    organisation_called(owner_of(held.slug))  # read by each process every few seconds, whoever asks
    address = f"/t/{link(held, 1)}/message"
    message = {
        "stage": "Swiss",
        "round": 1,
        "key": "k",
        "what": "result",
        "board": 3,
        "result": "4S S =",
        "seat": "North",
    }
    # The posting itself goes past Django's count. Sent again, what stands is looked up: by its key, and what follows.
    for wanted in (2, 4):
        with django_assert_num_queries(wanted):
            answer = client.post(address, json.dumps(message), content_type="application/json")
        assert answer.status_code == OK
        lines = {line["board"]: line["state"] for line in answer.json()["sheet"]["boards"]}
        assert lines[3] == "to be agreed"


def test_a_result_is_entered_and_agreed(client: Client, held: BookRecord) -> None:
    assert say(client, held, what="result", board=3, result="4SX S +1", lead="HK", seat="North")[0] == OK
    entered = board(client, held, 3)
    assert (entered["state"], entered["result"], entered["score"]) == ("to be agreed", "4SX S +1", "690")
    assert (entered["seat"], entered["side"], entered["seen"]) == ("North", "NS", event_projection(held).last)
    assert say(client, held, what="agree", board=3, result=entered["result"], seen=entered["seen"])[0] == OK
    assert board(client, held, 3)["state"] == "agreed"
    first, second = list(event_projection(held).book.postings())[-2:]
    assert first.by == "table 1 North"
    assert isinstance(first.act, ResultPosted)
    assert (first.act.lead, first.act.seat) == ("HK", "North")
    assert second.by == "table 1 East"
    assert isinstance(second.act, ResultConfirmed)
    assert (second.act.result, second.act.seen, second.act.seat) == (first.act.result, first.number, "East")


def test_a_message_sent_ten_times_is_posted_once(client: Client, held: BookRecord) -> None:
    before = event_projection(held).last
    answers = [say(client, held, what="result", board=1, result="3NT N =") for _ in range(10)]
    assert [status for status, _ in answers] == [OK] * 10
    assert event_projection(held).last == before + 1


def test_a_disputed_result_is_put_right_at_the_table_until_it_is_agreed(client: Client, held: BookRecord) -> None:
    say(client, held, what="result", board=1, result="3NT N =")
    say(client, held, what="dispute", board=1, result="3NT N =")
    assert board(client, held, 1)["state"] == "disputed"
    say(client, held, what="put right", board=1, result="3NT N -1")
    assert board(client, held, 1)["state"] == "to be agreed"
    say(client, held, what="agree", board=1, result="3NT N -1")
    status, told = say(client, held, what="put right", board=1, result="3NT N +1")
    assert status == REFUSED
    assert told["refused"] == "Board 1 was confirmed: 3NT by North −1. If this is wrong, call the director."


def test_a_call_is_seen_and_made_once(client: Client, held: BookRecord) -> None:
    before = event_projection(held).last
    say(client, held, what="call", key="one")
    say(client, held, what="call", key="two")
    now = event_projection(held)
    assert now.last == before + 1
    assert now.event.stage("Swiss").round(1).calls == {(1, ""): DirectorCalled("Swiss", 1, 1)}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"what": "result", "board": 99, "result": "3NT N ="}, "boards 1 to 8"),
        ({"what": "result", "board": 1, "result": "8NT N ="}, ""),
        (
            {"what": "result", "board": 1, "result": "AV+ AV+"},
            "A table can enter results only for boards that were played",
        ),
        ({"what": "result", "board": 1, "result": "4S N +4"}, ""),
        ({"what": "agree", "board": 1, "result": "3NT N ="}, "no result to confirm"),
        ({"what": "result", "board": 1, "result": "3NT N =", "seat": ""}, "This message does not give your seat"),
        ({"what": "result", "board": 1, "result": "3NT N =", "seat": "Dummy"}, "This message does not give your seat"),
        ({"what": "result", "board": 1, "result": "3NT N =", "draw": 1}, "was redrawn"),
        ({"what": "result", "board": 1, "result": "3NT N =", "draw": "x"}, "not a number"),
        ({"what": "close the round", "board": 1}, "is not an action that a table can take"),
        ({"what": "result", "board": "x", "result": "3NT N ="}, "not a number"),
        ({"what": "result", "board": 1, "result": "3NT N =", "round": 2}, "has not been drawn"),
        ({"what": "result", "board": 1, "result": "3NT N =", "stage": "Final"}, "There is no stage called Final."),
        ({"what": "result", "board": 1, "result": "3NT N =", "key": ""}, "no key"),
        ({"what": "result", "board": 1, "result": "3NT N =", "lead": "ZZ"}, ""),
        (
            {"what": "result", "board": 1, "result": "3NT N =", "key": "k", "seat": "N" * 194},
            "This message does not give your seat",
        ),
        (
            {"what": "result", "board": 1, "result": "3NT N =", "seat": "\ud800"},
            "seat must not contain unsupported characters",
        ),
        (
            {"what": "result", "board": 1, "result": "3NT N =", "key": "\udfff"},
            "key must not contain unsupported characters",
        ),
        (
            {"what": "result", "board": 1, "result": "3NT N =", "key": "k" * 199},
            "key may have at most 180 characters, not 199",
        ),
        ({"what": "result", "board": 1, "result": "3NT N =\x00"}, "result must not contain unsupported characters"),
        ({"what": "call", "stage": {"a": [[[]]]}}, "stage cannot be read"),
    ],
)
def test_what_a_table_may_not_do_is_refused_in_words(
    client: Client, held: BookRecord, said: dict[str, object], why: str
) -> None:
    before = event_projection(held).last
    status, told = say(client, held, 1, **said)
    assert status == REFUSED
    assert why in str(told["refused"])
    assert event_projection(held).last == before


def test_a_used_key_with_another_message_is_refused_with_what_stands(client: Client, held: BookRecord) -> None:
    first: dict[str, Any] = {"what": "result", "board": 3, "result": "4S S =", "key": "idem"}
    assert say(client, held, **first)[0] == OK
    for other in ({**first, "result": "3NT N -3"}, {**first, "board": 4}, {**first, "what": "call"}):
        status, told = say(client, held, **other)
        assert status == REFUSED
        assert "was already used for another message: posting" in str(told["refused"])
        assert "'result': '4S S ='" in str(told["stands"])
    assert say(client, held, **first)[0] == OK
    assert board(client, held, 3)["result"] == "4S S ="
    assert board(client, held, 4)["result"] == ""


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b'"x"', b"{" + b" " * 5000 + b"}", b"[" * 4000, b'{"a":' * 800]
)
def test_a_message_that_cannot_be_read_is_refused(client: Client, held: BookRecord, body: bytes) -> None:
    answer = client.post(f"/t/{link(held, 1)}/message", body, content_type="application/json")
    assert answer.status_code == 400


def test_a_link_opens_its_own_table_only(client: Client, held: BookRecord) -> None:
    say(client, held, 2, what="result", board=1, result="3NT N =")
    assert board(client, held, 1, table=1)["state"] == "waiting"
    assert board(client, held, 1, table=2)["state"] == "to be agreed"


def test_a_link_of_the_release_before_opens_its_table_for_its_week(client: Client, held: BookRecord) -> None:
    before = signing.dumps([held.slug, 1, "", 0, 0], salt=SALT)
    assert client.get(f"/t/{before}/").status_code == OK
    assert client.get(f"/t/{held.slug}:{before}/").status_code == FORBIDDEN, "the name goes with what is signed for it"


def test_tampered_expired_and_revoked_links_open_nothing(client: Client, held: BookRecord) -> None:
    good = link(held, 1)
    name, head, tail = good.split(":", 2)
    other = signing.dumps([held.slug, 1, "", 0, 0], key="another secret altogether", salt=SALT)
    old = signing.TimestampSigner(salt=SALT)
    old.timestamp = lambda: "1Abcde"  # type: ignore[method-assign]
    expired = old.sign_object([held.slug, 1, "", 0, 0])
    changed = good[:-2] + ("AA" if good[-2:] != "AA" else "BB")
    for token in (changed, f"{name}:{head}x:{tail}", f"another:{head}:{tail}", other, expired, "nothing"):
        for address in ("", "now", "board/1/"):
            assert client.get(f"/t/{token}/{address}").status_code == FORBIDDEN
        assert client.post(f"/t/{token}/message", "{}", content_type="application/json").status_code == FORBIDDEN
    revoke(held, 1)
    assert client.get(f"/t/{good}/").status_code == FORBIDDEN
    assert client.get(f"/t/{link(held, 1)}/").status_code == OK
    two = link(held, 2)
    assert client.get(f"/t/{two}/").status_code == OK
    revoke(held)
    assert client.get(f"/t/{two}/").status_code == FORBIDDEN


def test_without_javascript_the_form_posts_a_result(client: Client, held: BookRecord) -> None:
    address = f"/t/{link(held, 1)}/"
    key = re.search(r'name="key" value="([^"]+)"', client.get(address).content.decode())
    assert key is not None
    said = {"what": "result", "key": key[1], "stage": "Swiss", "round": "1", "board": "2", "result": "2h w -1"}
    assert client.post(address, said).status_code == REFUSED, "a seat is chosen"
    said["seat"] = "West"
    assert client.post(address, said).status_code == 302
    assert board(client, held, 2)["result"] == "2H W -1"
    refused = client.post(address, {**said, "key": "again", "result": "nonsense"})
    assert refused.status_code == REFUSED
    assert b'role="alert"' in refused.content


def test_other_results_show_only_when_nobody_waits_to_play_the_board(client: Client, held: BookRecord) -> None:
    for table in range(1, 8):
        say(client, held, table, what="result", board=1, result=f"3NT N +{table % 3 + 1}", key=str(table))
    address = f"/t/{link(held, 1)}/board/1/"
    assert client.get(address).status_code == FORBIDDEN
    say(client, held, 8, what="result", board=1, result="3NT N -1")
    page = client.get(address).content.decode()
    assert page.count("<tr") == 9
    assert "(yours)" in page
    assert client.get(f"/t/{link(held, 1)}/board/30/").status_code == FORBIDDEN


def test_a_late_result_of_a_closed_round_is_told_so(client: Client, held: BookRecord) -> None:
    for table in range(1, 9):
        for number in range(1, 9):
            do(held, ResultPosted("Swiss", 1, table, number, read_result("1NT N =")))
    do(held, RoundClosed("Swiss", 1))
    draw_next(held)
    status, told = say(client, held, what="result", board=1, result="3NT N =")
    assert status == REFUSED
    assert "Table 1 has finished round 1 and is now playing round 2" in str(told["refused"])
    assert "director" in str(told["refused"])


def test_what_stands_is_not_refused_when_its_answer_was_lost_and_its_round_is_over(
    client: Client, held: BookRecord
) -> None:
    """The phone never heard the answer, and sends again when the next round has begun."""
    sent: dict[str, Any] = {"what": "result", "board": 1, "result": "1NT N =", "key": "k"}
    assert say(client, held, **sent)[0] == OK
    call: dict[str, Any] = {"what": "call", "key": "call"}
    assert say(client, held, **call)[0] == OK
    for table in range(1, 9):
        for number in range(1, 9):
            if (table, number) != (1, 1):
                do(held, ResultPosted("Swiss", 1, table, number, read_result("1NT N =")))
    do(held, ResultConfirmed("Swiss", 1, 1, 1, result=read_result("1NT N =")), RoundClosed("Swiss", 1))
    draw_next(held)
    for each in (sent, call):
        status, told = say(client, held, **each)
        assert (status, told.get("posted")) == (OK, True), told
    assert say(client, held, **{**sent, "result": "2NT N ="})[0] == REFUSED, "another message under the key"


def test_a_closed_round_that_is_still_shown_is_told_in_players_words(client: Client, held: BookRecord) -> None:
    for table in range(1, 9):
        for number in range(1, 9):
            do(held, ResultPosted("Swiss", 1, table, number, read_result("1NT N =")))
    do(held, RoundClosed("Swiss", 1))
    status, told = say(client, held, what="put right", board=1, result="3NT N =")
    assert status == REFUSED
    assert told["refused"] == "Round 1 is over. If the result of board 1 is missing or wrong, tell the director."


def test_what_was_still_on_its_way_goes_to_its_own_round_while_that_is_open(client: Client, held: BookRecord) -> None:
    for number in range(2, 9):
        do(held, ResultPosted("Swiss", 1, 1, number, read_result("1NT N =")))
    draw_next(held)  # round 2 is drawn before table 1 has sent its last board of round 1
    assert client.get(f"/t/{link(held, 1)}/now").json()["round"] == 1
    assert say(client, held, what="result", board=1, result="3NT N =")[0] == OK
    assert client.get(f"/t/{link(held, 1)}/now").json()["round"] == 2
    recorded = event_projection(held).event.stage("Swiss").result_at(1, 1, "", 1)
    assert recorded is not None
    assert event_projection(held).event.stage("Swiss").round(2).results == {}
    status, told = say(client, held, what="call")
    assert status == REFUSED, "nobody is at that round's table any more"
    assert "now playing round 2" in str(told["refused"])


def test_a_table_keeps_the_boards_of_a_round_it_has_begun_when_the_next_is_drawn(
    client: Client, held: BookRecord
) -> None:
    assert say(client, held, what="result", board=1, result="3NT N =")[0] == OK
    draw_next(held)
    now = client.get(f"/t/{link(held, 1)}/now").json()
    assert (now["round"], now["other"], len(now["boards"])) == (1, 2, 8), "seven boards of it are still to be entered"
    ahead = client.get(f"/t/{link(held, 1)}/now?round=2").json()
    assert (ahead["round"], ahead["other"]) == (2, 1), "it may go on, and come back"
    for number in range(2, 9):
        assert say(client, held, what="result", board=number, result="1NT N =")[0] == OK
    now = client.get(f"/t/{link(held, 1)}/now").json()
    assert (now["round"], now["other"]) == (2, 0)


def test_a_table_that_entered_nothing_of_a_round_still_can(client: Client, held: BookRecord) -> None:
    draw_next(held)
    now = client.get(f"/t/{link(held, 1)}/now").json()
    assert (now["round"], now["other"]) == (2, 1)
    back = client.get(f"/t/{link(held, 1)}/now?round=1").json()
    assert (back["round"], len(back["boards"])) == (1, 8)
    assert client.get(f"/t/{link(held, 1)}/now?round=9").json()["round"] == 2, "no other round than these"


def test_a_draw_made_again_takes_nothing_from_the_page_of_the_old_one(client: Client, held: BookRecord) -> None:
    old = client.get(f"/t/{link(held, 1)}/now").json()["draw"]
    do(held, DrawWithdrawn("Swiss", 1, "a pair came late"))
    draw_next(held, "again")
    status, told = say(client, held, what="result", board=1, result="3NT N =", draw=old)
    assert status == REFUSED
    assert "was redrawn" in str(told["refused"])
    new = client.get(f"/t/{link(held, 1)}/now").json()["draw"]
    assert say(client, held, what="result", board=1, result="3NT N =", draw=new, key="new")[0] == OK


# What was agreed is what was seen


def test_two_first_entries_are_both_kept_and_both_sides_are_told(client: Client, held: BookRecord) -> None:
    assert say(client, held, what="result", board=1, result="4H N =", seat="North")[1]["conflict"] is False
    for _ in range(2):  # sent again, it is the same word
        status, told = say(client, held, what="result", board=1, result="4H N -1", seat="West")
        assert (status, told["conflict"]) == (OK, True)
    line = board(client, held, 1)
    assert (line["state"], line["result"], line["seat"]) == ("disputed", "4H N =", "North")
    now = event_projection(held)
    entered, disputed = [each for each in now.book.postings() if isinstance(each.act, ResultPosted | ResultDisputed)]
    first, second = (now.event.conducted.local(each.at) for each in (entered, disputed))
    assert line["at"] == f"{first:%H:%M}", "when it was entered, by the venue's clock"
    word = {"result": "4H N -1", "says": "4H by North -1", "score": "-50", "seat": "West", "side": "EW"}
    assert line["other"] == {**word, "at": f"{second:%H:%M}"}
    status, told = say(client, held, what="agree", board=1, result="4H N =", seat="East")
    assert status == REFUSED, "agreed before the other word was seen"
    assert "two different results (North entered 4♥ by North =; West entered 4♥ by North −1)." in str(told["refused"])
    assert say(client, held, what="agree", board=1, seat="South", result="4H N -1", seen=line["seen"])[0] == OK
    line = board(client, held, 1)
    assert (line["state"], line["result"], line["other"]) == ("agreed", "4H N -1", None)


def test_what_was_changed_since_somebody_looked_is_not_agreed(client: Client, held: BookRecord) -> None:
    say(client, held, what="result", board=1, result="4H N =")
    seen = board(client, held, 1)["seen"]
    say(client, held, what="put right", board=1, result="4H N -2", seat="South")
    for what in ("agree", "dispute"):
        status, told = say(client, held, what=what, board=1, result="4H N =", seen=seen)
        assert status == REFUSED
        assert told["refused"] == (
            "Board 1: South has since changed the result to 4♥ by North −2. Check the cards together."
        )
    assert board(client, held, 1)["state"] == "to be agreed"


def test_the_side_that_entered_a_result_does_not_agree_to_it(client: Client, held: BookRecord) -> None:
    say(client, held, what="result", board=1, result="4H N =", seat="West")
    status, told = say(client, held, what="agree", board=1, result="4H N =", seat="East")
    assert status == REFUSED
    assert told["refused"] == (
        "Board 1: East–West entered the result, so North or South must confirm it. Hand them the phone."
    )


def test_an_agreement_that_says_nothing_is_refused(client: Client, held: BookRecord) -> None:
    say(client, held, what="result", board=1, result="4H N =")
    assert say(client, held, what="agree", board=1)[0] == REFUSED


def test_without_javascript_two_results_are_shown_and_either_is_agreed_to(client: Client, held: BookRecord) -> None:
    say(client, held, what="result", board=1, result="4H N =", seat="North")
    say(client, held, what="result", board=1, result="4H N -1", seat="West")
    address = f"/t/{link(held, 1)}/"
    page = client.get(address).content.decode()
    assert "West entered" in page
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    accept = next(form for form in forms if 'value="4H N -1"' in form)
    said = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', accept))
    assert client.post(address, {**said, "what": "agree", "seat": "North"}).status_code == 302
    assert board(client, held, 1)["state"] == "agreed"


@pytest.mark.parametrize(
    "said", [{}, {"take_back": ""}, {"take_back": "99"}, {"table": "0"}, {"table": "", "room": ""}]
)
def test_codes_are_taken_back_only_when_it_is_said_whose(
    client: Client, held: BookRecord, said: dict[str, str]
) -> None:
    client.force_login(User.objects.create_user("chief", is_superuser=True))
    good = link(held, 1)
    page = client.post(f"/t/codes/{held.slug}/", said)
    assert page.status_code == REFUSED
    assert b"No code was replaced" in page.content
    assert client.get(f"/t/{good}/").status_code == OK
    assert client.post(f"/t/codes/{held.slug}/", {"take_back": "2"}).status_code == 302
    assert client.get(f"/t/{good}/").status_code == OK
    assert client.post(f"/t/codes/{held.slug}/", {"take_back": "all"}).status_code == 302
    assert client.get(f"/t/{good}/").status_code == FORBIDDEN


def test_a_code_is_a_picture_of_the_address() -> None:
    assert code("https://example.org/t/x/").startswith("<svg")
