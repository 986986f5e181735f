"""Who I am lives in the browser: the pinned contestant and the deck, kept here and told to no server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultPosted
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import do, hold, keep
from web.rehearsed import SWISS, rehearsed, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs in the middle of its third round."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    return made


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A phone."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def test_a_pair_is_pinned_and_stays_so_on_the_way_back(live_server: LiveServer, held: BookRecord, page: Page) -> None:
    page.goto(f"{live_server.url}/e/middle/")
    own = page.locator("tbody a.who[data-who='7']").first
    expect(page.locator(".pinned")).to_be_hidden()
    own.click()
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("button", name="Not me")).to_be_focused()
    expect(page.locator(".pinned")).to_contain_text("You: ")
    page.evaluate("history.back()")  # the page left behind lives on, and is marked when it comes back
    expect(own).to_have_class("who mine")
    expect(page.locator(".pinned")).to_contain_text("Scorecard")
    page.locator(".pages").get_by_text("My seat").click()
    expect(page.locator(".seat")).to_have_count(1)
    expect(page.get_by_role("button", name="Not me")).to_be_visible()
    assert page.context.cookies() == [], "nobody is told"


def test_the_mark_stays_when_the_page_puts_itself_right(live_server: LiveServer, held: BookRecord, page: Page) -> None:
    page.goto(f"{live_server.url}/e/middle/pair/7/")
    page.get_by_role("button", name="This is me").click()
    page.goto(f"{live_server.url}/e/middle/")
    expect(page.locator("[data-state]")).to_have_text("live")
    state = event_projection(held).event.stage("Swiss")
    table = state.missing(3)[0][0]
    result = next(iter(state.rounds[1].results.values())).result
    missing = [(at, room, board) for at, room, board in state.missing(3) if at == table]
    do(held, *(ResultPosted("Swiss", 3, at, board, result, room) for at, room, board in missing))
    expect(page.locator("#fresh")).to_have_attribute("data-number", str(event_projection(held).last))
    expect(page.locator("tbody a.who.mine").first).to_be_visible()
    page.goto(f"{live_server.url}/e/middle/pair/7/")
    page.get_by_role("button", name="Not me").click()
    expect(page.locator(".mine")).to_have_count(0)
    expect(page.locator(".pinned")).to_be_hidden()


def test_the_deck_is_kept_and_there_before_the_first_paint(
    live_server: LiveServer, held: BookRecord, page: Page
) -> None:
    page.goto(f"{live_server.url}/e/middle/")
    page.get_by_role("button", name="Show suits in four colours").click()
    expect(page.get_by_role("button", name="Show suits in two colours")).to_be_focused()
    page.route("**/joined/**/*.js", lambda route: route.abort())
    page.goto(f"{live_server.url}/e/middle/draw/")
    expect(page.locator("html.four-colours")).to_have_count(1)
    page.unroute("**/joined/**/*.js")
    page.goto(f"{live_server.url}/e/middle/")
    page.get_by_role("button", name="Show suits in two colours").click()
    expect(page.locator("html.four-colours")).to_have_count(0)
