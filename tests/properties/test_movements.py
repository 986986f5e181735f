"""Movements of every size are proved; a movement spoilt anywhere is caught there."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.model.seats import Side
from overtrick.core.movements import sets
from overtrick.core.movements.balance import balance, field_balance
from overtrick.core.movements.cards import guide_cards, table_cards
from overtrick.core.movements.check import check
from overtrick.core.movements.families import barometer
from overtrick.core.movements.finals import BalancedFinal, measure_final
from overtrick.core.movements.howell import howell, three_quarter_howell
from overtrick.core.movements.mitchell import Form, barometer_mitchell, mitchell
from overtrick.core.movements.mitchell_variants import web
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.notation import read_movement, write_movement
from overtrick.core.movements.switches import arrow_switched, scramble_movement
from overtrick.core.movements.two_fields import coverage, propose_length, two_field_sessions
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load

pytestmark = pytest.mark.whole


def forms(tables: int) -> list[Form]:
    if tables % 2:
        return [Form.PLAIN]
    return [Form.SKIP, Form.RELAY, *([Form.WEAVE] if tables % 4 == 0 or tables in (10, 14, 18, 22) else [])]


@pytest.mark.parametrize("tables", range(2, 41))
def test_mitchell_of_every_size(tables: int) -> None:
    for form in forms(tables):
        movement = mitchell(tables, form=form, boards_a_set=2)
        report = check(movement)
        rounds = tables - 1 if form is Form.SKIP else tables
        assert report.sound
        assert report.met == report.played == (rounds, rounds)
        assert report.at_once == (2 if form is Form.RELAY else 1)
        assert read_movement(write_movement(movement)) == movement


@pytest.mark.parametrize("tables", range(2, 41))
def test_howell_of_every_size(tables: int) -> None:
    movement = howell(tables)
    report = check(movement)
    everyone_else = 2 * tables - 1
    assert report.sound
    assert report.met == report.played == (everyone_else, everyone_else)
    assert report.most_meetings == 1
    assert report.at_once == (tables if tables <= 3 else 1)
    assert read_movement(write_movement(movement)) == movement


@pytest.mark.parametrize("tables", [2, 4, 6, 8, 10, 12, 16, 22, 24, 30, 34, 36, 40])
def test_perfectly_balanced_howells(tables: int) -> None:
    assert balance(howell(tables)).perfect


@pytest.mark.parametrize("tables", range(5, 41))
def test_three_quarter_howell_of_every_size(tables: int) -> None:
    movement = three_quarter_howell(tables)
    rounds = len(movement.rounds)
    report = check(movement)
    assert report.sound
    assert tables < rounds < 2 * tables - 1
    assert report.met == report.played == (rounds, rounds)
    assert report.at_once == 1


def test_a_howell_follows_one_path() -> None:
    """Every moving pair takes the seat the pair numbered one lower has left: one line of instruction serves all."""
    for tables in (5, 7, 14):
        movement = howell(tables)
        moving = 2 * tables - 1
        for before, after in pairwise(movement.rounds):
            for one, next_ in zip(before, after, strict=True):
                expected = [pair if pair > moving else pair % moving + 1 for pair in (one.ns, one.ew) if pair]
                assert [next_.ns, next_.ew] == expected


def prove_web(tables: int, rounds: int) -> None:
    movement = web(tables, rounds)
    report = check(movement)
    assert report.sound, tables
    assert report.met == report.played == (rounds, rounds)
    assert report.at_once == movement.copies <= -(-tables // rounds) + 1


@pytest.mark.parametrize("tables", [13, 14, 15, 25, 26, 27, 39, 60, 77, 99, 120])
def test_web(tables: int) -> None:
    prove_web(tables, 13)


def test_a_web_plays_two_rounds_at_least_and_as_many_as_it_has_tables_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "_STEPS", 40)  # two tables cannot do with one copy, however long one looks
    assert web(2, 2).copies == 2
    for tables, rounds in ((5, 1), (5, 6), (2, 3)):
        with pytest.raises(
            DirectorError, match=f"^{rounds} is not a possible number of rounds for a web of {tables} tables"
        ):
            web(tables, rounds)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("rounds", [7, 9, 11, 12, 13])
def test_web_of_every_size_to_120_tables(rounds: int) -> None:
    for tables in range(rounds, 121):
        prove_web(tables, rounds)


PLANS = {
    (10, 2): (5, 10, 2), (10, 3): (3, 9, 4), (10, 4): (3, 10, 4),
    (13, 2): (7, 13, 3), (13, 3): (4, 12, 4), (13, 4): (3, 12, 5),
    (17, 2): (9, 17, 3), (17, 3): (6, 17, 3), (17, 4): (4, 16, 5),
    (26, 2): (13, 26, 2), (26, 3): (9, 26, 4), (26, 4): (7, 26, 4),
}  # fmt: skip
"""Tables and sessions: rounds a session, different opponents, copies of the boards."""


@pytest.mark.parametrize(("tables", "sessions"), PLANS)
def test_two_fields_over_several_sessions(tables: int, sessions: int) -> None:
    length = propose_length(tables, sessions)
    plan = two_field_sessions(tables, length.rounds, sessions, length.boards)
    for movement in plan:
        report = check(movement)
        assert report.sound
        assert report.played == (length.rounds, length.rounds)
        assert report.at_once <= movement.copies
        assert 24 <= movement.boards <= 28
        assert read_movement(write_movement(movement)) == movement
    measured = coverage(plan)
    assert measured.distinct == measured.ideal
    assert measured.most_meetings == -(-measured.meetings // tables)
    assert (length.rounds, measured.distinct, measured.copies) == PLANS[tables, sessions]
    assert measured.copies - measured.least_copies == (1 if (tables, sessions) in {(13, 2), (17, 2), (26, 3)} else 0)


def test_coverage_is_that_of_the_pair_that_meets_fewest_and_of_the_session_that_needs_most() -> None:
    """With pair 6 missing, 1 to 3 meet two each and 4 and 5 all three. Four rounds of six tables need two copies."""
    missing = coverage([mitchell(3).sitting_out(6)])
    assert (missing.distinct, missing.ideal, missing.complete) == (2, 3, False)
    short, long = barometer_mitchell(6, 2), barometer_mitchell(6, 4, first=2)
    assert [coverage(each).least_copies for each in ([short, long], [long, short], [long])] == [3, 3, 2]


def test_two_tables_of_two_rounds_share_their_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one copy the two pairs that meet next would have had unlike sets: there is no plan, however long one looks.

    With two, both tables play the same set.
    """
    monkeypatch.setattr(sets, "_STEPS", 40)
    [session] = two_field_sessions(2, 2, 1)
    assert check(session).sound
    assert session.copies == 2
    assert [len({seating.boards for seating in seats}) for seats in session.rounds] == [1, 1]


