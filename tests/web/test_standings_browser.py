"""Standings in a real browser: found, sorted and back, also after a posting; and on a phone never wider than it."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.model.contestants import Stated
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until
from web.test_room_browser import finish_a_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs in the middle of its third round."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    return made


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A small phone."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


NO_NAME_UNDER_A_TOTAL = """(() => {
  const box = (row, what) => row.querySelector(what).getBoundingClientRect();
  return [...document.querySelectorAll(".cross tbody tr")]
    .every((row) => box(row, "a.who .nm").right <= box(row, ".tot").left);
})()"""


def order(page: Page) -> list[str | None]:
    return [row.get_attribute("data-k") for row in page.locator("table.st tbody tr").all()]


def test_lines_are_found_and_sorted_and_come_back_to_places(
    live_server: LiveServer, held: BookRecord, phone: Page
) -> None:
    phone.goto(f"{live_server.url}/e/middle/")
    plain = order(phone)
    phone.keyboard.press("/")
    phone.keyboard.type("7")
    expect(phone.locator("table.st tbody tr:visible")).to_have_count(1)
    phone.keyboard.press("Escape")
    expect(phone.locator("table.st tbody tr:visible")).to_have_count(12)
    name = phone.locator("table.st thead th.nm")
    name.get_by_role("button").click()
    expect(name).to_have_attribute("aria-sort", "ascending")
    by_name = order(phone)
    assert by_name != plain
    finish_a_table(held)
    expect(phone.get_by_text(re.compile(r"Match 3 of \d+: 4 of \d+ tables finished"))).to_be_visible(timeout=20_000)
    assert order(phone) == by_name, "the reader's own order stays"
    phone.locator("table.st thead th.pl").get_by_role("button").click()
    assert order(phone) == plain, "a match in play does not change the places"


def test_lines_are_narrowed_to_the_club_that_the_desk_says(
    live_server: LiveServer, held: BookRecord, phone: Page
) -> None:
    for number, club in (("2", "Harbour"), ("5", "Harbour"), ("7", "Bay")):
        known = event_projection(held).event.entries[number]
        post(held, replace(known, stated=(Stated("club", club),)), "desk", f"club {number}")
    phone.goto(f"{live_server.url}/e/middle/")
    shown = phone.locator("table.st tbody tr:visible")
    expect(shown).to_have_count(12)
    phone.get_by_label("Show").select_option(label="Harbour")
    expect(shown).to_have_count(2)
    assert {row.get_attribute("data-k") for row in shown.all()} == {"2", "5"}
    phone.get_by_label("Show").select_option(label="Everyone")
    expect(shown).to_have_count(12)


def test_every_match_and_the_cross_table_stay_within_a_phone(
    live_server: LiveServer, held: BookRecord, phone: Page
) -> None:
    phone.goto(f"{live_server.url}/e/middle/")
    heads = phone.locator(".st thead button:visible").evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert heads
    assert min(heads) >= 44
    expect(phone.locator("td.m").first).to_be_hidden()
    phone.get_by_text("All columns").click()
    expect(phone.locator("td.m").first).to_be_visible()
    fits = "document.documentElement.scrollWidth <= window.innerWidth"
    assert phone.evaluate(fits)
    phone.get_by_role("link", name="Cross table").click()
    expect(phone.locator("table.cross td.m").first).to_be_attached()
    assert phone.evaluate(fits)
    phone.set_viewport_size({"width": 700, "height": 740})
    assert phone.evaluate(NO_NAME_UNDER_A_TOTAL)
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"{live_server.url}/e/middle/race/#scores")
    expect(phone.locator(".race-fig.by-total")).to_be_visible()
    expect(phone.locator(".race-fig.by-place")).to_be_hidden()
    assert phone.evaluate(fits)
