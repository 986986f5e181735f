"""ANC26 7.7: fouled boards leave comparisons on fewer than half of a match."""

from fractions import Fraction

import pytest

from directing import Room, by_strength, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import BoardFouled, ResultCorrected, RoundClosed, RulingGiven, ScoreAwarded
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.core.ranking.measures import MatchLine

ITC, BUTLER = "anc-2026/interstate-open", "anc-2026/one-day-swiss-pairs-1"
AWARD = read_result("AV+")


def teams() -> tuple[Room, StageState]:
    """Eight teams, the first round played with two matches of sixteen boards still flat."""
    room = Room(ITC).enter(numbers(8))
    state = room.start("Qualifying")
    return room, state


def foul(room: Room, stage: str, number: int, boards: range, room_: str = "open", *, fouled: bool = True) -> str:
    """Cancel boards of table 1 with average plus to both sides; the last caution."""
    cautions: tuple[str, ...] = ()
    for board in boards:
        cautions = room.do(RulingGiven(stage, number, 1, board, AWARD, "ANC26 7.1", "fouled", room_, fouled))
    return " ".join(cautions)


def line(state: StageState, who: str, number: int) -> MatchLine:
    found = state.match_line(who, number)
    assert found is not None
    return found


def clauses(figure: Figure[Exact]) -> list[str]:
    return [figure.clause.cite, *(each for part in figure.of if isinstance(part, Figure) for each in clauses(part))]


@pytest.mark.clause("ANC26 7.7")
def test_a_teams_match_with_nine_of_sixteen_boards_fouled_is_scored_as_a_forfeit_for_both() -> None:
    """56.5 VPs each, then the greater of that and their averages; IMPs read back, 21.5 for 56.5 (11.12)."""
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, by_strength(state, numbers(8)))
    one, two = (state.round(number).seatings[1].ns, state.round(number).seatings[1].ew)
    first = foul(room, "Qualifying", number, range(1, 9))
    assert "forfeit" not in first, "eight of sixteen are left, which is half"
    scored = line(state, one, number).score.clause.cite
    assert scored == "ANC26 11.10"
    told = foul(room, "Qualifying", number, range(9, 10))
    assert "fouled boards leave 7 of 16 to compare; the match is scored as a forfeit with neither side at fault" in told
    assert "ANC26 7.7" in told
    for name in (one, two):
        found = line(state, name, number)
        assert found.score.value == Fraction(113, 2)
        assert found.net_imps == Fraction(43, 2)
        assert clauses(found.score)[:2] == ["ANC26 7.7", "ANC26 11.12"]
    cautions = room.do(RoundClosed("Qualifying", number))
    assert any("table 1: boards 1, 2, 3, 4, 5, 6, 7, 8, 9 were fouled" in caution for caution in cautions)


@pytest.mark.clause("ANC26 7.7")
@pytest.mark.clause("ANC26 11.12")
def test_a_better_average_in_the_other_rounds_counts_instead() -> None:
    """Team 1 wins every other match by 16 boards of 1NT against down one: worth 67.5 at most, above 56.5."""
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, by_strength(state, numbers(8)))
    foul(room, "Qualifying", number, range(1, 10))
    seating = state.round(number).seatings[1]
    room.do(RoundClosed("Qualifying", number))
    for _ in range(2):
        room.play("Qualifying", by_strength(state, numbers(8)), 1)
    for name in (seating.ns, seating.ew):
        others = [line(state, name, each).score.value for each in (2, 3)]
        assert line(state, name, number).score.value == max(Fraction(113, 2), Fraction(sum(others)) / 2)
    assert room.agrees()


@pytest.mark.clause("ANC26 7.6")
@pytest.mark.clause("ANC26 7.7")
def test_boards_lost_in_another_way_are_awards_and_nothing_more_but_the_director_is_asked() -> None:
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, flat)
    told = foul(room, "Qualifying", number, range(1, 10), fouled=False)
    assert "if the boards were fouled, say so in the rulings" in told
    name = state.round(number).seatings[1].ns
    assert line(state, name, number).score.clause.cite == "ANC26 11.10"
    assert line(state, name, number).net_imps == 9  # App-4: three times the root of nine


@pytest.mark.clause("ANC26 7.2")
@pytest.mark.clause("ANC26 7.7")
def test_pairs_have_the_directors_word_where_no_forfeit_is_laid_down() -> None:
    """Seven boards need four: with four fouled and cancelled at a table three are left."""
    room = Room(BUTLER).enter(numbers(12))
    state = room.start("Swiss")
    number = room.draw("Swiss")
    room.results("Swiss", number, by_strength(state, numbers(12)))
    boards = state.round(number).seatings[1].boards
    assert len(boards) == 7
    one, two = state.round(number).seatings[1].ns, state.round(number).seatings[1].ew
    with pytest.raises(DirectorError, match="has a match in round 1"):
        room.do(ScoreAwarded(one, "Swiss", number, 12, "ANC26 7.7", "by the CTD"))
    foul(room, "Swiss", number, range(boards[0], boards[0] + 3), "")
    assert state.match_line(one, number) is not None
    # A board that is only split in its two forms is still compared with those who played the same form.
    room.do(BoardFouled("Swiss", number, boards[4], ((1, 2, 3), (4, 5, 6)), "two forms"))
    assert state.match_line(one, number) is not None
    told = foul(room, "Swiss", number, range(boards[3], boards[3] + 1), "")
    assert "the regulations give no score for that, so award each side a score" in told
    assert state.match_line(one, number) is None
    room.do(*(ScoreAwarded(name, "Swiss", number, 12, "ANC26 7.7", "by the CTD") for name in (one, two)))
    assert [line(state, name, number).score.value for name in (one, two)] == [12, 12]
    assert room.agrees()


@pytest.mark.clause("ANC26 7.7")
def test_a_board_put_right_is_compared_again() -> None:
    room, state = teams()
    number = room.draw("Qualifying")
    room.results("Qualifying", number, flat)
    foul(room, "Qualifying", number, range(1, 10))
    name = state.round(number).seatings[1].ns
    assert line(state, name, number).score.clause.cite == "ANC26 7.7"
    room.do(ResultCorrected("Qualifying", number, 1, 9, read_result("1NT N ="), "it was the other board", "open"))
    assert line(state, name, number).score.clause.cite == "ANC26 11.10"