def test_ten_rounds_are_switched_in_the_last_one() -> None:
    """Too many to try every choice: the last eighth of the rounds, and no change of one or two rounds is better."""
    straight = mitchell(10)
    switched = arrow_switched(straight)
    assert switched.name == "Mitchell, 10 tables, 10 rounds, share and relay, arrow-switched in round 10"
    assert switched == arrow_switched(straight, [10])
    for rounds in ([], [9], [9, 10], [8, 9, 10], [2, 3, 10], [1, 10]):
        assert balance(arrow_switched(straight, rounds)).quality <= balance(switched).quality


def test_tables_are_scrambled_from_the_first_round_on() -> None:
    """No whole round betters three tables; one table does, in any round, so the first of the first round is taken."""
    straight = mitchell(3)
    assert arrow_switched(straight).rounds == straight.rounds
    assert scramble_movement(straight).rounds == straight.switching([(1, 1)], "").rounds


@pytest.mark.parametrize("tables", range(2, 13))
def test_one_field_from_a_mitchell(tables: int) -> None:
    straight = mitchell(tables)
    switched = arrow_switched(straight)
    assert check(switched).sound
    assert switched.fields is Fields.ONE
    assert balance(switched).quality >= balance(arrow_switched(straight, [tables])).quality
    # Within each direction of a full Mitchell nobody is favoured.
    assert [each.quality for each in field_balance(straight)] == [100, 100]
    if tables <= 6:
        assert balance(scramble_movement(straight)).quality >= balance(switched).quality


