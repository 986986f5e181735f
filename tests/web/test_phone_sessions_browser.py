"""Whole sessions at the table in each language: without network, in conflict, and by keyboard for who sees nothing.

What is expected is said by the catalogue, in the language of the page's address.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultConfirmed, ResultDisputed, ResultPosted, RoundClosed
from overtrick.core.model import read_result
from overtrick.core.wording import phrase
from overtrick.views.draws import board_span
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.languages import languages, reading
from overtrick.web.table.links import link
from overtrick.web.translation import plain
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOST_KEYS = 12
"""The most key presses that a usual result may cost, with the opponents' agreement."""
BOARDS = range(1, 9)
TITLE = "Swiss Pairs"


@dataclass(frozen=True)
class Speech:
    """What phones say in a language, and where its pages are."""

    prefix: str

    def __call__(self, template: str, **values: object) -> str:
        with reading(self.prefix):
            return plain(phrase(template, **values))

    @property
    def before(self) -> str:
        """What its addresses begin with."""
        return "" if self.prefix == "en" else f"/{self.prefix}"

    def result(self, bid: str, declarer: str, made: str) -> str:
        """A result as phones show it."""
        return f"{self('{bid} by {declarer}', bid=bid, declarer=self(declarer))}\u00a0{made}"

    def either(self, one: str, other: str) -> str:
        """One of two seats."""
        return f"{self(one)} {self('or')} {self(other)}"


@pytest.fixture(params=["fr", *(pytest.param(other, marks=pytest.mark.long) for other in ("en", "zh"))])
def said(request: pytest.FixtureRequest) -> Speech:
    """A language that phones are read in."""
    speech = Speech(request.param)
    if speech.before:
        assert speech("Choose your seat") != "Choose your seat", "the catalogue has no words of its own"
    return speech


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold("nsw-swiss-pairs/congress", title=TITLE)
    started(made, 8)
    draw_next(made)
    return made


Opens = Callable[..., Page]
"""A phone of its own at a table, with a seat tapped."""


@pytest.fixture
def phone(chromium: Browser, live_server: LiveServer, held: BookRecord, said: Speech) -> Iterator[Opens]:
    """Small phones, each with a memory of its own."""
    contexts: list[BrowserContext] = []

    def opens(seat: str) -> Page:
        context = chromium.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{live_server.url}{said.before}/t/{link(held, 1)}/")
        expect(page.locator("html")).to_have_attribute("lang", languages()[said.prefix].code)
        press(page, said(seat))
        return page

    yield opens
    for context in contexts:
        context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def looks_now(page: Page) -> None:
    """The phone looks at once instead of in a few seconds."""
    page.evaluate("window.dispatchEvent(new Event('online'))")


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def sent(page: Page, said: Speech) -> None:
    """Everything is with the server."""
    looks_now(page)
    expect(page.locator(".status")).to_contain_text(
        said("All messages sent, the last at {at}.", at="@").partition("@")[0], timeout=30_000
    )


def acts(held: BookRecord, kind: type) -> list[Any]:
    return [each for each in event_projection(held).book.postings() if isinstance(each.act, kind)]


def plays(held: BookRecord, table: int) -> None:
    """Another table enters its boards and agrees to them."""
    result = read_result("1NT N =")
    for board in BOARDS:
        do(held, ResultPosted("Swiss", 1, table, board, result, seat="North"))
        do(held, ResultConfirmed("Swiss", 1, table, board, result=result, seat="East"))


def enters(page: Page, said: Speech, made: str) -> None:
    """Four hearts by North, on the screen of a board."""
    for name in (said("{level} {suit}", level=4, suit=said("hearts")), said("North"), made, said("Post result")):
        press(page, name)


