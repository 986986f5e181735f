"""How little it takes to enter a board: taps and keys counted, back a step at a time, the director called or not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import CallAnswered, DirectorCalled, ResultConfirmed
from overtrick.core.model import read_result
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.views.room import room_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.links import link
from web.congresses import do, draw_next, hold, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOST_TAPS, MOST_KEYS = 4, 12
TYPED = (
    "4S S =", "4ss=", "4♠ S made", "4SX S +1", "4S* S +1", "4S dbl by S +1", "4SXX S -2", "4s** s −2", "4S rdbl S -2",
    "3NT W 9", "3n w =", "3nn+1", "PASS", "ap", "passed out", "7nt e =", "1c n -7", "2h by east 8",
    "8S S =", "4S =", "4S S +4", "1c n -8", "4S S", "np", "AV+", "420", "", "hello", "60% 40%",
)  # fmt: skip


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


@pytest.fixture
def page(phone: BrowserContext, live_server: LiveServer, held: BookRecord) -> Page:
    """The page of table 1, where North holds the phone."""
    made = phone.new_page()
    made.goto(f"{live_server.url}/t/{link(held, 1)}/")
    made.get_by_role("button", name="North", exact=True).tap()
    return made


def results(held: BookRecord) -> dict[int, str]:
    drawn = event_projection(held).event.stage("Swiss").round(1)
    return {board: write_result(each.result) for (_, _, board), each in drawn.results.items()}


def sent(page: Page) -> None:
    expect(page.locator(".status")).to_contain_text("All messages sent", timeout=30_000)


def test_a_usual_result_costs_four_taps(page: Page, held: BookRecord) -> None:
    page.get_by_role("button", name="Enter board 1").tap()
    expect(page.locator(".deal")).to_have_text("Dealer North, none vulnerable")
    taps = ["4 hearts", "East", "1 down", "Post result"]
    for name in taps:
        page.get_by_role("button", name=name, exact=True).tap()
    sent(page)
    assert len(taps) <= MOST_TAPS
    assert results(held) == {1: "4H E -1"}


def test_back_goes_back_a_step_and_keeps_what_was_half_entered(page: Page, held: BookRecord) -> None:
    opened_at = page.url
    page.get_by_role("button", name="Enter board 1").tap()
    page.get_by_role("button", name="3NT", exact=True).tap()
    page.get_by_role("button", name="West", exact=True).tap()
    expect(page.get_by_role("button", name="made exactly")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="3NT", exact=True)).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(page.locator(".boards")).to_contain_text("Continue")  # the board has a mark that it is begun
    assert page.url == opened_at
    page.locator("button.row", has_text="Board 1").first.tap()
    expect(page.get_by_role("button", name="West", exact=True)).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="3NT", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Continue to the result").tap()
    page.get_by_role("button", name="2 overtricks").tap()
    page.get_by_role("button", name="Post result").tap()
    sent(page)
    assert results(held) == {1: "3NT W +2"}
    page.go_back()  # from the board that was sent to all boards, and not into what was sent
    expect(page.locator(".boards")).to_contain_text("3NT by West")
    page.go_back()
    assert page.url != opened_at, "and then out of the page"


def test_what_is_typed_on_the_phone_is_read_as_the_server_reads_it(page: Page) -> None:
    read = page.evaluate("(typed) => typed.map((each) => Notation.read(each))", list(TYPED))
    for text, found in zip(TYPED, read, strict=True):
        try:
            meant = read_result(text)
        except OvertrickError:
            meant = None
        if isinstance(meant, PassedOut):
            assert found == {"step": "passed"}, text
        elif isinstance(meant, PlayedContract):
            contract = meant.contract
            assert found is not None, text
            assert (found["level"], found["strain"], found["doubled"], found["declarer"], found["result"]) == (
                contract.level, str(contract.strain), len(contract.doubling.value), contract.declarer.value, meant.over,
            ), text  # fmt: skip
        else:
            assert found is None, text


def test_a_player_who_sees_nothing_enters_a_round_by_keyboard(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    """Focus is on the heading of each step, the title says which it is, and one region tells what happens by itself."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    page.get_by_role("button", name="North", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    told = page.locator("#told")
    told.evaluate("(each) => { each.dataset.same = 'yes'; }")
    typed = {1: "4hxs-1", 2: "3ntw=", 3: "pass", 4: "2d n +1", 5: "1nte7", 6: "6ss=", 7: "5cxxn-2", 8: "4he+1"}
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for board, text in typed.items():
        heading = page.get_by_role("heading", level=1, name=f"Board {board}", exact=True)
        expect(heading).to_be_focused()
        expect(page).to_have_title(f"Board {board}: contract · Swiss Pairs")
        assert "Dealer" in (page.locator(f"#{heading.get_attribute('aria-describedby')}").text_content() or "")
        keys = ["Tab", *text, "Enter"]
        for key in keys:
            page.keyboard.press("Space" if key == " " else key)
        assert len(keys) <= MOST_KEYS - 2, "with Tab and Enter for a board that is opened from the list"
        expect(heading).to_be_focused()
        expect(page).to_have_title(f"Board {board}: check the result · Swiss Pairs")
        sent(page)
        result = read_result(text)
        do(held, ResultConfirmed("Swiss", 1, 1, board, result=result, seat="East"))
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(told).to_contain_text(f"Board {board} is confirmed")
        assert told.get_attribute("data-same") == "yes", "changed, and not made again"
    assert results(held) == {board: write_result(read_result(text)) for board, text in typed.items()}
    context.close()


