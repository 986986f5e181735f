"""Wrong opponents, wrong table, wrong board: recorded as what happened, with what Law 15 makes of it."""

import re

from django.test import Client

from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.test_redrawn import in_round_two, sound
from web.desk.test_reinstated import SWISS, order
from web.desk.test_taken_back import take_back


def ask(chief: Client, path: str, **answers: str) -> str:
    """A form filled in and looked at, then posted as it was seen; the page that was looked at."""
    asked = {"stage": "Swiss", "round": "2", "reason": "the director saw it", **answers}
    looked = chief.post(f"{SWISS}do/{path}/", {**asked, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', looked))
    chief.post(f"{SWISS}do/{path}/", {**asked, "post": "1", **hidden})
    return looked


def swiss(held: BookRecord) -> dict[int, tuple[str, str, tuple[int, ...]]]:
    drawn = event_projection(held).event.stage("Swiss").round(2)
    return {table: (each.ns, each.ew, each.boards) for table, each in drawn.seatings.items()}


def test_two_who_sat_in_each_others_places_have_what_was_played_there(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    before, was = order(held), swiss(held)
    one, other = was[1][0], was[2][0]
    assert "do/seats-exchanged/" in chief.get(f"{SWISS}results/?stage=Swiss&round=2&table=1").content.decode()
    assert re.search(r"Round 2: [^;<]* at table 1, boards", ask(chief, "seats-exchanged", one=one, other=other))
    now = swiss(held)
    assert (now[1][0], now[2][0], now[1][1], now[2][1]) == (other, one, was[1][1], was[2][1])
    assert order(held) != before
    assert sound()
    assert "are drawn against each other" in ask(chief, "seats-exchanged", one=other, other=was[1][1])
    take_back(chief, event_projection(held).last)
    assert (swiss(held), order(held)) == (was, before)
    assert sound()


def test_a_wrong_board_that_nobody_knew_stands(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    before, was = order(held), swiss(held)
    first, new = was[1][2][0], was[1][2][-1] + 1
    result = event_projection(held).event.stage("Swiss").round(2).results[1, "", first].result
    looked = ask(chief, "other-board", table="1", board=str(new), instead=str(first))
    assert "Law 15" in looked
    drawn = event_projection(held).event.stage("Swiss").round(2)
    assert swiss(held)[1][2] == (new, *was[1][2][1:])
    assert drawn.results[1, "", new].result == result
    assert (1, "", first) not in drawn.results
    assert sound()
    take_back(chief, event_projection(held).last - 1)
    assert (swiss(held), order(held)) == (was, before)
    assert sound()


def test_a_board_that_the_table_plays_anyhow_is_no_other_board(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    boards = swiss(held)[1][2]
    looked = ask(chief, "other-board", table="1", board=str(boards[1]), instead=str(boards[0]))
    assert f"Board {boards[1]} is one of the boards of table 1 in round 2" in looked
    assert sound()
