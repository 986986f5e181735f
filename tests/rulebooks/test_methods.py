"""The Reisinger, Platinum Pairs, Monrad pairs and Patton suisse: a number of each worked out by hand."""

from fractions import Fraction

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.event.plan.ways import MonradPlay
from overtrick.core.provenance import BOARD_POINTS, PERCENT, Clause, Figure
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
    assert isinstance(plain.play, MonradPlay)
    assert isinstance(revenge.play, MonradPlay)
    assert (plain.rounds, plain.boards, plain.play.again_from) == (9, 3, None)
    assert (revenge.rounds, revenge.boards) == (7, 4)
    assert revenge.play.again_from is not None
    assert plain.standings.mean


def test_five_boards_are_carried_into_a_final_of_52() -> None:
    choices = ("28 in the semi-final, 14 in the final", "carry-over: five boards")
    final = stages("acbl-platinum/platinum-pairs", 36, *choices)["Final"]
    assert isinstance(final.carry, LinearCarry)
    boards = final.boards * final.rounds
    assert (boards, len(final.sessions)) == (52, 2)
    order = [
        (name, Figure(Fraction(score), PERCENT, Clause("ACBLPLAT", "2")))
        for name, score in (("1", 62), ("2", 57), ("3", 52))
    ]
    found = linear_carry(order, ["1", "2", "3"], final.carry, boards).carried
    # Five boards of 52 are 9.615 per cent; half-way down the line is half of that.
    assert [found[name].value for name in "123"] == [Fraction("9.62"), Fraction("4.81"), 0]


def test_thirteen_teams_play_six_rounds_of_a_patton_suisse() -> None:
    # Six at least, and fewer than thirteen halves: six alone.
    [stage] = stages("ffb-patton/patton-suisse", 13, "matches of 10 boards").values()
    assert (stage.rounds, stage.boards, stage.play.rematch_forbidden) == (6, 10, True)


@pytest.mark.parametrize(("rounds", "least"), [(7, 15), (8, 17)])
def test_a_patton_suisse_has_fewer_rounds_than_half_its_teams(rounds: int, least: int) -> None:
    [stage] = stages("ffb-patton/patton-suisse", least, f"{rounds} rounds").values()
    assert stage.rounds == rounds < Fraction(least, 2)
    for entered in (13, least - 1):
        with pytest.raises(DirectorError, match=f"{rounds} rounds"):
            stages("ffb-patton/patton-suisse", entered, f"{rounds} rounds")
