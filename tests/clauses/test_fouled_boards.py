"""A fouled board whose forms have few results: every table has the score that the clause gives it."""

from pathlib import Path

import pytest

from directing import Room, Scores, by_table, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    ReadingChosen,
    RoundClosed,
    RulingGiven,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import awards
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views import addresses
from overtrick.views.board_whys import find_board
from overtrick.views.lines import datum_at
from overtrick.views.whys import stage_slug

ANC, NSW, SABF = "anc-2026/one-day-swiss-pairs-1", "nsw-swiss-pairs/congress", "sabf-2020/swiss-pairs-championship"
LENGTH = FormatChosen("9 matches of 14 boards")
ON_BOARD_1 = {1: "4S N =", 2: "4S N -1", 3: "2S N +2", 4: "4S N -2"}
"""North-South have 420, 50 down, 170 and 100 down on board 1; at all other tables they have 420."""


def board_1(number: int, table: int, room: str, board: int) -> str:
    return ON_BOARD_1.get(table, "4S N =") if board == 1 else flat(number, table, room, board)


def played(event: str, pairs: int, scores: Scores = board_1, *choices: Act) -> tuple[Room, StageState]:
    """A Swiss of which the first round is played and not closed."""
    room = Room(event)
    room.do(EventOpened(event, "", "", ""), *choices, *map(EntryTaken, numbers(pairs)), EntriesClosed())
    state = room.start("Swiss")
    room.results("Swiss", room.draw("Swiss"), scores)
    return room, state


def foul(room: Room, *forms: tuple[int, ...], board: int = 1) -> str:
    return "\n".join(room.do(BoardFouled("Swiss", 1, board, forms, "two forms")))


def imps(state: StageState, table: int, board: int = 1) -> tuple[Exact | None, Exact | None]:
    """What a board brought the two sides of a table."""
    card = state.card(1, table)
    rule = state.plan.scoring.match.artificial

    def worth(credit: object) -> Exact | None:
        if credit is None:
            return None
        return credit.value if isinstance(credit, Figure) else awards([credit], rule).value  # type: ignore[list-item]

    first, second = card.credits[board]
    return worth(first), worth(second)


@pytest.mark.clause("ANC26 7.2")
@pytest.mark.clause("ANC26 7.3")
@pytest.mark.parametrize(("small", "others"), [((1,), [-5, -10, 2, 2]), ((1, 2), [-6, -11, 0, 0])])
def test_a_form_with_too_few_results_has_2_imps_and_the_other_its_datum(
    small: tuple[int, ...], others: list[int]
) -> None:
    """Two go at each end: of nine results 170 and four of 420 are left, a datum of 370; of eight four of 420.

    Tables 3, 4, 5 and 10 have 170, 100 down, 420 and 420: from 370, 5, 10, 2 and 2 IMPs; from 420, 6, 11 and none.
    """
    room, state = played(ANC, 20)
    large = tuple(table for table in range(1, 11) if table not in small)
    told = foul(room, small, large)
    assert [imps(state, table) for table in small] == [(2, 2)] * len(small)
    assert [imps(state, table) for table in (3, 4, 5, 10)] == [(each, -each) for each in others]
    named, least = ("table 1", "1 score is") if len(small) == 1 else ("tables 1 and 2", "2 scores are")
    assert f"board 1, {named}: {least} too few for a datum, which needs 3" in told
    assert "so both sides get average plus, +2 IMPs (ANC26 7.3)" in told
    assert f"board 1, tables {large[0]} to 10: the results are compared with each other (ANC26 7.2" in told
    assert state.card(1, 1).first.net.value == 2, "the other six boards are flat"
    closing = "\n".join(room.do(RoundClosed("Swiss", 1)))
    assert f"board 1, {named}: {least} too few" in closing
    assert verify(plan_for(ANC), room.book.postings()).objections == ()
    assert room.agrees()


@pytest.mark.clause("ANC26 7.2")
def test_forms_of_three_and_more_have_a_datum_each_and_nothing_is_said() -> None:
    """Of three results the middle one is the datum: of 420, 50 down and 170, 170."""
    room, state = played(ANC, 20)
    assert foul(room, (1, 2, 3), tuple(range(4, 11))) == ""
    assert [imps(state, table) for table in (1, 2, 3)] == [(6, -6), (-6, 6), (0, 0)]
    assert imps(state, 5) == (0, 0)


@pytest.mark.clause("ANC26 7.2")
def test_a_form_waits_for_results_that_may_still_come() -> None:
    room = Room(ANC).enter(numbers(20))
    state = room.start("Swiss")
    room.results("Swiss", room.draw("Swiss"), board_1, [1, 2, *range(4, 11)])
    assert foul(room, (1, 2, 3), tuple(range(4, 11))) == ""
    assert imps(state, 1) == (None, None), "a third result may make a datum"
    assert imps(state, 4) == (-11, 11), "the other form does not wait"
    cautions = room.do(RulingGiven("Swiss", 1, 3, 1, read_result("AV+ AV+"), "ANC26 7.3", "no time"))
    assert any("board 1, tables 1 to 3: 2 scores are too few" in each for each in cautions)
    assert [imps(state, table) for table in (1, 2, 3)] == [(2, 2)] * 3


