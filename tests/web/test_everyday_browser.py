"""The everyday tasks of a director at the desk in a real browser that no other test counts, from the room each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.play.stage import StageState
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.counting import Director, director_at
from web.desk.conftest import rehearsed
from web.rehearsed import SWISS, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs whose second round is in, and not closed."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(12), "Swiss", 2, 6))
    return made


@pytest.fixture
def director(chromium: Browser, live_server: LiveServer, held: BookRecord) -> Iterator[Director]:
    """Somebody who may do everything, in the room of the event."""
    with director_at(chromium, live_server, f"/desk/e/{held.slug}/room/") as window:
        yield window


def swiss(held: BookRecord) -> StageState:
    return event_projection(held).event.stage("Swiss")


@pytest.mark.parametrize(
    ("line", "stands", "most"),
    [
        ("3nn9 ! misheard", "3NT by North =", 20),
        ("av+ av-", "average plus to NS, average minus to EW", 12),
        ("60% 4hn=, 40% 4hn-1", "60% of 4H by North =, 40% of 4H by North -1", 28),
    ],
)
def test_a_result_is_corrected_or_ruled_on_by_one_line(
    held: BookRecord, director: Director, line: str, stands: str, most: int
) -> None:
    board = swiss(held).round(2).seatings[2].boards[0]
    director.types(f"2 {board} {line}")
    director.hits("Enter")
    expect(director.page.locator("#reading.posted")).to_be_visible()
    assert str(swiss(held).round(2).results[2, "", board].result) == stands
    assert director.keys <= most
    assert (director.clicks, director.loads) == (0, 0)


def test_a_round_is_closed_and_the_next_one_published_in_four_clicks(held: BookRecord, director: Director) -> None:
    director.follows("Close round 2…")
    director.presses("Close the round")
    director.follows("Draw round 3")
    director.presses("Publish the draw of round 3")
    expect(director.page.get_by_role("heading", name="Published draw, round 3")).to_be_visible()
    assert 3 in swiss(held).rounds
    assert director.clicks <= 4


def test_a_board_is_fouled_in_four_clicks(held: BookRecord, director: Director) -> None:
    board = swiss(held).round(2).seatings[1].boards[0]
    director.follows("Rulings")
    director.follows("Fouled board")
    director.fills("Board", str(board))
    director.fills("Tables by version", "1-3")
    director.fills("Reason", "a card was turned")
    director.presses("Preview")
    director.presses("Score as fouled")
    expect(director.page.get_by_role("status").get_by_text("foul").first).to_be_visible()
    assert board in swiss(held).round(2).fouled
    assert director.clicks <= 4


def test_a_penalty_is_given_by_name_in_four_clicks(held: BookRecord, director: Director) -> None:
    director.follows("Rulings")
    director.follows("Procedural penalty")
    director.fills("Contestant", "3")
    director.fills("Offence", "slow play")
    director.fills("Amount", "1")
    director.presses("Preview")
    director.presses("Give the penalty")
    expect(director.page.get_by_text("slow play").first).to_be_visible()
    assert swiss(held).penalties
    assert director.clicks <= 4


def test_the_codes_of_the_tables_are_a_click_away(
    director: Director, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERTRICK_URL", live_server.url)
    director.follows("Table codes")
    expect(director.page.get_by_text("Table 1").first).to_be_visible()
    assert director.clicks == 1
