"""A simultaneous: what heats make over all of them, against every result compared with every other."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ResultCorrected, StageClosed
from overtrick.core.event.after.simultaneous import Simultaneous
from overtrick.core.event.play.inputs import RESULTS
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import BridgeScore, TableScore, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS, Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

RULES = "anc-2026/one-day-matchpoint-pairs"


def heat(seed: str, entries: int, faults: Faults = NO_FAULTS, rules: str = RULES) -> Rehearsal:
    """A heat that is played to its last result, and not closed."""
    made = Rehearsal(plan_for(rules), rules, Random(seed), faults, until=lambda _, act: isinstance(act, StageClosed))
    made.play(entries)
    made.until = None
    return made


@cache
def three() -> Mapping[str, Rehearsal]:
    return {name: heat(name, entries, USUAL_FAULTS) for name, entries in (("x", 16), ("y", 18), ("z", 20))}


def stage(made: Rehearsal) -> StageState:
    return list(made.state.stages.values())[-1]


def across(heats: Mapping[str, Rehearsal]) -> Simultaneous:
    return Simultaneous({name: stage(made) for name, made in heats.items()})


@pytest.mark.clause("CLUB26 11")
def test_every_result_is_compared_with_every_other() -> None:
    field, compared = across(three()), 0
    for dealt in field.boards:
        made = [
            (name, number, table, recorded.score)
            for name, each in three().items()
            for number, drawn in stage(each).rounds.items()
            if stage(each).scope(number) == dealt[0]
            for (table, _, board), recorded in drawn.results.items()
            if board == dealt[1] and stage(each).find_foul(*dealt) is None
        ]
        if any(isinstance(score.ns, BridgeScore) and score.ns.parts for *_, score in made):
            continue  # a weighted score is compared by its parts, which Law 78A's own tests show
        compared += 1
        scores = [score.field.value for *_, score in made if score.field is not None]
        for name, number, table, score in made:
            line = field.board(dealt).lines[name, number, table]
            if not isinstance(score.ns, BridgeScore):
                continue
            own = score.ns.points.value
            beaten = sum(2 * (own > each) + (own == each) for each in scores) - 1
            level = Fraction(field.expected, len(scores)) * (beaten + 1) - 1
            assert isinstance(line.ns, Figure)
            assert line.ns.value == level, (dealt, name)
    assert compared > 20


def test_one_list_has_everybody_by_what_the_boards_they_played_brought() -> None:
    field = across(three())
    placed = field.standings()
    assert {row.pair for row in placed} <= {
        (name, who) for name, each in three().items() for who in stage(each).contestants
    }
    assert [row.score.value for row in placed] == sorted((row.score.value for row in placed), reverse=True)
    for row in placed:
        better = [other for other in placed if other.score.value > row.score.value]
        assert row.place == len(better) + 1
    mean = Fraction(sum(row.score.value for row in placed)) / len(placed)
    assert abs(mean - 50) < 3, "what one has, another has not"


def test_a_correction_in_one_heat_changes_only_what_rests_on_its_board() -> None:
    heats = {name: heat(name, 16) for name in ("x", "y")}
    field = across(heats)
    before = {row.pair: row.score.value for row in field.standings()}
    number = stage(heats["x"]).last_round
    table, (board, other, *_) = 1, stage(heats["x"]).round(number).seatings[1].boards
    kept = field.board((stage(heats["x"]).scope(number), other))
    wrong = stage(heats["x"]).round(number).results[table, "", board]
    right = read_result("7NT N =" if str(wrong.result) != "7NT by North =" else "7NT N -1")
    heats["x"].do(ResultCorrected(stage(heats["x"]).plan.name, number, table, board, right, "wrong contract"))
    field.put("x", stage(heats["x"]))
    after = {row.pair: row.score.value for row in field.standings()}
    assert after == {row.pair: row.score.value for row in across(heats).standings()}, "as if it were made anew"
    assert after != before
    assert field.board((stage(heats["x"]).scope(number), other)) is kept


def test_heats_that_are_scored_otherwise_are_not_compared() -> None:
    butler = heat("b", 16, rules="nsw-swiss-pairs/congress")
    with pytest.raises(DirectorError, match="scored differently"):
        Simultaneous({"x": stage(three()["x"]), "b": stage(butler)})
    with pytest.raises(DirectorError, match="No heats were given"):
        Simultaneous({})


def test_the_board_of_five_tables_worked_by_hand() -> None:
    """+420 twice and −50 in one heat, +450 and +170 in the other: 8, 5, 5, 2 and 0 of 8."""
    points: dict[tuple[str, int], str] = {
        ("x", 1): "4S N =", ("x", 2): "4S N =", ("x", 3): "4S N -1", ("y", 1): "4S N +1", ("y", 2): "2S N +2",
    }  # fmt: skip
    heats = {name: heat(name, 16) for name in ("x", "y")}
    for name, made in heats.items():
        state = stage(made)
        board = 1
        at = [(number, table) for number, table in state.players(1, board)]
        for place, (number, table) in enumerate(at, start=1):
            drawn = state.round(number)
            if (name, place) in points:
                result = read_result(points[name, place])
                recorded = drawn.results[table, "", board]
                other = replace(recorded, result=result, score=_scored(board, points[name, place]), posting=0)
                RESULTS.put(state, number, (table, "", board), other)
            else:
                RESULTS.take(state, number, (table, "", board))
    field = across(heats)
    whole = field.board((1, 1))
    top: Exact = 8
    found = {
        each.score: (each.times, _of(each.line.ns if each.line else None, field.expected, 5))
        for each in whole.frequencies
    }
    assert found == {450: (1, top), 420: (2, 5), 170: (1, 2), -50: (1, 0)}


def _of(credit: object, expected: int, results: int) -> Exact:
    """What was credited, before it was brought to the top of the other boards."""
    assert isinstance(credit, Figure)
    return Fraction(credit.value + 1) * results / expected - 1


def _scored(board: int, text: str) -> TableScore:
    return table_score(Board.from_number(board), read_result(text))
