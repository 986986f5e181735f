"""A knockout as a stage of an event file: its rounds and segments, its places, and who goes on from it where."""

from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from directing import Room, by_strength, flat, numbers
from overtrick.core.draws.brackets import Level, LevelRule, LoserOf, Pairing, PoolPosition, Rank, WinnerOf
from overtrick.core.draws.elimination import EliminationRule, bracket_for, halvings
from overtrick.core.draws.finals import Outcome
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import (
    NEITHER,
    ChoiceMade,
    ChoosingBegun,
    ExtraBoardsCalled,
    MatchForfeited,
    ResultPosted,
    RoundClosed,
)
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.finals import finals_of
from overtrick.core.event.play.knockout_draw import OPPONENT
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.exact import to_places
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.ranking.carry_rules import MeetingCarry, meeting_carry
from overtrick.director.draws import draft
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.closing import closing_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "club-knockout.toml"
SAID = Clause("CLUB", "4")
LEVEL = LevelRule(SAID, Level.REFER)

ONLY = """
[event]
id      = "my-club/cup"
name    = "Cup"
clause  = "CLUB 1"
contest = "teams"
entries = [3, 64]
usual   = 8

[[stage]]
name    = "Cup"
clause  = "CLUB 2"
play    = "knockout"
boards  = 2
scoring = "laws-2017/knockout"
ranking = "laws-2017/knockout"

  [stage.draw]
  clause = "CLUB 3"
"""
PLATE = """
[[stage]]
name    = "Final"
clause  = "CLUB 4"
play    = "round robin"
boards  = 2
scoring = "laws-2017/teams"
ranking = "laws-2017/vps"
forfeit = "laws-2017/forfeit"
source  = { clause = "CLUB 4", stage = "Cup", places = 4 }

[[stage]]
name    = "Plate"
clause  = "CLUB 5"
play    = "round robin"
boards  = 2
scoring = "laws-2017/teams"
ranking = "laws-2017/vps"
forfeit = "laws-2017/forfeit"
source  = { clause = "CLUB 5", stage = "Cup", places = [5, 8] }
"""


def cup(folder: Path, *draw: str, more: str = "") -> str:
    """The file of a cup, with these words in its draw."""
    own = folder / "cup.toml"
    entries = ONLY.replace("[3, 64]", "[8, 64]") if more else ONLY
    own.write_text(entries + "".join(f"  {each}\n" for each in draw) + more, encoding="utf-8")
    return str(own)


def met(state: StageState, number: int) -> set[tuple[str, str]]:
    return {(seating.ns, seating.ew) for seating in state.round(number).seatings.values()}


def places(state: StageState) -> list[tuple[str, str]]:
    return [(row.place_text, row.contestant) for row in state.standings(state.fields[0].name).rows]


def test_the_first_round_brings_the_field_to_a_power_of_two() -> None:
    # 11 teams: 8 is the power below, so three matches take three out; 11 - 2 × 3 = 5 rest, the first five.
    assert [(each.field, each.matches, each.byes) for each in halvings(11, 1)] == [
        (11, 3, 5),
        (8, 4, 0),
        (4, 2, 0),
        (2, 1, 0),
    ]
    bracket = bracket_for(11, EliminationRule(SAID, LEVEL))
    assert [match.sides for match in bracket.matches[:3]] == [
        (Rank(6), Rank(11)), (Rank(7), Rank(10)), (Rank(8), Rank(9)),
    ]  # fmt: skip
    assert bracket.match("QF1").sides == (Rank(1), WinnerOf("R1M3"))
    assert bracket.shared == (1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9)


def test_sixty_nine_teams_go_down_to_eight() -> None:
    # 69 → 64 by five matches of the last ten, 59 rest; then 64 → 32 → 16 → 8.
    assert [(each.matches, each.byes) for each in halvings(69, 8)] == [(5, 59), (32, 0), (16, 0), (8, 0)]
    bracket = bracket_for(69, EliminationRule(SAID, LEVEL, survivors=8))
    assert bracket.shared.count(1) == 8
    assert len(bracket.places) == 69


def test_a_match_is_as_long_as_its_round_says() -> None:
    bracket = bracket_for(8, EliminationRule(SAID, LEVEL, segments=(2, 2, 3), third_place=2))
    assert {match.name: tuple(match.weeks) for match in bracket.matches} == {
        **dict.fromkeys(("QF1", "QF2", "QF3", "QF4"), (1, 2)),
        "SF1": (3, 4), "SF2": (3, 4), "F": (5, 6, 7), "3P": (5, 6),
    }  # fmt: skip
    assert bracket.places[:4] == (WinnerOf("F"), LoserOf("F"), WinnerOf("3P"), LoserOf("3P"))


