"""A team that a sanction takes out of the finals: not drawn again, no place, no title (SABF20 16.3#2 and 16.5#2)."""

import json
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from asking import Ask
from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    NEITHER,
    MatchForfeited,
    PenaltyLifted,
    RoundClosed,
    SanctionGiven,
)
from overtrick.core.event.play.stage import StageState
from overtrick.director.draws import draft
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.views import addresses
from web.congresses import hold, keep

pytestmark = pytest.mark.whole

DAYTIME = "sabf-2020/daytime-teams"
BOTH_LATE = "disqualification of both from the finals series"
INELIGIBLE = "the team is ineligible"


def finalists() -> tuple[Room, StageState]:
    """The finals of four about to begin: 1 plays 2 and 3 plays 4; the lower number is the better."""
    room = Room(DAYTIME).enter(numbers(4))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    return room, room.start("Finals")


def week(room: Room, state: StageState) -> int:
    """Play the next week, the better team winning."""
    number = room.draw("Finals")
    room.results("Finals", number, by_strength(state, numbers(4)))
    room.do(RoundClosed("Finals", number))
    return number


def disqualified(team: str, number: int) -> SanctionGiven:
    """As an official would post it, without saying what it does: the regulation says that."""
    return SanctionGiven(team, "both teams very late", "Finals", number, BOTH_LATE, "SABF20 16.3#2", "no notice")


@pytest.mark.clause("SABF20 16.3#2")
def test_disqualified_teams_are_not_drawn_again_and_have_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room, state = finalists()
    first = room.draw("Finals")
    table = next(each.table for each in state.round(first).seatings.values() if "1" in each.names)
    room.do(MatchForfeited("Finals", first, table, "", "both an hour late", NEITHER))
    for team in ("1", "2"):
        said = room.do(disqualified(team, first))
        assert f"number {team} is excluded from Finals: it will not be drawn again or placed (SABF20 16.3#2)" in said
    room.results("Finals", first, by_strength(state, numbers(4)))
    room.do(RoundClosed("Finals", first))
    # 3 beat 4: nobody is there to meet it in the Preliminary Final or in the Grand Final
    for _ in range(3):
        assert draft(room.event, "Finals").seatings == ()
        room.do(RoundClosed("Finals", room.draw("Finals")))
    room.close("Finals")
    assert room.agrees()
    path = tmp_path / "finals.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in room.book.postings()])
    ask = Ask(monkeypatch, capsys)
    assert ask(f"verify {path}")[0] == 0
    told = json.loads(ask(f"standings {path} --json")[1])
    assert [(row["place"], row["contestant"]) for row in told["fields"]["all"]] == [
        (1, "3"), (4, "4"), (None, "1"), (None, "2"),
    ]  # fmt: skip


@pytest.mark.clause("SABF20 16.5#2")
@pytest.mark.django_db
def test_an_ineligible_team_is_forfeited_against_and_cannot_win_the_title(client: Client) -> None:
    room, state = finalists()
    week(room, state)  # 1 beats 2, 3 beats 4
    week(room, state)  # 2 beats 3
    third = room.draw("Finals")
    ineligible = SanctionGiven("1", "further substitute", "Finals", third, INELIGIBLE, "SABF20 16.5#2", "a second one")
    said = room.do(ineligible)
    assert "number 1 is drawn in round 3, table 1: post a forfeit if it does not play" in said
    room.do(MatchForfeited("Finals", third, 1, "1", "ineligible"), RoundClosed("Finals", third))
    room.do(RoundClosed("Finals", room.draw("Finals")))
    room.close("Finals")
    rows = state.standings("all").rows
    assert [(row.place_text, row.contestant) for row in rows] == [("1", "2"), ("3", "3"), ("4", "4"), ("–", "1")]
    held = hold(DAYTIME)
    keep(held, room.book.postings())
    shown = unescape(client.get(f"/e/{held.slug}/").content.decode())
    assert "Finished. First place: no. 2." in shown
    assert "excluded (SABF20 16.5#2)" in shown
    why = unescape(client.get(f"/e/{held.slug}/why/{addresses.Place('finals', '1').path()}/").content.decode())
    assert "no place: the team is ineligible" in why


def test_a_sanction_that_is_cancelled_lets_the_team_play_on() -> None:
    room, state = finalists()
    number = week(room, state)
    room.do(disqualified("2", number))
    assert all("2" not in each.names for each in draft(room.event, "Finals").seatings)
    given = next(iter(state.excluded))
    room.do(PenaltyLifted(given, "they had rung"))
    assert any("2" in each.names for each in draft(room.event, "Finals").seatings)


def test_a_team_that_is_out_cannot_be_seated_by_hand() -> None:
    room, state = finalists()
    number = week(room, state)
    drafted = draft(room.event, "Finals")
    room.do(disqualified("2", number))
    with pytest.raises(DirectorError, match="Not playing in round"):
        room.do(drafted)


def test_a_sanction_without_an_effect_stands_on_the_record_alone() -> None:
    room, state = finalists()
    number = week(room, state)
    room.do(SanctionGiven("2", "further substitute", "Finals", number, "a talking-to", "Law 91", "rude"))
    assert state.excluded == {}
    with pytest.raises(DirectorError, match="“shot” is not an effect of a sanction"):
        room.do(SanctionGiven("2", "rude", "Finals", number, "out", "Law 91", "rude", effect="shot"))


def test_in_a_swiss_an_exclusion_is_a_withdrawal() -> None:
    room = Room("nsw-swiss-pairs/congress").enter(numbers(8))
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, numbers(8)), rounds=1)
    room.do(
        SanctionGiven("3", "conduct", "Swiss", 1, "disqualification", "Law 91B", "struck a player", effect="excluded")
    )
    assert "3" in state.withdrawn
    assert "3" not in state.playing
    rows = {row.contestant: row.place_text for row in state.standings("all").rows}
    assert rows["3"] == "–"
    drawn = draft(room.event, "Swiss", "a lot")
    assert all("3" not in each.names for each in drawn.seatings)


def test_a_match_that_has_begun_goes_on_until_it_is_forfeited() -> None:
    """The Grand Final takes two weeks: a sanction in the first does not stop the draw of the second."""
    room, state = finalists()
    for _ in range(3):
        number = week(room, state)
    room.do(SanctionGiven("1", "further substitute", "Finals", number, INELIGIBLE, "SABF20 16.5#2", "a second one"))
    room.do(MatchForfeited("Finals", room.draw("Finals"), 1, "1", "ineligible"))
    room.do(RoundClosed("Finals", 4))
    room.close("Finals")
    rows = state.standings("all").rows
    assert [(row.place_text, row.contestant) for row in rows] == [("1", "2"), ("3", "3"), ("4", "4"), ("–", "1")]
