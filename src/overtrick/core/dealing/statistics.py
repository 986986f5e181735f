"""Compare a set of deals with exact expectation: points, shapes, and the distribution of deal numbers.

The four hands of a deal depend on each other, so each seat is compared separately: its hands are as independent as the
deals. Even with perfect dealing, one set in a hundred is as unusual as 1%.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial
from typing import TypeVar

from overtrick.core.dealing.numbers import DEALS, number_of
from overtrick.core.model.cards import Deal
from overtrick.core.model.seats import CLOCKWISE, Seat

T = TypeVar("T", int, str)

PARTS = 16
"""The number of equal parts into which the deal numbers are sorted."""
_LEAST = 5
"""A kind with a lower expected count is combined with its neighbours, as the test requires."""
_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_HANDS = comb(52, 13)
_PI = Decimal("3.14159265358979323846264338327950288419716939937511")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chi-square: its *value*, its degrees of freedom, and the probability of at least this value by chance.

    Without degrees of freedom there were too few deals for a comparison.
    """

    value: Fraction
    freedom: int

    @property
    def chance(self) -> Decimal:
        """The probability, from 0 to 1 to four places, that random deals are at least as far from expectation."""
        return chance_of(self.value, self.freedom).quantize(Decimal("0.0001"))


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """A seat's hands: their total high-card points, and points and shapes compared with expectation."""

    seat: Seat
    points: int
    by_points: Comparison
    by_shape: Comparison


@dataclass(frozen=True, slots=True)
class Statistics:
    """A set of deals: each seat, the dealt and expected count of each shape, and the spread of deal numbers."""

    deals: int
    seats: tuple[SeatStatistics, ...]
    shapes: Mapping[str, tuple[int, Fraction]]
    numbers: Comparison


def statistics(deals: Sequence[Deal]) -> Statistics:
    """The statistics of a set of deals."""
    seats = []
    shapes: Counter[str] = Counter()
    for place, seat in enumerate(CLOCKWISE):
        hands = [deal.hands[place] for deal in deals]
        points = [points_of(hand) for hand in hands]
        shaped = [shape_of(hand) for hand in hands]
        shapes.update(shaped)
        seats.append(
            SeatStatistics(
                seat,
                sum(points),
                compare_counts(Counter(points), expected_points()),
                compare_counts(Counter(shaped), expected_shapes()),
            )
        )
    beside = {shape: (shapes[shape], 4 * len(deals) * share) for shape, share in expected_shapes().items()}
    spread = Counter(number_of(deal) * PARTS // DEALS for deal in deals)
    equal = {part: Fraction(1, PARTS) for part in range(PARTS)}
    return Statistics(len(deals), tuple(seats), beside, compare_counts(spread, equal))


def points_of(hand: str) -> int:
    """The high-card points of a hand.

    >>> points_of("AK32.QJ2.T98.K32")
    13
    """
    return sum(_POINTS.get(rank, 0) for rank in hand)


def shape_of(hand: str) -> str:
    """The lengths of a hand's suits, the longest first.

    >>> shape_of("AK32.QJ2.T98.K32")
    '4333'
    """
    return "".join(sorted((f"{len(suit):X}" for suit in hand.split(".")), reverse=True))


@lru_cache(maxsize=1)
def expected_shapes() -> Mapping[str, Fraction]:
    """The probability of each of the 39 shapes, the most likely first.

    >>> len(expected_shapes()), sum(expected_shapes().values())
    (39, Fraction(1, 1))
    """
    ways: Counter[str] = Counter()
    for lengths in product(range(14), repeat=3):
        fourth = 13 - sum(lengths)
        if fourth >= 0:
            shape = "".join(sorted((f"{each:X}" for each in (*lengths, fourth)), reverse=True))
            ways[shape] += comb(13, lengths[0]) * comb(13, lengths[1]) * comb(13, lengths[2]) * comb(13, fourth)
    return {shape: Fraction(count, _HANDS) for shape, count in ways.most_common()}


@lru_cache(maxsize=1)
def expected_points() -> Mapping[int, Fraction]:
    """The probability of each number of points, from 0 to 37.

    >>> sum(points * share for points, share in expected_points().items())
    Fraction(10, 1)
    """
    ways: Counter[int] = Counter()
    for honours in product(range(5), repeat=4):
        small = 13 - sum(honours)
        if small >= 0:
            points = sum(worth * many for worth, many in zip(_POINTS.values(), honours, strict=True))
            ways[points] += (
                comb(36, small) * comb(4, honours[0]) * comb(4, honours[1]) * comb(4, honours[2]) * comb(4, honours[3])
            )
    return {points: Fraction(count, _HANDS) for points, count in sorted(ways.items())}


def compare_counts(found: Mapping[T, int], shares: Mapping[T, Fraction]) -> Comparison:
    """The chi-square of the counts against the expected shares; kinds that are too rare are combined with others."""
    total = sum(found.values())
    bins: list[tuple[int, Fraction]] = []
    many, share = 0, Fraction(0)
    for kind, part in shares.items():
        many, share = many + found.get(kind, 0), share + part
        if share * total >= _LEAST:
            bins.append((many, share))
            many, share = 0, Fraction(0)
    last, of_last = bins.pop() if bins else (0, Fraction(0))
    bins.append((last + many, of_last + share))
    value = Fraction(0)
    for many, share in bins:
        expected = share * total
        value += Fraction((many - expected) ** 2) / expected if expected else 0
    return Comparison(value, len(bins) - 1)


def chance_of(value: Fraction, freedom: int) -> Decimal:
    """The probability that a chi-square with this many degrees of freedom is *value* or more.

    >>> [chance_of(Fraction(value), freedom).quantize(Decimal("0.001")) for value, freedom in ((4, 1), (10, 10))]
    [Decimal('0.046'), Decimal('0.440')]
    """
    if not value or not freedom:
        return Decimal(1)
    with localcontext() as context:
        context.prec = 50
        half = Decimal(value.numerator) / value.denominator / 2
        order = Decimal(freedom) / 2
        # The series of the lower incomplete gamma function: all terms are positive, so there is no cancellation.
        term = total = 1 / order
        step = order
        while term > total * Decimal("1e-30"):
            step += 1
            term = term * half / step
            total += term
        power: Decimal = half**order
        below = total * power * (-half).exp() / _gamma_of_half(freedom)
        return max(Decimal(0), Decimal(1) - below)


def _gamma_of_half(number: int) -> Decimal:
    """The gamma function of half a whole number."""
    if number % 2 == 0:
        return Decimal(factorial(number // 2 - 1))
    half = number // 2
    return Decimal(factorial(2 * half)) / ((1 << (2 * half)) * factorial(half)) * _PI.sqrt()