def test_after_a_round_robin_the_stronger_win_through(tmp_path: Path) -> None:
    room = Room(str(EXAMPLE)).enter(numbers(9))
    state = room.start("Round robin")
    room.play("Round robin", by_strength(state, numbers(9)))
    room.close("Round robin")
    state = room.start("Knockout")
    assert rounds_of(state) == 7
    room.play("Knockout", by_strength(state, numbers(9)))
    room.close("Knockout")
    assert met(state, 1) == met(state, 2) == {("1", "8"), ("2", "7"), ("3", "6"), ("4", "5")}
    assert met(state, 3) == {("1", "4"), ("2", "3")}
    assert met(state, 5) == {("1", "2"), ("4", "3")}
    assert met(state, 7) == {("1", "2")}
    assert places(state) == [("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), *(("5=", each) for each in "5678")]
    # A board: 1NT +1 by the stronger (120 or 150) and one down against it (50 or 100): 4 to 6 IMPs each on 24 boards.
    final = finals_of(state).final("F")
    weeks = [state.match_line("1", number) for number in (5, 6, 7)]
    assert final.total("1").value == sum(line.score.value for line in weeks if line is not None)
    assert room.agrees()


def test_a_match_is_decided_on_all_its_segments_and_a_forfeit_on_the_spot() -> None:
    room = Room(str(EXAMPLE)).enter(numbers(9))
    state = room.start("Round robin")
    room.play("Round robin", by_strength(state, numbers(9)))
    room.close("Round robin")
    state = room.start("Knockout")
    room.play("Knockout", by_strength(state, numbers(9)), rounds=1)
    assert {final.outcome for final in finals_of(state).finals[:4]} == {Outcome.TO_PLAY}
    number = room.draw("Knockout")
    table = next(each for each, seating in state.round(number).seatings.items() if seating.ns == "1")
    room.do(MatchForfeited("Knockout", number, table, "1", "The file was damaged in transit"))
    others = [each for each in state.round(number).seatings if each != table]
    room.results("Knockout", number, flat, others)
    room.do(RoundClosed("Knockout", number))
    assert finals_of(state).final("QF1").winner == "8"
    room.draw("Knockout")
    assert ("8", "4") in met(state, 3)


def test_a_later_round_is_drawn_by_place_among_those_left(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, 'then = "by place"')).enter(numbers(8))
    state = room.start("Cup")
    # The last beats the first: 8, 2, 3 and 4 are left, and the highest of them, 2, meets the lowest, 8.
    room.play("Cup", by_strength(state, ["8", *numbers(7)]), rounds=1)
    room.draw("Cup")
    assert met(state, 2) == {("2", "8"), ("3", "4")}


def test_rounds_by_lot_are_drawn_from_the_lot_that_is_written_down(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, 'pairing = "by lot"', 'then = "by lot"')).enter(numbers(11))
    state = room.start("Cup")
    assert state.plan.play.left_to_lot(1, 11)
    one, two = draft(room.event, "Cup", "a"), draft(room.event, "Cup", "b")
    assert {name for each in one.seatings for name in (each.ns, each.ew)} == set(numbers(11)[5:])
    assert one.sits_out == tuple(numbers(5))
    assert (one.seed, one.seatings) != (two.seed, two.seatings)
    room.play("Cup", by_strength(state, numbers(11)))
    room.close("Cup")
    assert places(state)[0] == ("1", "1")
    assert verify(plan_for(room.name), room.book.postings()).sound


def test_a_draw_that_was_published_stands_when_a_pool_is_corrected(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, 'then = "by lot"')).enter(numbers(4))
    state = room.start("Cup")
    room.play("Cup", by_strength(state, numbers(4)), rounds=1)
    room.draw("Cup")
    before = met(state, 2)
    assert {frozenset(pair) for pair in before} == {frozenset(("1", "2"))}
    assert finals_of(state).bracket.pools[0].how is Pairing.LOT
    assert finals_of(state).final("F").match.sides == (PoolPosition(2, 1), PoolPosition(2, 2))


