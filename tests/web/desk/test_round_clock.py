"""The clock of a round is started and extended at the desk, and runs on the wall and the phones."""

import re
from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone

from overtrick.core.event.acts import ClockSet, RoundTime, TimetableSet
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.sheet import sheet
from web.desk.conftest import held_with, rehearsed
from web.desk.test_redrawn import in_round_two, sound, taken_back
from web.desk.test_reinstated import SWISS
from web.desk.test_taken_back import take_back
from web.desk.test_wrong_places import ask
from web.rehearsed import until

WALL = "/e/swiss/wall/"
ENDS = re.compile(r'data-ends="([^"]+)"')


def ends_on(client: Client, address: str) -> datetime | None:
    """Until when a page says that the round is played."""
    found = ENDS.search(client.get(address).content.decode())
    return datetime.fromisoformat(found[1]) if found else None


def minutes_left(client: Client, address: str) -> float:
    ends = ends_on(client, address)
    assert ends is not None, address
    return (ends - timezone.now()).total_seconds() / 60


def test_a_clock_without_a_timetable(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    assert ends_on(chief, WALL) is None
    room = chief.get(f"{SWISS}room/").content.decode()
    assert "Start round…" in room
    ask(chief, "start-round", minutes="50")
    for page in (WALL, f"{SWISS}room/"):
        assert 49 < minutes_left(chief, page) <= 50
    clock = sheet(event_projection(held).event, "", 1, "").clock
    assert clock is not None, "the phones have it too"
    assert datetime.fromisoformat(clock.ends) == ends_on(chief, WALL)
    room = chief.get(f"{SWISS}room/").content.decode()
    assert "Start round…" not in room
    assert "Add 5 minutes…" in room
    ask(chief, "clock", minutes="5", reason="a fire alarm")
    assert 54 < minutes_left(chief, WALL) <= 55
    assert "Round 2 of Swiss is set to end at" in chief.get(f"{SWISS}history/").content.decode()
    take_back(chief, event_projection(held).last)
    assert 49 < minutes_left(chief, WALL) <= 50
    assert sound()


def test_a_started_round_without_results_is_offered_to_be_drawn_again(congress: Congress, chief: Client) -> None:
    """Its draw can no longer be withdrawn, so no button may say so."""
    held = held_with(congress, until(rehearsed(12), "Swiss", 2, 0))
    assert "Withdraw the draw…" in chief.get(f"{SWISS}draw/").content.decode()
    ask(chief, "start-round", minutes="50")
    page = chief.get(f"{SWISS}draw/").content.decode()
    assert "Withdraw the draw…" not in page
    assert "Redraw this round…" in page
    taken_back(chief)
    assert 2 not in event_projection(held).event.stage("Swiss").rounds


def test_a_clock_with_a_timetable_is_extended_and_the_timetable_is_said(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    now = timezone.localtime()
    start, finish = ((now + timedelta(minutes=each)).isoformat(timespec="minutes") for each in (-10, 40))
    post(held, TimetableSet("Swiss", (RoundTime(2, start, finish),)), "chief director", "times")
    assert 38 < minutes_left(chief, WALL) <= 40
    looked = ask(chief, "clock", minutes="10")
    assert "in the timetable, the round ends at" in looked.lower()
    assert 48 < minutes_left(chief, WALL) <= 50
    ask(chief, "end-round")
    assert ends_on(chief, WALL) is None, "play is over"
    assert sound()


def test_a_round_cannot_end_before_it_began_nor_tomorrow(congress: Congress, chief: Client) -> None:
    in_round_two(congress)
    ask(chief, "start-round", minutes="50")
    last = DurableBook("swiss").last()
    assert "cannot end at that time" in ask(chief, "clock", minutes="-60")
    assert DurableBook("swiss").last() == last
    assert not any(isinstance(each.act, ClockSet) for each in DurableBook("swiss").postings() if each.number > last)


def test_the_wall_shows_what_the_desk_chooses(congress: Congress, chief: Client) -> None:
    in_round_two(congress)
    ask(chief, "start-round", minutes="50")
    before = chief.get(WALL).content.decode()
    assert ": find your table" in before
    assert ": standings" in before
    assert "panel big" not in before
    ask(chief, "wall", panels="clock", seconds="20")
    after = chief.get(WALL).content.decode()
    assert ": find your table" not in after
    assert ": standings" not in after
    assert "panel big" in after
    assert 'data-seconds="20"' in after
    assert "seconds" in ask(chief, "wall", panels="clock", seconds="1")
    assert 'data-seconds="20"' in chief.get(WALL).content.decode()
    assert sound()
