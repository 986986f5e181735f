"""The table's phone in a real browser: buttons, agreement, the network gone and back."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultConfirmed, ResultPosted
from overtrick.core.laws.score import ns_points
from overtrick.core.model import read_result
from overtrick.core.model.boards import Board
from overtrick.core.model.results import PlayedContract
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.server.certificate import certificate
from overtrick.web.table.links import link, revoke
from web.congresses import do, draw_next, hold, started
from web.servers import tls_before

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    """A small phone."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    yield context
    context.close()


def opened(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord, table: int = 1, seat: str = "North"
) -> Page:
    """The table's page on a phone, its seat tapped."""
    page = phone.new_page()
    page.goto(f"{live_server.url}/t/{link(held, table)}/")
    page.get_by_role("button", name=seat, exact=True).click()
    return page


def enter(page: Page, board: int, *, agree: bool = True) -> None:
    """Enter four spades by South, one over, by the buttons; then hand the phone to East, who agrees."""
    if page.get_by_role("button", name="Call the director").count() and page.locator(".boards").count():
        page.locator("button.row", has_text=f"Board {board}").first.click()
    page.get_by_role("button", name="4 spades", exact=True).click()
    page.get_by_role("button", name="South").click()
    page.get_by_role("button", name="1 overtrick").click()
    page.get_by_role("button", name="hearts led").click()
    page.get_by_role("button", name="K", exact=True).click()
    expect(page.locator(".said")).to_have_text("4♠ by South +1")
    page.get_by_role("button", name="Post result").click()
    if not agree:
        return
    page.get_by_role("button", name="Hand the phone to East").click()
    if page.get_by_role("button", name="I am East").count():
        page.get_by_role("button", name="I am East").click()
    expect(page.locator(".said")).to_have_text("4♠ by South\u00a0+1")
    page.get_by_role("button", name="Yes, East–West confirm").click()


def results(held: BookRecord) -> int:
    return len(event_projection(held).event.stage("Swiss").round(1).results)


def test_a_board_is_entered_and_agreed_on_one_phone_handed_over(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)
    enter(page, 1)
    expect(page.locator(".status")).to_contain_text("All messages sent")
    expect(page.get_by_role("heading")).to_have_text("Board 2")  # the next board by itself
    recorded = event_projection(held).event.stage("Swiss").result_at(1, 1, "", 1)
    assert recorded is not None
    assert recorded.confirmed
    assert recorded.result == read_result("4S S +1")
    entered, agreed = list(event_projection(held).book.postings())[-2:]
    assert (entered.by, agreed.by) == ("table 1 North", "table 1 East")
    assert isinstance(agreed.act, ResultConfirmed)
    assert (agreed.act.result, agreed.act.seen, agreed.act.seat) == (recorded.result, entered.number, "East")


def test_nothing_scrolls_sideways_and_every_target_is_large(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)
    page.locator("button.row", has_text="Board 1").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 640, "one screen, no scrolling"
    heights = page.evaluate(
        "[...document.querySelectorAll('button')]"
        ".filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def test_results_wait_on_the_phone_while_the_network_is_gone(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)
    phone.set_offline(True)
    for board in range(1, 9):
        enter(page, board)
    expect(page.locator(".status")).to_contain_text("16 messages are waiting to be sent")
    assert results(held) == 0
    phone.set_offline(False)
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)
    state = event_projection(held).event.stage("Swiss").round(1)
    assert sorted(place[2] for place in state.results) == list(range(1, 9))
    assert all(recorded.confirmed for recorded in state.results.values())
    posted = [
        posting.act.board for posting in event_projection(held).book.postings() if isinstance(posting.act, ResultPosted)
    ]
    assert posted == list(range(1, 9)), "sent once, in order"


def test_the_page_opens_with_the_network_gone_and_still_has_what_waits(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)  # the first visit, and the only one
    page.wait_for_function("() => caches.match(location.href).then(Boolean)", timeout=20_000)
    page.wait_for_function(
        "() => Promise.all([...document.scripts].filter((each) => each.src).map((each) => caches.match(each.src)))"
        ".then((kept) => kept.every(Boolean))"
    )
    phone.set_offline(True)
    enter(page, 1, agree=False)
    page.reload()
    expect(page.locator(".status")).to_contain_text("1 message is waiting")
    expect(page.locator(".boards")).to_contain_text("4♠ by South +1")
    phone.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)
    assert results(held) == 1


