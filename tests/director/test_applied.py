"""Clauses that a decision at the desk turns on: each told, or refused by, where somebody meets it."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError, OutOfTime
from overtrick.core.event.acts import (
    BoardFouled,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    MatchForfeited,
    PlayedOff,
    PsychicRecorded,
    ResultCorrected,
    RulingGiven,
    ScoresShown,
)
from overtrick.core.flow.final import PlayoffRule
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import IMPS, Clause
from overtrick.director.graph import _won_on_the_boards


def at(day: int, clock: str) -> str:
    return f"2026-09-{day:02}T{clock}:00+09:30"


@pytest.fixture
def swiss_teams() -> Room:
    """A Swiss Teams of the SABF in its first match, every result in."""
    room = Room("sabf-2020/swiss-teams").enter(numbers(8))
    state = room.start("Swiss")
    number = room.draw("Swiss")
    room.results("Swiss", number, by_strength(state, numbers(8)))
    return room


def correction(room: Room, kind: str = "", result: str = "1NT N +3") -> ResultCorrected:
    seating = room.event.stage("Swiss").round(1).seatings[1]
    return ResultCorrected("Swiss", 1, 1, seating.boards[0], read_result(result), "as agreed", "open", kind=kind)


@pytest.mark.clause("SABF20 8", "SABF20 13.9#4")
def test_a_correction_is_in_time_if_either_window_is_open(swiss_teams: Room) -> None:
    """A day from the posting of the session's scores, or half an hour from the last round's, which has not come."""
    swiss_teams.close_round("Swiss", 1)
    swiss_teams.play("Swiss", rounds=swiss_teams.event.plan("Swiss").sessions[0] - 1)
    swiss_teams.do(ScoresShown("Swiss", swiss_teams.event.plan("Swiss").sessions[0]), at=at(2, "20:00"))
    swiss_teams.do(correction(swiss_teams, "score card error"), at=at(3, "19:59"))
    with pytest.raises(OutOfTime) as refused:
        swiss_teams.do(correction(swiss_teams, "score card error", "1NT N +2"), at=at(3, "20:01"))
    assert "SABF20 8" in str(refused.value)
    with pytest.raises(DirectorError, match="” is not a type of correction in these regulations"):
        swiss_teams.do(correction(swiss_teams, "a whim"), at=at(2, "20:10"))


@pytest.mark.clause("SABF20 13.9#4")
def test_a_teams_result_has_half_an_hour_after_the_last_round_and_says_when_only_the_other_clause_allows_it() -> None:
    room = Room("sabf-2020/swiss-teams").enter(numbers(8))
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, numbers(8)))
    room.do(ScoresShown("Swiss", state.last_round), at=at(2, "20:00"))
    wrong = "teams result posted wrong"
    said = " ".join(room.do(correction(room, wrong), at=at(2, "20:30")))
    assert "too late" not in said
    said = " ".join(room.do(correction(room, wrong, "1NT N +2"), at=at(2, "20:31")))
    assert "allowed by SABF20 8" in said
    assert "too late under SABF20 13.9#4" in said
    with pytest.raises(OutOfTime):
        room.do(correction(room, wrong), at=at(3, "20:01"))


@pytest.mark.clause("SABF20 13.1#2")
def test_the_last_to_nominate_is_turned_away_first() -> None:
    room = Room("sabf-2020/daytime-teams")
    room.do(EventOpened(room.name, "", "", ""), *(EntryTaken(name) for name in numbers(42)))
    with pytest.raises(DirectorError) as refused:
        room.do(EntriesClosed())
    assert "turned away first (SABF20 13.1#2): 42, 41." in str(refused.value)


@pytest.mark.clause("SABF20 4.6#3")
def test_a_barred_psychic_costs_its_side_three_imps_and_gives_the_others_three(swiss_teams: Room) -> None:
    seating = swiss_teams.event.stage("Swiss").round(1).seatings[1]
    board = seating.boards[0]
    worse = max(seating.ns, seating.ew, key=int)
    act = PsychicRecorded(worse, "Swiss", 1, 1, board, "1S", ("Life Master", "State Master"), intentional=True)
    said = " ".join(swiss_teams.do(act))
    credits = swiss_teams.event.stage("Swiss").card(1, 1).credits[board]
    own = min(credit.value for credit in credits)  # type: ignore[union-attr]
    assert f"{IMPS.show(min(own, -3))} to number {worse}" in said
    assert f"{IMPS.show(max(-own, 3))} to the opponents" in said
    assert "SABF20 4.6#3" in said


@pytest.fixture
def interstate() -> Room:
    """Eight states in the first match of the Interstate Teams."""
    room = Room("anc-2026/interstate-open").enter(numbers(8))
    room.start("Qualifying")
    room.draw("Qualifying")
    return room


@pytest.mark.clause("ANC26 7.1")
def test_a_fouled_board_is_replaced_until_the_result_is_known(interstate: Room) -> None:
    board = interstate.event.stage("Qualifying").round(1).seatings[1].boards[0]
    fouled = BoardFouled("Qualifying", 1, board, ((1,),), "a card in the wrong hand")
    with pytest.raises(DirectorError, match="another board replaces this one in both rooms") as refused:
        interstate.do(fouled)
    assert "ANC26 7.1" in str(refused.value)
    ruling = RulingGiven("Qualifying", 1, 1, board, read_result("AV+ AV+"), "ANC26 7.1", "fouled", "open", fouled=True)
    assert any("another board replaces this one" in said for said in interstate.do(ruling))
    interstate.results("Qualifying", 1, tables=[1])
    with pytest.raises(DirectorError, match="the match result is known, so the board is cancelled"):
        interstate.do(fouled)


@pytest.mark.clause("ANC26 11.12")
def test_the_imps_of_a_forfeit_are_read_back_from_the_scale(interstate: Room) -> None:
    """56.5 VPs stand for 21.5 IMPs, and none for -35, which count where ties break on IMPs."""
    seating = interstate.event.stage("Qualifying").round(1).seatings[1]
    interstate.do(MatchForfeited("Qualifying", 1, 1, seating.ew, "not there"))
    state = interstate.event.stage("Qualifying")
    ours, theirs = (state.match_line(side, 1) for side in (seating.ns, seating.ew))
    assert ours is not None
    assert theirs is not None
    assert (ours.score.value, ours.net_imps) == (56.5, 21.5)
    assert (theirs.score.value, theirs.net_imps) == (0, -35)


@pytest.mark.clause("SABF20 17.2#6")
def test_a_player_in_two_teams_of_the_finals_names_one() -> None:
    room = Room("sabf-2020/daytime-teams")
    room.do(EventOpened(room.name, "", "", ""))
    for number in range(1, 5):
        names = [*(f"{number}{letter}" for letter in "ABC"), "Everywhere" if number < 3 else f"{number}D"]
        room.do(EntryTaken(str(number), players=tuple(map(Player, names))))
    room.do(EntriesClosed())
    room.play("Minor round", by_strength(room.start("Minor round"), numbers(4)))
    room.close("Minor round")
    from overtrick.core.event.acts import LotDrawn, StageStarted
    from overtrick.director.entries import stage_fields

    room.do(LotDrawn("Finals", seed="lot"))
    said = room.do(StageStarted("Finals", stage_fields(room.event, "Finals")))
    assert "Everywhere is in two of these teams and must choose one before play begins" in said


@pytest.mark.clause("GNOT18 4.4")
def test_a_play_off_is_won_on_its_boards() -> None:
    rule = PlayoffRule(Clause("GNOT18", "4.4"), boards=4, then=1)
    _won_on_the_boards(PlayedOff("Swiss", ("A", "B"), "four boards", ((9, 4),)), rule)
    _won_on_the_boards(PlayedOff("Swiss", ("B", "A"), "five boards", ((7, 7), (2, 0))), rule)
    for imps, what in ((((7, 7),), "tied after 4 boards"), (((4, 9),), "B won the play-off")):
        with pytest.raises(DirectorError, match=what):
            _won_on_the_boards(PlayedOff("Swiss", ("A", "B"), "", imps), rule)
