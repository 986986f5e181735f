"""What a contestant is in a stage, and what each face of the program does with it: the table of status by face.

The contestant in question leads by far all the time, so that it would win if its status let it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import unescape

import pytest
from django.test import Client

from directing import Room, Scores, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    Declined,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    MatchForfeited,
    PenaltyLifted,
    PrizesSet,
    Reinstated,
    RoundClosed,
    SanctionGiven,
    Withdrawn,
)
from overtrick.core.event.after.honours import awards_of, title_of
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import Status
from overtrick.core.model import Player
from overtrick.core.selection.events import EntryUnit, SelectedEvent
from overtrick.core.selection_year.crediting import placings_of
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.prints.layout import Grid
from overtrick.prints.lists import ranking
from overtrick.prints.source import Source
from web.congresses import hold, keep
from withdrawing import GONE, leading, play_round

SWISS, ROBIN, FINALS = "nsw-swiss-pairs/congress", "sabf-2020/seniors-butler-trials", "sabf-2020/daytime-teams"


@dataclass(frozen=True)
class Faces:
    """What the faces do with a contestant that leads.

    *drawn* in the next round; its *place* in the standings, the print and the points of a selection; whether it takes
    the *title* and a *prize*; what the public page and the print *note* beside it.
    """

    drawn: bool
    place: str
    title: bool
    prize: bool
    credited: bool
    note: str = ""


WINS = Faces(True, "1", True, True, True)
BESIDE = Faces(True, "1", False, False, False, "not contending")
GONE_EARLY = Faces(False, "1", False, False, False, "withdrew")
OUT = Faces(False, "–", False, False, False, "excluded (Law 91B)")

Posts = Callable[[str, int], list[Act]]
"""The acts that give a contestant a status in a stage, after a round."""


def withdrawn(stage: str, after: int) -> list[Act]:
    return [Withdrawn(GONE, stage, after, expunged=False, reason="ill")]


def wiped(stage: str, after: int) -> list[Act]:
    return [Withdrawn(GONE, stage, after, expunged=True, reason="ill")]


def reinstated(stage: str, after: int) -> list[Act]:
    return [*withdrawn(stage, after), Reinstated(GONE, stage, "better")]


def put_out(what: str) -> Posts:
    return lambda stage, after: [
        SanctionGiven(GONE, "conduct", stage, after, what, "Law 91B", "a blow", effect="excluded")
    ]


STATUSES: dict[str, tuple[Posts | None, Status, Faces]] = {
    "contends": (None, Status.CONTENDING, WINS),
    "does not contend": (None, Status.NOT_CONTENDING, BESIDE),
    "withdrew": (withdrawn, Status.WITHDRAWN, GONE_EARLY),
    "withdrew, its scores wiped": (wiped, Status.WITHDRAWN, replace(GONE_EARLY, place="", note="")),
    "disqualified": (put_out("disqualification"), Status.EXCLUDED, OUT),
    "ineligible": (put_out("the pair is ineligible"), Status.EXCLUDED, OUT),
    "reinstated": (reinstated, Status.CONTENDING, WINS),
}


def entered(event: str, entries: int, *, contending: bool = True, trees: str = "Alder Birch") -> Room:
    """An event with named players, and prize money for three places."""
    room = Room(event)
    room.do(EventOpened(event, "", "", ""))
    for name in numbers(entries):
        players = tuple(Player(f"{tree} {name}") for tree in trees.split())
        room.do(EntryTaken(name, f"Pair {name}", players, contending=contending or name != GONE))
    room.do(EntriesClosed(), PrizesSet((300, 200, 100)))
    return room


def in_next_draw(room: Room, stage: str) -> bool:
    act = draft(room.event, stage, "a lot")
    return GONE in {*(name for each in act.seatings for name in each.names), *act.sits_out}


def printed(room: Room, state: StageState) -> tuple[str, str]:
    """The place and the note of the contestant in the printed ranking; nothing where it is not listed."""
    (part,) = ranking(Source(room.event, state, state.last_round, str))
    (grid,) = (each for each in part.blocks if isinstance(each, Grid))
    cells = next((row.cells for row in grid.rows if row.cells[1] == GONE), None)
    if cells is None:
        return "", ""
    return cells[0], "" if grid.columns[-1].title else cells[-1]


def credited(room: Room, state: StageState) -> bool:
    """Whether the contestant has points for its place in a season of selection."""
    found = placings_of(room.event, SelectedEvent("x", "X", EntryUnit.PAIRS, (), stage=state.plan.name), "a test")
    assert min(each.place for each in found) == 1  # whoever is passed over, somebody is first
    return any(f"Alder {GONE}" in each.members for each in found)


def faces_at_the_end(room: Room, state: StageState, client: Client, *, drawn: bool) -> Faces:
    """What each face has of the contestant once the stage is over."""
    rows = {row.contestant: row.place_text for row in state.standings("all").rows}
    title = title_of(state).holders
    prizes = {each.contestant for table in awards_of(room.event) for each in table.awards}
    assert title
    assert prizes
    held = hold(room.name)
    keep(held, room.book.postings())
    page = unescape(client.get(f"/e/{held.slug}/").content.decode())
    won = re.search(r"Finished\. First place: (.*?)\.<", page)
    assert won is not None
    assert (f"Pair {GONE}" in won[1]) == (GONE in title)
    place, note = printed(room, state)
    assert place == rows.get(GONE, "")
    assert not note or note in page
    assert all(each in note or each not in page for each in ("withdrew", "excluded (Law 91B)", "not contending"))
    return Faces(drawn, place, GONE in title, GONE in prizes, credited(room, state), note)


@pytest.mark.django_db
@pytest.mark.clause("NSWSP 1.5", "SABF20 13.9#3")
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize(("event", "stage"), [(SWISS, "Swiss"), (ROBIN, "Final")])
def test_every_face_asks_the_status(event: str, stage: str, status: str, client: Client) -> None:
    posts, known, faces = STATUSES[status]
    room = entered(event, 8, contending=known is not Status.NOT_CONTENDING)
    state = room.start(stage)
    while state.last_round < rounds_of(state) - 1:
        play_round(room, stage, leading(state))
    room.do(*(posts(stage, state.last_round) if posts is not None else ()))
    assert state.status(GONE).status is known
    drawn = in_next_draw(room, stage)
    play_round(room, stage, leading(state))
    room.close(stage)
    assert faces_at_the_end(room, state, client, drawn=drawn) == faces
    assert room.agrees()


@pytest.mark.django_db
@pytest.mark.parametrize(("event", "stage"), [(SWISS, "Swiss"), (ROBIN, "Final")])
def test_one_that_leaves_after_the_last_round_has_what_it_won(event: str, stage: str, client: Client) -> None:
    room = entered(event, 8)
    state = room.start(stage)
    while state.last_round < rounds_of(state):
        play_round(room, stage, leading(state))
    room.do(Withdrawn(GONE, stage, state.last_round, expunged=False, reason="a train"))
    room.close(stage)
    assert faces_at_the_end(room, state, client, drawn=True) == replace(WINS, note="withdrew")


@pytest.mark.django_db
@pytest.mark.clause("NSWSP 1.5")
def test_the_title_is_not_for_a_house_pair(client: Client) -> None:
    room = Room(SWISS)
    room.do(EventOpened(SWISS, "", "", ""))
    others = [name for name in numbers(8) if name != GONE]
    room.do(*(EntryTaken(name) for name in others), EntryTaken(GONE, contending=False, house=True), EntriesClosed())
    state = room.start("Swiss")
    room.play("Swiss", leading(state))
    room.close("Swiss")
    first, *rest = state.standings("all").rows
    assert (first.contestant, first.place) == (GONE, 1)
    assert title_of(state).holders == tuple(row.contestant for row in rest if row.place == 2)
    held = hold(SWISS)
    keep(held, room.book.postings())
    report = unescape(client.get(f"/e/{held.slug}/report/").content.decode())
    assert "first place" in report or " won with " in report
    assert f"no. {GONE} won" not in report


def finals(*before: Act) -> tuple[Room, StageState]:
    """The finals of four of six teams about to begin, the one in question first of the round robin."""
    room = entered(FINALS, 6, trees="Alder Birch Cedar Elm")
    state = room.start("Minor round")
    room.play("Minor round", leading(state))
    room.close("Minor round")
    room.do(*before)
    return room, room.start("Finals")


def played_out(room: Room, state: StageState) -> None:
    """The finals to their end; one that is out forfeits what it is still drawn in."""
    while state.last_round < rounds_of(state):
        number = room.draw("Finals")
        for seating in state.round(number).draw.seatings:
            if GONE in seating.names and not state.status(GONE).placed:
                room.do(MatchForfeited("Finals", number, seating.table, GONE, "it is out"))
        leader = GONE if state.status(GONE).placed and GONE in state.contestants else state.contestants[0]
        room.results("Finals", number, leading_of_all(state, leader))
        room.do(RoundClosed("Finals", number))
    room.close("Finals")


def leading_of_all(state: StageState, leader: str) -> Scores:
    """Results by which one wins all, and of the others the one that qualified higher: a final must be won."""
    order = [leader, *(name for name in state.contestants if name != leader)]

    def scores(number: int, table: int, room: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        return leading(state, min(seating.names, key=order.index))(number, table, room, board)

    return scores


@pytest.mark.django_db
def test_a_finalist_contends_and_wins(client: Client) -> None:
    room, state = finals()
    assert in_next_draw(room, "Finals")
    played_out(room, state)
    assert faces_of_finals(room, state, client) == ("1", True, True, "1", "")


def faces_of_finals(room: Room, state: StageState, client: Client) -> tuple[str, bool, bool, str, str]:
    """The place, the title, the prize, and the printed place and note of the team in question."""
    rows = {row.contestant: row.place_text for row in state.standings("all").rows}
    title = title_of(state).holders
    prizes = {each.contestant for table in awards_of(room.event) for each in table.awards}
    held = hold(room.name)
    keep(held, room.book.postings())
    page = unescape(client.get(f"/e/{held.slug}/").content.decode())
    assert (f"First place: Pair {GONE}" in page) == (GONE in title)
    place, note = printed(room, state)
    assert note in page
    return rows.get(GONE, ""), GONE in title, GONE in prizes, place, note


def test_a_finalist_does_not_withdraw() -> None:
    room, _ = finals()
    with pytest.raises(DirectorError, match="withdraw from Finals"):
        room.do(*withdrawn("Finals", 0))


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["disqualification", "the team is ineligible"])
def test_a_finalist_that_is_put_out_takes_nothing(what: str, client: Client) -> None:
    room, state = finals()
    number = room.draw("Finals")
    room.results("Finals", number, leading_of_all(state, GONE))
    room.do(RoundClosed("Finals", number))
    room.do(*put_out(what)("Finals", number))
    assert state.status(GONE).status is Status.EXCLUDED
    assert not in_next_draw(room, "Finals")
    played_out(room, state)
    assert faces_of_finals(room, state, client) == ("–", False, False, "–", "excluded (Law 91B)")


@pytest.mark.django_db
def test_a_finalist_that_is_cleared_plays_on_and_wins(client: Client) -> None:
    room, state = finals()
    number = room.draw("Finals")
    room.results("Finals", number, leading_of_all(state, GONE))
    room.do(RoundClosed("Finals", number), *put_out("disqualification")("Finals", number))
    room.do(PenaltyLifted(next(iter(state.excluded)), "set aside on appeal"))
    assert state.status(GONE).status is Status.CONTENDING
    played_out(room, state)
    assert faces_of_finals(room, state, client) == ("1", True, True, "1", "")


@pytest.mark.django_db
def test_one_that_declines_keeps_its_place_and_is_passed_over(client: Client) -> None:
    room, state = finals(Declined(GONE, "Finals", "on holiday"))
    before = room.event.stage("Minor round")
    assert before.status(GONE, room.event.declined["Finals"]).status is Status.DECLINED
    assert before.standings("all").row(GONE).place_text == "1"
    assert GONE not in state.contestants
    (field,) = stage_fields(room.event, "Finals")
    assert len(field.contestants) == 4
    assert not in_next_draw(room, "Finals")
    played_out(room, state)
    assert faces_of_finals(room, state, client) == ("", False, False, "", "")
