"""From the desk's home page to the first published draw in a real browser, the director's loads and clicks counted."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection, forget
from web.counting import director_at
from web.rehearsed import SWISS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PAIRS = "\n".join(f"Ann A{pair}\t{100000 + pair}\tBo B{pair}\t{200000 + pair}" for pair in range(1, 25))


def test_congress_event_24_pairs_and_the_first_draw_in_six_loads(chromium: Browser, live_server: LiveServer) -> None:
    forget()
    with director_at(chromium, live_server, "/desk/") as director:
        page = director.page
        director.follows("New congress")
        director.fills("Name", "Spring Congress")
        director.fills("Venue", "Club rooms")
        director.fills("First day", "2027-09-04")
        director.fills("Last day", "2027-09-05")
        director.presses("Create congress")
        director.follows("Bridge NSW Swiss Pairs Congress")
        director.presses("Create event")
        director.pastes("one per line", PAIRS)
        director.clicks += 1
        page.locator("#list").get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_label("Posted")).to_contain_text("24 changes posted")
        director.presses("Start the event")
        expect(page.get_by_role("heading", name="Published draw, round 1")).to_be_visible()
        expect(page.get_by_label("Posted")).to_contain_text("Draw of round 1 of Swiss published")
        page.wait_for_load_state("load")
        assert director.loads <= 6
        assert director.clicks <= 8
    held = BookRecord.objects.get()
    drawn = event_projection(held).event.stage("Swiss").round(1)
    assert len(drawn.seatings) == 12
    assert event_projection(held).event.entries["7"].players[1].number == "200007"
    assert verify(plan_for(SWISS), DurableBook(held.slug).postings()).sound
    assert held.congress.slug == "spring-congress"


def test_a_pair_is_typed_in_a_line_and_enter_takes_it_and_the_next(chromium: Browser, live_server: LiveServer) -> None:
    forget()
    with director_at(chromium, live_server, "/desk/") as director:
        director.follows("New congress")
        director.fills("Name", "Autumn")
        director.hits("Enter")
        director.follows("Bridge NSW Swiss Pairs Congress")
        director.presses("Create event")
        director.page.get_by_label("Next pair").focus()
        director.clicks = 0
        for pair in ("Ann Lee / Bo Tan", "Cy Cole / Di Dorn"):
            director.types(pair)
            director.hits("Enter")
            expect(director.page.get_by_label("Posted")).to_contain_text(pair.partition(" /")[0])
            expect(director.page.get_by_label("Next pair")).to_be_focused()
        assert director.clicks == 0
    entries = event_projection(BookRecord.objects.get()).event.entries
    assert [[player.name for player in entry.players] for entry in entries.values()] == [
        ["Ann Lee", "Bo Tan"], ["Cy Cole", "Di Dorn"],
    ]  # fmt: skip
