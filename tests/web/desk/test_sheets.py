"""Whole sheets at the desk: a table's score slip, a board's traveller, and what is pasted from a spreadsheet."""

from collections.abc import Mapping

import pytest
from django.http import HttpResponse
from django.test import Client

from overtrick.core.event.acts import DrawPublished
from overtrick.core.model.notation import read_result
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import SignIn, held_with, rehearsed

SHEET = "/desk/e/swiss/sheet/"


@pytest.fixture
def held(congress: Congress) -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    postings = rehearsed(8)
    drawn = next(place for place, each in enumerate(postings) if isinstance(each.act, DrawPublished))
    return held_with(congress, postings[: drawn + 1])


def results(held: BookRecord) -> dict[tuple[int, str, int], str]:
    stands = event_projection(held).event.stage("Swiss").round(1).results
    return {place: str(each.result) for place, each in stands.items()}


def send(client: Client, sheet: Mapping[str, object], **cells: str) -> HttpResponse:
    said = {"stage": "Swiss", "round": 1, "last": 999, **sheet}
    return client.post(SHEET, {**said, **{f"cell-{at[1:].replace('_', '-')}": text for at, text in cells.items()}})  # type: ignore[return-value]


def test_a_slip_has_every_board_of_a_table_and_a_traveller_every_table_of_a_board(
    held: BookRecord, chief: Client
) -> None:
    slip = chief.get(SHEET, {"table": 2}).content.decode()
    assert [f'name="cell-2-{board}"' in slip for board in (1, 8, 9)] == [True, True, False]
    traveller = chief.get(SHEET, {"board": 3}).content.decode()
    assert [f'name="cell-{table}-3"' in traveller for table in (1, 4, 5)] == [True, True, False]
    assert "Choose a table" in chief.get(SHEET).content.decode()


def test_a_slip_is_posted_whole(held: BookRecord, chief: Client) -> None:
    answer = send(chief, {"table": 2}, c2_1="4sn=", c2_2="p", c2_3="", c2_4="av+ av-")
    assert answer.status_code == 302
    assert set(results(held)) == {(2, "", 1), (2, "", 2), (2, "", 4)}
    shown = chief.get(SHEET, {"table": 2}).content.decode()
    assert 'value="4S N ="' in shown
    assert send(chief, {"table": 2}, c2_1="4S N =", c2_3="3nn9").status_code == 302
    assert len(results(held)) == 4


def test_a_fault_is_shown_at_its_box_and_nothing_is_lost_or_posted(held: BookRecord, chief: Client) -> None:
    answer = send(chief, {"board": 3}, c1_3="4sn=", c2_3="4sn14", c3_3="4h")
    text = answer.content.decode()
    assert answer.status_code == 400
    assert 'value="4sn="' in text
    assert text.count('aria-invalid="true"') == 2
    assert "” does not name the declarer" in text
    assert "Nothing has been posted" in text
    assert results(held) == {}


def test_what_stands_is_put_right_with_a_reason(held: BookRecord, chief: Client) -> None:
    send(chief, {"table": 2}, c2_1="4sn=")
    assert "already" in send(chief, {"table": 2}, c2_1="4ss=").content.decode()
    assert send(chief, {"table": 2}, c2_1="4ss= ! wrong hand").status_code == 302
    assert results(held)[2, "", 1] == str(read_result("4S S ="))


def test_a_block_from_a_spreadsheet_fills_the_boxes(held: BookRecord, chief: Client) -> None:
    assert send(chief, {"table": 3, "paste": "1\t4S\tN\t=\n2\t3NT W -1\n\n4\tPASS\n"}).status_code == 302
    assert set(results(held)) == {(3, "", 1), (3, "", 2), (3, "", 4)}
    answer = send(chief, {"table": 3, "paste": "5\t4S N =\n77\t4S N =\n"})
    assert "No row of this sheet matches “77 4S N =”" in answer.content.decode()
    assert 'value="4S N ="' in answer.content.decode()
    assert len(results(held)) == 3


def test_a_scorer_may_not_give_awards_on_a_sheet(held: BookRecord, sign_in: SignIn) -> None:
    answer = send(sign_in("scorer"), {"table": 2}, c2_1="4sn=", c2_2="av+ av-")
    assert "Only a director can give an adjusted score. Ask a director to rule on the board" in answer.content.decode()
    assert results(held) == {}


def test_the_same_sheet_sent_twice_is_posted_once(held: BookRecord, chief: Client) -> None:
    for _ in range(2):
        assert send(chief, {"table": 2, "key": "one"}, c2_1="4sn=").status_code in (302, 400)
    assert event_projection(held).event.stage("Swiss").round(1).results[2, "", 1].posting == event_projection(held).last
