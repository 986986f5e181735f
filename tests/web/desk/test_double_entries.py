"""One person in two entries: at entry, when it is put right, when the entry is closed, and when a stage starts."""

import json
import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, LotDrawn, StageStarted
from overtrick.core.model import Player
from overtrick.director.entries import stage_fields
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import Official, Role
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.first_round import entry_acts, entry_lines
from web.congresses import do, hold

SABF, GNOT, PAIRS = "sabf-2020/state-teams", "gnot-nsw-2018/gnot", "nsw-its-2021/oits"


def entry(number: str, size: int, *first: Player, leave: str = "", stages: tuple[str, ...] = ()) -> EntryTaken:
    """An entry with players of its own after those that are given."""
    own = [Player(f"P{number}-{seat}", f"{number}0{seat}") for seat in range(size - len(first))]
    return EntryTaken(number, players=(*first, *own), leave=leave, stages=stages)


def opened(event: str) -> Room:
    room = Room(event)
    room.do(EventOpened(event, "", "", ""))
    return room


@pytest.mark.clause("SABF20 13.3")
def test_a_member_of_another_team_is_refused_by_the_clause_and_taken_by_leave() -> None:
    room = opened(SABF)
    room.do(entry("1", 4, Player("Ann Ash", "777")))
    with pytest.raises(DirectorError, match=r"Ann Ash \(member number 777\) is already in team 1") as refused:
        room.do(entry("2", 4, Player("Ann Ash", "777")))
    assert str(refused.value.clause).startswith("SABF20 13.3")
    said = room.do(entry("2", 4, Player("Ann Ash", "777"), leave="plays one night in each"))
    assert any(each.startswith("Ann Ash (member number 777) is also in entry 1 (SABF20 13.3") for each in said)
    assert any(each.endswith("by permission: plays one night in each") for each in said)


@pytest.mark.clause("SABF20 17.1#3")
def test_in_a_stage_of_its_own_a_player_may_be_in_another_team() -> None:
    room = opened(SABF)
    room.do(entry("1", 4, Player("Ann Ash", "777"), stages=("Stage One",)))
    said = room.do(entry("2", 4, Player("Ann Ash", "777"), stages=("Stage Two",)))
    assert [each for each in said if "is also in entry" in each] == []


@pytest.mark.parametrize(("event", "entries", "size"), [(GNOT, 20, 4), (PAIRS, 20, 2)])
def test_where_no_clause_forbids_it_it_is_said_at_each_step(event: str, entries: int, size: int) -> None:
    room = opened(event)
    for number in numbers(entries):
        first = [Player("Ann Ash", "777")] if number in ("3", "7") else []
        said = room.do(entry(number, size, *first))
        assert ("Ann Ash (member number 777) is also in entry 3" in said) == (number == "7")
    assert "entry 7: Ann Ash (member number 777) is also in entry 3" in room.do(EntriesClosed())
    stage = room.event.current_plan().stages[0].name
    room.do(LotDrawn(stage, seed="a lot"))
    said = room.do(StageStarted(stage, stage_fields(room.event, stage)))
    assert "entry 7: Ann Ash (member number 777) is also in entry 3" in said


def test_a_namesake_with_another_number_is_somebody_else_and_without_one_is_asked_about() -> None:
    room = opened(PAIRS)
    room.do(entry("1", 2, Player("Ann Ash", "777")))
    said = room.do(entry("2", 2, Player("Ann Ash", "778")))
    assert [each for each in said if "is also in entry" in each] == []
    assert "ann ash is also in entry 1" in room.do(entry("3", 2, Player("ann ash")))
    assert "Bo Elm is named twice in entry 4" in room.do(EntryTaken("4", players=(Player("Bo Elm"), Player("Bo Elm"))))


@pytest.mark.django_db
def test_a_program_that_enters_is_told(client: Client) -> None:
    held = hold(PAIRS)
    do(held, EventOpened(PAIRS, held.title, "", "tests"), entry("1", 2, Player("Ann Ash", "777")))
    user = User.objects.create_user("robin", first_name="Robin", last_name="Ash")
    Official.objects.create(user=user, congress=held.congress, role=Role.DIRECTOR)
    act = {
        "act": "entry taken", "contestant": "2",
        "players": [{"name": "Ann Ash", "number": "777"}, {"name": "Bo Elm"}],
    }  # fmt: skip
    told = client.post(
        f"/api/events/{held.slug}/acts", json.dumps({"key": "k1", "act": act}), content_type="application/json",
        headers={"Authorization": f"Bearer {new_token(user, 'a program')}"},
    ).json()  # fmt: skip
    assert "Ann Ash (member number 777) is also in entry 1" in json.dumps(told)


@pytest.mark.django_db
@pytest.mark.clause("SABF20 13.3")
def test_an_official_accepts_a_refused_entry_at_the_desk_by_giving_the_reason(client: Client) -> None:
    held = hold(SABF)
    do(held, EventOpened(SABF, held.title, "", "tests"), entry("1", 4, Player("Ann Ash", "777777")))
    user = User.objects.create_user("robin")
    Official.objects.create(user=user, congress=held.congress, role=Role.DIRECTOR)
    client.force_login(user)
    form = {"contestant": "2", "name": "Late Four", "players": "Ann Ash 777777 / Bo Elm / Cy Fir / Di Oak"}
    form |= {"contending": "1", "post": "1"}
    to = f"/desk/e/{held.slug}/do/entry/"

    assert "already in team 1" in client.post(to, form).content.decode()
    preview = client.post(to, {**form, "leave": "plays one night in each"}).content.decode()
    assert "is also in entry 1 (SABF20 13.3" in preview, "the caution is shown before anything is posted"
    seen = re.search(r'name="seen" value="(\w+)"', preview)
    assert seen
    client.post(to, {**form, "leave": "plays one night in each", "seen": seen[1]})
    assert event_projection(held).event.entries["2"].leave == "plays one night in each"

    asked = client.get(to, {"contestant": "2"}).content.decode()
    assert "plays one night in each" in asked, "whoever edits the entry sees the permission"
    lines = entry_lines(event_projection(held).event)
    renamed = tuple(replace(each, team="Later Four") if each.number == "2" else each for each in lines)
    (act,) = entry_acts(event_projection(held).event, renamed)
    assert act.leave == "plays one night in each", "a list that changes the name keeps the permission"
