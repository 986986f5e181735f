"""A book that went back under a running process: a standby that had not heard all leads, or a copy was restored."""

import json
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import Client

from overtrick.core.event.acts import NoteMade, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model import read_result
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import projections
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import post, post_to
from overtrick.web.congress.projections import Projection, event_projection
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def held() -> Iterator[BookRecord]:
    """A Swiss of twelve pairs with its first round drawn."""
    record = hold("nsw-swiss-pairs/congress", slug="swiss")
    started(record, 12)
    draw_next(record)
    yield record
    projections.forget()


def enter(held: BookRecord, board: int, text: str = "4S S =") -> int:
    act = ResultPosted("Swiss", 1, 1, board, read_result(text))
    return post(held, act, "table 1", f"{board} {text}").postings[-1].number


def cut(last: int) -> None:
    """Take away what was posted after a number, as the owner of the tables can."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM book_line WHERE event = 'swiss' AND number > %s", [last])
        cursor.execute(
            "UPDATE book_head SET last = %s, fingerprint = (SELECT encode(sha256(convert_to(written, 'UTF8')), 'hex') "
            "FROM book_line WHERE event = 'swiss' AND number = %s) WHERE event = 'swiss'",
            [last, last],
        )


def boards(held: BookRecord) -> list[int]:
    sheet = json.loads(Client().get(f"/t/{link(held, 1)}/now").content)["boards"]
    return [line["board"] for line in sheet if line["result"]]


def another_node(here: Projection[Tournament]) -> Projection[Tournament]:
    """The event as another process has it."""
    there = Projection(here.slug, here.begin(), DurableBook(here.slug), here.kind, here.begin)
    there.catch_up()
    return there


def test_what_the_book_lost_is_shown_no_more(held: BookRecord) -> None:
    before = enter(held, 1)
    enter(held, 2)
    assert boards(held) == [1, 2]
    cut(before)
    assert boards(held) == [1]
    assert event_projection(held).last == before


def test_a_book_that_has_as_many_again_is_another_book(held: BookRecord) -> None:
    before = enter(held, 1)
    enter(held, 2)
    here = event_projection(held)
    cut(before)
    elsewhere = another_node(here)
    post_to(elsewhere, ResultPosted("Swiss", 1, 1, 3, read_result("3NT S =")), "table 1", "by another node")
    assert boards(held) == [1, 3]
    post_to(elsewhere, NoteMade("and one more"), "table 1", "a note")
    assert event_projection(held).last == before + 2


def test_a_book_that_is_longer_and_another_is_folded_again(held: BookRecord) -> None:
    before = enter(held, 1)
    enter(held, 2)
    here = event_projection(held)
    cut(before)
    elsewhere = another_node(here)
    for board in (3, 4, 5):
        act = ResultPosted("Swiss", 1, 1, board, read_result("3NT S ="))
        post_to(elsewhere, act, "table 1", f"by another node {board}")
    assert boards(held) == [1, 3, 4, 5]


def test_what_was_lost_is_taken_when_it_is_sent_again(held: BookRecord) -> None:
    before = enter(held, 1)
    number = enter(held, 2)
    here = event_projection(held)
    cut(before)
    act = ResultPosted("Swiss", 1, 1, 2, read_result("4S S ="))
    again = post_to(here, act, "table 1", "2 4S S =")  # by a request that had looked at the book before it went back
    assert again.postings[0].number == number
    assert DurableBook("swiss").last() == number
    assert boards(held) == [1, 2]


def test_a_book_that_grew_is_not_folded_again(held: BookRecord, caplog: pytest.LogCaptureFixture) -> None:
    enter(held, 1)
    here = event_projection(held)
    elsewhere, state = another_node(here), here.event
    post_to(elsewhere, NoteMade("by another node"), "table 1", "a note")
    here.catch_up()
    assert here.last == DurableBook("swiss").last()
    assert here.event is state
    assert "went back" not in caplog.text


def test_a_database_that_only_follows_is_away_and_the_next_line_looks_for_the_one_that_leads(held: BookRecord) -> None:
    client = Client(raise_request_exception=False)
    said = {"stage": "Swiss", "round": 1, "board": 1, "key": "k", "seat": "North", "what": "result", "result": "4S S ="}
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    answers = [
        client.post(f"/t/{link(held, 1)}/message", json.dumps(said), content_type="application/json") for _ in range(2)
    ]
    assert [each.status_code for each in answers] == [503, 200]
    assert answers[0].headers["Retry-After"]
    assert boards(held) == [1]
