"""Butler pairs and trials: printed draws by seeds, pairs that do not contend, least play, a shared datum."""

from fractions import Fraction

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    NEITHER,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MatchForfeited,
    OtherFieldScored,
    ReadingChosen,
    SeedsSet,
    SubstituteUsed,
)
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.by_matches import attendance_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.table_score import points
from overtrick.core.model.contestants import Player
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.datum import datum
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.library import shipped_rulebook

OPEN, WOMENS, YOUTH = "sabf-2020/open-butler-trials", "sabf-2020/womens-butler-trials", "sabf-2020/youth-trials"
SWISS = "sabf-2020/swiss-pairs-championship"


def trial(
    event: str, stage: str, pairs: int, *choices: str, visitor: str = "", **readings: str
) -> tuple[Room, StageState]:
    room = Room(event)
    room.do(EventOpened(event, "", "", ""), *(FormatChosen(choice) for choice in choices))
    room.do(*(ReadingChosen(name.replace("_", "-"), way) for name, way in readings.items()))
    for name in numbers(pairs):
        room.do(EntryTaken(name, players=(Player(f"{name}A"), Player(f"{name}B")), contending=name != visitor))
    room.do(EntriesClosed(), SeedsSet(stage, tuple(numbers(pairs))))
    return room, room.start(stage)


@pytest.mark.clause("SABF20 21.15")
def test_twelve_pairs_play_the_printed_draw_by_seeds() -> None:
    room, state = trial(WOMENS, "Final", 12)
    met = []
    for _ in range(11):
        drawn = state.round(room.draw("Final"))
        room.results("Final", drawn.number)
        met.append(next(s.ew if s.ns == "1" else s.ns for s in drawn.seatings.values() if "1" in (s.ns, s.ew)))
        assert drawn.seatings[1].ns == "6", "seed 6 is the pair that never moves"
    assert met == ["7", "2", "11", "8", "10", "12", "6", "5", "3", "9", "4"]


@pytest.mark.clause("SABF20 21.16")
@pytest.mark.parametrize(("way", "switched"), [("default", 6), ("no switch at all", 0)])
def test_fourteen_pairs_change_directions_at_the_first_table(way: str, switched: int) -> None:
    room, state = trial(OPEN, "Final", 14, "12-board matches", EV_108=way)
    drawn = state.round(room.draw("Final"))
    assert len(drawn.seatings[1].switched) == switched
    assert all(not seating.switched for table, seating in drawn.seatings.items() if table > 1)
    last = {"1": "13", "2": "14", "3": "4", "5": "9", "6": "11", "7": "8", "10": "12"}
    for _ in range(12):
        room.results("Final", state.last_round)
        drawn = state.round(room.draw("Final"))
    assert {frozenset((s.ns, s.ew)) for s in drawn.seatings.values()} == {frozenset(pair) for pair in last.items()}


@pytest.mark.clause("SABF20 19.13#1")
def test_the_length_of_a_match_must_be_chosen_for_the_open_trials() -> None:
    room = Room(OPEN)
    room.do(EventOpened(OPEN, "", "", ""), *(EntryTaken(name) for name in numbers(14)))
    with pytest.raises(DirectorError, match="how many boards a match has"):
        room.do(EntriesClosed())


@pytest.mark.clause("SABF20 19.11.1#4")
@pytest.mark.parametrize(("pairs", "boards"), [(12, 12), (11, 12), (10, 14), (7, 14)])
def test_matches_are_longer_with_fewer_pairs(pairs: int, boards: int) -> None:
    assert plan_for(WOMENS)(Entrants(pairs), frozenset(), {}).stages[0].boards == boards


@pytest.mark.clause("SABF20 19.4#1")
@pytest.mark.parametrize(
    ("pairs", "contend", "allowed"), [(12, 11, True), (10, 9, True), (11, 10, False), (12, 10, False)]
)
def test_a_pair_that_does_not_contend_only_makes_an_odd_field_even(pairs: int, contend: int, *, allowed: bool) -> None:
    if allowed:
        assert plan_for(WOMENS)(Entrants(pairs, contend), frozenset(), {}).stages
        return
    with pytest.raises(DirectorError, match=r"non-contending entr(y|ies) cannot play"):
        plan_for(WOMENS)(Entrants(pairs, contend), frozenset(), {})


@pytest.mark.clause("SABF20 19.4#2")
@pytest.mark.parametrize("way", ["default", "the pair's own average"])
def test_against_a_pair_that_does_not_contend_a_match_is_an_average(way: str) -> None:
    room, state = trial(WOMENS, "Final", 8, visitor="8", EV_36=way)
    room.play("Final", by_strength(state, numbers(8)))
    for name in numbers(7):
        lines = {line.opponents[0]: line for n in state.rounds if (line := state.match_line(name, n)) is not None}
        others = [line.score.value for opponent, line in lines.items() if opponent != "8"]
        average = 10 if way == "default" else Fraction(sum(others)) / len(others)
        assert lines["8"].score.value == average
        assert (lines["8"].kind, lines["8"].net_imps) == (ScoreOrigin.GIVEN, 0)
    assert room.agrees()


