"""From board to board with keys and a finger, and what axe finds on boards, scorecards and matches."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.congress.models import BookRecord
from web.axe import look_on
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SWIPE = """([across, down]) => {
  const at = (x, y) => new Touch({ identifier: 1, target: document.querySelector("h1"), clientX: x, clientY: y });
  const told = (kind, touch, on) => document.querySelector("h1").dispatchEvent(
    new TouchEvent(kind, { bubbles: true, touches: on ? [touch] : [], changedTouches: [touch] }));
  told("touchstart", at(200, 200), true);
  told("touchend", at(200 + across, 200 + down), false);
}"""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs in its third round."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    return made


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    yield context.new_page()
    context.close()


def test_axe_finds_nothing_grave(page: Page, live_server: LiveServer, held: BookRecord) -> None:
    for address in ("board/swiss/1/3/", "pair/3/", "match/swiss/1/2/"):
        page.goto(f"{live_server.url}/e/middle/{address}")
        look_on(page, address, [(390, "light"), (390, "dark"), (1280, "dark"), (1280, "light")])


def test_keys_and_a_finger_lead_from_board_to_board(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{live_server.url}/e/middle/board/swiss/1/3/")
    heading = page.get_by_role("heading", level=1)
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("Board 4")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("Board 3")
    page.evaluate(SWIPE, [-120, 10])
    expect(heading).to_have_text("Board 4")
    page.evaluate(SWIPE, [120, -10])
    expect(heading).to_have_text("Board 3")
    page.evaluate(SWIPE, [-120, 90])
    page.wait_for_timeout(300)
    expect(heading).to_have_text("Board 3")
    context.close()