@pytest.mark.parametrize("tables", [3, 6, 9])
def test_a_half_table_sits_out_once_each(tables: int) -> None:
    movement = mitchell(tables).sitting_out(2 * tables)
    report = check(movement)
    assert report.sound
    assert report.sat_out == (0, 1)
    resting = [card for card in guide_cards(movement) if any(not line.opponents for line in card.lines)]
    assert [card.pair for card in resting] == list(range(1, tables + 1))


def test_ten_table_mitchell_and_ten_pair_round_robin() -> None:
    """ANC26 17.5 and 17.6: ten matches against the other half, then nine against everybody."""
    for movement in (mitchell(10, boards_a_set=12), barometer_mitchell(10, 10, 12)):
        assert check(movement).sound
        assert check(movement).met == (10, 10)
    final = load(DrawBook, "nsw-its-2021").draws["10 pairs"]
    nine = barometer("Ten pairs", final.rounds, 12)
    assert check(nine).sound
    assert check(nine).met == (9, 9)


def test_fourteen_pair_butler_is_perfect_with_its_switch() -> None:
    """SABF20 21.16 with the arrow-switch half-way at table 1; at no other table is it perfect."""
    draw = load(DrawBook, "sabf-2020").draws["fourteen"]
    perfect = []
    for table in range(8):
        patterns = replace(draw, half_way=(table,)).patterns(12)
        measured = measure_final(BalancedFinal(draw.clause, 12, draw.rounds, patterns))
        perfect += [table] if measured.balance.perfect else []
    assert tuple(perfect) == draw.half_way == (1,)


def test_switches_are_the_fewest_the_register_names() -> None:
    finals = load(DrawBook, "nsw-its-2021").finals
    assert finals["4 x 16"].switches() == ((8,), (4, 12), (4, 8, 12), (2, 6, 10, 14))
    assert [sum(map(len, finals[name].switches())) for name in ("4 x 16", "5 x 12", "6 x 10")] == [10, 17, 18]


@settings(deadline=None)
@given(st.sampled_from([mitchell(5), mitchell(6), howell(5), web(14)]), st.data())
def test_spoilt_movements_are_caught_where_they_are_spoilt(movement: Movement, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(movement.rounds) - 1))
    place = data.draw(st.integers(0, movement.tables - 1))
    seats = movement.rounds[number]
    old = seats[place]
    new = data.draw(
        st.builds(
            Seating,
            st.integers(1, movement.tables),
            st.integers(1, movement.contestants),
            st.integers(1, movement.contestants),
            st.integers(1, movement.sets),
        )
    )
    if {new.ns, new.ew} == {old.ns, old.ew} and (new.table, new.boards) == (old.table, old.boards):
        return
    spoilt = (*seats[:place], new, *seats[place + 1 :])
    report = check(replace(movement, rounds=(*movement.rounds[:number], spoilt, *movement.rounds[number + 1 :])))
    assert not report.sound
    touched = {new.table, old.table}
    where = {(fault.round, fault.table) for fault in report.faults}
    assert any(round_ == number + 1 for round_, _ in where) or any(table in touched for _, table in where)


def test_every_kind_of_fault_is_told_at_once() -> None:
    text = """
        movement: spoilt
        pairs: 6
        R1  1: 1-4 A | 2: 2-5 B | 3: 3-6 C
        R2  1: 1-4 A | 2: 2-6 C | 2: 3-5 A
        R3  1: 1-5 A | 2: 2-4 A | 3: 3-7 B
    """
    told = [str(fault) for fault in check(read_movement(text)).faults]
    assert told == [
        "Round 2, table 1: pair 1 already plays set A in round 1.",
        "Round 2, table 1: pair 4 already plays set A in round 1.",
        "Round 2, table 1: pairs 1 and 4 meet for the 2nd time, but may meet only once.",
        "Round 2, table 2: pair 6 already plays set C in round 1.",
        "Round 2, table 2: set A is at tables 1, 2, but 1 copy of it can serve only 1.",
        "Round 2, table 2: the table is listed with 2 sets: C and A.",
        "Round 3: pair 6 has no table.",
        "Round 3, table 1: pair 1 already plays set A in round 1.",
        "Round 3, table 1: pair 5 already plays set A in round 2.",
        "Round 3, table 2: pair 4 already plays set A in round 1.",
        "Round 3, table 2: set A is at tables 1, 2, but 1 copy of it can serve only 1.",
        "Round 3, table 3: the movement is for 6 pairs, so pair 7 does not exist.",
    ]


