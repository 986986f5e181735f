"""ANC26 17.16: a datum whose tables change with the match."""

import pytest

from clauses.shape import tables, work
from overtrick.core.scoring.datum import datum
from overtrick.regulations.read.library import shipped_rulebook

# Table 1 first: strong tables make game, weak tables go down.
SCORES = [620] * 12 + [170] + [-100] * 13


def made(match: int) -> tuple[int, str]:
    board = tables(SCORES)
    figure = datum([score.field for score in board], shipped_rulebook().datum("anc-2026/butler"), match)
    return int(figure.value), figure.said


@pytest.mark.clause("ANC26 17.16")
def test_all_tables_in_the_first_three_matches() -> None:
    value, note = made(3)
    # Three off each end of 26: nine 620s, 170, ten -100s.
    assert value == 240  # 4750/20 = 237.5
    assert "datum from 20 of 26 scores" in note


@pytest.mark.clause("ANC26 17.16")
def test_the_top_half_of_the_tables_from_match_four() -> None:
    value, note = made(4)
    # One off each end of 13: eleven 620s.
    assert value == 620
    assert "datum from 11 of 13 scores at the top 13 of 26 tables" in note


@pytest.mark.clause("ANC26 17.16")
def test_the_top_twelve_tables_from_match_seven() -> None:
    assert "datum from 10 of 12 scores at the top 12 of 26 tables" in made(7)[1]
    assert made(7) == made(10)


@pytest.mark.clause("ANC26 17.16")
def test_every_table_is_scored_against_the_datum_of_the_top_tables() -> None:
    worked = work(shipped_rulebook().datum("anc-2026/butler"), SCORES, 7)
    assert len(worked.ns) == 26
    assert worked.ns[-1] == -12  # 720 below
    assert worked.ew[-1] == 12


@pytest.mark.clause("ANC26 17.14")
def test_twenty_three_tables_have_no_window_in_any_match() -> None:
    rule = shipped_rulebook().datum("anc-2026/butler")
    assert {len(work(rule, SCORES[:23], match).kept) for match in (1, 4, 7)} == {19}
