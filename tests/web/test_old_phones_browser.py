"""The table's page on phones that lack newer methods, that store nothing, or on which the script fails."""

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.congress.models import BookRecord
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.test_table_browser import enter, results

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LACKING = {
    "at": "delete Array.prototype.at; delete String.prototype.at",
    "replaceAll": "delete String.prototype.replaceAll",
    "replaceChildren": "delete Element.prototype.replaceChildren",
    "AbortSignal.timeout": "delete AbortSignal.timeout",
}
NO_STORAGE = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "denied": "for (const name of ['localStorage', 'sessionStorage']) "
    "Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } })",
}
OLD = {**LACKING, "all of them": "; ".join(LACKING.values()), **NO_STORAGE}
START_FAILS = "History.prototype.replaceState = () => { throw new Error('old'); }"


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


def old_phone(chromium: Browser, live_server: LiveServer, held: BookRecord, before: str) -> Page:
    """The table's page, on a phone that runs this before any script of ours."""
    page = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True).new_page()
    page.add_init_script(before)
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    return page


def enter_plainly(page: Page, board: int) -> None:
    """Enter a result by the plain form."""
    form = page.locator("#plain form", has=page.get_by_role("heading", name="Enter a result"))
    form.get_by_label("North").check()
    form.get_by_label("Board").select_option(str(board))
    form.get_by_label("Contract, declarer, result").fill("4S S +1")
    form.get_by_role("button", name="Post result").click()


@pytest.mark.parametrize("lack", OLD)
def test_an_old_phone_enters_and_agrees(
    lack: str, chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    page = old_phone(chromium, live_server, held, OLD[lack])
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.get_by_role("button", name="North", exact=True).click()
    enter(page, 1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Board 2")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".row.agreed")).to_have_count(1)
    expect(page.locator(".status")).to_contain_text("All messages sent")
    assert (results(held), faults) == (1, [])


@pytest.mark.parametrize("lack", NO_STORAGE)
def test_a_phone_that_stores_nothing_says_so_and_asks_before_it_is_left(
    lack: str, chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    page = old_phone(chromium, live_server, held, NO_STORAGE[lack])
    page.get_by_role("button", name="North", exact=True).click()
    page.context.set_offline(True)
    enter(page, 1, agree=False)
    expect(page.locator(".status")).to_contain_text("Keep this page open until everything is sent")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    page.context.set_offline(False)
    expect(page.locator(".status")).to_contain_text("All messages sent")
    assert results(held) == 1


def test_a_script_that_fails_at_its_start_leaves_the_plain_form(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    page = old_phone(chromium, live_server, held, START_FAILS)
    expect(page.locator("#phone")).to_be_hidden()
    enter_plainly(page, 1)
    expect(page.locator("#plain")).to_contain_text("4♠ S +1")
    assert results(held) == 1


def test_a_script_that_fails_at_a_tap_brings_the_plain_form_back_as_things_stand(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    page = old_phone(chromium, live_server, held, "")
    page.get_by_role("button", name="North", exact=True).click()
    enter(page, 1)
    page.get_by_role("button", name="4 spades", exact=True).click()
    page.get_by_role("button", name="South").click()
    page.evaluate("() => { Bridge.score = () => { throw new Error('old'); }; }")
    page.get_by_role("button", name="1 overtrick").click()
    expect(page.locator("#phone")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text("The buttons do not work on this phone")
    expect(page.locator("#plain li").first).to_contain_text("confirmed")  # entered since the page was loaded
    enter_plainly(page, 2)
    page.wait_for_function("() => document.readyState === 'complete'")
    expect(page.locator("body")).to_contain_text("Board 2")
    assert results(held) == 2