def test_nobody_comes_from_a_match_that_nobody_played(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, 'then = "by lot"')).enter(numbers(8))
    state = room.start("Cup")
    room.draw("Cup")
    room.do(MatchForfeited("Cup", 1, 1, "", "nobody came", NEITHER))
    room.results("Cup", 1, by_strength(state, numbers(8)), (2, 3, 4))
    room.do(RoundClosed("Cup", 1))
    room.draw("Cup", "seed")
    assert len(state.round(2).seatings) == 1
    (alone,) = state.round(2).draw.sits_out
    assert [final.outcome for final in finals_of(state).finals if alone in final.teams][1] is Outcome.FORFEIT
    room.results("Cup", 2, by_strength(state, numbers(8)))
    room.do(RoundClosed("Cup", 2))
    room.draw("Cup", "seed")
    assert alone in next(iter(met(state, 3)))


def test_the_beaten_go_to_a_plate_by_their_places(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, "survivors = 4", more=PLATE)).enter(numbers(8))
    state = room.start("Cup")
    room.play("Cup", by_strength(state, numbers(8)))
    room.close("Cup")
    assert [place for place, _ in places(state)] == ["1="] * 4 + ["5="] * 4
    assert set(room.start("Final").contestants) == set("1234")
    assert set(room.start("Plate").contestants) == set("5678")


def test_whoever_has_gone_on_elsewhere_is_not_taken_twice(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, "survivors = 4", more=PLATE.replace("[5, 8]", "[5]"))).enter(numbers(8))
    state = room.start("Cup")
    room.play("Cup", by_strength(state, numbers(8)))
    room.close("Cup")
    plan = room.event.plan("Plate").source
    assert plan is not None
    assert (plan.after, plan.each) == (4, 4)
    assert set(room.start("Plate").contestants) == set("5678")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('then = "by choice"', "opponents are chosen in the first round"),
        ("survivors = 0", "leaves one team at least"),
        ("segments = []", "a match has one segment at least"),
        ("survivors = 2\n  third_place = 1", "goes with a knockout that leaves one team"),
        ('pairing = "by plaice"', "by place"),
    ],
)
def test_a_fault_in_it_is_told(tmp_path: Path, words: str, fault: str) -> None:
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(cup(tmp_path, words))(Entrants(8), frozenset(), {})


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        ("[8, 5]", "places are written"),
        ("[]", "places are written"),
        ("[5, 9]", "places 5 to 9 are to come from fields of"),
    ],
)
def test_places_that_are_not_there_are_told(tmp_path: Path, places: str, fault: str) -> None:
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(cup(tmp_path, "survivors = 4", more=PLATE.replace("[5, 8]", places)))(Entrants(8), frozenset(), {})


def test_a_field_too_small_for_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises((DirectorError, RegulationErrors), match=r"A knockout with 3 teams cannot leave 4 teams"):
        plan_for(cup(tmp_path, "survivors = 4"))(Entrants(3), frozenset(), {})


def test_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ask = Ask(monkeypatch, capsys)
    assert ask(f"rules check {EXAMPLE}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {EXAMPLE}")[1].split())
    assert "Round 3, 2 teams: 1 match of 24 boards, in 3 segments of 8" in told
    book = tmp_path / "cup.jsonl"
    assert ask(f"simulate {EXAMPLE} --entries 9 --seed 3 -o {book}")[0] == 0
    assert ask(f"verify {book}")[0] == 0
    shown = ask(f"standings {book} --stage Knockout")[1]
    assert "third-place match" in shown
    assert "quarter-final 4" in shown


BETWEEN = """
[[rules.carry_over]]
id         = "my-club/met"
kind       = "between opponents"
clause     = "CLUB 7"
higher_won = "1/2"
lower_won  = "1/3"
most       = 16
places     = 1
"""


@pytest.mark.parametrize(
    ("margin", "higher", "carried"),
    [
        (23, True, Fraction(115, 10)),  # 23 / 2
        (40, True, 16),  # 40 / 2 = 20, and 16 is the most
        (23, False, Fraction(77, 10)),  # 23 / 3 = 7.666…
        (60, False, 16),  # 60 / 3 = 20
    ],
)
def test_a_share_of_the_margin_of_the_two_is_carried(margin: int, higher: bool, carried: Fraction) -> None:  # noqa: FBT001
    rule = MeetingCarry(SAID, Fraction(1, 2), Fraction(1, 3), 1, most=16)
    assert meeting_carry(Figure(margin, IMPS, SAID), rule, higher=higher).value == carried


