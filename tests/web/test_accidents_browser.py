"""Accidents of a hall put right at the desk in a real browser, the director's clicks counted."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import RoundClosed, SubstituteUsed, Withdrawn
from overtrick.core.event.play.stage import StageState
from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import do, hold, keep
from web.counting import Director, director_at
from web.desk.conftest import rehearsed
from web.rehearsed import SWISS, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs in the middle of its second round."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(12), "Swiss", 2, 3))
    return made


@pytest.fixture
def director(chromium: Browser, live_server: LiveServer, held: BookRecord) -> Iterator[Director]:
    """Somebody who may do everything, in the room of the event."""
    with director_at(chromium, live_server, f"/desk/e/{held.slug}/room/") as window:
        yield window


def swiss(held: BookRecord) -> StageState:
    return event_projection(held).event.stage("Swiss")


def sound(held: BookRecord) -> bool:
    """Whether the book can be proved."""
    return verify(plan_for(SWISS), DurableBook(held.slug).postings()).sound


def test_a_match_scored_the_wrong_way_round_is_turned_in_four_clicks(held: BookRecord, director: Director) -> None:
    was = swiss(held).card(2, 2)
    director.follows(re.compile(r"^2 "))
    director.follows("Match scored the wrong way round…")
    expect(director.page.get_by_text("The net result of the match is")).to_be_visible()
    director.page.get_by_label("Reason").fill("both pairs say so")
    director.presses("Reverse the match")
    expect(director.page.get_by_text("North–South and East–West exchanged for the whole match")).to_be_visible()
    now = swiss(held).card(2, 2)
    assert [now.first.net.value, now.second.net.value] == [was.second.net.value, was.first.net.value]
    assert director.clicks <= 4
    assert sound(held)


def test_any_posting_is_taken_back_in_two_clicks_from_the_history(
    live_server: LiveServer, held: BookRecord, director: Director
) -> None:
    state = swiss(held)
    assert state.round(1).closed
    director.begins(f"{live_server.url}/desk/e/{held.slug}/history/?q=Round+1+of+Swiss+closed")
    director.follows("undo")
    expect(director.page.get_by_text("is undone")).to_be_visible()
    director.page.get_by_label("Reason").fill("a result is missing")
    director.presses("undo")
    expect(director.page.get_by_text("undone", exact=True).first).to_be_visible()
    assert not swiss(held).round(1).closed
    assert director.clicks <= 2
    assert sound(held)


def test_a_late_pair_is_seated_in_four_clicks_and_a_line(held: BookRecord, director: Director) -> None:
    director.follows("Add a late entry…")
    director.fills("Players", "Val Holbrook, Jo Quarry")
    director.presses("Preview")
    director.presses("Seat the late pair")
    expect(director.page.get_by_role("status").get_by_text("13").first).to_be_visible()
    names = [player.name for player in event_projection(held).event.entries["13"].players]
    assert names == ["Val Holbrook", "Jo Quarry"], "one line for both, as entries are typed"
    assert "13" in swiss(held).playing
    assert director.clicks <= 4
    assert sound(held)


def test_a_round_is_drawn_again_with_results_in_by_four_clicks(held: BookRecord, director: Director) -> None:
    was = swiss(held).round(2).results
    director.follows("Draw")
    director.follows("Redraw this round…")
    director.fills("Reason", "two pairs exchanged")
    director.presses("undo")
    director.presses("Publish the draw of round 2")
    expect(director.page.get_by_role("heading", name="Published draw, round 2")).to_be_visible()
    now = swiss(held).round(2).results
    assert {place: each.result for place, each in now.items()} == {place: each.result for place, each in was.items()}
    assert director.clicks <= 4
    assert sound(held)


def test_a_pair_that_withdrew_plays_on_after_three_clicks(held: BookRecord, director: Director) -> None:
    do(held, Withdrawn("3", "Swiss", 2, expunged=False, reason="unwell"))
    director.follows("Rulings")
    director.follows("reinstate")
    director.fills("Reason", "better")
    director.presses("Reinstate contestant")
    expect(director.page.get_by_text("Number 3 is reinstated in Swiss: better.")).to_be_visible()
    assert "3" in swiss(held).playing
    assert director.clicks <= 3
    assert sound(held)


def test_a_substitute_is_ended_in_three_clicks(held: BookRecord, director: Director) -> None:
    out = event_projection(held).event.entries["4"].players[0].name
    do(held, SubstituteUsed("4", "Swiss", (2, 3, 4), out, "Val Holbrook", "unwell"))
    director.follows("Rulings")
    director.follows("end substitution")
    director.fills("Reason", "better")
    director.presses("End substitution")
    expect(director.page.get_by_text("Val Holbrook").first).to_be_visible()
    assert [each.rounds for each in event_projection(held).event.substitutes] == [(2,)]
    assert director.clicks <= 3
    assert sound(held)


def test_a_round_is_opened_again_in_three_clicks(live_server: LiveServer, director: Director) -> None:
    held = hold(SWISS, "closed")
    book = until(rehearsed(12), "Swiss", 3, 3)
    last = max(place for place, each in enumerate(book) if isinstance(each.act, RoundClosed))
    keep(held, book[: last + 1])
    assert swiss(held).round(2).closed
    director.begins(f"{live_server.url}/desk/e/{held.slug}/room/")
    director.follows("Close")
    director.follows("Reopen round 2…")
    director.fills("Reason", "a result is missing")
    director.presses("undo")
    expect(director.page.get_by_role("link", name="Close round 2…")).to_be_visible()
    assert not swiss(held).round(2).closed
    assert director.clicks <= 3
    assert sound(held)
