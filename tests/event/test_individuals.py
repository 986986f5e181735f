"""Individuals: everybody plays for himself, with another partner every round, and has what his side made."""

from dataclasses import replace
from pathlib import Path

import pytest

from asking import Ask
from directing import Room, by_table, numbers
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import DrawPublished, EntryTaken, RulingGiven, Seating, Withdrawn
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.notation import read_result
from overtrick.director.draws import draft
from overtrick.director.late_pairs import late_pair
from overtrick.ledger.codec import read_act, write_act
from overtrick.regulations.plan.event_book import find_event, read_event
from overtrick.regulations.plan.events import build_event
from overtrick.views.draws import seat_of, seating_by_name
from overtrick.views.movements import movement_page
from overtrick.views.room import room_now
from overtrick.views.scorecards import scorecard_page

pytestmark = pytest.mark.whole

NIGHT, STAGE = "club/individual", "Night"
FIRST_BETTER = by_table(lambda table: "1NT N =" if table == 1 else "1NT N -1")


@pytest.fixture
def eight() -> Room:
    """Eight players at two tables; their seven rounds are published at once."""
    room = Room(NIGHT).enter(numbers(8))
    room.start(STAGE)
    room.draw(STAGE)
    return room


@pytest.mark.clause("CLUB26 13")
def test_each_has_what_his_side_made_worked_out_by_hand(eight: Room) -> None:
    state = eight.event.stage(STAGE)
    for number in sorted(state.rounds):
        eight.results(STAGE, number, FIRST_BETTER)
    # North-South always do better at table 1, so East-West do at table 2. Player 8 is always North at table 1. Player 1
    # has there a top in round 1; then he is North-South at 2, East-West at 2 twice, East-West at 1, North-South at 2,
    # East-West at 1: three tops in seven rounds, 300 / 7 per cent. So have all who go round: 100 + 300 = 8 x 50.
    assert str(eight.total(STAGE, "8")) == "100"
    assert [str(eight.total(STAGE, name)) for name in numbers(7)] == ["2143/50"] * 7  # 42.86
    assert eight.agrees()


def test_a_ruling_is_for_both_of_a_side(eight: Room) -> None:
    eight.results(STAGE, 1, FIRST_BETTER, tables=[1])
    ruled = RulingGiven(STAGE, 1, 2, 1, read_result("AV+ AV-"), "Law 12C2", "a board that could not be played")
    eight.do(ruled)
    state = eight.event.stage(STAGE)
    seating = state.round(1).seatings[2]
    assert seating.sides == (("3", "7"), ("5", "6"))
    awards = {name: str(state.card(1, 2).board_credits(name)[0]) for name in seating.names}
    assert awards == {"3": "average plus", "7": "average plus", "5": "average minus", "6": "average minus"}


def test_everybody_finds_his_seat_his_partner_and_his_opponents(eight: Room) -> None:
    seat = seat_of(eight.event, "4")
    assert seat is not None
    assert (seat.table, str(seat.direction), str(seat.partner)) == (1, "West", "2")
    assert [each.number for each in seat.meets] == ["8", "1"]
    assert seat.then is not None
    assert (seat.then.table, str(seat.then.direction), str(seat.then.partner)) == (2, "North", "1")
    on_the_wall = {
        each.number: (each.where, str(each.direction)) for each in seating_by_name(eight.event, _state(eight))
    }
    assert on_the_wall["8"] == ("1", "North")
    assert on_the_wall["6"] == ("2", "West")
    tiles = [(tile.ns, tile.ew) for tile in room_now(eight.event, STAGE, 7).tiles]
    assert tiles == [("8+1", "2+4"), ("3+7", "5+6")]


def test_the_scorecard_has_the_partner_of_each_round(eight: Room) -> None:
    eight.results(STAGE, 1, FIRST_BETTER)
    first = scorecard_page(eight.event, "2").stages[0].matches[0]
    assert (str(first.partner), [each.number for each in first.against], str(first.direction)) == (
        "4",
        ["8", "1"],
        "East",
    )
    assert first.boards[0].second.why == "night/board/1/1/1/2"


