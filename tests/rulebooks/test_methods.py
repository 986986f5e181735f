"""The Reisinger and Monrad pairs: a number of each worked out by hand."""

from fractions import Fraction

import pytest

from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.provenance import BOARD_POINTS, Clause, Figure
from overtrick.core.ranking.carry_over import LinearCarry, linear_carry
from overtrick.regulations.plan.event_book import plan_for


def stages(event: str, entered: int, *choices: str) -> dict[str, Stage]:
    return {each.name: each for each in plan_for(event)(Entrants(entered), frozenset(choices), {}).stages}


@pytest.mark.parametrize(
    ("choice", "carried"),
    [
        # (29 − 26) / (31.5 − 26) × 5 = 2.727…; (27.5 − 26) / 5.5 × 5 = 1.3636…; cut off, each is ahead by its own.
        ("carry-over scaled", ["5", "2.73", "1.36", "0"]),
        ("carry-over cut-off", ["5", "3", "1.5", "0"]),
    ],
)
def test_what_the_reisinger_carries_into_its_final(choice: str, carried: list[str]) -> None:
    final = stages("acbl-bam/reisinger", 32, choice)["Final"]
    assert isinstance(final.carry, LinearCarry)
    scores = [(str(place), Fraction(score)) for place, score in enumerate(("31.5", "29", "27.5", "26"), start=1)]
    order = [(name, Figure(score, BOARD_POINTS, Clause("ACBLBAM", "2"))) for name, score in scores]
    found = linear_carry(order, [name for name, _ in order], final.carry).carried
    assert [found[name].value for name, _ in order] == [Fraction(each) for each in carried]


def test_the_final_of_ten_is_27_boards_a_session() -> None:
    found = stages("acbl-bam/reisinger", 32, "16 in the semi-final")
    final, semi = found["Final"], found["Semi-final"]
    assert (final.rounds, final.boards, final.sessions) == (18, 3, (9, 9))
    assert semi.source is not None
    assert semi.source.each == 16


def test_monrad_pairs_meet_again_in_revenge_rounds_alone() -> None:
    [plain] = stages("danish-monrad/monrad-pairs", 20, "9 rounds of 3 boards").values()
    [revenge] = stages("danish-monrad/monrad-pairs", 20, "7 rounds of 4 boards", "revenge rounds").values()
    assert (plain.rounds, plain.boards, plain.play.no_rematch) == (9, 3, True)
    assert (revenge.rounds, revenge.boards, revenge.play.no_rematch) == (7, 4, False)
    assert plain.standings.mean
