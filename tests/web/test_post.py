"""The one way to the book, when several take it at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import NoteMade, ResultCorrected, ResultPosted
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.model import read_result
from overtrick.ledger.book import LedgerMoved
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Line
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress import projections
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import PostOutcome, post, post_to
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db(transaction=True)
RULES = "nsw-swiss-pairs/congress"


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs with its first round drawn."""
    held = hold(RULES)
    started(held, 12)
    draw_next(held)
    return held


def result(table: int, board: int, text: str = "4S S =") -> ResultPosted:
    return ResultPosted("Swiss", 1, table, board, read_result(text))


def at_once(*posts: Callable[[], PostOutcome]) -> list[PostOutcome | DirectorError]:
    """What came of posts that start in the same moment."""
    together = Barrier(len(posts))

    def run(one: Callable[[], PostOutcome]) -> PostOutcome | DirectorError:
        together.wait()
        try:
            return one()
        except DirectorError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(posts)) as threads:
        return list(threads.map(run, posts))


def test_results_of_different_tables_all_go_in(held: BookRecord) -> None:
    before = DurableBook(held.slug).last()
    posts = [lambda n=n: post(held, result(n, 1), f"table {n}", f"key {n}") for n in range(1, 7)]
    assert not [each for each in at_once(*posts) if isinstance(each, DirectorError)]
    assert DurableBook(held.slug).last() == before + 6


def test_each_posting_is_a_transaction_of_its_own(held: BookRecord) -> None:
    """Decision 88 says so, and operators plan by it: a change here changes that page and its advice.

    `xmin` is the transaction that wrote a line; postings that share a commit would share it.
    """
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time in any case")
    before = DurableBook(held.slug).last()
    tables, boards = range(1, 7), range(1, 9)

    def play(table: int) -> PostOutcome:
        return [post(held, result(table, board), f"table {table}", f"{table}-{board}") for board in boards][-1]

    at_once(*[lambda n=n: play(n) for n in tables])
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin::text FROM book_line WHERE event = %s AND number > %s", [held.slug, before])
        transactions = [row[0] for row in cursor.fetchall()]
    assert len(transactions) == 48
    assert len(set(transactions)) == 48


def test_the_same_posting_sent_ten_times_at_once_is_one(held: BookRecord) -> None:
    before = DurableBook(held.slug).last()
    answers = at_once(*[lambda: post(held, result(1, 1), "table 1", "the key")] * 10)
    assert {each.postings[0].number for each in answers if isinstance(each, PostOutcome)} == {before + 1}
    assert len([each for each in answers if isinstance(each, PostOutcome)]) == 10
    assert DurableBook(held.slug).last() == before + 1


def test_two_results_for_one_board_conflict_and_one_is_refused(held: BookRecord) -> None:
    first, second = (lambda t=t: post(held, result(1, 1, t), t, t) for t in ("4S S =", "4S S -1"))
    answers = at_once(first, second)
    refused = [each for each in answers if isinstance(each, DirectorError)]
    assert len(refused) == 1
    assert "Board 1 at table" in str(refused[0])


def test_of_two_officials_who_correct_what_both_saw_one_is_told(held: BookRecord) -> None:
    seen = post(held, result(1, 1), "table 1", "result").postings[-1].number
    acts = {
        name: ResultCorrected("Swiss", 1, 1, 1, read_result(text), "as the slip says")
        for name, text in (("Kim", "4S S +1"), ("Pat", "4S S -1"))
    }
    answers = at_once(*[lambda n=n, a=a: post(held, a, n, n, seen=seen) for n, a in acts.items()])
    (moved,) = [each for each in answers if isinstance(each, LedgerMoved)]
    (done,) = [each for each in answers if isinstance(each, PostOutcome)]
    assert moved.since == done.postings
    assert done.postings[0].by in str(moved)


class FoldsWhenAsked(set[str]):
    """The keys of a state into which another process's posting is folded just after they were looked at."""

    def __init__(self, now: projections.Projection[Tournament]) -> None:
        super().__init__(now.keys)
        self.now = now

    def __contains__(self, key: object) -> bool:
        there = super().__contains__(key)
        self.now.catch_up()
        return there


def test_what_was_kept_before_its_process_died_is_no_conflict_with_itself(held: BookRecord) -> None:
    """A program posts on what it saw, hears no answer, and sends again while its posting is being folded elsewhere."""
    now = projections.event_projection(held)
    seen = now.last
    projections.forget(held.slug)
    first = post(held, NoteMade("once"), "Kim", "the key", seen=seen)
    now.keys = FoldsWhenAsked(now)
    again = post_to(now, NoteMade("once"), "Kim", "the key", seen=seen)
    assert again.postings == first.postings
    with pytest.raises(LedgerMoved):
        post_to(now, NoteMade("twice"), "Kim", "another key", seen=seen)


def test_what_another_process_posted_is_shown(held: BookRecord) -> None:
    now = projections.event_projection(held)
    elsewhere = DurableBook(held.slug)
    drafts = post(held, NoteMade("here"), "Kim", "here").postings
    projections.forget(held.slug)
    post(held, NoteMade("there"), "Pat", "there")  # as another process would, with a state of its own
    assert now.last == drafts[-1].number
    now.catch_up()
    assert now.last == elsewhere.last()
    assert [text for _, text in now.event.notes][-2:] == ["here", "there"]


def test_the_kept_state_is_the_replay_of_the_book(held: BookRecord) -> None:
    at_once(*[lambda n=n: post(held, result(n, 1 + n % 8), f"table {n}", f"k{n}") for n in range(1, 7)])
    kept = projections.event_projection(held)
    again = replay(plan_for(RULES), DurableBook(held.slug).postings())
    totals = [[(row.contestant, row.total.value) for row in event.stage("Swiss").standings("all").rows]
              for event in (kept.event, again)]  # fmt: skip
    assert totals[0] == totals[1]
    assert kept.last == again.last


def test_the_device_goes_into_the_book(held: BookRecord) -> None:
    number = post(held, NoteMade("x"), "Kim", "k", device="phone 9f").postings[0].number
    assert Line.objects.get(event=held.slug, number=number).device == "phone 9f"
