"""Anything found from any page, names where numbers are asked, and only what an event has a use for."""

import pytest
from django.test import Client

from overtrick.core.event.acts import ResultDisputed, ResultPosted
from overtrick.core.model.notation import read_result
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.congresses import do
from web.desk.conftest import held_with, rehearsed, year_with
from web.rehearsed import until

FIND = "/desk/e/swiss/find/"


@pytest.fixture
def held(congress: Congress) -> BookRecord:
    """A Swiss pairs of eight in its second round, of which one table has played."""
    return held_with(congress, until(rehearsed(8), "Swiss", 2, 1))


def found(client: Client, asked: str) -> str:
    answer = client.get(FIND, {"q": asked})
    assert answer.status_code == 200
    return str(answer.content.decode().split("<main", 1)[1])


def test_a_player_is_found_by_letters_with_the_why_of_their_standing(held: BookRecord, chief: Client) -> None:
    entry = next(iter(event_projection(held).event.entries.values()))
    page = found(chief, entry.players[0].name[-4:].upper())
    assert entry.players[0].name in page
    assert f"/desk/e/swiss/why/swiss/total/{entry.contestant}/" in page
    assert f"/e/swiss/pair/{entry.contestant}/" in page


def test_tables_boards_and_postings_are_found_by_number(held: BookRecord, chief: Client) -> None:
    everything = found(chief, "3")
    assert [what in everything for what in ("Table 3 in round", "Posting 3</a>", "scorecard")] == [True] * 3
    assert "Table 3 in round" in found(chief, "t3")
    assert "Posting 3</a>" not in found(chief, "t3")
    board = event_projection(held).event.stage("Swiss").round(2).seatings[1].boards[0]
    assert f"Board {board} in round" in found(chief, f"board {board}")
    assert "Posting 3</a>" in found(chief, "#3")
    assert "entered" in found(chief, "entered")
    assert "Nothing found. Try at least three letters of a name" in found(chief, "zzzzz")
    assert "Type a few letters of a name" in found(chief, " ")


def test_a_name_is_taken_where_a_number_is_asked(held: BookRecord, chief: Client) -> None:
    entry = next(iter(event_projection(held).event.entries.values()))
    asked = {"stage": "Swiss", "round": "2", "offence": "noise", "amount": "1", "clause": "Law 90", "look": "1"}
    page = chief.post("/desk/e/swiss/do/penalty/", {**asked, "contestant": entry.players[0].name}).content.decode()
    assert "Preview" in page
    several = chief.post("/desk/e/swiss/do/penalty/", {**asked, "contestant": "a"}).content.decode()
    assert "No entry matches “a”" in several
    assert '<datalist id="players"><option' in chief.get("/desk/e/swiss/do/substitute/").content.decode()


def test_rulings_offers_only_what_the_event_has(held: BookRecord, chief: Client) -> None:
    page = chief.get("/desk/e/swiss/rulings/").content.decode()
    assert "/do/penalty/" in page
    tariff = chief.get("/desk/e/swiss/do/offence/").content.decode()
    assert ("/do/offence/" in page) == ("For the next offence" in tariff)


def test_nothing_can_be_ruled_on_before_anything_has_started(congress: Congress, chief: Client) -> None:
    held_with(congress, rehearsed(8)[:4], "early")
    page = chief.get("/desk/e/early/rulings/").content.decode()
    assert "/do/note/" in page
    assert [f"/do/{path}/" in page for path in ("offence", "penalty", "rule", "forfeit")] == [False] * 4


def test_what_is_only_odd_is_doubtful_and_not_disputed(congress: Congress, chief: Client) -> None:
    odd = held_with(congress, until(rehearsed(16), "Swiss", 2, 0), "odd")
    board = event_projection(odd).event.stage("Swiss").round(2).seatings[1].boards[0]
    for table in range(1, 9):
        result = read_result("4S N =" if table < 8 else "7NTXX N -7")
        do(odd, ResultPosted("Swiss", 2, table, board, result))
    page = chief.get("/desk/e/odd/room/").content.decode()
    assert '<li class="doubtful">' in page
    assert '<li class="disputed">' not in page


@pytest.mark.parametrize(
    ("prefix", "says"), [("", "West says 3HX by North −1"), ("/fr", "Ouest annonce 3HX par Nord −1")]
)
def test_what_a_disputed_table_s_tile_is_called_has_no_markup(
    congress: Congress, chief: Client, prefix: str, says: str
) -> None:
    held = held_with(congress, until(rehearsed(16), "Swiss", 2, 0), "held")
    board = event_projection(held).event.stage("Swiss").round(2).seatings[1].boards[0]
    do(held, ResultPosted("Swiss", 2, 1, board, read_result("3HX N ="), seat="North"))
    do(held, ResultDisputed("Swiss", 2, 1, board, seat="West", says=read_result("3HX N -1")))
    page = chief.get(f"{prefix}/desk/e/held/room/").content.decode()
    tile = page.partition('<li class="disputed">')[2]
    title = tile.partition('title="')[2].partition('"')[0]
    assert says in title
    assert tile.partition('">')[2].startswith("<b>1</b>")


def test_a_selection_year_has_no_box_that_finds_nothing(congress: Congress, chief: Client) -> None:
    year_with(congress)
    page = chief.get("/desk/y/year/points/").content.decode()
    assert 'id="find"' not in page
    assert 'id="page-keys"' in page
