"""Results entered at the desk in a real browser, every key counted."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ResultPosted
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.counting import Director, director_at
from web.desk.conftest import rehearsed
from web.rehearsed import SWISS, renamed, until
from web.rehearsed import rehearsed as played

TEAMS = "sabf-2020/state-teams"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def played_at(tables: tuple[int, ...], boards: int) -> list[ResultPosted]:
    """What a rehearsed event brought in of its second round at these tables, table by table."""
    posted = {
        (each.act.table, each.act.board): each.act
        for each in rehearsed(12)
        if isinstance(each.act, ResultPosted) and each.act.round == 2
    }
    return [posted[table, board] for table in tables for board in range(1, boards + 1) if (table, board) in posted]


def as_typed(act: ResultPosted) -> str:
    """A result as a scorer types it: `4sxn+1`, `3ns=`, `p`."""
    if isinstance(act.result, PassedOut):
        return "p"
    assert isinstance(act.result, PlayedContract)
    contract, over = act.result.contract, act.result.tricks - act.result.contract.needed
    strain = str(contract.strain)[0]
    made = "=" if over == 0 else f"{over:+d}"
    return f"{contract.level}{strain}{contract.doubling}{contract.declarer.value}{made}".lower()


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs whose second round is drawn, and of which nothing is in."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(12), "Swiss", 2, 0))
    return made


@pytest.fixture
def director(chromium: Browser, live_server: LiveServer, held: BookRecord) -> Iterator[Director]:
    """Somebody who may do everything, in the room of the event."""
    with director_at(chromium, live_server, f"/desk/e/{held.slug}/room/") as window:
        yield window


def test_twenty_results_take_at_most_130_keys(held: BookRecord, director: Director) -> None:
    results = played_at((2, 4, 5), 16)[:20]
    assert len({act.table for act in results}) == 3
    place = director.page.locator("#place")
    at = (0, 0)
    for act in results:
        if act.table != at[0]:
            director.types(f"{act.table} {act.board} ")
        elif act.board != at[1] + 1:
            director.types(f"b{act.board} ")
        at = (act.table, act.board)
        director.types(as_typed(act))
        director.hits("Enter")  # and on at once: nobody waits for the desk
    expect(place).to_contain_text(f"Table 5, board {at[1] + 1}")
    stands = event_projection(held).event.stage("Swiss").round(2).results
    assert {place: each.result for place, each in stands.items()} == {
        (act.table, "", act.board): act.result for act in results
    }
    assert (director.clicks, director.loads) == (0, 0)
    assert director.keys <= 130


def test_the_line_keeps_its_place_and_shows_what_a_number_might_mean(held: BookRecord, director: Director) -> None:
    page, reading, place = director.page, director.page.locator("#reading"), director.page.locator("#place")
    first = event_projection(held).event.stage("Swiss").round(2).seatings[2].boards[0]
    director.types(f"2 {first} 4sn10")
    director.hits("Enter")
    expect(place).to_have_text(f"Table 2, board {first + 1}")
    director.types("3 4hs=")
    expect(reading).to_contain_text("For table 3, type t3, or add a board number.")
    director.hits("Escape")
    director.types("620")
    expect(reading).to_contain_text(
        "Type a score with its sign, like +620, a board with b, like b7 620, or a table with t, like t8 4sn="
    )
    director.hits("Escape")
    director.types(f"{first + 2} 4hs=")
    expect(reading).to_contain_text(f"Table 2, board {first + 2}")
    director.hits("Escape")
    director.types("3nn9")
    expect(reading).to_contain_text(f"Table 2, board {first + 1}")
    director.hits("Enter")
    expect(place).to_have_text(f"Table 2, board {first + 2}")
    page.reload()
    expect(place).to_have_text(f"Table 2, board {first + 2}")
    director.types("t3 p")
    expect(reading).to_contain_text(f"Table 3, board {first}")
    director.hits("Enter")
    expect(place).to_have_text(f"Table 3, board {first + 1}")


def test_what_is_refused_comes_back_and_nothing_after_it_is_posted(held: BookRecord, director: Director) -> None:
    first = event_projection(held).event.stage("Swiss").round(2).seatings[2].boards[0]
    on_their_way: list[Route] = []
    director.page.route("**/line/post/", lambda route: on_their_way.append(route), times=1)  # noqa: PLW0108 - no method of a list may be marked
    for line in (f"2 {first} 4sn10", "4sn14", "3nn9"):
        director.types(line)
        director.hits("Enter")
    on_their_way[0].continue_()
    reading = director.page.locator("#reading")
    expect(reading).to_contain_text("Also not posted (typed after the refused line): 3nn9")
    director.types("p")
    director.hits("Enter")  # typed on without looking: the line has no place until somebody has
    expect(reading).to_contain_text("is not a table number")
    assert list(event_projection(held).event.stage("Swiss").round(2).results) == [(2, "", first)]
    director.hits("Escape")
    director.hits("ArrowUp")
    expect(director.page.locator("#line")).to_have_value("4sn14")
    director.hits("Backspace")
    director.hits("Enter")
    expect(director.page.locator("#place")).to_have_text(f"Table 2, board {first + 2}")


def test_a_match_in_two_rooms_is_entered_in_one_row_a_board(chromium: Browser, live_server: LiveServer) -> None:
    made = hold(TEAMS, "two-rooms", "State Teams")
    keep(made, until(renamed(played(TEAMS, faults=False), "Team"), "Stage One", 1, 0))
    seating = event_projection(made).event.stage("Stage One").round(1).seatings[2]
    with director_at(chromium, live_server, f"/desk/e/{made.slug}/sheet/?table=2") as window:
        page = window.page
        first, second = f"Team {seating.ns}", f"Team {seating.ew}"
        heads = page.locator(".sheet-boxes thead th")
        expect(heads.nth(1)).to_contain_text(re.compile(rf"Open.*N–S.*{first}.*E–W.*{second}"))
        expect(heads.nth(2)).to_contain_text(re.compile(rf"Closed.*N–S.*{second}.*E–W.*{first}"))
        head, box = heads.nth(1).bounding_box(), page.get_by_label("Open, table 2, board 1", exact=True).bounding_box()
        assert head
        assert box
        assert head["y"] + head["height"] <= box["y"], "the names stand above the boxes"
        assert head["x"] <= box["x"] < head["x"] + head["width"]
        page.set_viewport_size({"width": 390, "height": 800})
        travellers = page.get_by_role("navigation", name="Travellers").bounding_box()
        assert travellers
        assert travellers["height"] < 80, "the row's label stays on one line"
        for results in (("4sn=", "4sn-1"), ("3nw=", "3nw+1"), ("p", "1nn7")):
            for result in results:
                window.types(result)
                window.hits("Enter")
        window.hits("Control+Enter")
        rows = page.locator("table.match tbody tr")
        expect(rows).to_have_count(len(seating.boards))
        swings = ((f"+10 {first}", "10 – 0"), (f"+1 {first}", "11 – 0"), (f"+3 {second}", "11 – 3"))
        for row, (to, running) in enumerate(swings):
            expect(rows.nth(row).locator("td.swing")).to_have_text(to)
            expect(rows.nth(row).locator("td").last).to_have_text(running)
        assert (window.clicks, window.loads) == (0, 1)
        typed = f"{live_server.url}/desk/e/{made.slug}/line/?line=2c+{seating.boards[3]}+4sn%3D"
        reading = page.request.get(typed).json()
        assert reading["says"].endswith(f"NS {seating.ew} {second}, EW {seating.ns} {first}")
        assert f"The match at table 2 does not change: {first} ahead by 8 IMPs." in reading["lines"]
    public = Client().get(f"/e/{made.slug}/match/stage-one/1/2/").content.decode()
    assert "Swing" in public
    stands = event_projection(made).event.stage("Stage One").round(1).results
    assert sorted(stands) == [(2, room, board) for room in ("closed", "open") for board in seating.boards[:3]]


def test_why_somebody_stands_so_is_found_by_four_letters_and_one_click(held: BookRecord, director: Director) -> None:
    event = event_projection(held).event
    name = next(iter(event.entries.values())).players[0].name
    expect(director.page.locator("#line")).to_be_focused()
    director.hits("/")
    director.types(name[-4:])
    director.hits("Enter")
    director.page.wait_for_url("**/find/?q=*")
    director.clicks += 1
    director.page.locator("table.found td.number a.why").nth(1).click()
    expect(director.page.locator("dialog.drawer")).to_contain_text(name)
    assert (director.keys, director.clicks) == (6, 1)


def test_a_question_mark_lists_the_keys_of_the_page(director: Director) -> None:
    keys = director.page.locator("#page-keys dl")
    expect(keys).to_be_hidden()
    director.hits("?")
    expect(keys).to_contain_text("go to the result line")
    director.hits("Escape")
    expect(keys).to_be_hidden()
