"""What was agreed is what was seen: two phones at a table, one of them without network, late, or second."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultConfirmed, ResultPosted, RoundClosed
from overtrick.core.event.score.rounds import RecordedResult
from overtrick.core.model import read_result
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.links import link, revoke
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

RULES = "nsw-swiss-pairs/congress"
MADE, DOWN, TWO_DOWN = "4♥ by North\u00a0=", "4♥ by North\u00a0−1", "4♥ by North\u00a0−2"

Opens = Callable[[str], Page]
"""A phone of its own at table 1, with a seat tapped."""


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold(RULES)
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer, held: BookRecord) -> Iterator[Opens]:
    """Phones, each with a memory of its own."""
    contexts: list[BrowserContext] = []

    def opens(seat: str) -> Page:
        context = chromium.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{live_server.url}/t/{link(held, 1)}/")
        if seat:
            page.get_by_role("button", name=seat, exact=True).click()
        return page

    yield opens
    for context in contexts:
        context.close()


@pytest.fixture
def desk(chromium: Browser, live_server: LiveServer, held: BookRecord) -> Iterator[Page]:
    """The room at the desk."""
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/e/{held.slug}/room/")
    yield page
    context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def enter(page: Page, result: str, board: int = 1) -> None:
    """Enter four hearts by North by the buttons: `made exactly`, `1 down`, `2 down`."""
    if page.locator(".boards").count():
        page.locator("button.row", has_text=f"Board {board}").first.click()
    press(page, "4 hearts")
    press(page, "North")
    press(page, result)
    press(page, "Post result")


def looks_now(page: Page) -> None:
    """The phone looks at once instead of in a few seconds."""
    page.evaluate("window.dispatchEvent(new Event('online'))")


def sent(page: Page) -> None:
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)


def recorded(held: BookRecord, board: int = 1) -> RecordedResult:
    found = event_projection(held).event.stage("Swiss").result_at(1, 1, "", board)
    assert found is not None
    return found


def agreements(held: BookRecord) -> list[ResultConfirmed]:
    return [each.act for each in event_projection(held).book.postings() if isinstance(each.act, ResultConfirmed)]


def proved(held: BookRecord) -> None:
    assert verify(plan_for(RULES), event_projection(held).book.postings()).objections == ()


def test_agreed_without_network_while_another_phone_entered_another_result(
    phone: Opens, desk: Page, held: BookRecord
) -> None:
    """North enters 4♥ made and East agrees on North's phone, both offline; West's phone has 4♥ one down."""
    north, west = phone("North"), phone("West")
    north.context.set_offline(True)
    enter(north, "made exactly")
    press(north, "Hand the phone to East or West")
    press(north, "I am East")
    expect(north.locator(".card .said")).to_have_text(MADE)
    press(north, "Yes, East–West confirm")
    enter(west, "1 down")
    sent(west)
    north.context.set_offline(False)
    alarm = north.get_by_role("alert")
    expect(alarm).to_contain_text(
        "the reply from East was not sent, because another result was entered", timeout=30_000
    )
    assert agreements(held) == []
    stands = recorded(held)
    assert stands.other is not None
    assert (stands.result, stands.other.result) == (read_result("4H N -1"), read_result("4H N ="))
    press(north, "Show board 1")
    looks_now(west)
    for page in (north, west):
        expect(page.get_by_role("heading", name="Two different results")).to_be_visible()
        expect(page.locator(".word").nth(0)).to_contain_text(f"Entered by West{DOWN}")
        expect(page.locator(".word").nth(1)).to_contain_text(f"Entered by North{MADE}")
    desk.reload()
    expect(desk.locator(".dispute")).to_contain_text("Table 1, board 1: disputed. West says 4♥ N −1")
    expect(desk.locator(".dispute")).to_contain_text("North says 4♥ N =")
    press(north, f"Accept this result: {DOWN}")
    sent(north)
    [agreed] = agreements(held)
    assert (agreed.seat, agreed.result) == ("North", read_result("4H N -1"))
    assert recorded(held).confirmed
    looks_now(west)
    expect(west.locator(".note")).to_contain_text("Board 1 is confirmed")  # and its screen goes on by itself
    expect(west.get_by_role("heading", level=1)).to_have_text("Board 2")
    proved(held)


def test_agreed_inside_the_poll_after_it_was_changed(phone: Opens, held: BookRecord) -> None:
    """East's screen shows 4♥ made; North changes it to two down; East agrees before the phone has heard of it."""
    north, east = phone("North"), phone("East")
    enter(north, "made exactly")
    sent(north)
    looks_now(east)
    east.locator("button.row.asked").click()
    expect(east.locator(".card .said")).to_have_text(MADE)
    east.route("**/now", lambda route: route.abort())  # its next look is still to come
    press(north, "Change result")
    enter(north, "2 down")
    sent(north)
    expect(east.locator(".card .said")).to_have_text(MADE)
    press(east, "Yes, East–West confirm")
    alarm = east.get_by_role("alert")
    expect(alarm).to_contain_text("North has since changed the result to 4♥ by North −2")
    assert agreements(held) == []
    press(east, "Show board 1")
    expect(east.locator(".card .said")).to_have_text(TWO_DOWN)
    press(east, "Yes, East–West confirm")
    sent(east)
    [agreed] = agreements(held)
    assert (agreed.seat, agreed.result) == ("East", read_result("4H N -2"))
    proved(held)


