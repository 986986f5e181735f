"""A night by a movement on phones: all rounds are published at once, and each table goes on as its results come in."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.core.event.acts import DrawPublished, DrawWithdrawn, StageClosed
from overtrick.core.event.play.by_table import own_round, round_in_play, table_rounds
from overtrick.core.event.play.stage import StageState
from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.closing import closing_of
from overtrick.views.room import room_now
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.links import link
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db

OK = 200


@pytest.fixture
def held() -> BookRecord:
    """Three tables: a Howell of five rounds of five boards, published."""
    made = hold("club/pairs-night", title="Night")
    started(made, 6)
    draw_next(made)
    return made


def night(held: BookRecord) -> StageState:
    return event_projection(held).event.stage("Night")


def sheet(client: Client, held: BookRecord, table: int, query: str = "") -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/t/{link(held, table)}/now{query}").json()
    return told


def say(client: Client, held: BookRecord, table: int, seat: str, **said: object) -> dict[str, Any]:
    message = {"stage": "Night", "key": f"{table} {seat} {said}", "seat": seat, **said}
    answer = client.post(f"/t/{link(held, table)}/message", json.dumps(message), content_type="application/json")
    assert answer.status_code == OK, answer.json()
    told: dict[str, Any] = answer.json()["sheet"]
    return told


def play(client: Client, held: BookRecord, table: int, *, agree: bool = True, boards: int = 9) -> dict[str, Any]:
    """A table plays the boards that its phone asks for; what the phone shows then."""
    told = sheet(client, held, table)
    number = told["round"]
    for line in told["boards"][:boards]:
        result = f"{1 + (table + line['board']) % 4}S S ="
        told = say(client, held, table, "North", what="result", round=number, board=line["board"], result=result)
        if agree:
            told = say(client, held, table, "East", what="agree", round=number, board=line["board"], result=result)
    return told


def test_publishing_once_publishes_every_round_of_the_session(held: BookRecord) -> None:
    book = [(each.act, each.at) for each in DurableBook(held.slug).postings()]
    drawn = [(act.round, at) for act, at in book if isinstance(act, DrawPublished)]
    assert [number for number, _ in drawn] == [1, 2, 3, 4, 5]
    assert len({at for _, at in drawn}) == 1  # one act of the director


def test_each_table_goes_on_by_itself_and_a_slow_one_keeps_its_boards(client: Client, held: BookRecord) -> None:
    slow = sheet(client, held, 2)
    for table in (1, 3):
        assert play(client, held, table)["round"] == 2
    assert play(client, held, 1)["round"] == 3
    assert sheet(client, held, 2) == {**slow, "number": sheet(client, held, 2)["number"]}
    state = night(held)
    assert table_rounds(state) == {1: 3, 2: 1, 3: 2}
    shown = room_now(event_projection(held).event, "Night", 5)
    assert [(tile.table, tile.round, tile.behind) for tile in shown.tiles] == [(1, 3, 0), (2, 1, 1), (3, 2, 0)]
    assert [tile.table for tile in shown.select_tiles("behind")] == [2]
    play(client, held, 2)  # its results count, whenever they come
    assert table_rounds(night(held))[2] == 2


def test_a_pair_is_told_where_it_goes_next(client: Client, held: BookRecord) -> None:
    state = night(held)
    first = state.rounds[1].seatings[1]
    name = next(name for name in (first.ns, first.ew) if (seat := state.rounds[2].seating_of(name)) and seat.table != 1)
    there = state.rounds[2].seating_of(name)
    assert there is not None
    page = client.get(f"/e/{held.slug}/seat/?q={name}").content.decode()
    assert "Table 1" in page
    assert f"Next, in round 2: table {there.table}" in page
    play(client, held, 1)
    assert own_round(night(held), name) == 2
    page = client.get(f"/e/{held.slug}/seat/?q={name}").content.decode()
    assert f"The results of round 1 at table {there.table} are not complete yet." in page


def test_a_table_waits_for_agreement_and_can_go_on_without(client: Client, held: BookRecord) -> None:
    waiting = play(client, held, 1, agree=False)
    assert (waiting["round"], waiting["next"]) == (1, 2)
    ahead = sheet(client, held, 1, "?round=2")
    assert ahead["round"] == 2
    assert sheet(client, held, 1, "?round=4")["round"] == 1
    board = ahead["boards"][0]["board"]
    told = say(client, held, 1, "North", what="result", round=2, board=board, result="PASS")
    assert told["round"] == 2
    late = min(night(held).rounds[1].seatings[1].boards)
    known = night(held).rounds[1].results[1, "", late]
    say(client, held, 1, "East", what="agree", round=1, board=late, seen=known.latest)
    assert night(held).rounds[1].results[1, "", late].confirmed


def test_the_desk_types_a_board_and_need_not_know_the_round(client: Client, held: BookRecord) -> None:
    client.force_login(User.objects.create_superuser("chief"))
    address = f"/desk/e/{held.slug}/"
    for seating in night(held).rounds[1].seatings.values():
        for board in seating.boards:
            client.post(f"{address}line/post/", {"line": f"{seating.table} {board} 3nt n =", "stage": "Night"})
    assert not night(held).missing(1)
    third = night(held).rounds[3].seatings[1]
    client.post(f"{address}line/post/", {"line": f"1 {third.boards[0]} p", "stage": "Night"})
    assert (1, "", third.boards[0]) in night(held).rounds[3].results
    assert table_rounds(night(held)) == {1: 2, 2: 2, 3: 2}
    assert round_in_play(night(held)) == 2
    page = client.get(f"{address}room/").content.decode()
    assert "at least half of the tables have reached round 2 of 5" in page


def test_the_stage_is_closed_with_its_rounds_when_all_is_in(client: Client, held: BookRecord) -> None:
    assert closing_of(event_projection(held).event, "Night").step == "play"
    for _ in range(5):
        for table in (1, 2, 3):
            play(client, held, table)
    closing = closing_of(event_projection(held).event, "Night")
    assert (closing.step, closing.all_in) == ("close stage", True)
    do(held, StageClosed("Night"))
    state = night(held)
    assert state.closed
    assert all(drawn.closed for drawn in state.rounds.values())


def test_draws_are_taken_back_together_until_one_is_played(client: Client, held: BookRecord) -> None:
    client.force_login(User.objects.create_superuser("chief"))
    address = f"/desk/e/{held.slug}/do/take-back-draw/"
    asked = {"stage": "Night", "round": "1", "reason": "wrong seats"}
    page = client.post(address, asked)
    assert page.status_code == OK
    seen = page.context["mark"]
    client.post(address, {**asked, "post": "1", "seen": seen, "key": "back"})
    assert not night(held).rounds
    taken = [each.act for each in DurableBook(held.slug).postings() if isinstance(each.act, DrawWithdrawn)]
    assert [each.round for each in taken] == [5, 4, 3, 2, 1]


HALF = """
[event]
id = "my-club/half"
name = "Half"
clause = "CLUB 1"
contest = "pairs"
entries = [9, 13]
usual = 11

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
scoring = "laws-2017/matchpoint-pairs"
ranking = "laws-2017/percent"

  [stage.draw]
  clause = "CLUB 1"
  sit_out = "not counted"
  at_once = true
  movements = [{ tables = 6, movement = "Blandon", rounds = 4, boards_a_round = 1, winners = 2 }]
