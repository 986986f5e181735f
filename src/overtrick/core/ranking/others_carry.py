"""Carry-overs from those of the others: a contestant that drops into a stage starts with the others' median or mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from overtrick.core.exact import Exact, Halves, mean, plain
from overtrick.core.provenance import Clause, Figure, Made, Unit
from overtrick.core.ranking.line_carry import Rounding
from overtrick.core.wording import phrase


class Taken(Enum):
    """Whether the median or the mean of the others' carry-overs is taken."""

    MEDIAN = "median"
    MEAN = "mean"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class OthersCarry:
    """The carry-over of drop-ins: the median or the mean (*take*) of the carry-overs of all others in the stage.

    The median is the middle carry-over, or half-way between the two middle ones. *places* rounds, with *halves*.
    """

    clause: Clause
    unit: Unit
    take: Taken = Taken.MEDIAN
    places: int | None = None
    halves: Halves = Halves.UP


def others_carry(
    others: Sequence[Figure[Exact]], starters: Sequence[str], rule: OthersCarry
) -> Mapping[str, Figure[Exact]]:
    """The carry-over of each of the *starters*, from those of all the *others*; 0 if no other has a carry-over.

    >>> from fractions import Fraction
    >>> from overtrick.core.provenance import VPS
    >>> said = Clause("WBF", "1")
    >>> six = [Figure(Fraction(6 * (24 - place), 23), VPS, said) for place in range(1, 25)]
    >>> others_carry(six, ["a"], OthersCarry(said, VPS))["a"].line()
    '3.00 VPs  the median of 24 carry-overs  (WBF 1)'
    """
    if not others:
        return MappingProxyType(
            dict.fromkeys(
                starters, Figure(0, rule.unit, rule.clause, note=phrase("no other contestant has a carry-over"))
            )
        )
    ranked = sorted(others, key=lambda each: each.value, reverse=True)
    half = (len(ranked) - 1) // 2
    middle = tuple(ranked[half : len(ranked) - half]) if rule.take is Taken.MEDIAN else tuple(ranked)
    value = Rounding(rule.places, rule.halves).round_value(plain(mean(each.value for each in middle)))
    note = phrase("the {take} of {count:#carry-over}", take=rule.take, count=len(ranked))
    made = Figure(value, rule.unit, rule.clause, middle, note, Made.MEAN)
    return MappingProxyType(dict.fromkeys(starters, made))