def test_a_second_entry_leads_to_both_results_and_never_to_an_empty_question(
    phone: Opens, desk: Page, held: BookRecord
) -> None:
    """West enters one down on a screen that has not heard of North's 4♥ made."""
    north, west = phone("North"), phone("West")
    west.route("**/now", lambda route: route.abort())
    enter(north, "made exactly")
    sent(north)
    enter(west, "1 down")
    expect(west.get_by_role("heading", name="Two different results")).to_be_visible()
    expect(west.locator(".word")).to_have_count(2)
    expect(west.locator(".word").nth(0)).to_contain_text(f"Entered by North{MADE}")
    expect(west.get_by_role("button", name=re.compile("confirm"))).to_have_count(0)
    assert agreements(held) == []
    looks_now(north)
    expect(north.get_by_role("heading", name="Two different results")).to_be_visible()
    expect(north.get_by_role("button", name=f"Accept this result: {DOWN}")).to_be_visible()
    desk.reload()
    expect(desk.locator(".dispute")).to_contain_text("West says 4♥ N −1")
    press(north, "Neither is right: enter again")
    enter(north, "2 down")
    sent(north)
    stands = recorded(held)
    assert stands.other is not None
    assert (stands.result, stands.other.result) == (read_result("4H N -2"), read_result("4H N -1"))
    desk.reload()
    desk.locator(".dispute").get_by_role("link", name="confirm").nth(1).click()  # the desk settles it
    press(desk, "Preview")
    expect(desk.locator(".foreseen")).to_contain_text(
        "4H by North −1, entered by West, is confirmed, and 4H by North −2 is"
    )
    press(desk, "Confirm the result")
    assert recorded(held).confirmed
    assert recorded(held).result == read_result("4H N -1")
    looks_now(north)
    expect(north.locator(".note")).to_contain_text(f"Board 1 is confirmed: {DOWN}")
    proved(held)


def test_after_no_the_main_button_is_not_to_agree_and_both_sides_know(phone: Opens, held: BookRecord) -> None:
    north, east = phone("North"), phone("East")
    enter(north, "made exactly")
    sent(north)
    looks_now(east)
    east.locator("button.row.asked").click()
    press(east, "No, this is wrong")
    expect(east.locator("button.wide").first).to_have_text("Enter the result")
    sent(east)
    looks_now(north)
    expect(north.locator(".alarm")).to_contain_text("East–West say this is wrong")
    expect(north.locator("button.wide").first).to_have_text("Enter again")
    press(east, "Enter the result")
    enter(east, "1 down")
    sent(east)
    looks_now(north)
    press(north, f"Accept this result: {DOWN}")
    sent(north)
    assert (recorded(held).result, recorded(held).confirmed) == (read_result("4H N -1"), True)
    looks_now(east)
    expect(east.get_by_role("heading", level=1)).to_have_text("Board 2")
    assert [(each.by) for each in event_projection(held).book.postings()][-3:] == [
        "table 1 East", "table 1 East", "table 1 North",
    ]  # fmt: skip
    proved(held)


