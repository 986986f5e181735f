"""An event whose book holds what cannot be folded lives on, and says so wherever an official looks."""

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from overtrick.core.errors import EngineError
from overtrick.core.event.acts import NoteMade, Posting, ResultPosted, SystemLodged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model import read_result
from overtrick.ledger.book import Draft, KeyUsed
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import projections
from overtrick.web.congress.book_transfer import set_aside
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import post
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db

POISON = SystemLodged("1", "Acol", "green", 1, "10:30")
"""What a scorer's program once could post, after which every page of its event failed for ever."""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of eight pairs, drawn, with a posting that an older program took and a result after it."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    at = "2026-07-04T10:00:00+10:00"
    later = ResultPosted("Swiss", 1, 1, 1, read_result("4S N ="))
    DurableBook(made.slug).append([Draft(POISON, "R. Ash", at, "poison"), Draft(later, "table 1", at, "later")])
    projections.forget(made.slug)
    return made


def test_it_is_set_aside_and_the_later_posting_stands(held: BookRecord) -> None:
    now = projections.event_projection(held)
    number = now.last - 1
    assert list(now.event.aside) == [number]
    assert now.event.stage("Swiss").result_at(1, 1, "", 1) is not None
    assert [each.number for each in set_aside(held.slug)] == [number]
    with pytest.raises(KeyUsed):
        post(held, NoteMade("under its key"), "R. Ash", "poison")
    assert post(held, NoteMade("going on"), "R. Ash", "next").postings[0].number == number + 2


def test_it_is_named_on_the_desk_with_what_to_do(client: Client, held: BookRecord) -> None:
    client.force_login(User.objects.create_superuser("lee"))
    number = projections.event_projection(held).last - 1
    for page in ("room/", "history/", f"history/{number}/", "standings/", "draw/?draft=1"):
        answer = client.get(f"{held.desk}{page}")
        assert answer.status_code == 200, page
        told = answer.content.decode()
        assert "1 history entry skipped</strong>: this version of Overtrick cannot read it<" in told
        assert f"history/{number}/" in told
        assert "“10:30” is not a date and time" in told
        assert "Post again what it was meant to say" in told


def test_the_api_names_it(client: Client, held: BookRecord) -> None:
    told = client.get(f"/api/events/{held.slug}").json()
    why = "“10:30” is not a date and time"
    assert told["aside"] == [{"number": told["last"] - 1, "act": "system lodged", "why": why}]


def test_what_this_program_could_not_go_on_after_is_not_kept(held: BookRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a fold of ours may raise, it raises before the posting is in the book."""
    before = DurableBook(held.slug).last()
    fold = Tournament.post

    def broken(self: Tournament, posting: object) -> None:
        if isinstance(getattr(posting, "act", None), NoteMade):
            raise ZeroDivisionError("ours")
        fold(self, posting)  # type: ignore[arg-type]  # as it was called

    projections.event_projection(held)
    monkeypatch.setattr(Tournament, "post", broken)
    with pytest.raises(EngineError, match="Nothing was posted"):
        post(held, NoteMade("harmless"), "R. Ash", "k")
    assert DurableBook(held.slug).last() == before


def test_a_database_that_goes_away_in_the_middle_of_a_fold_sets_nothing_aside(
    held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first posting asks the database for the edition its book goes by; that is no fault of the posting."""
    before = dict(projections.event_projection(held).event.aside)
    projections.forget(held.slug)
    fold, away = Tournament.post, iter([True, True])

    def post_or_not(event: Tournament, posting: Posting) -> None:
        if next(away, False):
            raise OperationalError("server closed the connection unexpectedly")
        fold(event, posting)

    monkeypatch.setattr(Tournament, "post", post_or_not)
    for _ in range(2):
        with pytest.raises(OperationalError):
            projections.event_projection(held)
    now = projections.event_projection(held)
    assert now.event.aside == before
    assert now.last == DurableBook(held.slug).last()
