"""The public pages and a table's page on a slow line and without scripts: what they weigh, and that they are whole."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import EntryTaken
from overtrick.core.model import Player
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.server.demo.books import EVENTS
from overtrick.web.table.links import link
from web.congresses import hold, keep
from web.rehearsed import SWISS, demo_book, rehearsed, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FIRST_LOAD = 60_000
"""Bytes on the wire, heads and fonts too, of a first visit."""
QUESTIONS = 10
"""Files of a first visit: each costs a head, and on a slow line a round trip."""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs in the middle of its third round; two players of it have numbers."""
    made = hold(SWISS, "middle")
    postings = until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3)
    for place, each in enumerate(postings):
        if isinstance(each.act, EntryTaken) and each.act.contestant == "1":
            named = EntryTaken("1", "", players=(Player("Tess Alder", "1001"), Player("Ann Birch", "1002")))
            postings[place] = type(each)(each.number, named, each.by, each.at, each.key)
    keep(made, postings)
    return made


@pytest.fixture
def plain(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser that runs no scripts."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    yield context
    context.close()


def pages(held: BookRecord) -> dict[str, str]:
    """The four pages that are looked at most."""
    return {
        "standings": "/e/middle/",
        "board": "/e/middle/board/swiss/1/3/",
        "scorecard": "/e/middle/pair/1/",
        "phone": f"/t/{link(held, 1)}/",
    }


@pytest.mark.parametrize("name", ["standings", "board", "scorecard", "phone"])
def test_a_first_visit_is_light(name: str, chromium: Browser, live_server: LiveServer, held: BookRecord) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    came: dict[str, float] = {}
    kinds: dict[str, str] = {}
    line.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"]}))
    line.on("Network.loadingFinished", lambda told: came.update({told["requestId"]: told["encodedDataLength"]}))
    line.send("Network.enable")
    answer = page.goto(f"{live_server.url}{pages(held)[name]}")
    assert answer is not None
    assert answer.status == 200
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1000)  # the icon, which no event tells of
    first = {one: size for one, size in came.items() if kinds.get(one) not in {"Fetch", "EventSource"}}
    assert {"Document", "Stylesheet", "Script", "Font"} <= set(kinds.values())
    assert 20_000 < sum(first.values()) < FIRST_LOAD
    assert list(kinds.values()).count("Stylesheet") == 1
    assert len(first) <= QUESTIONS
    context.close()


def test_every_public_page_is_whole_without_scripts(
    plain: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = plain.new_page()
    page.goto(live_server.url)
    page.locator("main").get_by_role("link", name=held.title).first.click()
    expect(page.locator("main tbody tr")).to_have_count(12)
    _whole(page, "standings")
    page.locator("main td.total a.why").first.click()
    expect(page.locator("main .tree li").first).to_be_visible()
    _whole(page, "why")
    for name, path, sign in (
        ("event's congress", f"/c/{held.congress_id}/", "a[href='/e/middle/']"),
        ("draw", "/e/middle/draw/", "tbody tr"),
        ("scorecard", "/e/middle/pair/1/", "tbody tr"),
        ("board", "/e/middle/board/swiss/1/3/", "tbody tr"),
        ("match", "/e/middle/match/swiss/2/1/", "tbody tr"),
        ("race", "/e/middle/race/", "svg"),
        ("find", "/find/?q=alder", "a[href^='/']"),
        ("person", "/p/home/1001/", "a[href^='/e/middle/']"),
        ("conditions", "/e/middle/conditions/", "p"),
    ):
        answer = page.goto(f"{live_server.url}{path}")
        assert answer is not None
        assert answer.status == 200, name
        expect(page.locator(f"main {sign}").first).to_be_attached()
        _whole(page, name)


def test_a_bracket_is_whole_without_scripts(plain: BrowserContext, live_server: LiveServer) -> None:
    shown = next(each for each in EVENTS if each.slug == "gnot")
    keep(hold(shown.rules, shown.slug, shown.title), demo_book(shown))
    page = plain.new_page()
    page.goto(f"{live_server.url}/e/gnot/bracket/")
    assert page.locator("main a.who").count() > 20
    _whole(page, "bracket")


def _whole(page: Page, name: str) -> None:
    """The page says something, leads on, and leaves nothing empty that a script would fill."""
    assert len(page.locator("main").inner_text()) > 60, name
    assert page.locator("a[href]").count() > 3, name
    assert page.locator("main h1, main h2").first.inner_text().strip(), name
    for part in page.locator("main section, main table, main tbody, main ul").all():
        assert not part.is_visible() or part.inner_text().strip(), name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_a_result_is_entered_and_agreed_without_scripts(
    plain: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    state = event_projection(held).event.stage("Swiss")
    table, _, board = state.missing(3)[0]
    page = plain.new_page()
    page.goto(f"{live_server.url}/t/{link(held, table)}/")
    enter = page.locator("form", has=page.get_by_role("heading", name="Enter a result"))
    enter.get_by_label("North").check()
    enter.get_by_label("Board").select_option(str(board))
    enter.get_by_label("Contract, declarer, result").fill("4S S +1")
    enter.get_by_role("button", name="Post result").click()
    line = page.locator(".plain-boards li", has_text=f"Board {board}")
    agree = line.locator("form.agree-plain")
    agree.get_by_label("East").check()
    agree.get_by_role("button", name="Confirm").click()
    expect(line).to_contain_text("confirmed")
    expect(line).to_contain_text("4♠")