def test_every_unreadable_line_is_told_at_once() -> None:
    with pytest.raises(DirectorError) as refused:
        read_movement("pairs: many\nR1  1: 1-4 A | two: 2-5 B\nR3  1: 1-4 A\nhello")
    for part in ("“two: 2-5 B”", "this must be round 2, not round 3", "“hello”", "“pairs: many”"):
        assert part in str(refused.value)


def test_no_more_lines_are_told_than_a_person_reads_and_the_others_are_counted() -> None:
    for unread, more in ((limits.FAULTS, ""), (limits.FAULTS + 3, "; 3 more faults")):
        with pytest.raises(DirectorError) as refused:
            read_movement("R1  1: 1-2 A\n" + "hello\n" * unread)
        assert str(refused.value).count("“hello”") == limits.FAULTS
        assert f"R1  1: 1-8 A | 2: 2-9 B”{more}. Correct" in str(refused.value)


def test_cards_say_the_same_as_the_movement() -> None:
    movement = howell(5, boards_a_set=3)
    by_pair = Counter(
        ((card.pair,), line.round, line.table, line.side, line.opponents, line.boards)
        for card in guide_cards(movement)
        for line in card.lines
    )
    by_table: Counter[object] = Counter()
    for card in table_cards(movement):
        for line in card.lines:
            assert line.boards[1] - line.boards[0] == 2
            by_table[line.ns, line.round, card.table, Side.NS, line.ew, line.boards] += 1
            by_table[line.ew, line.round, card.table, Side.EW, line.ns, line.boards] += 1
    assert by_pair == by_table


def test_quality_by_hand() -> None:
    """Two tables, three rounds, everybody plays the same boards: c is 1 for each of the six pairs of pairs."""
    measured = balance(howell(2))
    assert set(measured.competition.values()) == {1}
    uneven = balance(howell(3))
    total, squares = sum(uneven.competition.values()), sum(c * c for c in uneven.competition.values())
    assert uneven.quality == Fraction(100 * total * total, 15 * squares) == 60


def test_two_tables_and_two_rounds_need_a_copy_for_each_table() -> None:
    """With one copy 1–3 play A and 2–4 play B; then 1 lacks B, which 4 has played. So both tables play the same set."""
    (movement,) = two_field_sessions(2, 2, 1)
    assert movement.copies == 2
    assert check(movement).sound
    assert check(movement).met == (2, 2)
    assert sorted([seating.boards for seating in seats] for seats in movement.rounds) == [[1, 1], [2, 2]]


def test_of_equally_good_rounds_of_a_long_mitchell_the_latest_are_switched() -> None:
    """Rounds 2, 3 and 19 are as good as 2, 18 and 19, and no change of one betters either: the later are taken."""
    straight = mitchell(19)
    switched = arrow_switched(straight)
    pairs = zip(straight.rounds, switched.rounds, strict=True)
    rounds = [number for number, (before, after) in enumerate(pairs, start=1) if before != after]
    assert switched.name.endswith(f", arrow-switched in rounds {', '.join(map(str, rounds))}")
    early = balance(arrow_switched(straight, [2, 3, 19])).quality
    assert early == balance(arrow_switched(straight, [2, 18, 19])).quality
    assert (balance(switched).quality, sum(rounds)) > (early, 2 + 3 + 19)


@pytest.mark.parametrize(
    ("tables", "rounds", "told"),
    [
        (1, 13, "A web needs at least two tables, not 1. Choose another movement for one table."),
        (2, 3, "3 is not a possible number of rounds for a web of 2 tables. Play 2 rounds."),
        (9, 13, "13 is not a possible number of rounds for a web of 9 tables. Play 2 to 9 rounds."),
    ],
)
def test_a_web_that_cannot_be_says_what_can(tables: int, rounds: int, told: str) -> None:
    with pytest.raises(DirectorError) as refused:
        web(tables, rounds)
    assert str(refused.value) == told
