"""Every phone screen, light and dark: text with a contrast of seven to one, and targets of 44 pixels."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultConfirmed, ResultPosted
from overtrick.core.model import read_result
from overtrick.web.congress.models import BookRecord
from overtrick.web.table.links import link
from web.axe import SCHEMES, turn
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ENHANCED = {"runOnly": ["color-contrast-enhanced"], "rules": {"color-contrast-enhanced": {"enabled": True}}}
TARGETS = """() => [...document.querySelectorAll("main button, main a, main summary, main input, main select")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
  .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
"""What is too small to be touched; no phone screen has a link in running text."""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A small phone."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def look(page: Page, what: str, *, one_screen: bool = False) -> None:
    """Every text is plain to see by day and by night, and every target to touch."""
    for scheme in SCHEMES:
        turn(page, scheme)
        found = Axe().run(page, options=ENHANCED).response
        assert found["passes"], f"axe looked at nothing: {what}"
        weak = [(node["html"][:120], node["any"][0]["data"]) for each in found["violations"] for node in each["nodes"]]
        assert weak == [], (what, scheme)
    assert page.evaluate(TARGETS) == [], what
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, what
    if one_screen:
        assert page.evaluate("document.documentElement.scrollHeight") <= 640, what


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def enters(page: Page, board: int, made: str) -> None:
    page.locator("button.row", has_text=f"Board {board}").first.click()
    for name in ("4 hearts", "North", made, "Post result"):
        press(page, name)


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of nine, its first draw published and two tables all but done."""
    made = hold("nsw-swiss-pairs/congress")
    now = started(made, 9)
    draw_next(made)
    for table in (2, 3, 4):
        for board in now.event.stage("Swiss").round(1).seatings[table].boards:
            agreed(made, table, board)
    return made


def agreed(held: BookRecord, table: int, board: int) -> None:
    result = read_result("1NT N =")
    do(held, ResultPosted("Swiss", 1, table, board, result, seat="North"))
    do(held, ResultConfirmed("Swiss", 1, table, board, result=result, seat="East"))


def test_every_screen_of_a_table(page: Page, live_server: LiveServer, held: BookRecord) -> None:
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    expect(page.get_by_role("heading", name="Choose your seat")).to_be_visible()
    look(page, "seats")
    press(page, "North")
    expect(page.locator(".boards")).to_be_visible()
    look(page, "boards")
    press(page, "Enter board 1")
    look(page, "contract", one_screen=True)
    press(page, "4 hearts")
    look(page, "a bid chosen", one_screen=True)
    page.get_by_role("textbox", name="Type the result").press_sequentially("4hz")
    page.keyboard.press("Enter")
    expect(page.locator(".reading.wrong")).to_be_visible()
    look(page, "a line that cannot be read")
    press(page, "North")
    look(page, "result", one_screen=True)
    press(page, "hearts led")
    press(page, "made exactly")
    look(page, "result and lead")
    press(page, "Post result")
    expect(page.get_by_text("Now East or West must confirm")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("All messages sent")
    look(page, "entered")
    press(page, "Hand the phone to East or West")
    look(page, "handed over")
    press(page, "I am East")
    look(page, "agreement", one_screen=True)
    press(page, "No, this is wrong")
    look(page, "not agreed")
    press(page, "Enter the result")
    press(page, "Passed out")
    look(page, "passed out")
    press(page, "Post result")
    expect(page.get_by_role("heading", name="Two different results")).to_be_visible()
    look(page, "two results")
    press(page, "☎ Call the director")
    look(page, "calling")
    press(page, "A ruling is needed")
    look(page, "called")
    press(page, "Back")
    press(page, "Boards")
    expect(page.locator(".row.disputed")).to_be_visible()
    look(page, "boards with two results")
    press(page, "Change seat")
    look(page, "another seat")


def test_what_a_table_sees_without_network_and_after_its_boards(
    page: Page, live_server: LiveServer, held: BookRecord
) -> None:
    for board in range(2, 9):
        agreed(held, 1, board)
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    press(page, "North")
    expect(page.locator(".brought")).to_be_visible()
    look(page, "what boards brought")
    page.context.set_offline(True)
    enters(page, 1, "1 down")
    expect(page.locator(".status.waiting")).to_be_visible()
    look(page, "without network")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)
    press(page, "Hand the phone to East or West")
    press(page, "I am East")
    press(page, "Yes, East–West confirm")
    expect(page.locator(".done")).to_be_visible()
    page.evaluate("document.querySelector('.receipts').open = true")
    look(page, "after the last board")
    page.get_by_role("link", name="Other tables").first.click()
    expect(page.get_by_role("heading", name="Board 1")).to_be_visible()
    look(page, "other tables")
    for address in ("/t/", "/t/nothing/"):
        page.goto(f"{live_server.url}{address}")
        look(page, address)
