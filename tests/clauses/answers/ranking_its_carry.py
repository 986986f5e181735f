"""ITS21: standard scores and carry-forwards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clauses.answers.ranking_shared import six
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, decimal_text, exact_text
from overtrick.core.provenance import IMPS, Derivation, Figure, Reason
from overtrick.core.ranking.carry_over import (
    CarryOver,
    NoCarry,
    StandardCarry,
    no_carry,
    standard_carry,
)
from overtrick.core.ranking.carry_rules import Deviation, standardise
from overtrick.core.ranking.qualification import qualify
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

FILE = "its2021"
RULES = load(RankingRules, "nsw-its-2021")


def rule(name: str, deviation: str = "population") -> StandardCarry:
    found = RULES.carry_overs[name]
    assert isinstance(found, StandardCarry)
    assert found.deviation is Deviation.POPULATION
    return replace(found, deviation=Deviation(deviation))


def totals(scores: Mapping[str, int]) -> dict[str, Figure[int]]:
    """Totals as a stage gives them."""
    return {name: Figure(imps, IMPS, rule("oits-final").clause) for name, imps in scores.items()}


@answers(FILE, "standardise field")
def standard(vector: Vector) -> Any:
    scores = {f"pair {place}": score for place, score in enumerate(vector.given["scores"], start=1)}
    number = ("ITS21 OITS.z1", "ITS21 OITS.z2").index(vector.clause)
    found = standardise(totals(scores), Deviation(vector.given["sd"]), rule("oits-final").stages[number])
    # The vectors write a whole answer in six places where any part of it is irrational.
    exact = "." not in six(found.deviation.value)
    write = exact_text if exact else lambda value: decimal_text(value, 6)
    return {
        "mean": exact_text(found.mean.value),
        "sd": write(found.deviation.value),
        "z": [write(figure.value) for figure in found.scores.values()],
    }


def combined(figure: Figure[Exact]) -> Figure[Exact]:
    """The weighted standard score a carry-forward was made of."""
    part = figure.of[0]
    assert isinstance(part, Figure)
    return part


def tenths(result: CarryOver) -> dict[str, str]:
    return {name: decimal_text(figure.value, 1) for name, figure in result.carried.items()}


def factor(result: CarryOver) -> Figure[Exact]:
    assert result.factor is not None
    return result.factor


Stage = Mapping[str, Mapping[str, int]]


def oits(given: Any, finalists: list[str]) -> CarryOver:
    stages = [[totals(field) for field in given[stage].values()] for stage in ("stage1", "stage2")]
    return standard_carry(stages, finalists, rule("oits-final", given["sd"]))


def best(stage: Stage, places: int) -> dict[str, list[str]]:
    """The finalists of each field, from its totals."""
    return {
        field: list(qualify(sorted(totals, key=lambda pair: -totals[pair]), FINALISTS, places=places).names)
        for field, totals in stage.items()
    }


FINALISTS = RULES.qualify["oits-final"]


@answers(FILE, "compute carry-forward", "ITS21 OITS.carry-forward-final")
def oits_carry(vector: Vector) -> Any:
    given = vector.given
    if "finalists" in given:
        result = oits(given, given["finalists"])
        return {
            "z_sum": {name: exact_text(combined(figure).value) for name, figure in result.carried.items()},
            "D": decimal_text(factor(result).value, 6),
            "carry_forward": tenths(result),
        }
    finalists = best(given["stage2"], given["T"])
    result = oits(given, [*finalists["NS"], *finalists["EW"]])
    carried = result.carried
    parts = {name: combined(figure).of for name, figure in carried.items()}
    return {
        "fields": {
            f"{stage}_{field}": _field(given[stage][field], Deviation(given["sd"]))
            for stage in ("stage1", "stage2")
            for field in ("NS", "EW")
        },
        "finalists": finalists,
        "z1": {name: _six(of[0]) for name, of in parts.items()},
        "z2": {name: _six(_unweighed(of[1])) for name, of in parts.items()},
        "z_sum": {name: _six(combined(figure)) for name, figure in carried.items()},
        "D": _six(factor(result)),
        "carry_forward_exact_6dp": _unrounded(result),
        "carry_forward": tenths(result),
    }


def _six(reason: Any) -> str:
    assert isinstance(reason, Figure)
    return decimal_text(reason.value, 6)


def _unrounded(result: CarryOver) -> dict[str, str]:
    scale = factor(result).value
    return {name: decimal_text(scale * combined(figure).value, 6) for name, figure in result.carried.items()}


def _field(scores: Mapping[str, int], deviation: Deviation) -> dict[str, str]:
    found = standardise(totals(scores), deviation, rule("oits-final").clause)
    return {
        "mean": exact_text(found.mean.value),
        "variance": exact_text(found.variance),
        "sd": decimal_text(found.deviation.value, 6),
    }


@answers(FILE, "recompute after replacement")
def replacement(vector: Vector) -> Any:
    result = oits(vector.given, vector.given["finalists"])
    return {"D": _six(factor(result)), "carry_forward": tenths(result)}


@answers(FILE, "start Stage II")
def nothing(vector: Vector) -> Any:
    found = RULES.carry_overs["oits-stage-2"]
    assert isinstance(found, NoCarry)
    return {"stage2_opening_score": exact_text(no_carry(["A"], found).carried["A"].value)}


def one_stage(vector: Vector, name: str) -> Any:
    given = vector.given
    fields = [{f"{field}{place}": score for place, score in enumerate(given[field], start=1)} for field in ("NS", "EW")]
    starters = [pair for field in fields for pair in list(field)[: given["qualifiers_per_field"]]]
    result = standard_carry([list(map(totals, fields))], starters, rule(name, given["sd"]))
    answer = {
        "z": {pair: _six(combined(figure)) for pair, figure in result.carried.items()},
        "B": _six(factor(result)),
        "carry_forward_6dp": _unrounded(result),
        "carry_forward": tenths(result),
    }
    return {key: value for key, value in answer.items() if key in vector.expect}


@answers(FILE, "compute carry-forward", "ITS21 WITS.carry-forward")
def wits(vector: Vector) -> Any:
    return one_stage(vector, "wits-final")


@answers(FILE, "compute carry-forward", "ITS21 SITS.carry-forward")
def sits(vector: Vector) -> Any:
    return one_stage(vector, "sits-final")


@answers(FILE, "ignore non-qualifier when fixing B")
def house_pair(vector: Vector) -> Any:
    fields = [{row["pair"]: row["imps"] for row in vector.given[field]} for field in ("NS", "EW")]
    result = standard_carry([list(map(totals, fields))], vector.given["finalists"], rule("wits-final"))
    return {"B": _six(factor(result)), "carry_forward": tenths(result)}


def _unweighed(part: Reason) -> Reason:
    """The standard score itself, where a stage counts more than once."""
    return part.of[0] if isinstance(part, Figure) and part.made is Derivation.PRODUCT else part