def test_other_shares_are_as_they_are_written() -> None:
    rule = MeetingCarry(SAID, Fraction(1, 3), Fraction(1, 5), 1, most=10)
    net = Figure(23, IMPS, SAID)
    assert [meeting_carry(net, rule, higher=each).value for each in (True, False)] == [
        Fraction(77, 10),
        Fraction(46, 10),
    ]


def test_each_match_reads_the_match_its_own_two_played(tmp_path: Path) -> None:
    own = tmp_path / "between.toml"
    text = EXAMPLE.read_text(encoding="utf-8")
    text = text.replace('source  = { clause = "CLUB 3"', 'carry   = "my-club/met"\nsource  = { clause = "CLUB 3"')
    own.write_text(text + BETWEEN, encoding="utf-8")
    room = Room(str(own)).enter(numbers(9))
    state = room.start("Round robin")

    def upset(number: int, table: int, room: str, board: int) -> str:
        """By strength; but 8 beats 1 in their match, by one board."""
        seating = state.round(number).seatings[table]
        if {seating.ns, seating.ew} != {"1", "8"}:
            return by_strength(state, numbers(9))(number, table, room, board)
        best = (seating.ns == "8") == (room == OPEN)
        return "1NT N =" if seating.boards[0] != board else "3NT N =" if best else "1NT N ="

    room.play("Round robin", upset)
    room.close("Round robin")
    knockout = room.start("Knockout")
    room.play("Knockout", flat)
    room.close("Knockout")
    # Every board of the knockout is level, so what is carried decides. 8 won by one board: 3NT against 1NT is 400 − 90
    # = 310, 7 IMPs (600 − 90 = 510, 11 IMPs, if vulnerable); 8 was placed below 1 and has a third.
    (first,) = (
        line for n in state.rounds if (line := state.match_line("8", n)) is not None and line.opponents == ("1",)
    )
    assert first.net_imps in (7, 11)
    quarter = finals_of(knockout).final("QF1")
    assert set(quarter.teams) == {"1", "8"}
    assert quarter.winner == quarter.carry_to == "8"
    assert quarter.total("8").value == to_places(Fraction(first.net_imps, 3), 1)
    assert quarter.total("1").value == 0
    line = knockout.match_line("8", 1)
    assert line is not None
    assert "the share when the lower-placed side won" in line.score.why(6)
    # 2 beat 7 by the same on each of six boards, and was placed above it: half, and 16 at most.
    other = finals_of(knockout).final("QF2")
    assert (other.winner, other.total("2").value) == ("2", 16)
    assert room.agrees()
    assert verify(plan_for(room.name), room.book.postings()).sound


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('play    = "knockout"', 'play    = "round robin"', "is no knockout, and nothing is carried between opponents"),
        ("places     = 1", 'places     = 1\nstage = "Swiss"', "there is no stage “Swiss” before Knockout"),
        ("most       = 16", "most       = -1", "are not below zero"),
    ],
)
def test_a_fault_in_what_is_carried_is_told(tmp_path: Path, was: str, now: str, fault: str) -> None:
    own = tmp_path / "between.toml"
    text = EXAMPLE.read_text(encoding="utf-8").partition("  [stage.draw]")[0]
    text = text.replace('source  = { clause = "CLUB 3"', 'carry   = "my-club/met"\nsource  = { clause = "CLUB 3"')
    own.write_text((text + BETWEEN).replace(was, now), encoding="utf-8")
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(str(own))(Entrants(9), frozenset(), {})


CHOOSING = ('pairing = "by choice"', "choice = { choosers = 3, open = [5, 8] }", "segments = 2")


