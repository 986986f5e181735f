"""Lines typed faster than the desk answers: counted, asked about, and posted once although the page is left."""

import re
from collections.abc import Iterator
from time import monotonic, sleep

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, CDPSession, Dialog, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import DrawPublished
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from web.desk.conftest import held_with, rehearsed

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LINES = ("1 1 4sn=", "3nn=", "t2 2hs=", "4he-1", "p")
BOARDS = {(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)}


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    postings = rehearsed(8)
    drawn = next(place for place, each in enumerate(postings) if isinstance(each.act, DrawPublished))
    return held_with(congress, postings[: drawn + 1])


@pytest.fixture
def client_of_desk(held: BookRecord) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    return client


@pytest.fixture
def page(live_server: LiveServer, chromium: Browser, held: BookRecord, client_of_desk: Client) -> Iterator[Page]:
    """The room at the desk."""
    context = chromium.new_context()
    session = client_of_desk.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/e/{held.slug}/room/")
    yield page
    context.close()


def slow(page: Page, milliseconds: int) -> CDPSession:
    """Let every answer take so long."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    rates = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", rates)
    return network


def type_lines(page: Page, *lines: str) -> None:
    for each in lines:
        page.keyboard.type(each)
        page.keyboard.press("Enter")


def boards(held: BookRecord) -> set[tuple[int, int]]:
    return {(table, board) for table, _, board in event_projection(held).event.stage("Swiss").round(1).results}


def come_in(held: BookRecord, wanted: set[tuple[int, int]]) -> None:
    """Wait for results."""
    until = monotonic() + 40
    while boards(held) != wanted and monotonic() < until:
        sleep(0.2)
    assert boards(held) == wanted


def test_lines_that_wait_are_counted_asked_about_and_posted_when_the_page_is_left(page: Page, held: BookRecord) -> None:
    before = event_projection(held).last
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    slow(page, 3000)
    type_lines(page, *LINES)
    waiting = "5 lines are waiting to be posted: 1 1 4sn= · 3nn= · t2 2hs="
    expect(page.locator("#waiting-lines")).to_contain_text(waiting)
    page.get_by_role("link", name="Standings").click(no_wait_after=True)
    page.wait_for_url("**/standings/", timeout=60_000)
    come_in(held, BOARDS)
    sleep(1)
    assert event_projection(held).last == before + len(LINES), "each is posted once"
    assert asked == ["beforeunload"]


def test_a_page_that_comes_back_says_what_became_of_its_lines(page: Page, held: BookRecord) -> None:
    before = event_projection(held).last
    page.on("dialog", lambda dialog: dialog.accept())
    network = slow(page, 3000)
    type_lines(page, *LINES)
    page.get_by_role("link", name="Standings").click(no_wait_after=True)
    page.wait_for_url("**/standings/", timeout=60_000)
    rates = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", rates)
    page.go_back(wait_until="commit")
    expect(page.locator("#line")).to_be_visible()
    come_in(held, BOARDS)
    expect(page.locator("#waiting-lines")).to_be_hidden()
    type_lines(page, "t3 4sn=")
    come_in(held, BOARDS | {(3, 1)})
    assert event_projection(held).last == before + len(LINES) + 1


def test_a_refusal_is_not_covered_and_no_text_is_lost(page: Page, held: BookRecord) -> None:
    slow(page, 1000)
    type_lines(page, "1 1 4sn=", "4sn=14", "3nn=", "t2 2hs=")
    refused = page.locator("#unposted-lines li")
    expect(refused).to_have_count(3)
    expect(refused.first).to_contain_text("Not posted: 4sn=14")
    type_lines(page, "3 1 4sn=")
    expect(page.locator("#reading")).to_have_class(re.compile("posted"))
    expect(refused).to_have_count(3)
    expect(refused.nth(2)).to_contain_text("t2 2hs=")
    refused.nth(2).get_by_role("button", name="Restore the line").click()
    expect(page.locator("#line")).to_have_value("t2 2hs=")
    page.keyboard.press("Enter")
    come_in(held, {(1, 1), (2, 1), (3, 1)})
    refused.first.get_by_role("button", name="Discard the line").click()
    expect(refused).to_have_count(1)


def test_lines_sent_again_by_their_keys_are_posted_once(held: BookRecord, client_of_desk: Client) -> None:
    before = event_projection(held).last
    address = f"{held.desk}line/post-all/"
    sent = {"stage": "Swiss", "at": "", "line": list(LINES), "key": [f"key {each}" for each in LINES]}
    for _ in range(3):
        answer = client_of_desk.post(address, sent)
        assert (answer.status_code, answer.json()["posted"]) == (200, 5)
    assert boards(held) == BOARDS
    assert event_projection(held).last == before + 5


@pytest.mark.parametrize("count", range(4))
def test_so_many_lines_are_posted(count: int, held: BookRecord, client_of_desk: Client) -> None:
    sent = {"stage": "Swiss", "at": "", "line": LINES[:count], "key": [f"key {each}" for each in LINES[:count]]}
    assert client_of_desk.post(f"{held.desk}line/post-all/", sent).json()["posted"] == count
    assert len(boards(held)) == count


def test_after_a_refusal_nothing_is_posted_and_the_next_page_has_the_texts(
    held: BookRecord, client_of_desk: Client
) -> None:
    lines = ["1 1 4sn=", "4sn=14", "3nn="]
    answer = client_of_desk.post(
        f"{held.desk}line/post-all/", {"stage": "Swiss", "at": "", "line": lines, "key": ["one", "two", "three"]}
    )
    assert (answer.status_code, answer.json()["posted"]) == (409, 1)
    assert boards(held) == {(1, 1)}
    assert "Not posted: 4sn=14 · 3nn=." in client_of_desk.get(f"{held.desk}standings/").content.decode()