def test_a_line_that_cannot_be_read_says_so_and_stays(page: Page, held: BookRecord) -> None:
    page.get_by_role("button", name="Enter board 1").tap()
    line = page.get_by_role("textbox", name="Type the result")
    page.keyboard.press("4")  # a keyboard writes into the line without looking for it
    expect(line).to_be_focused()
    line.press_sequentially("h")
    line.press("Enter")
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#told")).to_contain_text("This result cannot be read")
    line.press_sequentially("s=")
    expect(page.locator("#reading")).to_have_text("4♥ by South\u00a0=, N–S +420")
    line.press("Enter")
    sent(page)
    assert results(held) == {1: "4H S ="}


def test_on_its_side_everything_to_enter_a_contract_is_in_sight(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    context = chromium.new_context(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    page.get_by_role("button", name="North", exact=True).tap()
    page.get_by_role("button", name="Enter board 1").tap()
    for name in ("1 clubs", "7NT", "West", "Passed out"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="4 spades").tap()
    page.get_by_role("button", name="North", exact=True).tap()
    expect(page.get_by_role("button", name="Post result")).to_be_in_viewport(ratio=1)
    context.close()


def test_the_desk_sees_why_it_is_called_and_that_it_is_not_needed_any_more(page: Page, held: BookRecord) -> None:
    page.get_by_role("button", name="Not played").tap()
    expect(page.locator(".called")).to_contain_text("Calling the director. Board 1 was not played.")
    sent(page)
    [tile] = room_of(event_projection(held).event, "Swiss", 1, 7).calling
    assert (tile.table, str(tile.about)) == (1, "a board was not played (board 1)")
    page.get_by_role("button", name="Cancel the call").tap()
    expect(page.get_by_role("button", name="Call the director")).to_be_visible()
    sent(page)
    expect(page.locator(".called")).to_have_count(0)
    page.wait_for_function("() => !Table.queue.waiting.length")
    called, answered = [each.act for each in event_projection(held).book.postings()][-2:]
    assert called == DirectorCalled("Swiss", 1, 1, about="not played", board=1)
    assert answered == CallAnswered("Swiss", 1, 1, taken_back=True)
    assert not event_projection(held).event.stage("Swiss").round(1).calls
