"""Pairs over several sessions, played in an event: attendance, two figures a session, fines, places, the final."""

from fractions import Fraction

import pytest

from directing import Room
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    AbsenceLifted,
    AbsenceRecorded,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    PenaltyGiven,
    ReadingChosen,
    ResultPosted,
    RoundClosed,
    StageClosed,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.season import attendance, average_attendance, rule_of, seats_for
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, Halves, mean, to_places
from overtrick.core.model.contestants import Player
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.season import Attendance, Session, open_figures, season

MASTERS, OPEN = "sabf-2020/state-masters-pairs", "sabf-2020/state-open-pairs"


def pair(number: int) -> EntryTaken:
    return EntryTaken(str(number), players=(Player(f"P{number}A"), Player(f"P{number}B")))


def opened(event: str, pairs: int, *choices: str) -> Room:
    room = Room(event)
    room.do(EventOpened(event, "", "", ""), *(FormatChosen(choice) for choice in choices))
    room.do(*(pair(number) for number in range(1, pairs + 1)), EntriesClosed())
    return room


def score(ns: str, ew: str, board: int) -> str:
    """Stronger pairs, of lower numbers, do better more often; nothing is by chance."""
    spread = int(ew) - int(ns) + (board * 7 + int(ns) * 3) % 5 - 2
    return f"1NT N {f'+{min(spread, 6)}' if spread > 0 else '=' if spread == 0 else max(spread, -7)}"


def play_session(room: Room, state: StageState, number: int) -> None:
    """Every round of a session, with results that follow from who sits where."""
    sitting = state.sittings[number - 1]
    for _ in range(sitting.rounds):
        drawn = room.draw(state.plan.name, f"session {number}")
        for table, seating in state.round(drawn).seatings.items():
            for board in seating.boards:
                result = read_result(score(seating.ns, seating.ew, board))
                room.do(ResultPosted(state.plan.name, drawn, table, board, result))
        room.do(RoundClosed(state.plan.name, drawn))


def rounds_in(state: StageState, number: int) -> tuple[int, ...]:
    sitting = state.sittings[number - 1]
    return tuple(range(sitting.first, sitting.first + sitting.rounds))


def competition(state: StageState, contestant: str, number: int) -> Exact:
    return state.season(contestant).counted[number - 1].competition.value


def scored(state: StageState, contestant: str, number: int) -> Exact:
    figure = state.season(contestant).counted[number - 1].score
    assert figure is not None
    return figure.value


@pytest.fixture(scope="module")
def masters() -> StageState:
    """Four sessions of eight pairs: 7 away on duty, 8 away twice on no ground, 6 with a substitute in the second."""
    room = opened(MASTERS, 8, "4 sessions")
    state = room.start("Sessions")
    room.do(AbsenceRecorded("8", "Sessions", 1), AbsenceRecorded("8", "Sessions", 3))
    room.do(AbsenceRecorded("7", "Sessions", 2, "representative duty", "the interstate teams"))
    play_session(room, state, 1)
    room.draw("Sessions", "session 2")
    room.do(SubstituteUsed("6", "Sessions", rounds_in(state, 2), "P6A", "Somebody", "ill"))
    first = state.round(state.last_round)
    for table, seating in first.seatings.items():
        for board in seating.boards:
            result = read_result(score(seating.ns, seating.ew, board))
            room.do(ResultPosted("Sessions", first.number, table, board, result))
    room.do(RoundClosed("Sessions", first.number))
    while state.last_round < state.sittings[1].first + state.sittings[1].rounds - 1:
        number = room.draw("Sessions", "session 2")
        for table, seating in state.round(number).seatings.items():
            for board in seating.boards:
                result = read_result(score(seating.ns, seating.ew, board))
                room.do(ResultPosted("Sessions", number, table, board, result))
        room.do(RoundClosed("Sessions", number))
    play_session(room, state, 3)
    play_session(room, state, 4)
    room.do(StageClosed("Sessions"))
    return state


@pytest.mark.clause("SABF20 11.3#2")
@pytest.mark.clause("SABF20 11.11")
def test_each_session_is_for_the_pairs_that_come_and_the_aggregate_is_their_sum(masters: StageState) -> None:
    assert [len(sitting.order) for sitting in masters.sittings] == [7, 7, 7, 8]
    assert rounds_of(masters) == len(masters.rounds)
    for name in masters.contestants:
        own = masters.season(name)
        assert own.aggregate.value == sum(own.scores)


@pytest.mark.clause("SABF20 11.4#2")
@pytest.mark.clause("SABF20 11.4#4")
def test_a_substitutes_session_keeps_its_score_and_counts_within_the_limits(masters: StageState) -> None:
    average = mean(scored(masters, "6", number) for number in (1, 3, 4))
    limited = min(average, max(scored(masters, "6", 2), min(Fraction(9, 10) * average, Fraction(50))))
    assert competition(masters, "6", 2) == to_places(limited, 2, Halves.UP)
    told = masters.season("6").counted[1]
    assert told.session.attendance is Attendance.SUBSTITUTE
    assert "Somebody for P6A" in told.competition.why(None)
    assert "own average over 3 sessions" in told.competition.why(2)