"""


def test_a_night_with_a_late_pair_at_round_two_and_a_table_a_round_behind(client: Client, tmp_path: Path) -> None:
    """Five tables and a half, four rounds of a board: the late pair is the sixth North-South, at the sixth table."""
    file = tmp_path / "half.toml"
    file.write_text(HALF, encoding="utf-8")
    held = hold(str(file), title="Half")
    started(held, 11)
    draw_next(held)
    for table in range(2, 6):
        play(client, held, table)
    client.force_login(User.objects.create_superuser("chief"))
    address = f"/desk/e/{held.slug}/do/late-pair/"
    assert "Add a late entry" in client.get(f"/desk/e/{held.slug}/room/").content.decode()
    asked = {"stage": "Night", "contestant": "12", "players": "A. Late\nB. Late", "round": "2"}
    page = client.post(address, asked)
    foreseen = " ".join(page.context["foreseen"].lines)
    assert "Round 1: 12 A. Late – B. Late sits out." in foreseen
    assert "Round 2: 12 A. Late – B. Late v" in foreseen
    client.post(address, {**asked, "post": "1", "seen": page.context["mark"], "key": "late"})
    assert "12" in night(held).contestants
    # Table 1 has not finished round 1, the others go on; the late pair's table is in round 2.
    assert table_rounds(night(held)) == {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
    shown = room_now(event_projection(held).event, "Night", 4)
    assert [(tile.table, tile.round) for tile in shown.behind] == [(1, 1)]
    seat = client.get(f"/e/{held.slug}/seat/?q=12").content.decode()
    assert "Table 6" in seat
    for _ in range(3):
        for table in range(1, 7):
            play(client, held, table)
    assert table_rounds(night(held)) == {1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4}
    [missing] = closing_of(event_projection(held).event, "Night").missing
    assert str(missing) == "round 4, table 1, board 4"
    play(client, held, 1)
    do(held, StageClosed("Night"))
    state = night(held)
    lines = {
        each.name: {row.contestant: row.total.value for row in state.standings(each.name).rows} for each in state.fields
    }
    assert {name: len(rows) for name, rows in lines.items()} == {"North-South": 6, "East-West": 6}
    # Three boards, one a round at table 6: what 12 has is the mean of their three percentages.
    own = [Fraction(state.card(number, 6).side("12").net.value) for number in (2, 3, 4)]
    assert abs(Fraction(lines["North-South"]["12"]) - sum(own, Fraction()) / 3) < Fraction(1, 50)
    card = client.get(f"/e/{held.slug}/pair/12/").content.decode()
    assert "sat out" in card
    proof = verify(plan_for(str(file)), DurableBook(held.slug).postings())
    assert proof.objections == ()
