"""The American Swiss: its three scales and its matches, worked out by hand."""

from fractions import Fraction

import pytest

from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scales import vps
from overtrick.regulations.plan.event_book import plan_for


def swiss(*choices: str) -> Stage:
    [stage] = plan_for("acbl-swiss/swiss-teams")(Entrants(24), frozenset(choices), {}).stages
    return stage


@pytest.mark.parametrize(
    ("choice", "boards", "net", "won"),
    [
        ("20-point scale", 7, 13, "15"), ("30-point scale", 7, 13, "25"),
        ("20-point scale", 8, 20, "18"), ("30-point scale", 8, 20, "28"),
        ("20-point scale", 9, 13, "14"), ("30-point scale", 9, 13, "24"),
        ("20-point scale", 7, 40, "20"), ("30-point scale", 7, 40, "30"),
        ("30-point scale", 7, 1, "18"),
        # B = 15 × √7 = 39.686; R = (√5 − 1) / 2; 10 + 10 × (1 − R^(3 × 19 / B)) / (1 − R³) = 16.53: really played.
        ("", 7, 19, "16.53"), ("", 7, 13, "14.93"), ("", 8, 20, "16.46"), ("", 7, 40, "20"),
    ],
)  # fmt: skip
def test_a_match_on_each_scale(choice: str, boards: int, net: int, won: str) -> None:
    [(_, scale)] = swiss(*filter(None, [choice])).scoring.match.conversions
    for sign in (1, -1):
        points = vps(Figure(sign * net, IMPS, Clause("ACBLSW", "3")), boards, scale)  # type: ignore[arg-type] # it is a scale
        total = 30 if choice.startswith("30") else 20
        assert Fraction(points.value) == (Fraction(won) if sign == 1 else total - Fraction(won))
        assert str(points.clause) == "ACBLSW 3"


def test_seven_matches_of_seven_boards() -> None:
    stage = swiss("7 matches of 7 boards")
    assert (stage.rounds, stage.boards) == (7, 7)
