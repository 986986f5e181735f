"""The European Mixed Pairs: its stages at three sizes, and what is carried worked out by hand."""

from fractions import Fraction

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.exact import plain
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.ranking.carry_rules import OthersCarry, RankCarry, others_carry, rank_carry
from overtrick.regulations.plan.event_book import plan_for

EVENT = "ebl-pairs/mixed-pairs"
TOPS = "the first carries 1.5 tops"


def stages(entered: int, *choices: str) -> dict[str, Stage]:
    return {each.name: each for each in plan_for(EVENT)(Entrants(entered), frozenset(choices), {}).stages}


@pytest.mark.parametrize(
    ("entered", "choice", "semi", "rest", "final", "boards"),
    [
        # 27 rounds of three boards, 31 of three, 51 of two; everybody else plays final B.
        (64, "final of 28: 22 from A, 6 from B and 0 dropping in with nothing", 36, 28, (22, 6), 81),
        (71, "final of 32: 26 from A, 6 from B and 0 dropping in with the median", 36, 35, (26, 6), 93),
        (200, "final of 52: 46 from A, 6 from B and 0 dropping in with the median", 96, 104, (46, 6), 102),
    ],
)
def test_the_final_is_all_play_all_of_pairs_from_both_semi_finals(
    entered: int, choice: str, semi: int, rest: int, final: tuple[int, int], boards: int
) -> None:
    found = stages(entered, choice, TOPS)
    taken = {name: [(each.stage, each.after, each.each) for each in stage.sources] for name, stage in found.items()}
    first, second = final
    assert taken["Semi-final A"] == [("Qualifying", 0, semi)]
    assert taken["Semi-final B"] == [("Qualifying", semi, rest)]
    assert taken["Final"] == [("Semi-final A", 0, first), ("Semi-final B", 0, second)]
    assert taken["Final B"] == [("Semi-final A", first, semi - first), ("Semi-final B", second, rest - second)]
    assert found["Final"].boards * found["Final"].rounds == boards
    assert len(found["Final"].sessions) == 4


def test_a_final_of_52_needs_its_entry() -> None:
    with pytest.raises(DirectorError, match="is for 128 to 400 pairs, not 100"):
        stages(100, "final of 52: 46 from A, 6 from B and 0 dropping in with nothing", TOPS)


def carried(stage: Stage, count: int, boards: int) -> dict[str, Figure[Fraction | int]]:
    rule = stage.brings(stage.sources[0])
    assert isinstance(rule, RankCarry)
    names = [str(place) for place in range(1, count + 1)]
    score = Figure(50, PERCENT, Clause("EBLPAIRS", "6"))
    return dict(rank_carry([(name, score) for name in names], names, rule, boards))


def test_the_thirteenth_of_95_carries_87_per_cent_of_the_most() -> None:
    semi = stages(200, "final of 52: 46 from A, 6 from B and 0 dropping in with nothing", TOPS)["Semi-final A"]
    boards = semi.boards * semi.rounds
    assert boards == 52
    found = carried(semi, 95, boards)
    # 82 of 94 steps of 1.5 tops: 1.3085 tops, and a top of 52 boards is 1.923 per cent.
    [tops] = (part for part in found["13"].of if isinstance(part, Figure))
    assert tops.value == plain(Fraction(82, 94) * Fraction(3, 2))
    assert tops.unit.number(tops.value) == "1.3085"
    assert [found[place].value for place in ("1", "13", "95")] == [Fraction("2.88"), Fraction("2.52"), 0]


def test_those_from_semi_final_b_carry_the_median_of_22() -> None:
    final = stages(64, "final of 28: 22 from A, 6 from B and 0 dropping in with the median", TOPS)["Final"]
    rule = final.brings(final.sources[1])
    assert isinstance(rule, OthersCarry)
    brought = carried(final, 22, 81)
    # A top of 81 boards is 1.2346 per cent; 11th and 12th have 11 and 10 of 21 steps: 0.97 and 0.88, half-way 0.925.
    assert [brought[place].value for place in ("1", "11", "12")] == [
        Fraction("1.85"),
        Fraction("0.97"),
        Fraction("0.88"),
    ]
    assert others_carry(list(brought.values()), ["x"], rule)["x"].value == Fraction("0.93")
