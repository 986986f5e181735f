"""What a player reads: why this opponent, and why not another."""

from itertools import combinations

import pytest

from clauses.answers.swiss_rules import GNOT_ENTRANTS
from clauses.vectors import Vector, load_vectors
from overtrick.core.draws.choice import begin, declare, forfeit, open_choice, turn
from overtrick.core.draws.knockout import set_draw
from overtrick.core.draws.lucky_losers import Match, exits
from overtrick.core.draws.order import Record, rank
from overtrick.core.draws.seeding import first_draw
from overtrick.core.errors import DirectorError
from overtrick.core.lots import Lots
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load

RULES = load(Brackets, "gnot-nsw-2018")
EIGHT = tuple("12345678")


@pytest.mark.clause("GNOT18 3.4(ii)")
def test_a_repaired_set_draw_says_who_was_passed_over_and_why() -> None:
    assert RULES.set_draw
    met = {
        frozenset("18"): ("Session 1, match 1",),
        frozenset("45"): ("Session 1, match 2",),
        frozenset("36"): ("the triangle",),
    }
    draw = set_draw(EIGHT, met, RULES.set_draw)
    assert [str(pair) for pair in draw.pairs] == [
        "1 v 7: not 8: they met in Session 1, match 1 (GNOT18 3.4(ii), readings Q46, Q47)",
        "2 v 8: highest remaining team against lowest (GNOT18 3.4(ii), readings Q46, Q47)",
        "3 v 5: not 6: they met in the triangle (GNOT18 3.4(ii), readings Q46, Q47)",
        "4 v 6: highest remaining team against lowest (GNOT18 3.4(ii), readings Q46, Q47)",
    ]
    assert not draw.flags


@pytest.mark.clause("GNOT18 3.1")
def test_an_unavoidable_second_meeting_is_flagged() -> None:
    assert RULES.set_draw
    met = {frozenset(("1", other)): (f"round {other}",) for other in "234"}
    draw = set_draw("1234", met, RULES.set_draw)
    assert list(map(str, draw.pairs[0].why)) == ["they met in round 4, but no draw has fewer second meetings"]
    assert list(map(str, draw.flags)) == ["1 and 4 meet again: no draw has fewer second meetings (GNOT18 3.1)"]


@pytest.mark.clause("GNOT18 3.1")
def test_one_second_meeting_too_many_is_counted() -> None:
    assert RULES.set_draw
    met = {frozenset(pair): ("round 1",) for pair in combinations("2345", 2)}
    draw = set_draw("123456", met, RULES.set_draw)
    assert draw.pairs[0].teams == ("1", "5")
    assert str(draw.pairs[0].why[0]) == "not 6: that would cause 2 rematches, although 1 would be enough"
    assert draw.rematches == 1


@pytest.mark.clause("GNOT18 3.4(i)")
def test_every_team_left_has_its_reason_at_a_turn() -> None:
    rule = RULES.choices["DKO1"].for_field(8)
    met = {frozenset("17"): ("Session 1, match 2",), frozenset("36"): ("match 1",), frozenset("38"): ("the triangle",)}
    here = turn(begin(declare(open_choice(EIGHT, met, rule), "4", available=True)))
    assert [str(option) for option in here.offered] == [
        "2: it has a choice of its own",
        "3: it has a choice of its own",
        "4: may be chosen",
        "5: it did not opt in to being chosen",
        "6: may be chosen",
        "7: they met in Session 1, match 2",
        "8: may be chosen",
    ]


@pytest.mark.clause("GNOT18 3.4(i)")
def test_a_choice_that_would_strand_two_teams_names_them() -> None:
    rule = RULES.choices["DKO2"].for_field(4)
    here = turn(begin(open_choice("1234", {frozenset("34"): ("Session 2",)}, rule)))
    assert [str(option) for option in here.offered] == [
        "2: that would leave 3 and 4, who met in Session 2, to play each other",
        "3: may be chosen",
        "4: may be chosen",
    ]


@pytest.mark.clause("GNOT18 3.6")
def test_a_ceremony_reads_as_it_happened() -> None:
    state = forfeit(begin(open_choice("1234", {}, RULES.choices["SKO5"].for_field(4))))
    assert [str(past) for past in state.turns] == ["1 forfeited its choice: no representative was present"]
    assert [pair.teams for pair in state.draw.pairs] == [("1", "4"), ("2", "3")]
    assert {pair.clause.cite for pair in state.draw.pairs} == {"GNOT18 3.7"}


@pytest.mark.clause("GNOT18 3.3")
def test_level_to_the_end_without_a_lot_is_refused() -> None:
    with pytest.raises(DirectorError, match=r"A and B are tied on .*Draw lots"):
        rank((Record("A", 30, 20, won=True), Record("B", 30, 20, won=True)), RULES.orders["knockout"])


@pytest.mark.parametrize(
    "vector", [each for each in load_vectors() if each.what == "rank teams dropping into the Swiss (best first)"]
)
def test_the_chain_for_drop_ins_puts_play_off_losers_first(vector: Vector) -> None:
    records = [
        Record(
            team, row["losing"], row["winning"],
            playoff=(row["playoff"]["lose"], row["playoff"]["win"]) if "playoff" in row else None,
        )
        for team, row in vector.given["losses"].items()
    ]  # fmt: skip
    assert list(rank(records, GNOT_ENTRANTS, vector.given["lot_order"]).teams) == vector.expect


@pytest.mark.clause("GNOT18 1.5(once)")
def test_lucky_losers_say_who_was_barred() -> None:
    assert RULES.lucky_losers
    matches = (Match("A", "B", (30, 29)), Match("C", "D", (40, 38)))
    lost = [match.record(match.loser) for match in matches]
    lucky = exits(("A", "C"), lost, 1, RULES.lucky_losers, before=("B",), lot=tuple("ABCD")).lucky
    assert lucky
    assert lucky.chosen == ("D",)
    barred = f"barred: it has been a lucky loser before ({RULES.lucky_losers.once})"
    assert [str(candidate) for candidate in lucky.candidates] == [
        f"B: lost its match; above D by net IMPs, −1 to −2; {barred}",
        "D: lost its match; keeps a place",
    ]


@pytest.mark.clause("GNOT18 A1.S1(c).draw")
@pytest.mark.parametrize("entry", sorted(RULES.seed_blocks))
def test_the_first_draw_takes_everybody_once_and_can_be_drawn_again(entry: int) -> None:
    seeded = tuple(f"s{seed}" for seed in range(1, entry + 1))
    rule = RULES.seed_blocks[entry]
    draw = first_draw(seeded, rule, Lots("recorded"))
    named = [team for group in (*(pair.teams for pair in draw.pairs), *draw.triangles) for team in group]
    assert sorted(named) == sorted(seeded)
    assert draw == first_draw(seeded, rule, Lots("recorded"))
    assert draw != first_draw(seeded, rule, Lots("another"))
    block = (entry - rule.middle) // 2
    for pair in draw.pairs[:block]:
        assert seeded.index(pair.one) < block
        assert seeded.index(pair.two) >= entry - block
