"""What a phone says of agreed boards: what they brought once it may be seen, the match, the place, where next."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultConfirmed, ResultPosted, RoundClosed
from overtrick.core.model import read_result
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.links import link
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NINE, EIGHT = read_result("1NT N ="), read_result("1NT N -1")


def plays(held: BookRecord, table: int, boards: range) -> None:
    """A table enters boards and agrees to them."""
    result = NINE if table == 1 else EIGHT
    for board in boards:
        do(held, ResultPosted("Swiss", 1, table, board, result, seat="North"))
        do(held, ResultConfirmed("Swiss", 1, table, board, result=result, seat="East"))


def looks_now(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_what_boards_bring_waits_for_the_room_and_the_match_for_its_last_table(
    chromium: Browser, live_server: LiveServer
) -> None:
    held = hold("nsw-swiss-pairs/congress")
    started(held, 8)
    draw_next(held)
    for table in (2, 3):
        plays(held, table, range(1, 9))
    plays(held, 4, range(1, 2))
    plays(held, 1, range(1, 3))
    page = chromium.new_page(viewport={"width": 390, "height": 780})
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    page.get_by_role("button", name="East", exact=True).click()
    brought = page.locator(".brought li")
    expect(brought).to_have_count(2)
    expect(brought.nth(0).locator("a.why")).to_have_attribute(
        "href", f"/e/{held.slug}/why/swiss/board/1/1/1/{number(held)}/"
    )
    expect(brought.nth(1)).to_contain_text("shown when every table’s result is in")
    expect(page.locator(".done")).to_have_count(0)
    plays(held, 1, range(3, 9))
    looks_now(page)
    expect(page.locator(".done")).to_contain_text("Round 1: all boards are confirmed.")
    expect(page.locator(".vps .provisional")).to_be_visible()
    expect(page.locator(".done")).to_contain_text("results missing from 1 of 4 tables")
    expect(page.locator(".then")).to_contain_text("Any further draw will appear here once it is published.")
    expect(page.get_by_role("link", name="Our scorecard")).to_be_visible()
    plays(held, 4, range(2, 9))
    mine = number(held)
    do(held, RoundClosed("Swiss", 1))
    draw_next(held)
    goes = next(
        each for each in event_projection(held).event.stage("Swiss").round(2).seatings.values() if mine in each.names
    )
    looks_now(page)
    expect(page.locator("#phone")).to_contain_text("round 2")
    assert goes.table != 1, "its table is now another's"
    expect(page.locator(".then")).to_contain_text(f"Table {goes.table}")
    expect(page.get_by_role("heading", name="Choose your seat")).to_be_visible()
    page.close()


def number(held: BookRecord) -> str:
    """The pair that sits East–West at table 1 in the first round."""
    return event_projection(held).event.stage("Swiss").round(1).seatings[1].ew