class Handed:
    """A phone on which East enters every board, and North agrees to it when it is handed over."""

    def __init__(self, page: Page, said: Speech) -> None:
        self.page, self.said, self.known = page, said, False

    def plays(self, board: int) -> None:
        """Enter a board and have it agreed."""
        page, said = self.page, self.said
        expect(heading(page)).to_have_text(said("Board {board}", board=board))
        enters(page, said, said("{tricks:#overtrick/overtricks}", tricks=1))
        hand = said("Hand the phone to {seat}", seat=said("North") if self.known else said.either("North", "South"))
        press(page, hand)
        if not self.known:
            press(page, said("I am {seat}", seat=said("North")))
            self.known = True
        expect(page.locator(".card .said")).to_have_text(said.result("4♥", "North", "+1"))
        press(page, said("Yes, {side} confirm", side=said("North–South")))

    def loses_the_network(self) -> None:
        """From here on nothing gets through."""
        self.page.context.set_offline(True)

    def waits(self, messages: int) -> None:
        """It says that the network is gone, and how much waits."""
        waiting = self.said("{waiting:#message is/messages are} waiting to be sent.", waiting=messages)
        expect(self.page.locator(".status")).to_have_text(f"{self.said('No network.')} {waiting}")

    def finds_it_again(self) -> None:
        """What waited is sent."""
        self.page.context.set_offline(False)
        sent(self.page, self.said)


def test_a_player_s_session_with_the_network_gone_twice(
    phone: Opens, live_server: LiveServer, held: BookRecord, said: Speech
) -> None:
    for table in (2, 3, 4):
        plays(held, table)
    before = len(acts(held, ResultPosted))
    page = phone("East")
    at = Handed(page, said)
    press(page, said("Enter board {board}", board=1))
    at.plays(1)
    sent(page, said)
    page.wait_for_function("() => caches.match(location.href).then(Boolean)", timeout=20_000)
    page.wait_for_function(
        "() => Promise.all([...document.scripts].filter((each) => each.src).map((each) => caches.match(each.src)))"
        ".then((kept) => kept.every(Boolean))"
    )
    at.loses_the_network()
    at.plays(2)
    at.plays(3)
    at.waits(4)
    four = said("{level} {suit}", level=4, suit=said("hearts"))
    press(page, four)  # half of board 4, and the page is loaded again
    page.reload()
    expect(page.get_by_role("button", name=four, exact=True)).to_have_attribute("aria-pressed", "true")
    press(page, four)
    at.waits(4)
    at.plays(4)
    assert len(acts(held, ResultPosted)) == before + 1
    at.finds_it_again()
    assert len(acts(held, ResultPosted)) == before + 4
    at.plays(5)
    at.loses_the_network()
    at.plays(6)
    page.reload()
    at.waits(2)
    at.plays(7)
    at.plays(8)
    at.finds_it_again()
    posted, agreed = acts(held, ResultPosted)[before:], acts(held, ResultConfirmed)[before:]
    assert [each.act.board for each in posted] == list(BOARDS), "each once, in order"
    assert [each.act.board for each in agreed] == list(BOARDS)
    assert {each.by for each in posted} == {"table 1 East"}
    assert {each.by for each in agreed} == {"table 1 North"}
    shows_what_they_brought(page, said)
    shows_where_it_goes(page, live_server, held, said)


def shows_what_they_brought(page: Page, said: Speech) -> None:
    """The match, the place, and that the next draw is still to come."""
    done, then = page.locator(".done"), page.locator(".then")
    expect(done).to_contain_text(said("Round {round}: all boards are confirmed.", round=1))
    expect(done.locator(".vps .why")).to_be_visible()
    expect(done).to_contain_text(said("of {count}", count=8))
    expect(then).to_contain_text(said("Any further draw will appear here once it is published."))


def shows_where_it_goes(page: Page, live_server: LiveServer, held: BookRecord, said: Speech) -> None:
    """The next round is drawn: the phone says where its people play, and goes on at that table."""
    then = page.locator(".then")
    mine = event_projection(held).event.stage("Swiss").round(1).seatings[1].ew
    do(held, RoundClosed("Swiss", 1))
    draw_next(held)
    looks_now(page)
    drawn = event_projection(held).event.stage("Swiss").round(2)
    goes = next(each for each in drawn.seatings.values() if mine in each.names)
    assert goes.table != 1, "its table is now another's"
    expect(heading(page)).to_have_text(said("Choose your seat"))
    expect(then).to_contain_text(said("Round {round}", round=2))
    side = said("North–South" if goes.ns == mine else "East–West")
    boards = board_span(goes.boards)
    seat = "{strong}Table {table}{plain}, {direction}[, {one:board|boards} {boards}]"
    where = said(seat, strong="", plain="", table=goes.table, direction=side, one=len(goes.boards) == 1, boards=boards)
    expect(then).to_contain_text(where)
    page.goto(f"{live_server.url}{said.before}/t/{link(held, goes.table)}/")
    press(page, said("North" if goes.ns == mine else "East"))
    here = said("Table {table}[ · {room} room] · round {round}", table=goes.table, room="", round=2)
    expect(heading(page)).to_have_text(here)


