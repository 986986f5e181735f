"""Who sits first, on the page of line-ups: by lot, and otherwise once a side says it plays a yellow system."""

import re
from html import unescape

import pytest
from django.test import Client

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import SystemLodged
from overtrick.web.congress.models import Congress
from web.desk.conftest import held_with

EVENT = "sabf-2020/daytime-teams"
SEEN = re.compile(r'name="seen" value="(\w+)"')
SITS = re.compile(r"<td>(first|second) \((SABF20 [\d.#]+)\)</td><td class=\"acts\"><a href=\"[^\"]*contestant=(\d+)")


def sits(client: Client) -> dict[str, tuple[str, str]]:
    """How each team of round 4 sits, and by which clause."""
    page = client.get("/desk/e/daytime/line-ups/?round=4").content.decode()
    return {team: (turn, clause) for turn, clause, team in SITS.findall(page)}


@pytest.mark.django_db
@pytest.mark.clause("SABF20 4.2.2#4")
def test_a_line_up_with_a_yellow_system_sits_first_on_the_desk(chief: Client, congress: Congress) -> None:
    room = Room(EVENT).enter(numbers(8))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(8)), 3)
    room.draw("Minor round")
    room.do(*(SystemLodged(name, "Strong Pass", "yellow", 2) for name in numbers(8)))
    held_with(congress, list(room.book.postings()), "daytime", EVENT)
    seating = state.round(4).seatings[1]
    before = sits(chief)
    assert set(before) == set(numbers(8))
    assert {before[name][0] for name in seating.names} == {"first", "second"}
    last = next(name for name in seating.names if before[name][0] == "second")
    first = next(name for name in seating.names if name != last)
    answers = {
        "contestant": last, "stage": "Minor round", "round": 4, "players": "W, X, Y, Z", "system": "yellow",
    }  # fmt: skip
    seen = SEEN.search(chief.post("/desk/e/daytime/do/line-up/", {**answers, "look": "1"}).content.decode())
    assert seen is not None
    sent = {**answers, "post": "1", "seen": seen[1], "key": "k"}
    told = unescape(chief.post("/desk/e/daytime/do/line-up/", sent, follow=True).content.decode())
    assert f"team {last} sits first, and team {first} has the seating rights (SABF20 4.2.2#4" in told
    after = sits(chief)
    assert (after[last], after[first]) == (("first", "SABF20 4.2.2#4"), ("second", "SABF20 4.2.2#4"))
    assert {name: after[name] for name in after if name not in seating.names} == {
        name: before[name] for name in before if name not in seating.names
    }
