"""A page that keeps itself right, on the real stream of the real server: told, cut off, and caught up."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Request, expect

from overtrick.core.event.acts import ResultPosted
from overtrick.core.model.notation import read_result
from overtrick.ledger.durable.book import DurableBook, Leader
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.lead.follower import record_contact
from overtrick.web.exchange.lead.models import Heard
from overtrick.web.table.links import link
from web.congresses import do, draw_next, hold, started
from web.servers import Phone, Server

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
BOARDS = range(1, 9)


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of eight pairs with its first round drawn."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A reader's window."""
    context = chromium.new_context(viewport={"width": 390, "height": 800})
    yield context.new_page()
    context.close()


def play_a_table(server: Server, held: BookRecord, table: int) -> None:
    """A phone enters every board of its table."""
    phone = Phone(server, link(held, table), table, tuple(BOARDS))
    phone.play(pause=0)
    assert not phone.refused


def test_a_page_changes_with_the_stream_says_when_it_is_cut_off_and_catches_up(held: BookRecord, page: Page) -> None:
    state = page.locator("[data-state]")
    asked: list[str] = []

    def told(request: Request) -> None:
        asked.append(request.url)

    with Server(workers=1) as server:
        page.on("request", told)
        page.goto(f"http://127.0.0.1:{server.port}/e/{held.slug}/")
        page.evaluate("window.same = true")
        expect(state).to_have_text("live")
        expect(page.get_by_text("0 of 4 tables finished")).to_be_visible()

        play_a_table(server, held, 1)
        expect(page.get_by_text("1 of 4 tables finished")).to_be_visible(timeout=15_000)
        expect(state).to_have_text("live")
        assert b"\novertrick_live_readers 1.0\n" in server.ask("/metrics")[1]
        assert not any(each.endswith("/now") for each in asked), "it asked, where it should have been told"

        server.kill()
        expect(state).to_have_text("offline", timeout=15_000)
        expect(page.get_by_text("1 of 4 tables finished")).to_be_visible()
        do(held, *(ResultPosted("Swiss", 1, 2, board, read_result("3NT N +1")) for board in BOARDS))
        server.start()
        expect(page.get_by_text("2 of 4 tables finished")).to_be_visible(timeout=60_000)
        expect(state).to_have_text("live", timeout=15_000)

        play_a_table(server, held, 3)
        expect(page.get_by_text("3 of 4 tables finished")).to_be_visible(timeout=30_000)
        assert page.evaluate("window.same"), "the page was put right in place, not loaded again"
        page.remove_listener("request", told)
        page.close()


SAME = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const parts = (where) => [...where.querySelectorAll("[data-live]")].map((part) => part.outerHTML);
  return JSON.stringify(parts(page)) === JSON.stringify(parts(document));
}"""


def test_an_open_page_is_sent_its_values_and_becomes_what_the_server_says(held: BookRecord, page: Page) -> None:
    asked: list[Request] = []

    def told(request: Request) -> None:
        asked.append(request)

    with Server(workers=1) as server:
        page.goto(f"http://127.0.0.1:{server.port}/e/{held.slug}/")
        expect(page.locator("[data-state]")).to_have_text("live")
        link_of_one = page.locator("[data-k] a").first
        link_of_one.focus()
        page.evaluate("window.one = document.activeElement")
        page.on("request", told)
        for table in (1, 2, 3):
            play_a_table(server, held, table)
            expect(page.get_by_text(f"{table} of 4 tables finished")).to_be_visible(timeout=30_000)
            page.wait_for_function(SAME, timeout=30_000)
        assert page.evaluate("document.activeElement === window.one"), "the focus stays where it was"
        assert not any("frame=" in each.url for each in asked), "the stream says it all"
        assert not any("x-overtrick-part" in each.headers for each in asked), "the whole page was asked for"
        page.remove_listener("request", told)
        page.close()


def test_a_page_without_the_stream_asks_for_the_pieces_it_lacks(held: BookRecord, page: Page) -> None:
    asked: list[Request] = []

    def told(request: Request) -> None:
        asked.append(request)

    page.add_init_script("delete window.SharedWorker; delete window.Worker")
    with Server(workers=1) as server:
        page.goto(f"http://127.0.0.1:{server.port}/e/{held.slug}/")
        page.on("request", told)
        play_a_table(server, held, 1)
        expect(page.get_by_text("1 of 4 tables finished")).to_be_visible(timeout=30_000)
        page.wait_for_function(SAME, timeout=30_000)
        assert any("?frame=" in each.url for each in asked)
        assert not any("x-overtrick-part" in each.headers for each in asked), "the whole page was asked for"
        page.remove_listener("request", told)
        page.close()


@pytest.mark.parametrize("streamed", [True, False])
def test_an_open_page_says_when_its_venue_falls_silent_and_no_more_when_it_is_heard(
    held: BookRecord, page: Page, *, streamed: bool
) -> None:
    asked: list[Request] = []

    def told(request: Request) -> None:
        asked.append(request)

    if not streamed:
        page.add_init_script("delete window.SharedWorker; delete window.Worker")
    book = DurableBook(held.slug)
    book.change_lead(book.ends().term, Leader("Harbour laptop", "a key"), "Kim", book.last())
    record_contact(held, "a token")
    with Server(workers=1) as server:
        page.goto(f"http://127.0.0.1:{server.port}/e/{held.slug}/")
        expect(page.locator("[data-state]")).to_have_text("live")
        page.on("request", told)
        expect(page.locator("#silence")).to_be_hidden()
        Heard.objects.update(at=timezone.now() - timedelta(minutes=10))
        expect(page.get_by_text("The venue last reported on")).to_be_visible(timeout=30_000)
        page.wait_for_function(SAME, timeout=30_000)
        record_contact(held, "a token")
        expect(page.locator("#silence")).to_be_hidden(timeout=30_000)
        page.wait_for_function(SAME, timeout=30_000)
        assert any("frame=" in each.url for each in asked) is not streamed
        assert not any("x-overtrick-part" in each.headers for each in asked), "the whole page was asked for"
        page.remove_listener("request", told)
        page.close()
