"""SABF20 on scores: its printed tables cell by cell, its datums, awards, forfeits and stand-ins figure by figure.

`printed/` has the tables as they stand in the document; it was taken from there, not from the rulebook.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from clauses.shape import both, given
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.scales import vps
from overtrick.core.scoring.datum import PoolRule, trim
from overtrick.core.scoring.deductions import DeductionRule, Improvement, SubstituteGuide, adjustment
from overtrick.core.scoring.fouled import BarredRule
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.session import AverageRule, PercentRule
from overtrick.core.scoring.stand_ins import Ground, StandInRule, stood_in
from overtrick.core.scoring.unplayed import ByeRule
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.grammar.scales import BandTable
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.library import shipped_rulebook

PRINTED = Path(__file__).parents[1] / "printed"


def printed(name: str) -> list[list[str]]:
    """The lines of a printed table, cell by cell."""
    lines = (PRINTED / f"sabf-2020-{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def column(name: str, place: int) -> dict[int, Fraction]:
    return {int(row[0]): Fraction(row[place]) for row in printed(name) if row[place] != "-"}


WIDE = [
    *(("21.1", place, boards) for place, boards in enumerate((6, 7, 8, 9, 10, 11, 12, 14, 16), start=1)),
    *(("21.2", place, boards) for place, boards in enumerate((14, 12, 10, 9, 8, 7), start=1)),
]
OWN = [(row[0], int(row[1]), row[2:]) for row in printed("21.3-12")]


def kept(table: str, boards: int) -> dict[int, Fraction]:
    words = shipped_rulebook().table(f"sabf-2020/{table}/{boards}")
    assert (words.boards, words.columns) == ((boards,), ("imps", "win"))
    return {int(row[0]): Fraction(row[1]) for row in words.rows}


@pytest.mark.clause("SABF20 21.1", "SABF20 21.2")
@pytest.mark.parametrize(("name", "place", "boards"), WIDE)
def test_each_column_of_the_wide_tables_is_kept_and_scored_as_printed(name: str, place: int, boards: int) -> None:
    cells = column(name, place)
    assert kept(name, boards) == cells
    scale = shipped_rulebook().scale("sabf-2020/teams" if name == "21.1" else "sabf-2020/butler")
    assert {imps: both(scale, boards, imps) for imps in cells} == {imps: (won, 20 - won) for imps, won in cells.items()}


@pytest.mark.clause("SABF20 21.3", "SABF20 21.11", "SABF20 21.12")
@pytest.mark.parametrize(("table", "boards", "cells"), OWN)
def test_each_table_of_one_length_is_kept_as_printed(table: str, boards: int, cells: Sequence[str]) -> None:
    assert kept(table, boards) == {imps: Fraction(won) for imps, won in enumerate(cells)}


@pytest.mark.clause("SABF20 21.10")
def test_a_butler_of_twenty_boards_has_the_teams_scale_of_fourteen() -> None:
    scale, cells = (
        shipped_rulebook().scale("sabf-2020/butler"),
        dict(enumerate(next(row[2] for row in OWN if row[1] == 14))),
    )
    assert {imps: both(scale, 20, imps)[0] for imps in cells} == {imps: Fraction(won) for imps, won in cells.items()}


UP_TO = [(1, 4), (5, 6), (7, 9), (10, 13), (14, 19), (20, 27), (28, 39), (40, 55)]


@pytest.mark.clause("SABF20 21.13")
@pytest.mark.parametrize(("place", "span"), list(enumerate(UP_TO, start=1)))
def test_the_matchpoint_swiss_scale_at_every_limit(place: int, span: tuple[int, int]) -> None:
    words = shipped_rulebook().get(BandTable, "sabf-2020/21.13")
    assert (words.vps, words.beyond) == (tuple(int(row[0]) for row in printed("21.13")), 20)
    scale = shipped_rulebook().scale("sabf-2020/matchpoint-swiss")
    limits = {int(row[0]): Fraction(row[place]) for row in printed("21.13")}
    step = Fraction(1, 100)

    def each(per_cent: Fraction, boards: int) -> tuple[Exact, Exact]:
        one, two = (vps(given(share, PERCENT), boards, scale).value for share in (per_cent, 100 - per_cent))
        return one, two

    for boards in span:
        for points_won, limit in limits.items():
            assert each(limit, boards) == (points_won, 20 - points_won)
            assert each(limit + step, boards) == (points_won + 1, 19 - points_won)
        assert each(Fraction(50), boards) == (10, 10)


@pytest.mark.clause("SABF20 21.15", "SABF20 21.16")
@pytest.mark.parametrize(("name", "table", "half_way"), [("twelve", "21.15", ()), ("fourteen", "21.16", (1,))])
def test_the_printed_round_robins_and_their_seeds(name: str, table: str, half_way: tuple[int, ...]) -> None:
    draw = load(DrawBook, "sabf-2020").draws[name]
    seeds, *rounds = printed(table)
    assert list(draw.seeds) == [int(each) for each in seeds]
    found = [[f"{ns}-{ew}" for ns, ew in each] for each in draw.rounds]
    assert found == rounds
    assert draw.half_way == half_way


DATUMS = [
    # datum             tables  match  left of the scores 10, 20, 30 … in the order of the draw    as cited
    ("round-robin",         5, 1, [1, 2, 3, 4, 5], "12.1#1"),
    ("round-robin",         6, 1, [2, 3, 4, 5], "12.1#2"),
    ("round-robin",        11, 1, [*range(2, 11)], "12.1#2"),
    ("round-robin",        12, 1, [*range(3, 11)], "12.1#2"),
    ("round-robin",        18, 9, [*range(4, 16)], "12.1#2"),
    ("swiss",               5, 1, [1, 2, 3, 4, 5], "12.2#1"),
    ("swiss",              18, 1, [*range(4, 16)], "12.2#1"),
    ("swiss",              18, 2, [*range(4, 16)], "12.2#1"),
    ("swiss",              18, 3, [*range(3, 11)], "12.2#2"),
    ("swiss",              13, 3, [*range(3, 11)], "12.2#2"),
    ("swiss",              12, 3, [*range(3, 11)], "12.2#2"),
    ("swiss",              11, 3, [*range(3, 10)], "12.2#2"),
    ("swiss",               5, 3, [3], "12.2#2"),
    ("swiss",               4, 3, [1, 2, 3, 4], "12.2#2"),
    ("swiss",               1, 3, [1], "12.2#2"),
    ("swiss-one-sixth",    18, 1, [*range(4, 16)], "12.2#1"),
    ("swiss-one-sixth",    18, 2, [*range(4, 16)], "12.2#1"),
    ("swiss-one-sixth",    18, 3, [*range(3, 11)], "12.2#2"),
    ("swiss-one-sixth",    13, 3, [*range(3, 11)], "12.2#2"),
    ("swiss-one-sixth",    12, 3, [*range(3, 11)], "12.2#2"),
    ("swiss-one-sixth",    11, 3, [*range(2, 11)], "12.2#2"),
    ("swiss-one-sixth",     5, 3, [1, 2, 3, 4, 5], "12.2#2"),
    ("fouled",              3, 1, [2], "12.3(b)"),
    ("fouled",              2, 1, [1, 2], "12.3(b)"),
]  # fmt: skip


@pytest.mark.clause("SABF20 12.1#1", "SABF20 12.1#2", "SABF20 12.2#1", "SABF20 12.2#2", "SABF20 12.3(b)")
@pytest.mark.parametrize(("name", "tables", "match", "left", "cite"), DATUMS)
def test_which_scores_make_a_datum(*, name: str, tables: int, match: int, left: list[int], cite: str) -> None:
    rule = shipped_rulebook().datum(f"sabf-2020/{name}")
    trimmed = trim(points(*(10 * score for score in range(1, tables + 1))), rule, match)
    assert ([score // 10 for score in trimmed.kept], trimmed.clause.number) == (left, cite)
    assert (rule.round_to, rule.halves.value) == (10, "away from zero")


@pytest.mark.clause("SABF20 12.1#1", "SABF20 12.2#2")
@pytest.mark.parametrize("name", ["round-robin", "swiss", "swiss-one-sixth", "fouled"])
def test_without_any_score_there_is_no_datum(name: str) -> None:
    for match in (1, 3):
        with pytest.raises(NoDatum, match="0 scores are too few"):
            trim([None] * 4, shipped_rulebook().datum(f"sabf-2020/{name}"), match)


@pytest.mark.clause("SABF20 12.3(c)", "SABF20 11.9", "SABF20 4.6#2", "SABF20 4.6#3", "SABF20 19.4#2", "SABF20 19.12#2")
def test_awards_and_penalties_on_a_board_byes_and_pooled_datums() -> None:
    book = shipped_rulebook()
    awards = {
        name: (rule.plus, rule.average, rule.minus, rule.unit.many, rule.own_average)
        for name in ("butler", "teams", "matchpoints")
        for rule in [book.artificial(f"sabf-2020/{name}")]
    }
    assert awards == {
        "butler": (2, 0, -2, "IMPs", False),
        "teams": (3, 0, -3, "IMPs", False),
        "matchpoints": (60, 50, 40, "%", True),
    }
    barred = {
        name: (rule.offenders, rule.opponents, rule.unit.many)
        for name in ("psychic-matchpoints", "psychic-imps")
        for rule in [book.get(BarredRule, f"sabf-2020/{name}")]
    }
    assert barred == {"psychic-matchpoints": (0, 60, "%"), "psychic-imps": (-3, 3, "IMPs")}
    for name in ("bye", "no-bye"):
        bye = book.get(ByeRule, f"sabf-2020/{name}")
        assert (bye.vps, bye.win) == (0, False)
    opposed = [
        book.get(NonContendingRule, f"sabf-2020/{name}") for name in ("non-contending", "non-contending-own-average")
    ]
    assert [(rule.placing, rule.averages) for rule in opposed] == [(10, True), (None, True)]
    pool = book.get(PoolRule, "sabf-2020/youth").tables
    assert [tables in pool for tables in (0, 3, 4)] == [True, True, False]  # fewer than four tables
    assert book.get(PercentRule, "sabf-2020/percent").places == 2
    assert book.get(AverageRule, "sabf-2020/state-pairs").places == 2


TWELVE_IMPS = Fraction("13.48")
FORFEITS = {
    # rule                   floor        fault  boards begun: none, some   the absent side's complement
    "forfeit":              (TWELVE_IMPS, True,  True, True, "the other side's score"),
    "forfeit-12-vps":       (12,          True,  True, True, "the other side's score"),
    "cancelled":            (TWELVE_IMPS, False, True, False, "the other side's score"),
    "cancelled-by-average": (TWELVE_IMPS, False, True, False, "the other side's average"),
    "abandoned":            (None,        False, False, True, "the other side's score"),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.9#3", "SABF20 13.9#5", "SABF20 13.18")
@pytest.mark.parametrize("name", sorted(FORFEITS))
def test_what_a_match_not_played_out_brings(name: str) -> None:
    rule = shipped_rulebook().forfeit(f"sabf-2020/{name}", "sabf-2020/teams", 14)
    found = (rule.floor, rule.fault, 0 in rule.begun, 1 in rule.begun, rule.complement.value)
    assert found == FORFEITS[name]
    assert (rule.total, rule.most, rule.places, rule.offender) == (20, 20, 2, 0)


LEVELS = {
    # improvement     10 boards, 14 boards
    "little or none": (0, 0),
    "some":           (4, 5),
    "significant":    (7, 8),
    "substantial":    (10, 14),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.4#3", "SABF20 13.4#5")
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_what_a_substitute_who_improves_the_pair_costs(level: str) -> None:
    guide = shipped_rulebook().get(SubstituteGuide, "sabf-2020/substitute")
    found = tuple(adjustment(Improvement(level), boards, guide).value for boards in (10, 14))
    assert found == LEVELS[level]
    assert [guide.allows(imps, 14) for imps in (14, 15)] == [True, False]
    between = {"little or none": 0, "some": 5, "significant": 8, "substantial": 12}  # half way, halves up
    assert adjustment(Improvement(level), 12, guide).value == between[level]
    ends = [adjustment(Improvement(level), boards, guide).value for boards in (5, 28)]
    assert ends == [(LEVELS[level][0] + 1) // 2, 2 * LEVELS[level][1]]  # beyond them with the number of boards
    notes = [adjustment(Improvement(level), boards, guide).said for boards in (10, 12, 14)]
    assert ["estimated" in note for note in notes] == [False, True, False]
    three = replace(guide, rows=((Improvement(level), ((8, 2), (12, 6), (16, 8))),))
    assert [adjustment(Improvement(level), boards, three).value for boards in (9, 10, 13, 14)] == [3, 4, 7, 7]
    rule = shipped_rulebook().get(DeductionRule, "sabf-2020/substitute")
    assert (rule.of.value, rule.opponents) == ("net", True)


SUB, DUTY, NATIONAL, PLAYOFFS = Ground.SUBSTITUTE, Ground.REPRESENTATIVE, Ground.NATIONAL, Ground.PLAYOFFS
HIGH, LOW = (60, 62), (40, 44)  # the pair's own sessions: an average of 61, or of 42
COUNTS = [
    # rule                         own   ground    scored  counts for
    *((rule, own, SUB, scored, counts)
      for rule in ("pairs", "state-pairs", "state-pairs-final", "state-pairs-limits", "state-pairs-final-average")
      for own, scored, counts in [(HIGH, "70", "61"), (HIGH, "55", "55"), (HIGH, "45", "50"),
                                  (LOW, "70", "42"), (LOW, "30", "37.8")]),
    *((rule, HIGH, DUTY, "45", "61") for rule in ("pairs", "state-pairs", "state-pairs-final",
                                                  "state-pairs-final-average")),
    ("state-pairs-limits", HIGH, DUTY, "45", "50"),
    ("state-pairs-limits", LOW, DUTY, "30", "37.8"),
    ("state-pairs-limits", HIGH, DUTY, "70", "61"),
    *((rule, HIGH, NATIONAL, "45", "54.9") for rule in ("pairs", "state-pairs", "state-pairs-limits")),
    *((rule, HIGH, NATIONAL, "45", "0") for rule in ("state-pairs-final", "state-pairs-final-average")),
    ("state-pairs-final", HIGH, PLAYOFFS, "45", "61"),
    ("state-pairs-final", LOW, PLAYOFFS, "45", "55"),
    ("state-pairs-final-average", LOW, PLAYOFFS, "45", "42"),
    *((rule, HIGH, PLAYOFFS, "45", "0") for rule in ("pairs", "state-pairs", "state-pairs-limits")),
]  # fmt: skip


@pytest.mark.clause("SABF20 11.4#2", "SABF20 11.5#1", "SABF20 11.5#2", "SABF20 18.1.1#3", "SABF20 18.1.2#3")
@pytest.mark.parametrize(("name", "own", "ground", "scored", "counts"), COUNTS)
def test_what_a_session_counts_for_that_the_pair_did_not_play(
    *, name: str, own: tuple[int, int], ground: Ground, scored: str, counts: str
) -> None:
    rule = shipped_rulebook().get(StandInRule, f"sabf-2020/{name}")
    score: Figure[Exact] = Figure(Fraction(scored), PERCENT, Clause("SABF20", "11.3#1"))
    assert stood_in(score, own, ground, rule).value == Fraction(counts)
    assert rule.places == (None if name in {"state-pairs", "state-pairs-limits"} else 2)


SCORINGS = {
    # way                   board      rule             fouled    artificial     barred                 percent
    "butler-round-robin": ("butler",      "round-robin", "fouled", "butler",      "psychic-imps",        None),
    "butler-swiss":       ("butler",      "swiss",       "fouled", "butler",      "psychic-imps",        None),
    "teams":              ("teams",       None,          None,     "teams",       "psychic-imps",        None),
    "teams-finals":       ("teams",       None,          None,     "teams",       "psychic-imps",        None),
    "matchpoint-pairs":   ("matchpoints", "matchpoints", None,     "matchpoints", "psychic-matchpoints", "percent"),
    "matchpoint-swiss":   ("matchpoints", "matchpoints", None,     "matchpoints", "psychic-matchpoints", "percent"),
}  # fmt: skip
SCALES = {"butler-round-robin": "butler", "butler-swiss": "butler", "teams": "teams",
          "matchpoint-swiss": "matchpoint-swiss"}  # fmt: skip


@pytest.mark.clause("SABF20 12(b)", "SABF20 13.9#1", "SABF20 13.9#2", "SABF20 11.3#1", "SABF20 21.13")
@pytest.mark.parametrize("name", sorted(SCORINGS))
def test_each_way_of_scoring_and_the_rules_it_is_made_of(name: str) -> None:
    words = shipped_rulebook().find_stated("scoring", f"sabf-2020/{name}").words
    parts = [words.get(key) for key in ("rule", "fouled", "artificial", "barred", "percent")]
    assert (words["board"], *(part and part.removeprefix("sabf-2020/") for part in parts)) == SCORINGS[name]
    [match] = words["match"]
    assert match == ({"scale": f"sabf-2020/{SCALES[name]}"} if name in SCALES else {"net": True})
    rule = shipped_rulebook().scoring(f"sabf-2020/{name}").match
    assert (rule.length.value, rule.times) == ("announced", 1)


@pytest.mark.clause("SABF20 14.1#1", "SABF20 14.1#2", "SABF20 14.1#3", "SABF20 14.1#4", "SABF20 14.1#6")
def test_the_swiss_by_name_draws_as_its_clauses_say() -> None:
    words = shipped_rulebook().get(SwissDraw, "sabf-2020/swiss")
    assert [each.way.value for each in words.first] == ["quarters", "halves"]
    assert (words.rematch.value, words.placed.value) == ("never", "as low as possible")
    [odd] = words.odd
    assert odd.choice
    assert (odd.way.value, odd.choice.value, odd.below_top_half) == ("share", "closest scores", True)
    assert tuple(map(str, words.order.told)) == ("total", "opponents' totals", "net IMPs", "entry number")