def test_two_phones_in_conflict(phone: Opens, held: BookRecord, said: Speech) -> None:
    north, west = phone("North"), phone("West")
    west.route("**/now", lambda route: route.abort())  # its next look is still to come
    for page, made in ((north, said("made exactly")), (west, said("{tricks} down", tricks=1))):
        press(page, said("Enter board {board}", board=1))
        enters(page, said, made)
        expect(page.locator(".card, .words")).to_be_visible()
        expect(page.locator(".status")).to_contain_text(
            said("All messages sent, the last at {at}.", at="@").partition("@")[0]
        )
    looks_now(north)
    as_made, down = said.result("4♥", "North", "="), said.result("4♥", "North", "−1")
    now = event_projection(held)
    times = [
        f"{now.event.conducted.local(each.at):%H:%M}" for each in acts(held, ResultPosted) + acts(held, ResultDisputed)
    ]
    for page, theirs, ours in ((north, down, as_made), (west, as_made, down)):
        expect(page).to_have_title(f"{said('Board {board}: two results', board=1)} · {TITLE}")
        expect(page.get_by_role("heading", name=said("Two different results"))).to_be_visible()
        template = (
            "The other side entered {theirs}. You entered {ours}. Check the cards together, then tap your answer."
        )
        expect(page.locator(".alarm")).to_contain_text(said(template, theirs=theirs, ours=ours))
        for word, seat, result, people, time in zip(
            page.locator(".word").all(), ("North", "West"), (as_made, down), pairs_at(held, said), times, strict=True
        ):
            expect(word).to_contain_text(said("Entered by {seat}", seat=said(seat)))
            expect(word).to_contain_text(result)
            expect(word).to_contain_text(said("{people}[, at {time}]", people=people, time=time))
        fits(page)
    assert acts(held, ResultConfirmed) == []
    press(north, said("Accept this result: {result}", result=down))
    sent(north, said)
    [agreed] = acts(held, ResultConfirmed)
    assert (agreed.by, agreed.act.result) == ("table 1 North", read_result("4H N -1"))
    west.unroute("**/now")
    looks_now(west)
    told = said("Board {board} is confirmed: {result}.", board=1, result=down)
    expect(west.locator(".note")).to_have_text(told)
    expect(west.locator("#told")).to_have_text(told)
    expect(heading(west)).to_have_text(said("Board {board}", board=2))


def pairs_at(held: BookRecord, said: Speech) -> list[str]:
    """The players of each side of table 1, either of whom may be meant."""
    event = event_projection(held).event
    seating = event.stage("Swiss").round(1).seatings[1]
    return [
        f" {said('or')} ".join(player.name for player in event.entries[name].players)
        for name in (seating.ns, seating.ew)
    ]


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and nothing is cut off in its own box."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    cut = page.evaluate(
        "[...document.querySelectorAll('#phone *')].filter((each) => each.checkVisibility()"
        " && each.scrollWidth > each.clientWidth + 1 && each.clientWidth).map((each) => each.outerHTML)"
    )
    assert cut == []


