"""Who sits a round out is told what it counts, by which clause, and when and where the next one is."""

import re
from html import unescape

import pytest
from django.test import Client

from overtrick.core.event.acts import (
    ResultConfirmed,
    ResultPosted,
    RoundClosed,
    RoundTime,
    ScoreAwarded,
    TimetableSet,
    Withdrawn,
)
from overtrick.core.model import read_result
from overtrick.core.wording import phrase
from overtrick.views.draws import seat_of
from overtrick.views.room import room_now, room_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.languages import reading
from overtrick.web.table.links import link
from overtrick.web.translation import plain
from web.congresses import do, draw_next, hold, started

pytestmark = pytest.mark.django_db


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def sits_out(held: BookRecord, number: int) -> str:
    """Who sits a round out."""
    [name] = event_projection(held).event.stage("Swiss").round(number).draw.sits_out
    return name


def card_of(page: str) -> str:
    """What a page says of a seat."""
    return page.partition('<div class="seat">')[2].partition("</div>")[0]


def test_a_bye_says_what_it_counts_with_its_why_and_its_clause(client: Client) -> None:
    held = hold("club/swiss-teams")
    now = started(held, 7)
    draw_next(held)
    times = RoundTime(2, "2026-07-04T10:30:00+10:00", "2026-07-04T11:30:00+10:00")
    do(held, TimetableSet("Swiss", (times,)))
    out, begins = sits_out(held, 1), now.event.conducted.start("Swiss", 2)
    line = now.event.stage("Swiss").match_line(out, 1)
    assert line is not None
    for address in (f"/e/{held.slug}/pair/{out}/", f"/e/{held.slug}/seat/?q={out}"):
        card = card_of(told(client, address))
        assert "Sits out" in card
        assert f">{line.score.unit.number(line.score.value)}</a> {line.score.unit.many}." in card
        for wanted in (f"/why/swiss/match/1/{out}/", "/clause/"):
            [found] = re.findall(rf'href="([^"]*{wanted}[^"]*)"', card)[:1]
            assert str(line.score.clause.cite) in told(client, found)
        assert f"Round 2 begins at {begins:%H:%M}." in card
        assert "Any further draw will appear here once it is published." in card


@pytest.mark.parametrize("prefix", ["", "fr", "zh"])
def test_the_phone_of_the_table_they_leave_says_that_they_sit_out(client: Client, prefix: str) -> None:
    held = hold("nsw-swiss-pairs/congress")
    now = started(held, 9)
    draw_next(held)
    first = now.event.stage("Swiss").round(1)
    result = read_result("1NT N =")
    for table, seating in first.seatings.items():
        for board in seating.boards:
            do(held, ResultPosted("Swiss", 1, table, board, result, seat="North"))
            do(held, ResultConfirmed("Swiss", 1, table, board, result=result, seat="East"))
    do(held, ScoreAwarded(sits_out(held, 1), "Swiss", 1, 0, "NSWSP 1.5", "nothing is laid down for it"))
    do(held, RoundClosed("Swiss", 1))
    draw_next(held)
    out = sits_out(held, 2)
    left = next(table for table, seating in first.seatings.items() if out in seating.names)
    before = f"/{prefix}" if prefix else ""
    page = told(client, f"{before}/t/{link(held, left)}/outcome?went={out}")
    with reading(prefix):
        words = [plain(phrase(each)) for each in ("Sits out", "There is no score for the sit-out.")]
        words.append(plain(phrase("Any further draw will appear here once it is published.")))
    for each in words:
        assert each in page, each
    seat = seat_of(now.event, out)
    assert seat is not None
    assert seat.out is not None
    assert seat.out.next == 3


def test_a_team_that_has_left_is_not_listed_as_sitting_out(client: Client) -> None:
    held = hold("club/swiss-teams")
    started(held, 7)
    draw_next(held)
    out = sits_out(held, 1)
    assert "Sitting out:" in told(client, f"/e/{held.slug}/draw/")
    do(held, Withdrawn(out, "Swiss", 0, expunged=False, reason="unwell"))
    assert "Sitting out:" not in told(client, f"/e/{held.slug}/draw/")
    event = event_projection(held).event
    assert room_of(event, "Swiss", 1, 1).sits_out == ()
    assert room_now(event, "Swiss", 1).sits_out == ()