@pytest.mark.clause("SABF20 19.4#2")
def test_before_a_pair_has_another_match_its_own_average_is_the_match_as_played() -> None:
    """After one round there is nothing to average: a flat match against the visitors stands at 10.00."""
    room, state = trial(WOMENS, "Final", 8, visitor="8", EV_36="the pair's own average")
    room.play("Final", rounds=1)
    (met,) = state.round(1).seating_of("8").opponents_of("8")  # type: ignore[union-attr]
    line = state.match_line(met, 1)
    assert line is not None
    assert line.score.value == 10


@pytest.mark.clause("SABF20 19.2.2")
@pytest.mark.parametrize(("away", "placed"), [(2, True), (3, False)])
def test_a_pair_that_plays_too_few_matches_of_a_final_together_has_no_place(away: int, *, placed: bool) -> None:
    room, state = trial(WOMENS, "Final", 8)
    room.play("Final", by_strength(state, numbers(8)))
    room.do(SubstituteUsed("1", "Final", tuple(range(1, away + 1)), "1A", "Somebody", "ill"))
    table = state.standings("all")
    assert (table.rows[0].contestant == "1") is placed
    assert table.row("1").place_text == ("1" if placed else "–")
    assert len(table.rows) == 8


@pytest.mark.clause("SABF20 12.5#1")
@pytest.mark.parametrize(
    ("choices", "readings", "away", "placed"),
    [
        ((), {}, 3, True),
        ((), {}, 4, False),
        (("at a weekend",), {}, 2, True),
        (("at a weekend",), {}, 3, False),
        (("at a weekend",), {"D50": "two thirds (12(c)) governs"}, 3, True),
    ],
)
def test_the_list_of_absences_or_two_thirds(
    choices: tuple[str, ...], readings: dict[str, str], away: int, *, placed: bool
) -> None:
    """Nine matches: the list has nine for weekends alone, so weeknights fall to two thirds (reading D52)."""
    room, state = trial(SWISS, "Swiss", 20, "9 matches of 10 boards", *choices, **readings)
    room.draw("Swiss")
    room.do(SubstituteUsed("1", "Swiss", tuple(range(1, away + 1)), "1A", "Somebody", "ill"))
    assert state.can_be_placed("1") is placed


@pytest.mark.clause("SABF20 12.5#1")
def test_every_match_of_a_swiss_is_counted_in_its_session_and_no_other() -> None:
    room, state = trial(SWISS, "Swiss", 20, "9 matches of 10 boards")
    room.draw("Swiss")
    room.do(SubstituteUsed("1", "Swiss", (1, 9), "1A", "Somebody", "ill"))
    found = attendance_of(state, "1")
    assert (found.matches, found.away, found.unrepresented) == (9, [1, 9], [])
    sessions = [session for session, length in enumerate(state.plan.sessions, start=1) for _ in range(length)]
    assert list(found.session_of.items()) == list(enumerate(sessions, start=1))


@pytest.mark.clause("SABF20 12(c)")
@pytest.mark.clause("SABF20 16.1#2")
@pytest.mark.parametrize("named", [True, False])
def test_both_sides_lose_their_place_where_neither_appeared(*, named: bool) -> None:
    """A pair must be represented in every match: nobody was there for either, whoever is named."""
    room, state = trial(SWISS, "Swiss", 20, "9 matches of 10 boards")
    room.draw("Swiss")
    seating = state.round(1).seatings[1]
    room.do(MatchForfeited("Swiss", 1, 1, seating.ns if named else "", "nobody came", NEITHER))
    assert [attendance_of(state, name).unrepresented for name in seating.names] == [[1], [1]]
    assert [state.can_be_placed(name) for name in seating.names] == [False, False]
    assert state.can_be_placed(state.round(1).seatings[2].ns)


@pytest.mark.clause("SABF20 19.12#2")
def test_a_small_youth_field_shares_its_datum_and_a_larger_one_does_not() -> None:
    for pairs, shared in ((6, True), (8, False)):
        room, state = trial(YOUTH, "Round robin", pairs, "8-board matches")
        number = room.draw("Round robin")
        room.results("Round robin", number)
        before = state.board_field(number, 1).scored.comparisons[0].value
        room.do(OtherFieldScored("Round robin", number, 1, (620, 620, 620, 650, 620), "the other event"))
        after = state.board_field(number, 1)
        assert len(after.scored.lines) == pairs // 2
        assert (after.scored.comparisons[0].value != before) is shared
    with pytest.raises(DirectorError, match="Scores from another event need a source"):
        room.do(OtherFieldScored("Round robin", number, 2, (620,), ""))


@pytest.mark.clause("SABF20 12.3(b)")
@pytest.mark.parametrize(
    ("scores", "datum_"),
    [((620, 650, 170, -100, -100), 230), ((620, 650, 170, -100, -100, 680, 140), 300)],
    ids=["of five results three count", "of seven results five count"],
)
def test_each_form_of_a_fouled_board_loses_its_two_extremes_and_no_more(scores: tuple[int, ...], datum_: int) -> None:
    """690/3 = 230; 1480/5 = 296, rounded to 300. Two dropped at each end would give 170 and 310."""
    board = shipped_rulebook().scoring("sabf-2020/butler-round-robin").board
    assert isinstance(board, ButlerRule)
    assert board.fouled is not None
    assert datum(points(*scores), board.fouled, 1).value == datum_
