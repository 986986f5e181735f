"""The clock of a round in a real browser: it counts down in the room and on the wall, as the desk sets it."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import ClockSet
from web.congresses import do, hold, keep
from web.counting import director_at
from web.desk.conftest import rehearsed
from web.rehearsed import SWISS, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_clock_is_started_and_extended_and_the_wall_follows(chromium: Browser, live_server: LiveServer) -> None:
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(12), "Swiss", 2, 3))
    wall = chromium.new_page()
    wall.goto(f"{live_server.url}/e/{held.slug}/wall/")
    expect(wall.get_by_role("timer")).to_have_count(0)
    with director_at(chromium, live_server, f"/desk/e/{held.slug}/room/") as director:
        director.follows("Start round…")
        director.fills("Minutes to play", "50")
        director.presses("Start round")
        shown = director.page.get_by_role("timer").first
        expect(shown).to_contain_text("49:")
        first = shown.inner_text()
        expect(shown).not_to_have_text(first, timeout=5000)
        assert director.clicks <= 2
        director.follows("Add 5 minutes…")
        director.presses("Set the clock")
        expect(director.page.get_by_role("timer").first).to_contain_text("54:")
        assert director.clicks <= 4
        said = director.page.get_by_text("Round 2 of Swiss is set to end at").inner_text()[-6:-1]
        expect(director.page.get_by_role("timer").first).to_contain_text(f"ends {said}")
    wall.reload()
    expect(wall.get_by_role("timer").first).to_contain_text("54:")
    do(held, ClockSet("Swiss", 2, (timezone.localtime() + timedelta(seconds=1)).isoformat(timespec="seconds")))
    wall.reload()
    expect(wall.get_by_role("timer").first).to_contain_text("+00:0", timeout=9000)