@pytest.mark.clause("SABF20 11.4#2")
@pytest.mark.parametrize(
    ("made", "told"),
    [
        (60, "scored 60.00%, but counts as no more than the pair’s own average, 54.00%"),
        (
            40,
            "but counts as 48.60%, the lower of 50% and 90% of the pair’s own average, 54.00%",
        ),
        (52, "because it is no more than the pair’s own average, 54.00%, and no less than the lower of"),
    ],
)
def test_what_the_limits_made_of_a_substitutes_score_is_told_in_words(
    masters: StageState, made: int, told: str
) -> None:  # fmt: skip
    rule = rule_of(masters.plan)
    own = [Session(1, Attendance.OWN, Figure(54, PERCENT, rule.clause))]
    stood = Session(2, Attendance.SUBSTITUTE, Figure(made, PERCENT, rule.clause))
    settled = season("1", [*own, stood], 2, rule).counted[1]
    assert told in settled.competition.said
    assert "session 2, with one substitute: " in settled.competition.said
    assert "may still change" not in settled.competition.why(None)
    moving = season("1", [*own, stood], 3, rule).counted[1]
    assert "may still change, because the score depends on the pair’s own average" in moving.competition.why(1)


@pytest.mark.clause("SABF20 11.5#1")
def test_an_absence_on_duty_counts_the_pairs_own_average(masters: StageState) -> None:
    average = mean(scored(masters, "7", number) for number in (1, 3, 4))
    assert competition(masters, "7", 2) == to_places(average, 2, Halves.UP)


@pytest.mark.clause("SABF20 11.6")
def test_a_pair_that_stayed_away_too_often_is_listed_without_a_place(masters: StageState) -> None:
    table = masters.standings("all")
    assert table.row("8").place_text == "–"
    assert not any(row.shared for row in table.rows)
    assert "8" not in table.order
    assert competition(masters, "8", 1) == 0
    assert {row.contestant for row in table.rows} == set(masters.contestants)


def test_nothing_is_open_when_the_last_session_is_in_and_much_before(masters: StageState) -> None:
    assert open_figures(masters.season(name) for name in masters.contestants) == ()
    room = opened(MASTERS, 6, "3 sessions")
    state = room.start("Sessions")
    room.do(AbsenceRecorded("2", "Sessions", 1, "national championship"))
    play_session(room, state, 1)
    room.draw("Sessions", "s")
    room.do(SubstituteUsed("1", "Sessions", rounds_in(state, 2), "P1B", "Somebody", "ill"))
    found = open_figures(state.season(name) for name in state.contestants)
    assert [(each.pair, each.session) for each in found] == [("2", 1), ("2", None)]
    assert "final after the last session (2 sessions to come)" in str(found[0].because)
    assert found[0].settles == 3


def test_an_absence_is_said_before_the_session_is_drawn_and_can_be_taken_back() -> None:
    room = opened(MASTERS, 6, "2 sessions")
    state = room.start("Sessions")
    room.do(AbsenceRecorded("3", "Sessions", 1), AbsenceLifted("3", "Sessions", 1))
    assert len(state.sittings[0].order) == 6
    room.draw("Sessions", "s")
    with pytest.raises(DirectorError, match="Session 1 has already been drawn"):
        room.do(AbsenceRecorded("3", "Sessions", 1))
    with pytest.raises(DirectorError, match="” is not a recognised ground for absence"):
        room.do(AbsenceRecorded("3", "Sessions", 2, "holiday"))
    with pytest.raises(DirectorError, match="no session 3"):
        room.do(AbsenceRecorded("3", "Sessions", 3))
    assert "can no longer be placed" in " ".join(room.do(AbsenceRecorded("3", "Sessions", 2)))


@pytest.mark.clause("SABF20 11.2#2")
@pytest.mark.clause("SABF20 11.10#1")
def test_fines_in_parts_of_a_top_and_in_points_come_off_the_session() -> None:
    room = opened(MASTERS, 6, "2 sessions")
    state = room.start("Sessions")
    play_session(room, state, 1)
    before = scored(state, "1", 1)
    boards = sum(len(s.boards) for r in state.rounds.values() if (s := r.seating_of("1")) is not None)
    room.do(PenaltyGiven("1", "late", "Sessions", 1, 25, "per cent of a top", "SABF20 11.2#2", "12 minutes", 12))
    tops = before - Fraction(100, 4) / boards
    assert abs(scored(state, "1", 1) - tops) <= Fraction(1, 100)
    room.do(PenaltyGiven("1", "mis-scoring", "Sessions", 2, 1, "percentage points", "SABF20 11.10#1", "wrong board"))
    assert abs(scored(state, "1", 1) - (tops - 1)) <= Fraction(1, 100)
    with pytest.raises(
        DirectorError, match="Penalties in Sessions are given in %, percentage points or per cent of a top, not VPs"
    ):
        room.do(PenaltyGiven("1", "late", "Sessions", 1, 1, "VPs", "SABF20 11.2#2", "late", 12))