def test_the_first_three_choose_among_the_lower_half_and_the_fourth_takes_who_is_left(tmp_path: Path) -> None:
    room = Room(cup(tmp_path, *CHOOSING)).enter(numbers(8))
    state = room.start("Cup")
    with pytest.raises(DirectorError, match="cannot be drawn yet"):
        draft(room.event, "Cup")
    room.do(ChoosingBegun("Cup"))
    with pytest.raises(DirectorError, match="cannot choose team 2"):
        room.do(ChoiceMade("Cup", OPPONENT, "1", "2"))
    room.do(ChoiceMade("Cup", OPPONENT, "1", "6"))
    with pytest.raises(DirectorError, match="Team 2 is due to choose"):
        room.do(ChoiceMade("Cup", OPPONENT, "3", "5"))
    room.do(ChoiceMade("Cup", OPPONENT, "2", "8"), ChoiceMade("Cup", OPPONENT, "3", "5"))
    room.play("Cup", by_strength(state, numbers(8)), rounds=3)
    # The fourth has the one left, 7. Its match meets the first's, as in a bracket by place.
    assert met(state, 1) == met(state, 2) == {("1", "6"), ("2", "8"), ("3", "5"), ("4", "7")}
    assert met(state, 3) == {("1", "4"), ("2", "3")}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (CHOOSING[:1], "says in choice who chooses"),
        (CHOOSING[1:2], "says in choice who chooses"),
    ],
)
def test_a_fault_in_the_choosing_is_told(tmp_path: Path, words: tuple[str, ...], fault: str) -> None:
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(cup(tmp_path, *words))(Entrants(8), frozenset(), {})


def test_nobody_rests_where_opponents_are_chosen(tmp_path: Path) -> None:
    with pytest.raises(
        (DirectorError, RegulationErrors), match="teams cannot be drawn by choice: some would have a bye"
    ):
        plan_for(cup(tmp_path, *CHOOSING))(Entrants(9), frozenset(), {})


PLAY_OFF = 'level = { clause = "CLUB 6", way = "extra boards", share = "1/8", least = 1 }'


def extra(room: Room, state: StageState, table: int, *scores: tuple[str, str]) -> None:
    """The extra boards that the rule of a level match calls for, with their results in the open and the closed room."""
    boards = state.play.extra_boards(state, table)
    assert len(boards) == len(scores)
    room.do(ExtraBoardsCalled("Cup", state.last_round, table, boards))
    for board, results in zip(boards, scores, strict=True):
        for place, result in zip((OPEN, CLOSED), results, strict=True):
            assert finals_of(state).finals[table - 1].outcome is Outcome.LEVEL
            room.do(ResultPosted("Cup", state.last_round, table, board, read_result(result), place))


def test_the_results_of_extra_boards_decide_a_level_match_and_count_for_nothing_else(tmp_path: Path) -> None:
    """Four teams, semi-finals of eight boards in four segments: an eighth is one board, and one more while level."""
    room = Room(cup(tmp_path, "segments = 4", PLAY_OFF)).enter(numbers(4))
    state = room.start("Cup")
    for number in range(1, 5):
        room.draw("Cup")
        room.results("Cup", number, flat)
        if number < 4:
            assert state.play.extra_boards(state, 1) == ()  # it is not over
            room.close_round("Cup", number)
    assert finals_of(state).finals[0].outcome is Outcome.LEVEL
    assert state.play.extra_boards(state, 1) == (3,)
    closing = closing_of(room.event, "Cup")
    assert [(each.table, each.boards, each.committee) for each in closing.level] == [(1, (3,), False), (2, (3,), False)]
    with pytest.raises(DirectorError, match="These are not the extra boards due in"):
        room.do(ExtraBoardsCalled("Cup", 4, 1, (3, 4)))
    extra(room, state, 1, ("1NT N =", "1NT N ="))  # level again: one board more
    assert state.play.extra_boards(state, 1) == (4,)
    # Board 4, all vulnerable: 3NT made is 600, 1NT in the other room 90. The difference of 510 is 11 IMPs.
    extra(room, state, 1, ("3NT N =", "1NT N ="))
    final = finals_of(state).finals[0]
    home = state.round(4).seatings[1].ns
    assert (final.outcome, final.winner) == (Outcome.PLAYED, home)
    assert str(final.why) == "tied, then decided by 11 IMPs on the extra boards"
    assert [figure.value for figure in final.totals] == [0, 0]
    extra(room, state, 2, ("1NT N =", "3NT N ="))
    assert finals_of(state).finals[1].winner == state.round(4).seatings[2].ew
    room.close_round("Cup", 4)
    room.draw("Cup")
    assert met(state, 5) in ({(home, state.round(4).seatings[2].ew)}, {(state.round(4).seatings[2].ew, home)})
    assert room.agrees()


def test_extra_boards_say_how_many(tmp_path: Path) -> None:
    for wrong in (
        '{ clause = "CLUB 6", way = "extra boards" }',
        '{ clause = "CLUB 6", way = "refer to the committee", least = 2 }',
    ):
        with pytest.raises(RegulationErrors, match="says how many at least"):
            plan_for(cup(tmp_path, f"level = {wrong}"))(Entrants(4), frozenset(), {})
