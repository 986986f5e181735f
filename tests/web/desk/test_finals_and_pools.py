"""A level final is decided at the desk, and another field's scores are let into a datum there."""

import re

import pytest
from django.test import Client

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, FormatChosen, RulingGiven
from overtrick.core.event.play.finals import finals_of
from overtrick.core.model.notation import read_result
from overtrick.director.acts import sentence
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with

DAYTIME, YOUTH = "sabf-2020/daytime-teams", "sabf-2020/youth-trials"


class Desk:
    """An official who looks at what an act does, then posts it."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def look(self, form: str, **answers: object) -> str:
        return self.client.post(f"/desk/e/swiss/do/{form}/", {**answers, "look": "1"}).content.decode()

    def post(self, form: str, **answers: object) -> str:
        """Post what was looked at; what was foreseen."""
        page = self.look(form, **answers)
        seen, key = (re.search(rf'name="{name}" value="(\w+)"', page) for name in ("seen", "key"))
        assert seen is not None, re.findall(r'class="alarm"[^>]*>([^<]*)<', page)
        assert key is not None
        sent = {**answers, "post": "1", "seen": seen[1], "key": key[1]}
        assert self.client.post(f"/desk/e/swiss/do/{form}/", sent).status_code == 302
        return page


def level_final() -> Room:
    """A semi-final of four teams whose boards are in and level."""
    room = Room(DAYTIME).enter(numbers(4))
    for stage in room.event.current_plan().stages:
        room.start(stage.name)
        if stage.name != "Finals":
            room.play(stage.name, by_strength(room.event.stage(stage.name), numbers(4)))
            room.close(stage.name)
    number = room.draw("Finals")
    room.results("Finals", number)
    state = room.event.stage("Finals")
    semi = next(seating for seating in state.round(1).seatings.values() if seating.ns == "1")
    ruling = read_result("97.5% 1NT N =, 2.5% 1NT N -1")
    room.do(RulingGiven("Finals", 1, semi.table, 1, ruling, "Law 12C1(c)", "hesitation", "open"))
    room.close_round("Finals", 1)
    return room


@pytest.mark.clause("SABF20 17.3")
def test_a_level_final_is_decided_from_the_page_where_it_is_told(congress: Congress, chief: Client) -> None:
    room = level_final()
    held = held_with(congress, list(room.book.postings()), rules=DAYTIME)
    page = chief.get("/desk/e/swiss/close/?stage=Finals").content.decode()
    link = re.search(r'href="(/desk/e/swiss/do/decide-level/\?[^"]*)">Record the committee’s decision…', page)
    assert link is not None
    form = chief.get(link[1].replace("&amp;", "&")).content.decode()
    table = int(re.findall(r'name="table" value="(\d+)"', form)[0])
    desk = Desk(chief)
    where = {"stage": "Finals", "round": 1, "table": table, "clause": "SABF20 13.11", "reason": "the last board"}
    assert "No entry matches “77”" in desk.look("decide-level", winner="77", **where)
    refused = desk.look("decide-level", winner="2", **(where | {"table": 3 - table}))
    assert "does not play at table" in refused
    assert "Number 2 wins the match, and the scores do not change." in desk.post("decide-level", winner="2", **where)
    assert finals_of(event_projection(held).event.stage("Finals")).final("SF2").winner == "2"
    assert "Record the committee’s decision" not in chief.get("/desk/e/swiss/close/?stage=Finals").content.decode()
    last = list(DurableBook(held.slug).postings())[-1]
    assert (
        str(sentence(last.act))
        == f"Number 2 wins the tied match at table {table} in round 1 (SABF20 13.11): the last board."
    )


@pytest.mark.clause("SABF20 19.12#2")
def test_another_fields_scores_are_entered_for_a_board(congress: Congress, chief: Client) -> None:
    room = Room(YOUTH)
    room.do(EventOpened(YOUTH, "", "", ""), FormatChosen("8-board matches", "the convener"))
    room.do(*(EntryTaken(name) for name in numbers(6)), EntriesClosed())
    state = room.start("Round robin")
    number = room.draw("Round robin")
    room.results("Round robin", number)
    held = held_with(congress, list(room.book.postings()), rules=YOUTH)
    before = state.board_field(number, 1).scored.comparisons[0].value
    page = chief.get("/desk/e/swiss/results/?board=1").content.decode()
    assert "/desk/e/swiss/do/other-field/?stage=Round%20robin&amp;round=1&amp;board=1" in page
    desk = Desk(chief)
    where = {"stage": "Round robin", "round": number, "board": 1}
    assert "“x” is not a score" in desk.look("other-field", scores="620 x", source="the Open", **where)
    assert "No one plays board 99" in desk.look(
        "other-field", scores="620", source="the Open", **(where | {"board": 99})
    )
    foreseen = desk.post("other-field", scores="620 620, −100 650 620", source="the Open", **where)
    assert "The datum of board 1" in foreseen
    then = event_projection(held).event.stage("Round robin")
    assert then.board_field(number, 1).scored.comparisons[0].value != before
    last = list(DurableBook(held.slug).postings())[-1]
    assert str(sentence(last.act)) == "Round 1, board 1: 5 scores from another field (the Open)."


def test_a_stage_that_shares_nothing_offers_no_other_field(congress: Congress, chief: Client) -> None:
    room = level_final()
    held_with(congress, list(room.book.postings()), rules=DAYTIME)
    assert "other-field" not in chief.get("/desk/e/swiss/results/").content.decode()