@pytest.mark.clause("SABF20 3#1")
def test_what_the_text_leaves_to_the_committee_must_be_chosen() -> None:
    room = Room(MASTERS)
    room.do(EventOpened(MASTERS, "", "", ""), *(pair(number) for number in range(1, 7)))
    with pytest.raises(DirectorError, match="how many sessions there are"):
        room.do(EntriesClosed())
    room.do(FormatChosen("5 sessions"), EntriesClosed())
    assert len(room.event.current_plan().stages[0].sessions) == 5


@pytest.mark.clause("SABF20 18.1.2#1")
@pytest.mark.parametrize(("pairs", "away", "seats"), [(30, 0, 14), (30, 1, 10), (31, 3, 14)])
def test_the_final_has_as_many_seats_as_the_average_attendance_gives(pairs: int, away: int, seats: int) -> None:
    room = opened(OPEN, pairs)
    state = room.start("Qualifying")
    room.do(*(AbsenceRecorded(str(number), "Qualifying", 1) for number in range(1, away + 1)))
    plan = room.event.plan("Final")
    assert average_attendance(state, plan.clause).value == pairs - Fraction(away, 3)
    assert seats_for(state, plan.sources[0]) == seats


@pytest.mark.clause("SABF20 18.1.1#2")
@pytest.mark.clause("SABF20 18.1.1#1")
def test_the_mean_of_three_sessions_is_carried_into_the_final_and_the_ineligible_stay_out() -> None:
    room = opened(OPEN, 14)
    state = room.start("Qualifying")
    room.do(AbsenceRecorded("1", "Qualifying", 2))
    for number in (1, 2, 3):
        play_session(room, state, number)
    room.do(StageClosed("Qualifying"))
    final = room.start("Final")
    assert len(final.contestants) == 10
    assert "1" not in final.contestants
    for name in final.contestants:
        scores = state.season(name).scores
        assert final.carried[name].value == to_places(mean(scores), 2, Halves.UP)
        assert final.own_before[name] == 3
        assert final.season(name).aggregate.value == final.carried[name].value


@pytest.mark.parametrize(
    ("reading", "way", "tied"),
    [
        ("D41", "default", [["A", "B"], ["C"]]),
        ("D41", "chains of neighbours within 0.03 tie together", [["A", "B", "C"]]),
        ("D45", "less than 0.03 only", [["A", "B"], ["C"]]),
    ],
)
def test_the_band_can_be_read_otherwise(reading: str, way: str, tied: list[list[str]]) -> None:
    from overtrick.core.provenance import PERCENT, Clause, Figure
    from overtrick.core.season import Session, place, season

    room = Room(MASTERS)
    room.do(EventOpened(MASTERS, "", "", ""), FormatChosen("2 sessions"), ReadingChosen(reading, way))
    room.do(*(pair(number) for number in range(1, 7)), EntriesClosed())
    rule = room.event.plan("Sessions").season
    assert rule is not None
    totals = {"A": Fraction(16805, 100), "B": Fraction(16803, 100), "C": Fraction(16800, 100)}
    seasons = [
        season(
            name,
            [
                Session(1, Attendance.OWN, Figure(Fraction(80), PERCENT, Clause("SABF20", "11.3#1"))),
                Session(2, Attendance.OWN, Figure(total - 80, PERCENT, Clause("SABF20", "11.3#1"))),
            ],
            2,
            rule,
        )
        for name, total in totals.items()
    ]
    groups = [sorted(group.pairs) for group in place(seasons, rule.ties).groups]
    assert groups == tied


@pytest.mark.clause("SABF20 11.6")
def test_a_pair_that_leaves_before_a_session_did_not_play_it() -> None:
    """Session 3 is drawn with the pair in it; then it withdraws, having played all rounds of the first two."""
    room = opened(MASTERS, 10, "3 sessions")
    state = room.start("Sessions")
    for number in (1, 2):
        play_session(room, state, number)
    drawn = room.draw("Sessions", "session 3")
    out = state.round(drawn).seatings[1].ns
    assert attendance(state, out, state.sittings[2])[0] is Attendance.OWN
    room.do(Withdrawn(out, "Sessions", drawn - 1, False, "illness"))
    assert attendance(state, out, state.sittings[2])[0] is Attendance.ABSENT
    assert attendance(state, out, state.sittings[1])[0] is Attendance.OWN