def test_a_page_that_was_never_opened_says_so_without_network_and_leads_back(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)
    page.wait_for_function("() => caches.match(location.href).then(Boolean)", timeout=20_000)
    home = page.url
    phone.set_offline(True)
    page.goto(f"{home}board/1/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(home)
    expect(page.locator(".boards")).to_contain_text("Board 1")


def test_on_plain_http_the_page_goes_on_while_it_is_open_and_says_so(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = phone.new_page()
    page.goto(f"{live_server.url.replace('localhost', 'hall.test')}/t/{link(held, 1)}/")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    page.get_by_role("button", name="North", exact=True).click()
    phone.set_offline(True)
    for board in (1, 2):
        enter(page, board)
    expect(page.locator(".status")).to_contain_text("4 messages are waiting to be sent. Keep this page open")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"], "whoever reloads it is asked first"
    phone.set_offline(False)
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)
    expect(page.locator(".status")).not_to_contain_text("Keep this page open")
    assert results(held) == 2


def test_under_a_certificate_that_it_does_not_trust_the_phone_is_told_to_keep_the_page_open(
    chromium: Browser, live_server: LiveServer, held: BookRecord, tmp_path: Path
) -> None:
    own = certificate(tmp_path, ("localhost", "127.0.0.1"))
    clicked_through = chromium.new_context(ignore_https_errors=True)
    page = clicked_through.new_page()
    with tls_before(urlsplit(live_server.url).port or 0, own) as port:
        page.goto(f"https://localhost:{port}/t/{link(held, 1)}/")
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [True, True]
        page.get_by_role("button", name="North", exact=True).click()
        clicked_through.set_offline(True)
        expect(page.locator(".status")).to_contain_text("No network. Nothing to send. Keep this page open")
    clicked_through.close()


def test_a_refusal_takes_the_answer_with_it_and_is_shown_until_somebody_has_seen_it(
    phone: BrowserContext, live_server: LiveServer, held: BookRecord
) -> None:
    page = opened(phone, live_server, held)
    phone.set_offline(True)
    enter(page, 1)
    do(held, ResultPosted("Swiss", 1, 1, 1, read_result("PASS")))
    do(held, ResultConfirmed("Swiss", 1, 1, 1, result=read_result("PASS")))
    phone.set_offline(False)
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text("Not accepted: 4♠ by South +1. Board 1 was confirmed: passed out.", timeout=30_000)
    expect(alarm).to_contain_text("The other side’s reply was not sent either.")
    expect(alarm).to_have_count(1)
    expect(page.locator(".status")).not_to_contain_text("wait")
    page.get_by_role("button", name="Show board 1").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert [posting.act for posting in event_projection(held).book.postings()][-1] == ResultConfirmed(
        "Swiss", 1, 1, 1, result=read_result("PASS"), seen=event_projection(held).last - 1
    )


def test_a_call_shows_at_once(phone: BrowserContext, live_server: LiveServer, held: BookRecord) -> None:
    page = opened(phone, live_server, held)
    page.get_by_role("button", name="Call the director").click()
    page.get_by_role("button", name="A ruling is needed").click()
    expect(page.locator(".called")).to_contain_text("Calling the director. A ruling is needed.")
    expect(page.locator(".status")).to_contain_text("All messages sent")
    assert event_projection(held).event.stage("Swiss").round(1).calls


def test_a_link_taken_back_closes_the_page(phone: BrowserContext, live_server: LiveServer, held: BookRecord) -> None:
    page = opened(phone, live_server, held)
    revoke(held, 1)
    expect(page.get_by_role("heading", name="This link was cancelled")).to_be_visible(timeout=20_000)


def test_the_phone_scores_as_the_engine_does(phone: BrowserContext, live_server: LiveServer, held: BookRecord) -> None:
    """Every contract and result on a board of each vulnerability."""
    page = opened(phone, live_server, held)
    cases = [
        (board, level, strain, doubled, declarer, result)
        for board in (1, 2, 3, 4)
        for level in range(1, 8)
        for strain in ("C", "D", "H", "S", "NT")
        for doubled in (0, 1, 2)
        for declarer in ("N", "E")
        for result in range(-6 - level, 8 - level)
    ]
    shown = page.evaluate("(cases) => cases.map((each) => Bridge.score(...each))", cases)
    for case, points in zip(cases, shown, strict=True):
        board, level, strain, doubled, declarer, result = case
        text = f"{level}{strain}{'X' * doubled} {declarer} {'=' if result == 0 else f'{result:+d}'}"
        played = read_result(text)
        assert isinstance(played, PlayedContract)
        assert ns_points(Board.from_number(board), played) == points, case
