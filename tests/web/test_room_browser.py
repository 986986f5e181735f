"""The room in a real browser: a page that keeps itself right, the why drawer, the wall, and what axe finds."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultPosted
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.axe import look_on
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
    """A desk's window."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def finish_a_table(held: BookRecord) -> None:
    """Post the results that the next table of the third round still lacks."""
    state = event_projection(held).event.stage("Swiss")
    table = state.missing(3)[0][0]
    result = next(iter(state.rounds[1].results.values())).result
    do(
        held,
        *(ResultPosted("Swiss", 3, at, board, result, room) for at, room, board in state.missing(3) if at == table),
    )


def test_standings_update_themselves_after_a_posting(live_server: LiveServer, held: BookRecord, page: Page) -> None:
    page.goto(f"{live_server.url}/e/middle/")
    expect(page.locator("[data-state]")).to_have_text("live")
    expect(page.get_by_text(re.compile(r"Match 3 of \d+: 3 of \d+ tables finished"))).to_be_visible()
    before = page.locator("table.standings").inner_text()
    page.evaluate("window.same = true")
    finish_a_table(held)
    expect(page.get_by_text(re.compile(r"Match 3 of \d+: 4 of \d+ tables finished"))).to_be_visible(timeout=20_000)
    expect(page.locator("#fresh")).to_have_attribute("data-number", str(event_projection(held).last))
    assert page.locator("table.standings").inner_text() != before
    assert page.evaluate("window.same"), "the page was put right in place, not loaded again"


def test_a_number_opens_its_why_in_a_drawer_by_mouse_and_by_key(
    live_server: LiveServer, held: BookRecord, page: Page
) -> None:
    page.goto(f"{live_server.url}/e/middle/race/")
    page.goto(f"{live_server.url}/e/middle/")
    total = page.locator("td.total a.why").first
    total.click()
    drawer = page.locator("dialog.drawer")
    expect(drawer.locator("[data-why] > li > .line > .made")).to_contain_text(total.inner_text())
    lines = drawer.locator("li").count()
    drawer.locator("a.deeper").first.click()
    expect(drawer.locator("li").nth(lines)).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.locator("td.total a.why").nth(2).focus()
    page.keyboard.press("?")
    expect(drawer).to_be_visible()
    expect(drawer.locator("h2")).to_contain_text("Total of")
    assert page.url.endswith("/e/middle/")


def test_everything_can_be_read_without_a_script(live_server: LiveServer, held: BookRecord, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/e/middle/")
    page.locator("td.total a.why").first.click()
    expect(page.locator("h1")).to_contain_text("Total of")
    page.locator("a.deeper").first.click()
    expect(page.get_by_text("Full explanation")).to_be_visible()
    page.goto(f"{live_server.url}/e/middle/seat/")
    page.fill("#q", "7")
    page.get_by_role("button", name="Find my seat").click()
    expect(page.locator(".seat")).to_be_visible()
    page.goto(f"{live_server.url}/e/middle/wall/")
    assert page.locator(".panel:visible").count() == page.locator(".panel").count() > 1
    context.close()


def test_the_wall_turns_by_itself(live_server: LiveServer, held: BookRecord, page: Page) -> None:
    page.clock.install()
    page.goto(f"{live_server.url}/e/middle/wall/")
    shown = page.locator(".panel:visible h2")
    expect(shown).to_contain_text("your table")
    page.clock.run_for(13_000)
    expect(shown).to_contain_text("standings")
    page.clock.run_for(12_000)
    expect(shown).to_contain_text("your table")


def test_axe_finds_nothing_grave_and_nothing_is_wider_than_the_screen(
    live_server: LiveServer, held: BookRecord, chromium: Browser
) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script("""localStorage.setItem("overtrick:me:middle", '{"number": "7", "name": "Seven"}')""")
    page = context.new_page()
    pages = (
        "", "draw/", "seat/?q=7", "race/", "flow/", "qualifiers/", "conditions/", "wall/", "pair/7/",
        "match/swiss/2/1/", "board/swiss/2/9/", "board/swiss/3/17/", "why/swiss/total/7/",
    )  # fmt: skip
    for address in ("/", "/c/winter/", *(f"/e/middle/{each}" for each in pages)):
        page.goto(f"{live_server.url}{address}")
        look_on(page, address, [(360, "dark"), (1280, "dark"), (1280, "light"), (360, "light")])
    context.close()
