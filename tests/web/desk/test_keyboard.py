"""Scores entered at the desk with the keyboard alone, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import DrawPublished, ResultDisputed, ResultPosted
from overtrick.core.event.score.rounds import RecordedResult
from overtrick.core.model.notation import read_result
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from web.congresses import do
from web.desk.conftest import held_with, rehearsed

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    postings = rehearsed(8)
    drawn = next(place for place, each in enumerate(postings) if isinstance(each.act, DrawPublished))
    return held_with(congress, postings[: drawn + 1])


@pytest.fixture
def page(live_server: LiveServer, chromium: Browser, held: BookRecord) -> Iterator[Page]:
    """The room at the desk."""
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    context = chromium.new_context()
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/e/{held.slug}/room/")
    yield page
    context.close()


def test_results_are_entered_corrected_and_agreed_by_keys_alone(page: Page, held: BookRecord) -> None:
    line, reading = page.locator("#line"), page.locator("#reading")
    expect(line).to_be_focused()
    keys = page.keyboard
    keys.type("2 3 4sx s +1")
    expect(reading).to_contain_text("4SX by South +1: NS +690")
    expect(reading).to_contain_text("Table 2, board 3 (EW vulnerable)")
    keys.press("Enter")
    expect(reading).to_contain_text("Posted as no. ")
    expect(line).to_have_value("")
    expect(page.locator(".grid li").nth(1)).to_contain_text("1/8")
    keys.type("2 3 4s s =")
    expect(reading).to_contain_text("already")
    keys.press("Enter")
    expect(reading).to_have_class(re.compile("refused"))
    keys.press("Escape")
    expect(line).to_have_value("")
    keys.press("ArrowUp")
    expect(line).to_have_value("2 3 4sx s +1")
    keys.press("Escape")
    keys.type("2 3 4s s = ! not doubled")
    expect(reading).to_contain_text("NS +420 (was NS +690)")
    keys.press("Enter")
    expect(reading).to_contain_text("board 3 corrected")
    keys.type("1 4 p")
    keys.press("Enter")
    expect(page.locator(".grid li").nth(0)).to_contain_text("1/8")
    keys.type("1 4 ok")
    expect(reading).to_contain_text("passed out is confirmed")
    keys.press("Enter")
    expect(reading).to_contain_text("Posted as no. ")
    results = event_projection(held).event.stage("Swiss").round(1).results
    assert results[2, "", 3].result == read_result("4S S =")
    assert results[1, "", 4].confirmed


def test_ok_agrees_with_what_was_shown_and_with_nothing_else(page: Page, held: BookRecord) -> None:
    do(held, ResultPosted("Swiss", 1, 1, 4, read_result("PASS")))
    reading, keys = page.locator("#reading"), page.keyboard

    def stands() -> RecordedResult:
        return event_projection(held).event.stage("Swiss").round(1).results[1, "", 4]

    page.route("**/line/?*", lambda route: route.abort())
    keys.type("1 4 ok")
    keys.press("Enter")  # typed faster than it was read: it is shown first
    expect(reading).to_contain_text("Not confirmed yet")
    expect(reading).to_contain_text("passed out is confirmed")
    assert not stands().confirmed
    page.unroute("**/line/?*")
    do(held, ResultDisputed("Swiss", 1, 1, 4, seat="West", says=read_result("1NT N =")))
    keys.press("Enter")  # not what was shown any more
    expect(reading).to_contain_text("passed out from the desk, 1NT by North = from West")
    assert not stands().confirmed
    keys.press("Escape")
    keys.type("1 4 ok")
    expect(reading).to_contain_text("passed out, entered by the desk, is confirmed, and 1NT by North = is discarded")
    keys.press("Enter")
    expect(reading).to_contain_text("Posted as no. ")
    assert stands().confirmed
