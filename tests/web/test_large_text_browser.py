"""Text twice as large on the smallest phone: no public page and no screen of a table scrolls sideways.

What is wider, as a table of many columns, scrolls in a region of its own.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.congress.models import BookRecord
from overtrick.web.server.demo.books import EVENTS
from overtrick.web.table.links import link
from web.congresses import hold, keep
from web.rehearsed import demo_book

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PAGES = (
    "/", "/c/winter/", "/find/?q=alder", "/nowhere/", "/t/", "/t/not-a-link/",
    *(f"/e/swiss-pairs/{each}" for each in (
        "", "draw/", "seat/?q=a", "race/", "flow/", "qualifiers/", "conditions/", "proof/", "share/", "report/",
        "match/swiss/4/3/", "board/swiss/4/3/", "board/swiss/5/9/", "pair/19/", "cross/swiss/", "why/swiss/total/19/",
        "embed/standings/", "wall/",
    )),
    *(f"/e/gnot/{each}" for each in ("", "flow/", "pair/5/", "match/m1/1/4/", "draw/", "qualifiers/")),
    *(f"/e/state-pairs/{each}" for each in ("", "pair/3/")),
    *(f"/e/monday-pairs/{each}" for each in ("", "pair/3/", "board/night/1/1/", "report/")),
    "/e/open-butler/pair/7/", "/e/open-teams/",
)  # fmt: skip

Enlarged = Callable[[], None]


@pytest.fixture
def congress() -> dict[str, BookRecord]:
    """The demo's events, each at its moment."""
    found: dict[str, BookRecord] = {}
    for event in EVENTS:
        found[event.slug] = hold(event.rules, event.slug, event.title)
        keep(found[event.slug], demo_book(event))
    return found


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """The smallest phone."""
    context = chromium.new_context(viewport={"width": 320, "height": 640})
    yield context.new_page()
    context.close()


@pytest.fixture(params=["the root's size", "the browser's setting"])
def enlarged(request: pytest.FixtureRequest, page: Page) -> Enlarged:
    """Makes the text of the page twice as large: by the root alone, or by the reader's setting, which styles see."""
    if request.param == "the browser's setting":
        sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
        return lambda: None
    return lambda: page.evaluate("document.documentElement.style.setProperty('font-size', '200%', 'important')")


def fits(page: Page, what: str) -> None:
    """Nothing reaches over the edge."""
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert size >= 32 or what.endswith("/wall/"), f"{what}: the text is {size} px"
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"{what} is {over} px too wide"


def test_public_pages(live_server: LiveServer, congress: dict[str, BookRecord], page: Page, enlarged: Enlarged) -> None:
    for address in PAGES:
        page.goto(f"{live_server.url}{address}")
        enlarged()
        fits(page, address)


def test_a_table(live_server: LiveServer, congress: dict[str, BookRecord], page: Page, enlarged: Enlarged) -> None:
    page.goto(f"{live_server.url}/t/{link(congress['swiss-pairs'], 1)}/")
    enlarged()
    expect(page.get_by_role("heading", name="Choose your seat")).to_be_visible()
    fits(page, "seats")
    page.get_by_role("button", name="North", exact=True).click()
    expect(page.locator("#phone .boards")).to_be_visible()
    fits(page, "boards")
    page.locator("#phone button.row.waiting").first.click()
    fits(page, "contract")
    for group, choice in (("Contract", "4 spades"), ("Declarer", "South")):
        page.get_by_role("group", name=group, exact=True).get_by_role("button", name=choice).click()
    page.get_by_role("button", name="made exactly").click()
    fits(page, "result")
    page.get_by_role("button", name="Post result").click()
    expect(page.get_by_text("Now East or West must confirm")).to_be_visible()
    fits(page, "entered")
    page.get_by_role("button", name="Hand the phone to East or West").click()
    fits(page, "handed over")
    page.get_by_role("button", name="I am East").click()
    expect(page.get_by_role("button", name="Yes, East–West confirm")).to_be_visible()
    fits(page, "agreement")
    page.get_by_role("button", name="No, this is wrong").click()
    page.get_by_role("button", name="Enter the result").click()
    page.get_by_role("button", name="Passed out").click()
    page.get_by_role("button", name="Post result").click()
    expect(page.get_by_role("heading", name="Two different results")).to_be_visible()
    fits(page, "two results")
