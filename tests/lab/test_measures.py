"""What is measured of a run, against what can be counted on its standings by hand."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import polars as pl
import pytest

from known_formats import ROBIN, SWISS, rows_of
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.lab.deals import deal_board, play_board
from overtrick.lab.study.batches import Batch, play_batch, play_once
from overtrick.lab.study.deciding import deciding
from overtrick.lab.study.edges import edges
from overtrick.lab.study.file import OTHER_LUCK, Format, Study, read_study
from overtrick.lab.study.measures import final_order
from overtrick.lab.study.run import IMPS_OF_ONE, Run
from overtrick.lab.study.strength import Strength
from overtrick.lab.study.summary import estimate

LEVEL = Strength(field=0.0, flat=0.9)
"""Equal sides who hardly ever part: many ties."""


def played(text: str, entries: int, folder: Path, runs: int) -> list[Run]:
    """Some runs of a format between equals."""
    (folder / "event.toml").write_text(text, encoding="utf-8")
    study = Study("x", (Format("x", str(folder / "event.toml")),), (entries,), runs, "7", 2, "", LEVEL)
    return [play_once(study, study.formats[0], entries, run) for run in range(runs)]


def test_lots_are_the_ties_that_nothing_else_parts(tmp_path: Path) -> None:
    by_lot = ROBIN.replace('prize  = "total"', 'prize  = "by lot"')
    found = [deciding(run.state, _first(run, 2)) for run in played(by_lot, 4, tmp_path, 12)]
    for run, decided in zip(played(by_lot, 4, tmp_path, 12), found, strict=True):
        totals = [row.total.value for row in rows_of(run.state)]
        assert decided.lots == sum(count - 1 for count in Counter(totals).values())
        assert decided.by_lot == decided.by_tie_break == (totals[1] == totals[2])
    assert {each.by_lot for each in found} == {True, False}


def test_a_tie_that_is_left_is_no_lot(tmp_path: Path) -> None:
    for run in played(ROBIN, 4, tmp_path, 6):
        decided = deciding(run.state, _first(run, 2))
        totals = [row.total.value for row in rows_of(run.state)]
        assert (decided.lots, decided.by_lot, decided.by_tie_break) == (0, False, totals[1] == totals[2])


def test_a_match_that_decides_nothing_decides_nothing_whatever_is_still_played(tmp_path: Path) -> None:
    """In the last round of a round robin of four, every result of both matches is tried."""
    seen = 0
    for run in played(ROBIN, 4, tmp_path, 40):
        (state,) = run.state.stages.values()
        before: Counter[str] = Counter()
        for name in state.contestants:
            before[name] = sum(int(line.score.value) for n in (1, 2) if (line := state.match_line(name, n)) is not None)
        pairs = [seating.names for seating in state.round(3).seatings.values()]
        fates: dict[str, set[str]] = {name: set() for name in state.contestants}
        for points in product((0, 1, 2), repeat=2):
            after = Counter(before)
            for (one, two), got in zip(pairs, points, strict=True):
                after[one] += got
                after[two] += 2 - got
            for name, fate in fates.items():
                above = sum(after[other] > after[name] for other in fates)
                level = sum(after[other] == after[name] for other in fates)
                fate.add("on" if above + level <= 1 else "out" if above >= 1 else "open")
        known = {name for name, found in fates.items() if len(found) == 1 and "open" not in found}
        exact = sum(set(pair) <= known for pair in pairs)
        counted = deciding(run.state, _first(run, 1)).dead
        assert counted <= exact
        seen += counted
    assert seen


def test_what_a_bye_brings_is_its_score_less_the_mean_of_the_others(tmp_path: Path) -> None:
    seven = SWISS.replace("entries = [4, 8]", "entries = [4, 9]")
    (run,) = played(seven, 7, tmp_path, 1)
    (state,) = run.state.stages.values()
    order = [name for group in final_order(run.state) for name in group]
    found = []
    for number, drawn in state.rounds.items():
        for name in drawn.draw.sits_out:
            lines = {each: state.match_line(name, each) for each in state.rounds}
            scores = {each: float(line.score.value) for each, line in lines.items() if line is not None}
            found.append(scores.pop(number) - fmean(scores.values()))
    assert len(found) == 3
    gained = edges(run.state, order, order)
    assert gained.bye == gained.odd == pytest.approx(fmean(found))


def test_numbers_bring_places_only_beyond_strength(tmp_path: Path) -> None:
    (run,) = played(ROBIN, 4, tmp_path, 1)
    by_number = ["1", "2", "3", "4"]
    assert edges(run.state, by_number, by_number).number == pytest.approx(0)
    assert edges(run.state, by_number, ["4", "2", "3", "1"]).number > 0
    assert edges(run.state, ["4", "3", "2", "1"], ["2", "4", "1", "3"]).number < 0


def test_each_of_the_best_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(ROBIN, encoding="utf-8")
    study = Study("x", (Format("x", str(tmp_path / "event.toml")),), (4,), 20, "7", 2)
    for run in play_batch(Batch(study, 0, 4, 0, 20)):
        assert len(run.each_wins) == len(run.each_selected) == 3
        assert run.each_wins[0] == run.best_wins
        assert run.each_selected[0] == run.best_selected
        assert sum(run.each_selected[:2]) == 2 * run.right
        assert sum(run.each_wins) <= 1


def test_a_share_that_was_never_seen_is_not_sure_to_be_nothing() -> None:
    never = estimate(pl.Series([0.0] * 300), share=True)
    assert never is not None
    assert (never.value, never.within) == (0.0, 0.01)
    assert estimate(pl.Series([None, None], dtype=pl.Float64)) is None


def test_each_reading_becomes_a_format(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        "[study]\nname = 'x'\nentries = 8\nruns = 1\n"
        "[[format]]\nname = 'as read'\nevent = 'nsw-swiss-pairs/congress'\nreadings = 'each'\ndealt = true\n",
        encoding="utf-8",
    )
    study = read_study(tmp_path / "study.toml")
    assert [dict(each.readings) for each in study.formats][:2] == [{}, {"S-08": "not rounded"}]
    names = [each.name.partition(":")[0] for each in study.formats]
    assert names == ["as read", "S-08", "S-09", "S-10", "S-15", "as read, other luck"]
    assert all(each.dealt for each in study.formats)


def test_beside_the_readings_stands_what_chance_does_alone() -> None:
    formats = (
        Format("as read", "anc-2026/mixed-butler"),
        Format("as read again", "anc-2026/mixed-butler"),
        Format("by chance", "anc-2026/mixed-butler", luck=OTHER_LUCK),
    )
    study = Study("x", formats, (14,), 6, "3", 3)
    common, again, other = (play_batch(Batch(study, at, 14, 0, 6)) for at in range(3))
    assert [run.selected for run in common] == [run.selected for run in again]
    assert [run.selected for run in common] != [run.selected for run in other]
    strongest = [[play_once(study, each, 14, run).strength for run in range(2)] for each in formats]
    assert strongest[0] == strongest[2], "the field is the same"
    keys = {Batch(study, at, 14, 0, 6).key for at in range(3)}
    assert len(keys) == 3


def test_boards_that_are_dealt_are_the_same_for_every_reading() -> None:
    asked = Format("dealt", "nsw-swiss-pairs/congress", ("small entry",), dealt=True)
    twice = Format("twice", asked.event, asked.choices, {"S-15": "own IMPs less the opponents', twice the net"}, True)
    study = Study("x", (asked, twice), (8,), 2, "7", 2)
    one, two = (play_batch(Batch(study, at, 8, 0, 2)) for at in (0, 1))
    assert [run.boards for run in one] == [54, 54]
    assert [run.winner_strength for run in one] != [run.winner_strength for run in two] or one[0].tau != two[0].tau
    assert one == play_batch(Batch(study, 0, 8, 0, 2))


def test_one_more_in_strength_is_worth_what_is_said() -> None:
    dice = Random("strength")
    gains = []
    for number in range(6000):
        dealt, board = deal_board(dice), Board.from_number(number % 16 + 1)
        scores = [table_score(board, play_board(dealt, ns, 0.0, dice)).field for ns in (1.0, 0.0)]
        ours, theirs = (int(score.value) if score is not None else 0 for score in scores)
        gains.append(imps_of(ours - theirs))
    assert abs(fmean(gains) - IMPS_OF_ONE) <= 3 * stdev(gains) / len(gains) ** 0.5


def _first(run: Run, count: int) -> list[str]:
    return [name for group in final_order(run.state) for name in group][:count]
