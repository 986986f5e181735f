"""A browser opens six connections to a host: the live pages of one browser share one of them, seen or left behind."""

import json
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from overtrick.web.congress.models import BookRecord
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.page_times import assert_each_is_there_at_once, seconds, seconds_alone
from web.servers import Phone, Server, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PAGES = ("", "draw/", "seat/", "race/", "flow/", "conditions/")
OUT_OF_SIGHT = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => %s });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of eight pairs with its first round drawn."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def server(held: BookRecord) -> Iterator[Server]:
    """The server, with every page asked for once: what is measured is the browser's waiting."""
    with Server(workers=1) as running:
        for page in PAGES:
            assert running.status(f"/e/{held.slug}/{page}") == 200
        yield running


@pytest.fixture
def browser(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser as somebody has it, its memory its own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(15_000)
    yield context
    context.close()


def streams(server: Server) -> int:
    """How many live streams the server holds."""
    found = re.search(r"^overtrick_live_readers (\d+)", server.ask("/metrics")[1].decode(), re.MULTILINE)
    assert found
    return int(found[1])


def posts_a_result(server: Server, held: BookRecord, table: int) -> None:
    phone = Phone(server, link(held, table), table, (1,))
    phone.play(pause=0)
    assert not phone.refused


def test_twelve_pages_in_a_row_are_each_there_at_once(
    server: Server, held: BookRecord, browser: BrowserContext
) -> None:
    page = browser.new_page()
    home = f"http://127.0.0.1:{server.port}/e/{held.slug}/"

    def twelve_pages() -> list[float]:
        took = [seconds(page, f"{home}{PAGES[each % len(PAGES)]}") for each in range(11)]
        page.evaluate("window.same = true")
        return [*took[1:], seconds(page, f"{home}{PAGES[5]}")]

    assert_each_is_there_at_once(twelve_pages, lambda: seconds_alone(browser.browser, home))
    page.go_back(wait_until="commit")
    expect(page).to_have_url(f"{home}{PAGES[4]}")
    assert page.evaluate("window.same"), "it was kept, and comes back as it was"
    posts_a_result(server, held, 1)
    number = page.locator("[data-number]")
    expect(number).to_have_attribute("data-number", str(last(server, held)))
    expect(page.locator("[data-state]")).to_have_text("live")
    wait_until(lambda: streams(server) == 1, 10)


def test_ten_pages_at_once_share_one_stream_and_all_are_told(
    server: Server, held: BookRecord, browser: BrowserContext
) -> None:
    home = f"http://127.0.0.1:{server.port}/e/{held.slug}/"
    pages: list[Page] = []

    def ten_pages() -> list[float]:
        while pages:
            pages.pop().close()
        pages.extend(browser.new_page() for _ in range(10))
        return [seconds(page, home) for page in pages][1:]

    assert_each_is_there_at_once(ten_pages, lambda: seconds_alone(browser.browser, home))
    wait_until(lambda: streams(server) == 1, 10)  # the stream of the page on its own is let go
    posts_a_result(server, held, 1)
    for page in pages:
        expect(page.locator("[data-number]")).to_have_attribute("data-number", str(last(server, held)))


def test_pages_of_two_events_share_it_too(server: Server, held: BookRecord, browser: BrowserContext) -> None:
    other = hold("nsw-swiss-pairs/congress", slug="second")
    started(other, 8)
    draw_next(other)
    home = f"http://127.0.0.1:{server.port}/e"
    pages = {each.slug: browser.new_page() for each in (held, other)}
    for slug, page in pages.items():
        seconds(page, f"{home}/{slug}/")
    assert streams(server) == 1
    for each in (held, other, held):
        posts_a_result(server, each, 1 if each is other else 2)
        expect(pages[each.slug].locator("[data-number]")).to_have_attribute("data-number", str(last(server, each)))


def test_the_desk_of_an_event_that_is_not_shown_shares_it_with_the_pages_of_another(
    server: Server, held: BookRecord, browser: BrowserContext
) -> None:
    hidden = hold("nsw-swiss-pairs/congress", slug="hidden")
    started(hidden, 8)
    draw_next(hidden)
    BookRecord.objects.filter(slug=hidden.slug).update(shown=False)
    official = Client()
    official.force_login(User.objects.create_superuser("lee"))
    home = f"http://127.0.0.1:{server.port}"
    browser.add_cookies([{"name": "sessionid", "value": official.cookies["sessionid"].value, "url": home}])
    public, desk = browser.new_page(), browser.new_page()
    seconds(public, f"{home}/e/{held.slug}/")
    seconds(desk, f"{home}/desk/e/{hidden.slug}/room/")
    wait_until(lambda: streams(server) == 1, 10)  # the line of the first page alone is let go
    before = int(desk.locator("[data-number]").get_attribute("data-number") or 0)
    posts_a_result(server, hidden, 1)
    expect(desk.locator("[data-number]")).to_have_attribute("data-number", str(before + 1))
    posts_a_result(server, held, 1)
    expect(public.locator("[data-number]")).to_have_attribute("data-number", str(last(server, held)))


def test_a_page_out_of_sight_holds_no_stream_and_is_right_when_it_is_seen_again(
    server: Server, held: BookRecord, browser: BrowserContext
) -> None:
    page = browser.new_page()
    seconds(page, f"http://127.0.0.1:{server.port}/e/{held.slug}/")
    assert streams(server) == 1
    page.evaluate(OUT_OF_SIGHT % "true")
    wait_until(lambda: streams(server) == 0, 10)
    posts_a_result(server, held, 1)
    page.evaluate(OUT_OF_SIGHT % "false")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", str(last(server, held)))
    expect(page.locator("[data-state]")).to_have_text("live")
    assert streams(server) == 1


@pytest.mark.parametrize("without", ["SharedWorker", "SharedWorker, window.Worker"])
def test_a_browser_without_shared_workers_is_kept_right_all_the_same(
    server: Server, held: BookRecord, browser: BrowserContext, without: str
) -> None:
    browser.add_init_script(f"for (const each of '{without}'.split(', window.')) delete window[each];")
    page = browser.new_page()
    seconds(page, f"http://127.0.0.1:{server.port}/e/{held.slug}/")
    assert streams(server) == (1 if without == "SharedWorker" else 0)
    posts_a_result(server, held, 1)
    expect(page.locator("[data-number]")).to_have_attribute("data-number", str(last(server, held)), timeout=20_000)
    page.evaluate(OUT_OF_SIGHT % "true")
    wait_until(lambda: streams(server) == 0, 10)


def last(server: Server, held: BookRecord) -> int:
    """The number of the last posting, as the server says it."""
    return int(json.loads(server.ask(f"/e/{held.slug}/now")[1])["number"])
