"""A Swiss of a small odd field that has no lawful draw left: the desk drafts one the committee may allow."""

import pytest
from django.test import Client

from directing import Room, by_strength, numbers
from overtrick.core.errors import NoLegalDraw
from overtrick.core.event.acts import ResultPosted, RoundClosed
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.model.notation import read_result
from overtrick.director.draws import draft
from overtrick.views.drafts import lot_name
from overtrick.web.congress.models import Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with

SWISS = "sabf-2020/swiss-teams"
PAGE = "/desk/e/swiss/draw/"


def stuck() -> Room:
    """Seven teams that have played until no three may share a match and leave the others a draw."""
    room = Room(SWISS).enter(numbers(7))
    state = room.start("Swiss")
    for number in range(1, rounds_of(state) + 1):
        try:
            act = draft(room.event, "Swiss", "lot")
        except NoLegalDraw:
            return room
        room.do(act)
        for table, _, board in state.missing(number):
            if any(table in share.tables for share in act.shares):
                room.do(ResultPosted("Swiss", number, table, board, read_result(f"1NT N {'+' if table % 2 else '-'}1")))
        room.results("Swiss", number, by_strength(state, numbers(7)))
        room.do(RoundClosed("Swiss", number))
    raise AssertionError("every round could be drawn")


@pytest.mark.clause("SABF20 14.1#3", "SABF20 14.1#4")
def test_a_draw_with_rematches_is_drafted_and_published_once_somebody_has_allowed_it(
    congress: Congress, chief: Client
) -> None:
    room = stuck()
    held = held_with(congress, list(room.book.postings()), rules=SWISS)
    number = event_projection(held).event.stage("Swiss").last_round + 1
    page = chief.get(PAGE).content.decode()
    assert "A rematch needs approval" in page
    assert "This draw cannot be published" in page
    chief.post("/desk/e/swiss/draw/publish/", {"stage": "Swiss", "round": number, "key": "one"})
    assert event_projection(held).event.stage("Swiss").last_round == number - 1
    reason = "the Tournament Committee allows it"
    page = chief.get(PAGE, {"draft": "1", "stage": "Swiss", "reason": reason}).content.decode()
    assert f"Publish the draw of round {number}" in page
    assert "This draw cannot be published" not in page
    chief.post("/desk/e/swiss/draw/publish/", {"stage": "Swiss", "round": number, "key": "two", "reason": reason})
    drawn = event_projection(held).event.stage("Swiss").round(number).draw
    assert drawn.by_hand == reason
    assert len(drawn.shares) == 1
    assert lot_name("Swiss", number) not in event_projection(held).event.lots
