"""Carry-overs by those of the others: who drops into a stage starts in the middle of what everybody else brings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from overtrick.core.exact import Exact, Halves, mean, plain
from overtrick.core.provenance import Clause, Figure, Made, Unit
from overtrick.core.ranking.line_carry import Rounding
from overtrick.core.wording import phrase


class Taken(Enum):
    """What is taken of the carry-overs of the others."""

    MEDIAN = "median"
    MEAN = "mean"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class OthersCarry:
    """What those bring who come another way: the median of what all others of the stage bring, or their mean (*take*).

    The median is the carry-over in the middle, or half-way between the two in the middle. *places* rounds, halves as it
    says.
    """

    clause: Clause
    unit: Unit
    take: Taken = Taken.MEDIAN
    places: int | None = None
    halves: Halves = Halves.UP


def others_carry(
    others: Sequence[Figure[Exact]], starters: Sequence[str], rule: OthersCarry
) -> Mapping[str, Figure[Exact]]:
    """What everybody of *starters* brings, by what all the *others* do; nothing where nobody else brings anything.

    >>> from fractions import Fraction
    >>> from overtrick.core.provenance import VPS
    >>> said = Clause("WBF", "1")
    >>> six = [Figure(Fraction(6 * (24 - place), 23), VPS, said) for place in range(1, 25)]
    >>> others_carry(six, ["a"], OthersCarry(said, VPS))["a"].line()
    '3.00 VPs  the median of 24 carry-overs  (WBF 1)'
    """
    if not others:
        return MappingProxyType(
            dict.fromkeys(starters, Figure(0, rule.unit, rule.clause, note=phrase("nobody else brings anything")))
        )
    ranked = sorted(others, key=lambda each: each.value, reverse=True)
    half = (len(ranked) - 1) // 2
    middle = tuple(ranked[half : len(ranked) - half]) if rule.take is Taken.MEDIAN else tuple(ranked)
    value = Rounding(rule.places, rule.halves).of(plain(mean(each.value for each in middle)))
    note = phrase("the {take} of {count} carry-overs", take=rule.take, count=len(ranked))
    made = Figure(value, rule.unit, rule.clause, middle, note, Made.MEAN)
    return MappingProxyType(dict.fromkeys(starters, made))
