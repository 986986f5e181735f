"""Carry-overs into a final of pairs: tops by place, and by score, each worked out by hand; a whole event with one."""

from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.exact import Exact, Halves
from overtrick.core.provenance import BOARD_POINTS, PERCENT, Clause, Figure, Unit
from overtrick.core.ranking.carry_over import LinearCarry, linear_carry
from overtrick.core.ranking.carry_rules import RankCarry, rank_carry
from overtrick.regulations.plan.event_book import plan_for

EXAMPLE = Path(__file__).parents[2] / "examples" / "club-pairs-final.toml"
HERE = Clause("OWN", "1")


def order(scores: list[Exact], unit: Unit = PERCENT) -> list[tuple[str, Figure[Exact]]]:
    return [(str(place), Figure(score, unit, HERE)) for place, score in enumerate(scores, start=1)]


def test_tops_by_place_become_per_cents_of_the_boards_of_the_stage() -> None:
    found = [str(place) for place in range(1, 96)]
    rule = RankCarry(HERE, Fraction("1.5"), PERCENT, HERE, tops=True)
    carried = rank_carry(order([60] * 95), found, rule, 104)
    # Place 13 of 95 has 82 of the 94 steps: 82/94 × 1.5 = 1.3085 tops, of 104 boards 1.2582 per cent.
    assert carried["13"].value == Fraction(82, 94) * Fraction(3, 2) * 100 / 104
    assert carried["13"].of[0].value == Fraction(123, 94)  # type: ignore[union-attr] # a figure
    assert carried["95"].value == 0


def test_board_points_by_place_and_somebody_let_in() -> None:
    rule = RankCarry(HERE, 6, BOARD_POINTS, Clause("OWN", "2"), places=4)
    starters = [*map(str, range(1, 24)), "25"]
    carried = rank_carry(order([9] * 26, BOARD_POINTS), starters, rule, 50)
    assert carried["7"].value == Fraction("4.4348")  # 6 × 17/23
    assert (carried["1"].value, carried["25"].value) == (6, 0)
    assert str(carried["25"].clause) == "OWN 2"


def line(**other: object) -> LinearCarry:
    given = {"most": 5, "least": 0, "counted": None, "places": 2, "halves": Halves.UP, "unit": BOARD_POINTS}
    return LinearCarry(HERE, **{**given, "late": HERE, "zero": "Draw lots.", **other})  # type: ignore[arg-type] # its own


def test_a_line_on_the_scores_of_those_who_go_on() -> None:
    scores = order([Fraction("31.5"), 29, Fraction("27.5"), 26, 20], BOARD_POINTS)
    carried = linear_carry(scores, ["1", "2", "3", "4"], line()).carried
    # (29 − 26) / (31.5 − 26) × 5 = 2.727…, (27.5 − 26) / 5.5 × 5 = 1.3636…
    assert [carried[name].value for name in "1234"] == [5, Fraction("2.73"), Fraction("1.36"), 0]
    capped = linear_carry(scores, ["1", "2", "3", "4"], line(capped=True)).carried
    assert [capped[name].value for name in "1234"] == [5, 3, Fraction("1.5"), 0]
    tops = linear_carry(scores, ["1", "2", "3", "4"], line(tops=True, unit=PERCENT), 50).carried
    assert [tops[name].value for name in "14"] == [10, 0]  # five boards of fifty


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(DirectorError, match="the carry-over cannot be spread between them"):
        linear_carry(order([7, 7]), ["1", "2"], line())
    with pytest.raises(RegulationErrors, match="tops become per cent, not board points"):
        line(tops=True)
    with pytest.raises(RegulationErrors, match="not a number of tops"):
        line(tops=True, capped=True, unit=PERCENT)
    with pytest.raises(RegulationErrors, match="no less than the last"):
        RankCarry(HERE, 1, PERCENT, HERE, least=2)


def test_a_championship_with_a_final(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask, book = Ask(monkeypatch, capsys), tmp_path / "final.jsonl"
    assert ask(f"rules check {EXAMPLE}")[:2] == (0, "0 faults, 0 known misprints\n")
    assert "in equal steps from 1.5 tops for first place to 0" in " ".join(ask(f"rules describe {EXAMPLE}")[1].split())
    assert ask(f"simulate {EXAMPLE} --entries 10 --seed 3 -o {book}")[0] == 0
    assert ask(f"verify {book}")[0] == 0
    # Eight play two sessions of 21 boards: 1.5 of 42 for the first, 6/7 of that for the second.
    assert "3.57" in (told := ask(f"standings {book}")[1])
    assert "3.06" in told


def test_its_unit_is_checked(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(EXAMPLE.read_text(encoding="utf-8").replace('tops   = true\nunit   = "per cent"', 'unit = "VPs"'))
    with pytest.raises(RegulationErrors, match="carry brings VPs, but Final adds up per cent"):
        plan_for(str(own))(Entrants(12), frozenset(), {})
