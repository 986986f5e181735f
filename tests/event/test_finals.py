"""Finals systems, stages added up and the affairs of teams, through the director and the fold."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from directing import Room, by_strength, flat, numbers
from overtrick.core.draws.finals import Outcome
from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    FORFEITED,
    NEITHER,
    BoardPutOff,
    ChoiceMade,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    Field,
    LineUpPosted,
    LotDrawn,
    MatchDecided,
    MatchForfeited,
    PenaltyGiven,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.after.line_ups import SIT_LAST
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import FinalsPlay
from overtrick.core.event.play.drafting import draft_draw, rounds_of
from overtrick.core.event.play.finals import finals_of, place_won
from overtrick.core.event.play.inputs import RESULTS, ROUNDS
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RecordedResult, RoundState
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.ranking.measures import wins
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.lab.fault_rates import Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.plan.event_book import event_files, plan_for
from overtrick.regulations.read.documents import load
from overtrick.views.matches import match_page

pytestmark = pytest.mark.whole

DAYTIME, STATE, SWISS = "sabf-2020/daytime-teams", "sabf-2020/state-teams", "sabf-2020/swiss-teams"
ROUND_ROBIN = "sabf-2020/round-robin-teams"


def finalists(event: str, teams: int) -> tuple[Room, StageState]:
    """The finals of an event about to begin; 1 qualified before 2, 2 before 3, and so on."""
    room = Room(event).enter(numbers(teams))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(teams)))
    room.close("Minor round")
    finals = room.start("Finals")
    assert finals.contestants == tuple(numbers(len(finals.contestants)))
    return room, finals


def week(room: Room, *strong: str) -> int:
    """Play the next week; those named first win, and without names every board is level."""
    state = room.event.stage("Finals")
    number = room.draw("Finals")
    room.results("Finals", number, by_strength(state, strong) if strong else flat)
    room.do(RoundClosed("Finals", number))
    return number


def places(state: StageState) -> list[tuple[str, str]]:
    return [(row.place_text, row.contestant) for row in state.standings(state.fields[0].name).rows]


@pytest.mark.clause("SABF20 13.12", "SABF20 17.3", "SABF20 17.3.1", "SABF20 17.3.2", "SABF20 17.3.3", "SABF20 17.3.4")
def test_a_final_five_with_every_board_level_goes_to_those_who_carry_forward() -> None:
    room, state = finalists(ROUND_ROBIN, 6)
    assert rounds_of(state) == 5
    for _ in range(5):
        week(room)
    room.close("Finals")
    assert places(state) == [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5")]
    finals = finals_of(state)
    assert {final.match.name: str(final.why) for final in finals.finals} == dict.fromkeys(
        ("QF1", "QF2", "SF1", "SF2", "PF", "GF"), "by 0.1 IMPs"
    )
    assert room.agrees()


@pytest.mark.clause("SABF20 13.11", "SABF20 20.2#2", "SABF20 20.2#3")
def test_the_last_of_four_may_come_through_to_the_title() -> None:
    room, state = finalists(DAYTIME, 4)
    assert [len(state.plan.sessions), state.plan.boards] == [4, 28]
    for _ in range(4):
        week(room, "4", "3", "2", "1")
    room.close("Finals")
    assert places(state) == [("1", "4"), ("2", "2"), ("3", "1"), ("4", "3")]
    grand = finals_of(state).final("GF")
    assert {seating.ns for number in (3, 4) for seating in state.round(number).seatings.values()} == {"2"}
    assert grand.outcome is Outcome.PLAYED
    assert room.agrees()


@pytest.mark.clause("SABF20 13.12")
def test_why_tells_what_is_carried_forward_and_what_for() -> None:
    room, state = finalists(ROUND_ROBIN, 6)
    week(room)
    line = state.match_line("2", 1)
    assert line is not None
    assert line.score.value == Fraction(1, 10)
    told = line.score.why(3)
    assert "second Qualifying Final, against team 3" in told
    assert "so that the match cannot end in a tie" in told
    assert "carry-over for entering as the team ranked 2 in qualifying" in told
    week(room)
    other = state.match_line("3", 2)
    assert other is not None
    assert "carry-over for entering as the loser of QF2" in other.score.why(3)


@pytest.mark.clause("SABF20 16.1#1", "SABF20 16.1#2")
def test_an_abandoned_final_sends_nobody_on_and_whoever_waits_has_a_forfeit() -> None:
    room, state = finalists(ROUND_ROBIN, 6)
    number = room.draw("Finals")
    tables = {final.match.name: 1 + place for place, final in enumerate(finals_of(state).week(1))}
    room.do(MatchForfeited("Finals", number, tables["QF2"], "", "nobody came", NEITHER))
    room.results("Finals", number, tables=[tables["QF1"]])
    room.do(RoundClosed("Finals", number))
    drawn = draft(room.event, "Finals")
    assert drawn.seatings == ()
    assert "there is no winner of QF2" in drawn.why
    for name in ("2", "3"):  # neither has won
        line = state.match_line(name, number)
        assert line is not None
        assert "lost by forfeit" in line.score.said
    for _ in range(4):
        week(room)
    finals = finals_of(state)
    assert finals.final("SF1").winner == "4"
    assert finals.final("SF2").winner == "1"
    assert finals.final("GF").teams == ("1", "4")
    room.close("Finals")
    # 5 lost the first match and stays fifth; the loser of QF2 would have played on, so that 2 and 3 have no place
    assert places(state) == [("1", "1"), ("2", "4"), ("5", "5"), ("–", "2"), ("–", "3")]


@pytest.mark.clause("SABF20 16.1#2")
def test_an_abandoned_grand_final_leaves_no_winner() -> None:
    room, state = finalists(DAYTIME, 4)
    week(room)
    week(room)
    number = room.draw("Finals")
    room.do(MatchForfeited("Finals", number, 1, "", "neither came", NEITHER), RoundClosed("Finals", number))
    assert draft(room.event, "Finals").seatings == ()
    week(room)
    assert finals_of(state).places[0] is None
    assert places(state) == [("2=", "1"), ("2=", "2"), ("3", "3"), ("4", "4")]
    total = state.standings("all").row("1").leading(state.plan.standings.prize)
    assert total.value == 2
    assert str(total.clause) == "SABF20 16.1#2"
    assert "Grand Final: neither team appeared" in total.said


@pytest.mark.clause("SABF20 16.1#1")
def test_a_team_that_forfeits_alone_goes_where_a_loser_goes() -> None:
    room, state = finalists(DAYTIME, 4)
    number = room.draw("Finals")
    room.do(MatchForfeited("Finals", number, 2, "1", "held up"))
    room.results("Finals", number)
    room.do(RoundClosed("Finals", number))
    finals = finals_of(state)
    assert (finals.final("SF2").winner, finals.final("PF").teams) == ("2", ("1", "3"))
    for name, how in (("2", "won"), ("1", "lost")):
        line = state.match_line(name, 1)
        assert line is not None
        assert f"{how} by forfeit" in line.score.said


@pytest.mark.clause("SABF20 16.3#1")
def test_a_penalty_in_imps_comes_off_the_match() -> None:
    room, state = finalists(DAYTIME, 4)
    number = room.draw("Finals")
    room.results("Finals", number)
    room.do(PenaltyGiven("1", "late", "Finals", number, 2, "IMPs", "SABF20 16.3#1", "four minutes late again"))
    final = finals_of(state).final("SF2")
    assert (final.winner, str(final.why)) == ("2", "by 1.9 IMPs")
    room.do(RoundClosed("Finals", number))
    week(room)
    with pytest.raises(DirectorError, match="4 has no match in week 2"):
        room.do(PenaltyGiven("4", "late", "Finals", 2, 2, "IMPs", "SABF20 16.3#1", "late"))


@pytest.mark.clause("SABF20 17.3")
def test_a_final_level_by_fractions_is_for_the_committee() -> None:
    room, state = finalists(DAYTIME, 4)
    number = room.draw("Finals")
    room.results("Finals", number)
    semi = next(seating for seating in state.round(1).seatings.values() if seating.ns == "1")
    # one board of 4 IMPs weighted 97.5% to nothing is worth the 0.1 IMP that 1 carries forward
    ruling = read_result("97.5% 1NT N =, 2.5% 1NT N -1")
    room.do(RulingGiven("Finals", 1, semi.table, 1, ruling, "Law 12C1(c)", "hesitation", "open"))
    final = finals_of(state).final("SF2")
    assert final.outcome is Outcome.LEVEL
    room.do(RoundClosed("Finals", 1))
    with pytest.raises(DirectorError, match="is tied"):
        draft(room.event, "Finals")
    with pytest.raises(DirectorError, match="is not tied"):
        room.do(MatchDecided("Finals", 1, 1, "3", "SABF20 13.11", "a guess"))
    room.do(MatchDecided("Finals", 1, semi.table, "2", "SABF20 13.11", "the committee went by the last board"))
    assert finals_of(state).final("SF2").winner == "2"
    assert "the committee went by the last board" in str(finals_of(state).final("SF2").why)
    assert room.agrees()


@pytest.mark.clause("SABF20 14.1#5")
def test_a_draw_of_the_finals_stands_when_the_score_it_came_from_is_put_right() -> None:
    room, state = finalists(DAYTIME, 4)
    week(room)
    number = room.draw("Finals")
    semi = next(seating for seating in state.round(1).seatings.values() if seating.ns == "1")
    before = finals_of(state).places
    room.do(ResultCorrected("Finals", 1, semi.table, 1, read_result("1NT N -1"), "wrong", "open"))
    final = finals_of(state).final("SF2")
    assert final.winner == "1"
    assert "stands" in str(final.why)
    room.results("Finals", number)
    room.do(RoundClosed("Finals", number))
    week(room)
    week(room)
    assert before[3] == finals_of(state).places[3]
    assert finals_of(state).places[0] == "1"
    assert room.agrees()


def test_nobody_leaves_the_finals_or_abandons_a_match_there() -> None:
    room, _ = finalists(DAYTIME, 4)
    room.draw("Finals")
    with pytest.raises(DirectorError, match="they forfeit the matches they do not play"):
        room.do(Withdrawn("2", "Finals", 1, expunged=False))
    with pytest.raises(DirectorError, match="cannot be abandoned"):
        room.do(MatchForfeited("Finals", 1, 1, "3", "ill", ABANDONED))
    with pytest.raises(DirectorError, match="No side was named"):
        room.do(MatchForfeited("Finals", 1, 1, "", ""))


@pytest.mark.clause("SABF20 20.2#1b")
def test_the_first_day_has_shorter_matches_each_on_the_scale_of_its_length() -> None:
    room = Room(DAYTIME).enter(numbers(6))
    state = room.start("Minor round")
    assert state.plan.sessions == (3, 2)
    room.play("Minor round", by_strength(state, numbers(6)))
    assert [len(state.round(number).seatings[1].boards) for number in range(1, 6)] == [9, 9, 9, 14, 14]
    assert state.round(3).seatings[1].boards[0] == 19
    line = state.match_line("1", 1)
    assert line is not None
    assert "over 9 boards" in line.score.said
    with pytest.raises(DirectorError, match="even number of teams, not 7"):
        Room(DAYTIME).enter(numbers(7))


@pytest.mark.clause("SABF20 13.9#3", "SABF20 13.9#5", "SABF20 20.2#1b")
@pytest.mark.parametrize(("how", "absent"), [(FORFEITED, 0), (CANCELLED, Fraction("5.82"))])
def test_a_forfeit_of_the_first_day_has_the_least_of_a_nine_board_match(how: str, absent: Fraction) -> None:
    """12 IMPs are 14.18 VPs over 9 boards and 13.48 over 14: each match goes by its own length."""
    room = Room(DAYTIME).enter(numbers(6))
    state = room.start("Minor round")
    for number in (1, 4):
        while state.last_round < number:
            drawn = room.draw("Minor round")
            if drawn == number:
                room.do(MatchForfeited("Minor round", drawn, 1, state.round(drawn).seatings[1].ns, "snowed in", how))
            room.results("Minor round", drawn)
            room.do(RoundClosed("Minor round", drawn))
    first, fourth = state.round(1).seatings[1], state.round(4).seatings[1]
    assert score(state, first.ew, 1) == Fraction("14.18")
    assert score(state, fourth.ew, 4) == Fraction("13.48")
    assert score(state, first.ns, 1) == max(absent, 10 if how == CANCELLED else 0)


@pytest.mark.clause("SABF20 13.9#3")
def test_why_tells_a_player_what_a_forfeit_was_made_of() -> None:
    room = Room(DAYTIME).enter(numbers(4))
    state = room.start("Minor round")
    number = room.draw("Minor round")
    seating = state.round(1).seatings[1]
    room.do(MatchForfeited("Minor round", number, 1, seating.ns, "did not come"))
    room.results("Minor round", number)
    room.do(RoundClosed("Minor round", number))
    room.play("Minor round", flat)
    line = state.match_line(seating.ew, 1)
    assert line is not None
    assert [told.lstrip("├└─ ") for told in line.score.why(1).splitlines()] == [
        (
            "14.18 VPs  settled after the last round: the best available from 14.18 (a win by 12 IMPs), 10.00 (the "
            "side’s own average), 10.00 (the others’ average against the side that forfeited)  (SABF20 13.9#3, "
            "readings D65, D67, D74)"
        ),
        f"the match against number {seating.ns} was not played: did not come, table 1 [posting 10]",
        "14.18 VPs  a win by 12 IMPs  (SABF20 13.9#3, readings D65, D67, D74)",
        "10.00 VPs  the side’s own average  (SABF20 13.9#3, readings D65, D67, D74)",
        "10.00 VPs  the others’ average against the side that forfeited  (SABF20 13.9#3, readings D65, D67, D74)",
    ]


# Two stages.


def team(number: int, *players: str) -> EntryTaken:
    return EntryTaken(str(number), players=tuple(map(Player, players)))


def six(number: int) -> tuple[str, ...]:
    return tuple(f"{number}{letter}" for letter in "ABCDEF")


def stage_one(teams: int = 12, *, stages: dict[int, tuple[str, ...]] | None = None) -> Room:
    """Stage One of the two, won by the lower numbers."""
    room = Room(STATE)
    room.do(EventOpened(STATE, "", "", ""))
    for number in range(1, teams + 1):
        room.do(EntryTaken(str(number), players=tuple(map(Player, six(number))), stages=(stages or {}).get(number, ())))
    room.do(EntriesClosed())
    whole_stage(room, "Stage One", numbers(teams))
    return room


def whole_stage(room: Room, stage: str, strong: list[str]) -> None:
    state = room.start(stage)
    for _ in range(rounds_of(state)):
        try:
            act = draft(room.event, stage, "lot")
        except NoLegalDraw:
            act = replace(draft(room.event, stage, "lot", yielding=True), by_hand="allowed")
        room.do(act)
        room.results(stage, act.round, by_strength(state, strong))
        room.do(RoundClosed(stage, act.round))
    room.close(stage)


@pytest.mark.slow
@pytest.mark.clause(
    "SABF20 17.1#3", "SABF20 17.2#1", "SABF20 17.2#2", "SABF20 17.2#3", "SABF20 17.2#5", "SABF20 17.2#6"
)
def test_a_team_re_formed_for_the_second_stage_carries_its_points_on() -> None:
    only_one = ("Stage One",)
    room = stage_one(stages={1: only_one, 2: only_one})
    room.do(EntryTaken("13", players=tuple(map(Player, (*six(1)[:4], "X", "Y"))), stages=("Stage Two",)))
    room.do(EntryTaken("14", players=tuple(map(Player, (*six(2)[:3], "P", "Q", "R"))), stages=("Stage Two",)))
    with pytest.raises(DirectorError, match="Entries are closed"):
        room.do(EntryTaken("15", players=tuple(map(Player, six(15)))))
    entered = stage_fields(room.event, "Stage Two")[0].contestants
    assert sorted(entered, key=int) == [str(number) for number in range(3, 15)]
    whole_stage(room, "Stage Two", ["14", "13", *numbers(12)[2:]])
    ranking = room.start("Ranking for the finals")
    assert ranking.contestants.count("1") == 1
    assert "13" not in ranking.contestants
    rows = {row.contestant: row.leading(ranking.plan.standings.prize) for row in ranking.standings("all").rows}
    assert {name: figure.value for name, figure in rows.items()}.items() >= {"1": 10, "2": 4, "14": 6}.items()
    assert "place 1 in Stage One" in rows["1"].why(2)
    assert all(figure.value > 0 for figure in rows.values())
    room.close("Ranking for the finals")
    finals = room.start("Finals")
    assert finals.contestants[:3] == ("1", "3", "14")  # 3 and 14 have 6 points each, and 3 VPs of two stages
    assert len(finals.contestants) == 5
    assert room.agrees()


@pytest.mark.clause("SABF20 17.2#3")
def test_a_number_cannot_pass_to_another_team_between_the_stages() -> None:
    room = stage_one(12)
    room.do(team(5, *six(5)[:3], "U", "V", "W"))
    with pytest.raises(DirectorError, match="Team 5 no longer counts as the team that played in Stage One"):
        room.start("Stage Two")
    room.do(team(5, *six(5)[:4], "U", "V"))
    room.do(StageStarted("Stage Two", stage_fields(room.event, "Stage Two")))
    assert "5" in room.event.stage("Stage Two").contestants


# Matches not played, substitutes, new members.


def swiss(teams: int = 8) -> tuple[Room, StageState]:
    room = Room(SWISS)
    room.do(EventOpened(SWISS, "", "", ""), *(team(number, *six(number)[:5]) for number in range(1, teams + 1)))
    room.do(EntriesClosed())
    return room, room.start("Swiss")


def test_a_match_counts_for_its_sides_when_it_is_over_and_not_before() -> None:
    room, state = swiss()
    number = room.draw("Swiss")
    room.results("Swiss", number, tables=[1])
    for table, seating in state.round(number).seatings.items():
        line = state.match_line(seating.ns, number)
        assert (line is None) is (table != 1)
        assert state.match_score(seating.ns, number, table) == (line.score if line else None)


def score(state: StageState, contestant: str, number: int) -> object:
    line = state.match_line(contestant, number)
    assert line is not None
    return line.score.value


@pytest.mark.clause("SABF20 13.9#3")
def test_a_forfeit_is_provisional_until_the_last_round_and_says_so() -> None:
    room, state = swiss()
    number = room.draw("Swiss")
    seating = state.round(1).seatings[1]
    room.do(MatchForfeited("Swiss", number, 1, seating.ns, "did not come"))
    room.results("Swiss", number)
    room.do(RoundClosed("Swiss", number))
    line = state.match_line(seating.ew, 1)
    assert line is not None
    assert line.score.said.startswith(
        "provisional after 1 of 5 rounds: the best available from 13.48 (a win by 12 IMPs)"
    )
    room.play("Swiss", by_strength(state, [seating.ns, *(n for n in numbers(8) if n != seating.ns)]))
    line = state.match_line(seating.ew, 1)
    assert line is not None
    assert line.score.said.startswith("settled after the last round")
    assert score(state, seating.ns, 1) == 0


@pytest.mark.clause("SABF20 13.9#5", "SABF20 13.18")
def test_matches_cancelled_and_abandoned_without_fault() -> None:
    room, state = swiss()
    room.play("Swiss", by_strength(state, numbers(8)), rounds=2)
    number = room.draw("Swiss")
    one, two = state.round(number).seatings[1], state.round(number).seatings[2]
    room.do(MatchForfeited("Swiss", number, 1, one.ns, "flooded road", CANCELLED))
    room.do(MatchForfeited("Swiss", number, 2, two.ns, "taken ill", ABANDONED))
    room.results("Swiss", number)
    room.do(RoundClosed("Swiss", number))
    present, absent = score(state, one.ew, number), score(state, one.ns, number)
    assert isinstance(present, Fraction | int)
    assert present >= Fraction("13.48")
    assert isinstance(absent, Fraction | int)
    assert absent >= 20 - present
    left, right = score(state, two.ns, number), score(state, two.ew, number)
    assert isinstance(left, Fraction | int)
    assert isinstance(right, Fraction | int)
    assert left + right == 20
    pages = [match_page(room.event, state, number, table) for table in (1, 2)]
    assert [str(page.says) for page in pages if page is not None] == [
        "Not played, with neither side at fault",
        "Not finished, with neither side at fault",
    ]
    assert room.agrees()


@pytest.mark.clause("SABF20 13.4#1", "SABF20 13.4#3", "SABF20 13.4#5")
def test_a_substitute_costs_imps_before_the_scale_and_the_opponents_gain_them() -> None:
    room, state = swiss()
    number = room.draw("Swiss")
    room.results("Swiss", number)
    seating = state.round(number).seatings[1]
    assert score(state, seating.ns, number) == score(state, seating.ew, number) == 10
    cautions = room.do(SubstituteUsed(seating.ns, "Swiss", (number,), "1A", "a champion", "ill", imps=8))
    assert "+8 IMPs (significant)" in " ".join(cautions)
    assert (score(state, seating.ns, number), score(state, seating.ew, number)) == (
        20 - Fraction("12.43"),
        Fraction("12.43"),
    )
    with pytest.raises(DirectorError, match="at most 14 IMPs"):
        room.do(SubstituteUsed(seating.ns, "Swiss", (number,), "1A", "a champion", "ill", imps=15))
    assert room.agrees()


@pytest.mark.clause("SABF20 13.3")
def test_a_player_joins_a_team_with_room_while_there_is_enough_to_play() -> None:
    room, _ = swiss()
    room.draw("Swiss")
    with pytest.raises(DirectorError, match="4 to 6 members; team 3 has 7"):
        room.do(team(3, *six(3), "Z"))
    with pytest.raises(DirectorError, match="1A is in team 1"):
        room.do(team(3, *six(3)[:5], "1A"))
    room.do(team(3, *six(3)[:5], "Z"))
    room.results("Swiss", 1)
    room.do(RoundClosed("Swiss", 1))
    room.play("Swiss", rounds=3)
    with pytest.raises(DirectorError, match="14 of 70 are left"):
        room.do(team(4, *six(4)[:5], "Y"))


@pytest.mark.clause("SABF20 13.5#1")
def test_a_member_who_has_played_little_needs_leave_for_the_finals() -> None:
    room = Room(DAYTIME)
    room.do(EventOpened(DAYTIME, "", "", ""), *(team(number, *six(number)) for number in range(1, 5)), EntriesClosed())
    state = room.start("Minor round")
    for number in range(1, 4):
        room.draw("Minor round")
        room.do(LineUpPosted("Minor round", number, "1", six(1)[:4] if number < 3 else six(1)[1:5]))
        room.results("Minor round", number, by_strength(state, numbers(4)))
        room.do(RoundClosed("Minor round", number))
    room.close("Minor round")
    room.start("Finals")
    room.draw("Finals")
    assert room.do(LineUpPosted("Finals", 1, "1", six(1)[:4])) == ()
    cautions = room.do(LineUpPosted("Finals", 1, "1", (*six(1)[:3], "1E")))
    [caution] = cautions
    assert caution.startswith("1E, boards: 9 of 27 boards played; 11 needed (40%")
    assert "The Tournament Committee must approve" in caution


# The other finals: one match in stanzas.


def interstate(teams: int = 8) -> tuple[Room, StageState]:
    room = Room("anc-2026/interstate-open").enter(numbers(teams))
    state = room.start("Qualifying")
    room.play("Qualifying", by_strength(state, numbers(teams)))
    room.close("Qualifying")
    return room, room.start("Final")


@pytest.mark.clause("ANC26 12.2", "ANC26 13.3")
def test_every_swing_of_a_final_counts_once_against_the_carry_over() -> None:
    room, state = interstate()
    carried = state.carried["1"].value
    assert carried > 8
    for number in range(1, 6):
        room.draw("Final")
        room.results("Final", number)
        room.do(RoundClosed("Final", number))
    loss = next(board for board in state.round(1).seatings[1].boards)
    room.do(ResultCorrected("Final", 1, 1, loss, read_result("1NT N -5"), "wrong", "open"))
    other = -state.card(1, 1).side("1").net.value
    assert carried / 2 < other < carried
    assert places(state) == [("1", "1"), ("2", "2")]


@pytest.mark.clause("ANC26 12.4")
def test_stanzas_are_named_in_turn_and_who_sits_last_lines_up_last() -> None:
    room, _ = interstate()
    room.draw("Final")
    with pytest.raises(DirectorError, match="1 still has to choose 1 stanza"):
        room.do(LineUpPosted("Final", 1, "1", ("A", "B", "C", "D")))
    with pytest.raises(DirectorError, match="It is team 1’s turn to choose"):
        room.do(ChoiceMade("Final", SIT_LAST, "2", "1, 3"))
    room.do(ChoiceMade("Final", SIT_LAST, "1", "5"))
    with pytest.raises(DirectorError, match="Choose exactly 2 of 1, 2, 3, 4"):
        room.do(ChoiceMade("Final", SIT_LAST, "2", "5, 1"))
    room.do(ChoiceMade("Final", SIT_LAST, "2", "1, 3"))
    with pytest.raises(DirectorError, match="2 has the right to sit last in stanza 1"):
        room.do(LineUpPosted("Final", 1, "2", ("A", "B", "C", "D")))
    room.do(LineUpPosted("Final", 1, "1", ("A", "B", "C", "D")), LineUpPosted("Final", 1, "2", ("E", "F", "G", "H")))


@pytest.mark.clause("ANC26 11.5")
@pytest.mark.parametrize("event", ["anc-2026/interstate-youth", "anc-2026/interstate-open"])
@pytest.mark.parametrize("strong", ["12345", "54321", "31524", "25314"])
def test_nobody_of_five_sits_out_twice_in_a_day(event: str, strong: str) -> None:
    room = Room(event).enter(numbers(5))
    state = room.start("Qualifying")
    room.play("Qualifying", by_strength(state, list(strong)))
    last = range(11, 16)
    for session in {state.plan.session_of(number) for number in last}:
        sat = [
            name
            for number, drawn in state.rounds.items()
            if state.plan.session_of(number) == session
            for name in drawn.draw.sits_out
        ]
        assert len(sat) == len(set(sat)), session


# Lots.


@pytest.mark.clause("SABF20 13.10#1")
@pytest.mark.parametrize(("event", "teams", "through"), [(DAYTIME, 4, 4), (ROUND_ROBIN, 6, 5)])
def test_a_lot_is_drawn_before_a_stage_closes_and_never_after(event: str, teams: int, through: int) -> None:
    """Everybody is level, so the lot alone says who plays in the finals: director and proof agree on when."""
    stage = "Minor round"
    room = Room(event).enter(numbers(teams))
    room.do(StageStarted(stage, stage_fields(room.event, stage)))
    room.play(stage)
    with pytest.raises(DirectorError, match="Lots must still be drawn between 1") as refused:
        room.close(stage)
    assert "Draw lots" in str(refused.value)
    room.do(LotDrawn(stage, order=tuple(reversed(numbers(teams)))))
    room.close(stage)
    assert verify(plan_for(event), room.book.postings()).sound
    with pytest.raises(DirectorError, match="Minor round is closed"):
        room.do(LotDrawn(stage, seed="another"))
    assert room.start("Finals").contestants == tuple(reversed(numbers(teams)))[:through]


# Matches of three in small fields.


@pytest.mark.clause("SABF20 14.1#4", "SABF20 14.1#3")
@pytest.mark.parametrize("teams", [7, 9])
def test_a_small_odd_field_can_always_be_drawn_once_a_rematch_is_allowed(teams: int) -> None:
    room, state = swiss(teams)
    stopped = 0
    for number in range(1, rounds_of(state) + 1):
        try:
            act = draft(room.event, "Swiss", "lot")
        except NoLegalDraw:
            stopped += 1
            with pytest.raises(NoLegalDraw):
                room.draw("Swiss")
            act = replace(draft(room.event, "Swiss", "lot", yielding=True), by_hand="the committee allows a rematch")
        room.do(act)
        seated = [n for s in act.seatings for n in (s.ns, s.ew)] + [n for s in act.shares for n in s.teams]
        assert sorted(seated) == numbers(teams)
        for table, _, board in state.missing(number):
            if any(table in share.tables for share in act.shares):
                room.do(ResultPosted("Swiss", number, table, board, read_result(f"1NT N {'+' if table % 2 else '-'}1")))
        room.results("Swiss", number, by_strength(state, numbers(teams)))
        room.do(RoundClosed("Swiss", number))
    assert stopped or teams > 7
    room.do(StageClosed("Swiss"))
    assert room.agrees()


def test_a_result_of_a_match_of_three_put_right_moves_its_three_teams() -> None:
    room, state = swiss(7)
    number = room.draw("Swiss")
    [share] = state.round(number).shares
    room.results("Swiss", number)
    before = {name: room.total("Swiss", name) for name in share.teams}
    room.do(ResultCorrected("Swiss", number, share.tables[0], 1, read_result("4S N +1"), "misread"))
    after = {name: room.total("Swiss", name) for name in share.teams}
    assert before != after
    assert room.agrees()


@pytest.mark.slow
@pytest.mark.parametrize("event", [DAYTIME, STATE, ROUND_ROBIN, SWISS, "anc-2026/interstate-youth"])
def test_events_with_much_going_wrong_are_proved(event: str) -> None:
    much = Faults(0.01, 0.01, 0.05, 0.0, 0.08, 0.08, 0.03)
    words = event_files()[event].event
    for seed, entries in enumerate((words.entries.least, words.usual)):
        postings = Rehearsal(plan_for(event), event, Random(f"{event} {seed}"), much).play(entries)
        assert verify(plan_for(event), postings).objections == (), entries


@pytest.mark.clause("SABF20 13.10#1")
def test_a_drawn_match_is_no_match_won() -> None:
    """Every board is level in a round of the Swiss, so nobody has won a match; a forfeit is won by the side there."""
    room, state = swiss()
    number = room.draw("Swiss")
    room.do(MatchForfeited("Swiss", number, 1, state.round(number).seatings[1].ns, "did not come"))
    room.results("Swiss", number)
    room.do(RoundClosed("Swiss", number))
    rule = state.plan.standings.wins
    assert rule is not None
    won = {name: wins(state.record(name).matches, rule).value for name in state.contestants}
    assert [name for name, count in won.items() if count] == [state.round(number).seatings[1].ew]


@pytest.mark.clause("SABF20 16.1#1")
def test_a_forfeit_in_finals_has_no_imps_for_either_side() -> None:
    room, state = finalists(DAYTIME, 4)
    number = room.draw("Finals")
    room.do(MatchForfeited("Finals", number, 2, "1", "held up"))
    for name in ("1", "2"):
        line = state.match_line(name, number)
        assert line is not None
        assert (line.score.value, line.against, line.net_imps) == (0, 0, 0)


@pytest.mark.clause("ANC26 13.3")
def test_both_teams_of_a_final_that_is_shared_have_won_the_first_place() -> None:
    plan = plan_for(DAYTIME)(Entrants(4), frozenset(), {}).stage("Finals")
    assert plan is not None
    bracket = load(Brackets, "anc-2026").brackets["interstate final"]
    state = new_stage(replace(plan, play=FinalsPlay((bracket,))), (Field("all", ("1", "2")),), 1)
    ROUNDS.put(state, 1, RoundState.of(draft_draw(state, 1, (), ""), 1))
    for table, where, board in state.missing(1):
        result = read_result("1NT N =")
        scored = table_score(Board.from_number(board), result, "")
        RESULTS.put(state, 1, (table, where, board), RecordedResult(result, scored, 1))
    state.rounds[1].closed = True
    won = [place_won(state, name) for name in ("1", "2")]
    assert [each.value for each in won] == [1, 1]
    assert all(each.said.startswith("shared “Final”: ") for each in won)


def test_the_next_draw_names_the_boards_that_were_put_off() -> None:
    """The week is closed: only the boards that are still to be played keep the next one from being drawn."""
    room, state = finalists("sabf-2020/round-robin-teams", 8)
    number = room.draw("Finals")
    table, side, board = state.missing(number)[0]
    room.do(BoardPutOff("Finals", number, table, board, "the lights went out", side))
    scores = by_strength(state, state.contestants)
    for at, there, each in [place for place in state.missing(number) if place != (table, side, board)]:
        room.do(ResultPosted("Finals", number, at, each, read_result(scores(number, at, there, each)), there))
    room.do(RoundClosed("Finals", number))
    with pytest.raises(DirectorError) as refused:
        room.draw("Finals")
    place = f"board {board} at table {table} in round {number}"
    assert str(refused.value.remedy) == f"First enter the results of the postponed boards: {place}."
    room.results("Finals", number, scores)
    assert room.draw("Finals") == number + 1