class Keyboard:
    """A phone's page as somebody uses it who sees nothing: keys, and what a screen reader is told."""

    def __init__(self, page: Page, said: Speech) -> None:
        self.page, self.said, self.pressed = page, said, 0
        self.tree = page.context.new_cdp_session(page)

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
        self.pressed += len(keys)

    def to(self, name: str) -> None:
        """Press Tab until a button has the focus, and then Enter."""
        wanted = self.page.get_by_role("button", name=name, exact=True)
        expect(wanted).to_be_visible()
        for _ in range(MOST_KEYS):
            self.keys("Tab")
            if wanted.evaluate("(each) => each === document.activeElement"):
                return self.keys("Enter")
        raise AssertionError(f"{name} is more than {MOST_KEYS} Tabs away")

    def hears(self, title: str, first: str) -> None:
        """A new screen: its title is another, its first heading has the focus, and everything there has a name."""
        expect(self.page).to_have_title(f"{title} · {TITLE}")
        expect(heading(self.page)).to_have_text(first)
        expect(heading(self.page)).to_be_focused()
        expect(heading(self.page)).to_have_count(1)
        acting = {"button", "link", "textbox", "heading", "group", "timer"}
        found = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in self.tree.send("Accessibility.getFullAXTree")["nodes"]
            if not node["ignored"] and node["role"]["value"] in acting
        ]
        assert ("heading", first) in found
        assert [role for role, name in found if not name.strip() and role != "timer"] == []

    def told(self, words: str) -> None:
        """The one live region has said it, and is the same that it was."""
        expect(self.page.locator("#told")).to_have_text(words)
        assert self.page.locator("#told").evaluate("(each) => each.role || each.getAttribute('role')") == "status"


def test_a_player_who_sees_nothing(phone: Opens, held: BookRecord, said: Speech) -> None:
    """North types and hands the phone to East; the last board is agreed on East's own phone. All by keys."""
    page = phone("North")
    north = Keyboard(page, said)
    where = said("Table {table}[ · {room} room] · round {round}", table=1, room="", round=1)
    north.hears(where, where)
    north.to(said("Enter board {board}", board=1))
    made, down = said.result("4♥", "South", "="), said.result("4♥×", "South", "−1")
    points = {made: f"{said('N–S')} +420", down: f"{said('E–W')} +200"}
    for board, typed, result in ((1, "4hs=", made), (2, "4hxs-1", down)):
        first = said("Board {board}", board=board)
        north.hears(said("Board {board}: contract", board=board), first)
        described = page.locator(f"#{heading(page).get_attribute('aria-describedby')}")
        assert (described.text_content() or "").startswith(
            said("Dealer {dealer}, {vulnerable}", dealer=said("North" if board == 1 else "East"), vulnerable="@")[:-1]
        )
        north.pressed = 0
        north.keys(*typed)  # the line takes the keys without being looked for
        line = page.get_by_role("textbox", name=said("Type the result"), exact=True)
        expect(line).to_be_focused()
        north.told(f"{result}, {points[result]}")
        north.keys("Enter")
        right = said("Board {board}: check the result", board=board)
        north.hears(right, first)
        seat = said.either("East", "West") if board == 1 else said("East")
        north.to(said("Hand the phone to {seat}", seat=seat))
        north.hears(right, first)
        if board == 1:
            north.to(said("I am {seat}", seat=said("East")))
            north.hears(right, first)
        north.to(said("Yes, {side} confirm", side=said("East–West")))
        assert north.pressed <= MOST_KEYS, f"{north.pressed} keys for a result and its agreement"
    north.hears(said("Board {board}: contract", board=3), said("Board {board}", board=3))
    north.keys(*"pass", "Enter")
    north.hears(said("Board {board}: check the result", board=3), said("Board {board}", board=3))
    sent(page, said)
    # the opponents' own phone
    east = Keyboard(phone("East"), said)
    east.hears(where, where)
    row = east.page.locator("button.row.asked")
    name = row.text_content() or ""
    assert said("Board {board}", board=3) in name
    assert said("Confirm?") in name
    for _ in range(MOST_KEYS):
        east.keys("Tab")
        if row.evaluate("(each) => each === document.activeElement"):
            break
    east.keys("Enter")
    east.hears(said("Board {board}: check the result", board=3), said("Board {board}", board=3))
    east.to(said("Yes, {side} confirm", side=said("East–West")))
    assert east.pressed <= MOST_KEYS
    sent(east.page, said)
    looks_now(page)
    north.told(said("Board {board} is confirmed: {result}.", board=3, result=said("passed out")))
    north.hears(said("Board {board}: contract", board=4), said("Board {board}", board=4))
    assert [(each.by, each.act.board) for each in acts(held, ResultConfirmed)] == [
        ("table 1 East", board) for board in (1, 2, 3)
    ]
