"""What a contestant is in a stage, with the time since when: draws, standings, title and pages go by it."""

from html import unescape

import pytest
from django.test import Client

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    PenaltyLifted,
    Reinstated,
    SanctionGiven,
    Withdrawn,
)
from overtrick.core.event.after.honours import title_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import ContestantStatus, Status, status_of
from overtrick.director.draws import draft
from web.congresses import hold, keep

CONGRESS = "nsw-swiss-pairs/congress"
HOUSE = "8"


def played(rounds: int) -> tuple[Room, StageState]:
    """Seven pairs and the house pair, which beats everybody."""
    room = Room(CONGRESS)
    room.do(EventOpened(CONGRESS, "", "", ""))
    room.do(*(EntryTaken(name) for name in numbers(7)), EntryTaken(HOUSE, contending=False, house=True))
    room.do(EntriesClosed())
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, [HOUSE, *numbers(7)]), rounds)
    return room, state


def drawn(room: Room) -> set[str]:
    """Everybody with a seat or a bye in the next draw."""
    act = draft(room.event, "Swiss", "a lot")
    return {*(name for each in act.seatings for name in each.names), *act.sits_out}


@pytest.mark.clause("NSWSP 1.5")
@pytest.mark.django_db
def test_the_title_is_not_for_a_house_pair(client: Client) -> None:
    room, state = played(7)
    room.close("Swiss")
    first, second = state.standings("all").rows[:2]
    assert (first.contestant, first.place, second.place, second.shared) == (HOUSE, 1, 2, False)
    assert status_of(state, HOUSE) == ContestantStatus(Status.NOT_CONTENDING)
    assert title_of(state).holders == (second.contestant,)
    held = hold(CONGRESS)
    keep(held, room.book.postings())
    shown = unescape(client.get(f"/e/{held.slug}/").content.decode())
    assert f"Over. Won by no. {second.contestant}." in shown


@pytest.mark.django_db
def test_one_that_leaves_or_is_put_out_is_told_so_with_the_round_and_may_come_back(client: Client) -> None:
    room, state = played(1)
    room.do(Withdrawn("3", "Swiss", 1, expunged=False, reason="ill"))
    room.do(SanctionGiven("4", "conduct", "Swiss", 1, "disqualification", "Law 91B", "a blow", effect="excluded"))
    assert status_of(state, "3") == ContestantStatus(Status.WITHDRAWN, 1)
    assert status_of(state, "4") == ContestantStatus(Status.EXCLUDED, 1, "Law 91B")
    assert status_of(state, "1") == ContestantStatus(Status.CONTENDING)
    assert drawn(room) == {"1", "2", "5", "6", "7", HOUSE}
    held = hold(CONGRESS)
    keep(held, room.book.postings())
    standings = unescape(client.get(f"/e/{held.slug}/").content.decode())
    assert "withdrew" in standings
    assert "out (Law 91B)" in standings
    # the sanction is set aside on appeal, and both play on
    room.do(PenaltyLifted(next(iter(state.excluded)), "set aside on appeal"))
    room.do(*(Reinstated(name, "Swiss", "plays on") for name in ("3", "4")))
    assert {status_of(state, name).status for name in numbers(7)} == {Status.CONTENDING}
    assert drawn(room) == {*numbers(7), HOUSE}
    assert all(row.placed for row in state.standings("all").rows)