@pytest.mark.clause("ANC26 7.2")
@pytest.mark.clause("ANC26 7.5")
@pytest.mark.clause("ANC26 7.7")
def test_boards_of_a_form_alone_add_up_and_are_not_compared() -> None:
    """Three fouled boards bring 2√3, 3 IMPs, together; a fourth leaves three of seven to compare, fewer than half."""
    room, state = played(ANC, 20, flat)
    one = state.round(1).seatings[1].ns
    told = [foul(room, (1,), tuple(range(2, 11)), board=board) for board in (1, 2, 3)]
    assert not any("forfeit" in each for each in told)
    assert state.card(1, 1).first.net.value == 3
    assert state.match_line(one, 1) is not None
    told.append(foul(room, (1,), tuple(range(2, 11)), board=4))
    assert "table 1: fouled boards leave 3 of 7 to compare; the match is scored as a forfeit" in told[-1]
    assert state.match_line(one, 1) is None
    assert state.match_line(state.round(1).seatings[2].ns, 1) is not None


@pytest.mark.clause("NSWSP 1.4")
def test_one_result_alone_has_average_plus_where_the_document_is_silent() -> None:
    """The other four tables have 50 down, 170, 100 down and 420: their mean is 110, from which 170 is 2 IMPs away."""
    room, state = played(NSW, 10)
    told = foul(room, (1,), (2, 3, 4, 5))
    assert imps(state, 1) == (2, 2)
    assert imps(state, 3) == (2, -2)
    assert "board 1, table 1: 1 score is too few for a datum, which needs 2" in told
    assert "(Law 12C2)" in told


@pytest.mark.clause("ANC26 7.4")
@pytest.mark.clause("SABF20 11.9")
@pytest.mark.parametrize(
    ("event", "choices", "clause"),
    [
        ("anc-2026/interstate-pairs", (), "ANC26 7.4"),
        (SABF, (FormatChosen("matchpoints"), FormatChosen("at a weekend"), LENGTH), "SABF20 11.9"),
    ],
)
def test_one_result_alone_has_60_per_cent_at_matchpoints(event: str, choices: tuple[Act, ...], clause: str) -> None:
    """Table 1 has nothing to compare with: 60% to both sides; two versions of two and more are compared."""
    room, state = played(event, 20, board_1, *choices)
    told = foul(room, (1,), tuple(range(2, 11)))
    assert imps(state, 1) == (60, 60)
    assert f"so both sides get average plus, 60.00% ({clause})" in told
    assert all(isinstance(credit, Figure) for credit in state.card(1, 2).credits[1])
    foul(room, (1, 2), tuple(range(3, 11)))
    assert all(isinstance(credit, Figure) for credit in state.card(1, 1).credits[1])
    assert room.agrees()


@pytest.mark.clause("NSWSP 1.4")
def test_two_results_are_compared_with_their_mean() -> None:
    """420 and 50 down have a mean of 185, to the nearest ten 190: 230 above is 6 IMPs, 240 below is 6."""
    room, state = played(NSW, 10)
    assert foul(room, (1, 2), (3, 4, 5)) == ""
    assert [imps(state, table) for table in (1, 2)] == [(6, -6), (-6, 6)]


@pytest.mark.clause("SABF20 12.3(b)")
@pytest.mark.clause("SABF20 12.3(c)")
def test_one_result_alone_is_its_own_datum_by_sabf_and_the_director_is_told_of_2_imps() -> None:
    room, state = played(SABF, 20, board_1, LENGTH)
    told = foul(room, (1,), tuple(range(2, 11)))
    assert imps(state, 1) == (0, 0)
    assert "board 1, table 1: this result is the only one of its form, so it scores 0 IMPs (SABF20 12.3(b)" in told
    assert "rule AV+ AV+ for average plus, +2 IMPs (SABF20 12.3(c)" in told
    room.do(RulingGiven("Swiss", 1, 1, 1, read_result("AV+ AV+"), "SABF20 12.3(c)", "cancelled"))
    assert imps(state, 1) == (2, 2)


@pytest.mark.clause("SABF20 12.3(c)")
def test_the_other_readings_of_one_result_alone() -> None:
    """By SABF20 it may be cancelled, 2 IMPs; by NSWSP it may be its own datum, 0 IMPs."""
    cancelled = ReadingChosen("D56", "a form with one result is cancelled", "by the committee")
    room, state = played(SABF, 20, board_1, LENGTH, cancelled)
    assert "(SABF20 12.3(c))" in foul(room, (1,), tuple(range(2, 11)))
    assert imps(state, 1) == (2, 2)
    itself = ReadingChosen("S-10", "one result is its own datum, 0 IMPs", "by the committee")
    room, state = played(NSW, 10, board_1, itself)
    assert "it scores 0 IMPs (NSWSP 1.4" in foul(room, (1,), (2, 3, 4, 5))
    assert imps(state, 1) == (0, 0)


