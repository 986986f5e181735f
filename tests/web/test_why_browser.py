"""The why drawer and the bracket in a browser: the way back closes it, its address can be shared, and phones swipe."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.server.demo.books import EVENTS
from web.axe import Scheme, look_on
from web.congresses import hold, keep
from web.rehearsed import demo_book

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
NARROW: list[tuple[int, Scheme]] = [(360, "dark"), (360, "light")]


@pytest.fixture
def teams() -> str:
    """The demo's national teams event, in which a choice is due."""
    shown = next(each for each in EVENTS if each.slug == "gnot")
    keep(hold(shown.rules, shown.slug, shown.title), demo_book(shown))
    return "/e/gnot/"


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A narrow phone."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, base_url=live_server.url,
        permissions=["clipboard-read", "clipboard-write"],
    )  # fmt: skip
    yield context.new_page()
    context.close()


def test_a_phone_reads_the_bracket_and_its_whys(phone: Page, teams: str) -> None:
    phone.goto(teams)
    expect(phone.locator(".chooser")).to_contain_text("chooses")
    look_on(phone, "the bracket", NARROW)

    bracket = phone.locator(".bracket").first
    tabs = phone.locator(".rounds").first.get_by_role("link")
    tabs.nth(1).click()
    expect(tabs.nth(1)).to_have_attribute("aria-current", "step")
    assert bracket.evaluate("each => each.scrollLeft") > 0

    number = bracket.locator(".column").nth(1).locator("a.why").first
    expect(number).to_have_accessible_description("why")
    address = number.get_attribute("href")
    number.click()
    drawer = phone.locator("dialog.drawer")
    expect(drawer.locator(".tree > li")).to_be_visible()
    small = drawer.locator(".chip").evaluate_all("all => all.filter(each => each.offsetHeight < 44).length")
    assert small == 0
    drawer.get_by_role("button", name="Copy link").click()
    expect(drawer.get_by_role("button", name="Copied")).to_be_visible()
    assert phone.evaluate("navigator.clipboard.readText()").endswith(address)

    phone.evaluate("history.back()")
    expect(drawer).to_be_hidden()
    assert phone.url.endswith(teams)

    number.click()
    drawer.locator(".chip").first.click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Clause")
    phone.evaluate("history.back()")
    expect(drawer).to_be_visible()
    drawer.get_by_role("button", name="Hide").click()
    expect(drawer).to_be_hidden()
    assert phone.evaluate("history.state") is None


def test_conditions_are_short_on_a_phone_and_searched(phone: Page, teams: str) -> None:
    phone.goto(f"{teams}conditions/")
    assert phone.evaluate("document.documentElement.scrollHeight") < 4000
    phone.get_by_label("Find in the conditions").fill("lucky loser")
    expect(phone.locator(".find-in output")).to_contain_text("found")
    phone.goto(f"{teams}conditions/#c-1.1")
    expect(phone.locator("[id='c-1.1']")).to_be_visible()
    look_on(phone, "the conditions", NARROW)
