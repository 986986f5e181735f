"""Recalculates figures from their own parts, as a reader with a pencil would: a result that differs is a fault.

A figure says how it was made (`Derivation`). A sum is checked against its parts, a mean against their mean, an IMP
against the scale of a difference. A figure without parts must be a number of a regulation, with its clause, or a fact
with its posting.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from overtrick.core.exact import Exact, exact_text, mean
from overtrick.core.laws.imps import imps_of
from overtrick.core.provenance import Derivation, Fact, Figure, Telling

_BARE = (Derivation.GIVEN, Derivation.SCORED, Derivation.COUNT, Derivation.SUM, Derivation.RANK)
"""What a figure without parts may be: given, a result, or calculated from an empty set."""


def faults(figure: Figure[Exact], told: set[int], telling: Telling | None = None) -> Iterator[str]:
    """The faults in a figure and everything below it; figures in *told* have been checked before."""
    telling = telling or Telling()
    stack: list[Figure[Exact]] = [figure]
    while stack:
        here = stack.pop()
        if id(here) in told:
            continue
        told.add(id(here))
        parts = telling.parts(here)
        below = [each for each in parts if isinstance(each, Figure)]
        if not _comes_out(here, below):
            listed = ", ".join(exact_text(each.value) for each in below)
            yield f"{here.line()} is not the {here.made.word} of {listed or 'nothing'}"
        yield from _unfounded_parts(here, parts, below)
        stack.extend(below)


def _unfounded_parts(
    here: Figure[Exact], parts: Sequence[Figure[Exact] | Fact], below: Sequence[Figure[Exact]]
) -> Iterator[str]:
    """Parts of a figure that are recorded nowhere."""
    for each in parts:
        if isinstance(each, Fact) and not each.source:
            yield f"{here.line()} rests on “{each}”, which is written nowhere"
    if not below and here.made not in _BARE:
        yield f"{here.line()} is a {here.made.word} of nothing"
    if below and here.made is Derivation.GIVEN:
        yield f"{here.line()} is given, and made of something"


def _comes_out(here: Figure[Exact], below: Sequence[Figure[Exact]]) -> bool:
    """Whether a figure equals what its parts make, by its stated method."""
    values = [each.value for each in below]
    if not values:
        return here.made not in (Derivation.SUM, Derivation.COUNT) or here.value == 0
    if here.made in _OF_A_BOARD:
        # A weighted score is compared part by part, and the average of those comparisons is not a difference of two
        # scores.
        return any(each.made is Derivation.WEIGHTED for each in below) or here.value == _OF_A_BOARD[here.made](values)
    if here.made in _WITHIN:
        return min(values) - 5 <= here.value <= max(values) + 5
    if here.made not in _AGAIN:
        return True
    again = _AGAIN[here.made](values)
    return here.value == again if here.made in _EXACT else _rounds(again, here.value)


Again: TypeAlias = Callable[[Sequence[Exact]], Exact]

_AGAIN: Mapping[Derivation, Again] = {
    Derivation.SUM: sum,
    Derivation.ROUNDED: sum,
    Derivation.MEAN: mean,
    Derivation.SHARES: mean,
    Derivation.DIFFERENCE: lambda values: values[0] - sum(values[1:]),
    Derivation.PRODUCT: prod,
    Derivation.QUOTIENT: lambda values: Fraction(values[0]) / values[1],
    Derivation.SHARE: lambda values: Fraction(100 * values[0]) / values[1] if values[1] else 50,
    Derivation.GREATEST: max,
    Derivation.LEAST: min,
    Derivation.BETWEEN: lambda values: max(min(values[0], values[2]), values[1]),
    Derivation.SAME: lambda values: values[0],
    Derivation.COUNT: len,
    Derivation.STANDARD: lambda values: Fraction(values[0] - values[1]) / values[2] if values[2] else 0,
}
_EXACT = frozenset((Derivation.SUM, Derivation.DIFFERENCE, Derivation.COUNT))
_WITHIN = frozenset((Derivation.TRIMMED, Derivation.MIDDLE, Derivation.WEIGHTED))
_OF_A_BOARD: Mapping[Derivation, Again] = {
    Derivation.AGAINST: lambda values: imps_of(values[0] - values[1]),
    Derivation.AGAINST_EW: lambda values: imps_of(values[0] - values[1]),
    Derivation.TABLES_NS: lambda values: imps_of(values[0] + values[1]),
    Derivation.TABLES_EW: lambda values: imps_of(values[0] + values[1]),
    Derivation.POINTS_NS: lambda values: values[0] + values[1],
    Derivation.POINTS_EW: lambda values: values[0] + values[1],
}


def _rounds(exact: Exact, value: Exact) -> bool:
    """Whether *value* is *exact* rounded to its own number of decimals."""
    if exact == value:
        return True
    places = next((places for places in range(7) if (10**places * Fraction(value)).denominator == 1), None)
    return places is not None and 2 * 10**places * abs(Fraction(exact) - value) <= 1