def test_where_one_leaves_the_other_three_rest_and_another_may_take_his_number(eight: Room) -> None:
    eight.results(STAGE, 1, FIRST_BETTER)
    eight.do(Withdrawn("3", STAGE, 1, expunged=False, reason="illness"))
    state = _state(eight)
    for number in range(2, 8):
        assert len(state.rounds[number].seatings) == 1
        assert len(state.rounds[number].draw.sits_out) == 3
    eight.do(EntryTaken("9"))
    eight.do(late_pair(eight.event, STAGE, "9", 3))
    assert [len(state.rounds[number].seatings) for number in range(1, 8)] == [2, 1, 2, 2, 2, 2, 2]
    assert all("9" in _names(state.rounds[number].draw.seatings) for number in range(3, 8))
    for number in range(2, 8):
        eight.results(STAGE, number, FIRST_BETTER)
    # In round 2 one table is alone with its boards: half of the top there is for either side.
    alone = next(iter(state.rounds[2].seatings.values()))
    assert {str(state.match_line(name, 2).percent) for name in alone.names} == {"50"}  # type: ignore[union-attr]
    assert eight.agrees()


def test_one_more_has_no_seat_in_a_movement_that_is_played(eight: Room) -> None:
    eight.do(EntryTaken("9"))
    with pytest.raises(DirectorError, match="An individual movement has no seat for an extra player"):
        late_pair(eight.event, STAGE, "9", 2)


def test_nobody_sits_at_two_seats(eight: Room) -> None:
    room = Room(NIGHT).enter(numbers(8))
    room.start(STAGE)
    act = draft(room.event, STAGE)
    first, *rest = act.seatings
    twice = replace(act, seatings=(replace(first, west=first.ns), *rest), by_hand="a try")
    with pytest.raises(DirectorError, match="Seated more than once in round "):
        room.do(twice)
    swapped = replace(
        act, seatings=tuple(each.seated_as({"8": "1", "1": "8"}) for each in act.seatings), by_hand="asked"
    )
    room.do(swapped)
    assert all(state.seatings[1].ns == "1" for state in _state(room).rounds.values())


@pytest.mark.clause("CLUB26 13")
@pytest.mark.parametrize("entries", range(8, 29))
def test_every_number_has_a_movement_that_is_proved(entries: int) -> None:
    stage = build_event(find_event(NIGHT), Entrants(entries)).stages[0]
    page = movement_page(stage, entries)
    assert page is not None
    assert page.sound
    assert stage.rounds * stage.boards in range(22, 29)


def test_a_seating_of_pairs_is_written_as_it_always_was() -> None:
    pairs = DrawPublished("Night", 1, (Seating(1, "3", "5", (1, 2)),))
    assert write_act(pairs)["seatings"] == [{"table": 1, "ns": "3", "ew": "5", "boards": [1, 2]}]
    alone = DrawPublished("Night", 1, (Seating(1, "3", "5", (1, 2), south="8", west="9"),))
    assert read_act(write_act(alone)) == alone


OWN = """
[event]
id = "my-club/four"
name = "Four"
clause = "CLUB 1"
contest = "CONTEST"
entries = 4
usual = 4

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
sessions = 1
scoring = "laws-2017/butler-less-one"
ranking = "laws-2017/imps"

  [stage.draw]
  clause = "CLUB 1"
  session_boards = 6
  movements = [MOVEMENT]
"""
FOUR = '''{ tables = 1, movement = "own", own = """
players: 4
boards: 2
meetings: 2
R1  1: 1+2-3+4 A
R2  1: 1+3-4+2 B
R3  1: 1+4-2+3 C
""" }'''


def test_a_movement_of_ones_own_for_individuals() -> None:
    file = read_event(OWN.replace("CONTEST", "individuals").replace("MOVEMENT", FOUR), "four.toml")
    page = movement_page(build_event(file, Entrants(4)).stages[0], 4)
    assert page is not None
    assert page.sound
    assert [place.ns for place in page.tables[0][1] if place] == ["1+2", "1+3", "1+4"]


@pytest.mark.parametrize(
    ("contest", "movement", "says"),
    [
        ("pairs", FOUR, "pairs enter"),
        ("individuals", '{ tables = [1, 3], movement = "Howell" }', "movements for individuals"),
    ],
)
def test_movements_are_for_those_who_enter(contest: str, movement: str, says: str) -> None:
    with pytest.raises(RegulationErrors, match=says):
        build_event(read_event(OWN.replace("CONTEST", contest).replace("MOVEMENT", movement), "x.toml"), Entrants(4))


def test_at_the_prompt_it_is_played_with_things_going_wrong_and_proved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ask = Ask(monkeypatch, capsys)
    assert ask(f"simulate {NIGHT} --entries 14 --seed 3 -o night.jsonl")[0] == 0
    assert ": 0 objections" in ask("verify night.jsonl")[1]
    assert ask("scorecard night.jsonl 5")[1].splitlines()[1].split()[:3] == ["round", "with", "against"]


def _state(room: Room) -> StageState:
    return room.event.stage(STAGE)


def _names(seatings: tuple[Seating, ...]) -> set[str]:
    return {name for seating in seatings for name in seating.names}