def test_the_same_result_on_both_phones_is_agreed(phone: Opens, held: BookRecord) -> None:
    north, west = phone("North"), phone("West")
    north.context.set_offline(True)
    enter(north, "made exactly")
    enter(west, "made exactly")
    sent(west)
    north.context.set_offline(False)
    sent(north)
    assert recorded(held).confirmed
    expect(north.locator(".note")).to_contain_text("Board 1 is confirmed")


def test_a_screen_on_which_nothing_was_typed_shows_what_the_other_side_entered(phone: Opens, held: BookRecord) -> None:
    north, west = phone("North"), phone("West")
    west.locator("button.row", has_text="Board 1").first.click()
    enter(north, "made exactly")
    sent(north)
    looks_now(west)
    expect(west.locator(".card .said")).to_have_text(MADE)
    press(west, "Yes, East–West confirm")
    sent(west)
    looks_now(north)
    expect(north.get_by_role("heading", level=1)).to_have_text("Board 2")
    assert recorded(held).confirmed


def test_two_results_entered_on_one_phone(phone: Opens, held: BookRecord) -> None:
    """North enters, East has the phone and says otherwise, North has it back and takes East's word."""
    page = phone("North")
    enter(page, "made exactly")
    press(page, "Hand the phone to East or West")
    press(page, "I am East")
    press(page, "No, this is wrong")
    press(page, "Enter the result")
    expect(page.locator(".hand")).to_contain_text("East enters for East–West")
    enter(page, "1 down")
    expect(page.get_by_role("heading", name="Two different results")).to_be_visible()
    expect(page.get_by_text("You are East–West.")).to_be_visible()
    press(page, "Ours is right: hand the phone back")
    expect(page.get_by_text("You are North–South.")).to_be_visible()
    press(page, f"Accept this result: {DOWN}")
    sent(page)
    assert (recorded(held).result, recorded(held).confirmed) == (read_result("4H N -1"), True)
    assert [each.by for each in event_projection(held).book.postings()][-4:] == [
        "table 1 North", "table 1 East", "table 1 East", "table 1 North",
    ]  # fmt: skip
    proved(held)


def test_a_seat_is_tapped_once_with_the_names_of_who_sits_there_and_can_be_changed(
    phone: Opens, held: BookRecord, live_server: LiveServer
) -> None:
    page = phone("")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose your seat")
    seating = event_projection(held).event.stage("Swiss").round(1).seatings[1]
    for side, number in (("North–South", seating.ns), ("East–West", seating.ew)):
        there = page.locator(".seats", has_text=side)
        expect(there).to_contain_text(f"Alder {number} and Birch {number}")
    press(page, "South")
    expect(page.locator(".you")).to_contain_text("You are South.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.reload()
    expect(page.locator(".you")).to_contain_text("You are South.")
    press(page, "Change seat")
    press(page, "West")
    expect(page.locator(".you")).to_contain_text("You are West.")
    for table in range(1, 5):
        for board in range(1, 9):
            do(held, ResultPosted("Swiss", 1, table, board, read_result("1NT N =")))
    do(held, RoundClosed("Swiss", 1))
    draw_next(held)
    looks_now(page)
    now = event_projection(held).event.stage("Swiss").round(2).seatings[1]
    stays = now.ew == seating.ew
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("round 2") if stays else "Choose your seat"
    )  # other people sit there, and are asked again


def test_what_waits_goes_by_the_next_code_of_the_same_table(
    phone: Opens, held: BookRecord, live_server: LiveServer
) -> None:
    page = phone("North")
    page.route("**/message", lambda route: route.abort())
    enter(page, "made exactly")
    expect(page.locator(".status")).to_contain_text("1 message is waiting")
    revoke(held, 1)
    page.unroute("**/message")
    looks_now(page)
    expect(page.get_by_role("heading", name="This link was cancelled")).to_be_visible(timeout=20_000)
    expect(page.locator("#unsent")).to_contain_text("1 message from table 1 is waiting on this phone")
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    sent(page)
    assert recorded(held).result == read_result("4H N =")