@pytest.mark.clause("Law 87")
def club_night() -> tuple[Room, StageState, dict[int, int]]:
    """A night at four tables, played, and the round in which each table has board 1: 420, 420, 170 and 100 down."""
    room = Room("club/butler-night").enter(numbers(8))
    state = room.start("Night")
    room.draw("Night")
    scores = by_table({1: "4S N =", 2: "4S N =", 3: "2S N +2", 4: "4S N -2"}.__getitem__)
    for number in state.rounds:
        room.results("Night", number, scores)
    return room, state, {table: number for number, table in state.players(state.scope(1), 1)}


def north_south(state: StageState, at: dict[int, int]) -> list[Exact | None]:
    """The IMPs of North-South on board 1, by table."""
    lines = state.lines(state.scope(1), 1)
    return [line.value if isinstance(line := lines[at[table], table].ns, Figure) else None for table in sorted(at)]


def test_without_a_rule_for_fouled_boards_each_form_has_a_datum_as_other_boards_have() -> None:
    """A club night: board 1 is played at four tables in four rounds, before it was fouled at table 1 and after that.

    The datum of 420 and 420 is 420, of 170 and 100 down 35, to the nearest ten 40: 130 above is 4 IMPs.
    """
    room, state, at = club_night()
    assert sorted(at) == [1, 2, 3, 4]
    told = room.do(BoardFouled("Night", 1, 1, ((1, 2), (3, 4)), "turned"))
    assert len(told) == 1
    assert "each form of board 1 has its own datum" in told[0]
    assert "announce this to the players (Law 87)" in told[0]
    assert north_south(state, at) == [0, 0, 4, -4]
    told = room.do(BoardFouled("Night", 1, 1, ((1,), (2, 3, 4)), "turned"))
    assert any(
        "board 1, table 1: this result is the only one of its form, so it scores 0 IMPs" in each for each in told
    )


def test_the_last_posting_about_a_board_stands_whatever_round_it_was_made_in() -> None:
    """A club night: in round 1 board 1 is said to be turned after table 2, in round 2 after table 3.

    At tables 1, 2 and 3 North-South have 420, 420 and 170: the highest and the lowest do not count, so the datum is 420
    and 250 below it is 6 IMPs. Table 4 is its own datum.
    """
    room, state, at = club_night()
    room.do(BoardFouled("Night", 1, 1, ((1, 2), (3, 4)), "turned"))
    room.do(BoardFouled("Night", 2, 1, ((1, 2, 3), (4,)), "turned later"))
    assert north_south(state, at) == [0, 0, -6, 0]


CLUB = """
[event]
id     = "my-club/swiss"
name   = "Club Swiss"
clause = "CLUB 1"
like   = "club/swiss-pairs"
says   = "A Swiss with a datum of three results or more."

[[stage]]
name    = "Swiss"
scoring = "my-club/butler"

[[rules.datum]]
id     = "my-club/datum"
clause = "CLUB 4"
least  = 3
halves = "away from zero"
case   = [{ clause = "CLUB 4", drop = { count = 1 } }]

[[rules.scoring]]
id         = "my-club/butler"
name       = "Butler match"
clause     = "CLUB 4"
board      = "butler"
rule       = "my-club/datum"
artificial = "laws-2017/imps"
match      = [{ scale = "laws-2017/wbf" }]
"""


def test_a_round_is_not_closed_with_a_result_that_nothing_says_the_worth_of(tmp_path: Path) -> None:
    """The club's datum needs three results and its rules say no more: its director rules, and then the round closes."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    room, state = played(str(path), 12)
    told = foul(room, (1,), (2, 3, 4, 5, 6))
    assert "board 1, table 1: 1 score is too few for a datum, which needs 3; give a ruling" in told
    assert imps(state, 1) == (None, None)
    assert imps(state, 5) != (None, None)
    one = state.round(1).seatings[1].ns
    assert not state.card(1, 1).complete
    assert state.match_line(one, 1) is None
    with pytest.raises(DirectorError, match="Board 1 at table 1 cannot be scored: 1 score is too few") as refused:
        room.do(RoundClosed("Swiss", 1))
    assert "AV+ AV+" in str(refused.value.remedy)
    room.do(RulingGiven("Swiss", 1, 1, 1, read_result("AV+ AV+"), "Law 12C2", "its form was played once"))
    room.do(RoundClosed("Swiss", 1))
    assert state.match_line(one, 1) is not None


@pytest.mark.clause("ANC26 7.2")
def test_a_table_shows_the_datum_of_its_own_form_and_the_why_names_the_foul() -> None:
    room, state = played(ANC, 20)
    foul(room, (1, 2), tuple(range(3, 11)))
    seatings = state.round(1).seatings
    shown = {table: datum_at(state, 1, table, 1).text for table in (1, 3)}
    assert shown == {1: "", 3: "+420"}
    found = find_board(state, addresses.Board(stage_slug("Swiss"), 1, 1, 1, seatings[1].ns))
    why = found.why(3)
    assert found.value == 2
    assert "2 scores are too few for a datum, which needs 3" in why
    assert f"posting {room.book.last()}" in why
