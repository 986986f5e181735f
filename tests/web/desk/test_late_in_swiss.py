"""A pair that comes late into a Swiss plays whoever sits out, or from the next draw on; nothing else is touched."""

import re

from django.test import Client

from overtrick.core.event.acts import RoundClosed, Withdrawn
from overtrick.director.draws import draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with, rehearsed
from web.desk.test_redrawn import sound
from web.desk.test_reinstated import SWISS, after_round, order


def comes_late(chief: Client, number: str, **answers: str) -> str:
    """The room's link, the names, a look and the button; the page that was read."""
    assert "do/late-pair/?stage=Swiss" in chief.get(f"{SWISS}room/").content.decode()
    asked = {"stage": "Swiss", "contestant": number, "players": "Val Holbrook\nJo Reed", "round": "2", **answers}
    page = chief.post(f"{SWISS}do/late-pair/", {**asked, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    answer = chief.post(f"{SWISS}do/late-pair/", {**asked, "post": "1", **hidden})
    assert answer.status_code == 302, answer.content.decode()
    return page


def with_a_bye(congress: Congress) -> BookRecord:
    """A Swiss of eight, one of whom has left: somebody sits out of the second round."""
    held = after_round(congress, 1)
    post(held, Withdrawn("3", "Swiss", 1, expunged=False, reason="unwell"), "director", "one leaves")
    post(held, draft(event_projection(held).event, "Swiss", "a lot"), "director", "the second draw")
    return held


def test_it_plays_whoever_sits_out_of_the_round_in_play(congress: Congress, chief: Client) -> None:
    held = with_a_bye(congress)
    state = event_projection(held).event.stage("Swiss")
    (out,) = state.round(2).draw.sits_out
    before = dict(state.round(2).seatings)
    page = comes_late(chief, "9")
    assert re.search(r"Round 2: [^;<]* at table 4, boards", page)
    drawn = event_projection(held).event.stage("Swiss").round(2)
    assert {table: drawn.seatings[table] for table in before} == before, "everybody else stays"
    assert (drawn.seatings[4].ns, drawn.seatings[4].ew, drawn.draw.sits_out) == (out, "9", ())
    assert sound()


def test_in_a_full_room_it_comes_into_the_next_draw(congress: Congress, chief: Client) -> None:
    postings = rehearsed(8)
    end = next(place for place, each in enumerate(postings) if each.act == RoundClosed("Swiss", 2))
    held = held_with(congress, postings[: end + 1])
    before = order(held)
    comes_late(chief, "9")
    now = event_projection(held).event
    assert [row for row in order(held) if row[0] != "9"] == before
    act = draft(now, "Swiss", "a lot")
    assert act.round == 3
    assert len(act.sits_out) == 1
    assert "9" in {*act.sits_out, *(name for each in act.seatings for name in (each.ns, each.ew))}
    post(held, act, "director", "the next draw")
    assert sound()


def test_and_is_taken_back_with_its_entry(congress: Congress, chief: Client) -> None:
    held = with_a_bye(congress)
    before = order(held)
    first = event_projection(held).last + 1
    comes_late(chief, "9")
    page = chief.get(f"{SWISS}do/undo/?posting={first}").content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    answers = {"posting": str(first), "reason": "it went home", "post": "1", **hidden}
    assert chief.post(f"{SWISS}do/undo/", answers).status_code == 302
    now = event_projection(held).event
    assert "9" not in now.entries
    assert len(now.stage("Swiss").round(2).draw.sits_out) == 1
    assert order(held) == before
    assert len(list(DurableBook("swiss").postings())) == now.last
    assert sound()
