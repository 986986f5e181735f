"""Exact numbers, and the few ways in which regulations round them.

Every number in bridge is a whole number or a ratio of two, so a value is an `int` or a
`Fraction` and two values tie only when they are equal. Python's own `round` rounds halves to even,
which no regulation asks for. The kinds of rounding here are those of the regulations, plus that of another scoring
program whose figures can be reproduced.
"""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from math import isqrt, lcm

Exact = int | Fraction


class Numeral(str):
    """A number as text with a decimal point, which some languages replace by their own sign."""

    __slots__ = ()


class Halves(Enum):
    """How a value exactly half-way between two steps is rounded."""

    AWAY = "away from zero"
    UP = "up"
    DOWN = "down"
    EVEN = "to even"

    def __str__(self) -> str:
        return self.value


class Share(Enum):
    """How a share of a number of scores becomes a whole number of scores."""

    HALF_UP = "half up"
    FLOOR = "down"
    CEILING = "up"

    def __str__(self) -> str:
        return self.value

    def whole(self, value: Fraction) -> int:
        """The whole number for this share.

        >>> [Share.HALF_UP.whole(Fraction(n, 10)) for n in (4, 5, 14, 15, 25)]
        [0, 1, 1, 2, 3]
        """
        match self:
            case Share.HALF_UP:
                return floor(value + Fraction(1, 2))
            case Share.FLOOR:
                return floor(value)
            case Share.CEILING:
                return -floor(-value)


def floor(value: Exact) -> int:
    """The greatest whole number not above *value*."""
    return value if isinstance(value, int) else value.numerator // value.denominator


def plain(value: Exact) -> Exact:
    """The number itself, as an `int` if it is whole."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def round_to(value: Exact, step: Exact, halves: Halves) -> Exact:
    """*value* rounded to the nearest multiple of *step*, with halves as *halves* says.

    >>> round_to(425, 10, Halves.AWAY), round_to(-425, 10, Halves.AWAY), round_to(-425, 10, Halves.UP)
    (430, -430, -420)
    >>> round_to(425, 10, Halves.EVEN), round_to(435, 10, Halves.EVEN), round_to(426, 10, Halves.EVEN)
    (420, 440, 430)
    >>> round_to(Fraction(890, 16), Fraction(1, 100), Halves.UP)
    Fraction(5563, 100)
    """
    if isinstance(value, int) and isinstance(step, int) and value % step == 0:
        return value
    over, under = value.numerator * step.denominator, value.denominator * step.numerator
    match halves:
        case Halves.UP:
            whole = (2 * over + under) // (2 * under)
        case Halves.DOWN:
            whole = -((under - 2 * over) // (2 * under))
        case Halves.AWAY:
            whole = (2 * abs(over) + under) // (2 * under) * (1 if over >= 0 else -1)
        case Halves.EVEN:
            whole = (2 * over + under) // (2 * under)
            if whole % 2 and 2 * (over % under) == under:
                whole -= 1
    return (
        whole * step.numerator if step.denominator == 1 else plain(Fraction(whole * step.numerator, step.denominator))
    )


def to_places(value: Exact, places: int, halves: Halves = Halves.AWAY) -> Exact:
    """*value* rounded to this many decimal places."""
    return round_to(value, Fraction(1, 10**places), halves)


def nearest_root(square: int) -> int:
    """The whole number nearest to the square root of a whole number.

    An exact half cannot occur: (k + 1/2) squared is never whole.

    >>> [nearest_root(9 * n) for n in range(1, 9)]
    [3, 4, 5, 6, 7, 7, 8, 8]
    """
    low = isqrt(square)
    return low + 1 if square > low * low + low else low


def root(square: int, places: int = 30) -> Fraction:
    """The square root of a whole number, rounded down to this many decimal places.

    A root that is not whole is irrational, so rounding it to fewer places never meets an exact half.

    >>> root(4), decimal_text(root(2), 10)
    (Fraction(2, 1), '1.4142135624')
    """
    return Fraction(isqrt(square * 10 ** (2 * places)), 10**places)


def exact_sum(values: Iterable[Exact]) -> Exact:
    """The exact sum, calculated over one common denominator because scores have few different ones.

    >>> exact_sum((Fraction(1, 2), 3, Fraction(1, 3))), exact_sum((Fraction(1, 2), Fraction(1, 2))), exact_sum(())
    (Fraction(23, 6), 1, 0)
    """
    over, under = 0, 1
    for value in values:
        count, parts = value.as_integer_ratio()
        if under % parts:
            wider = lcm(under, parts)
            over, under = over * (wider // under), wider
        over += count * (under // parts)
    return over if under == 1 else plain(Fraction(over, under))


def on_one_scale(keys: Iterable[tuple[Exact, ...]]) -> list[tuple[int, ...]]:
    """Exact numbers as whole numbers over one common denominator: the order is the same, and comparing is faster.

    >>> on_one_scale([(Fraction(1, 2), 3), (1, Fraction(2, 3))])
    [(3, 18), (6, 4)]
    """
    ratios = [[value.as_integer_ratio() for value in key] for key in keys]
    under = lcm(*{parts for key in ratios for _, parts in key})
    return [tuple([over * (under // parts) for over, parts in key]) for key in ratios]


def mean(values: Iterable[Exact]) -> Exact:
    """The arithmetic mean, exact."""
    listed = list(values)
    return plain(Fraction(sum(listed)) / len(listed))


def decimal_text(value: Exact, places: int) -> Numeral:
    """*value* written with this many decimal places, halves away from zero, without a sign if it rounds to zero.

    >>> decimal_text(Fraction(-37, 5), 2), decimal_text(Fraction(2, 3), 2), decimal_text(-0, 0)
    ('-7.40', '0.67', '0')
    """
    over, under = abs(value.numerator) * 10**places, value.denominator
    scaled = (2 * over + under) // (2 * under)
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if value < 0 and scaled else ""
    return Numeral(sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits))


def with_minus(number: str) -> Numeral:
    """A number as text with a true minus sign instead of a hyphen.

    >>> with_minus("-50"), with_minus("+50"), with_minus("0")
    ('−50', '+50', '0')
    """
    return Numeral(f"−{number[1:]}" if number[:1] == "-" and len(number) > 1 else number)


def exact_text(value: Exact) -> Numeral:
    """*value* written exactly: as a whole number, a terminating decimal, or a ratio.

    >>> exact_text(12), exact_text(Fraction(729, 50)), exact_text(Fraction(55, 6))
    ('12', '14.58', '55/6')
    """
    if isinstance(value, int):
        return Numeral(value)
    rest = value.denominator
    twos = fives = 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return decimal_text(value, max(twos, fives)) if rest == 1 else Numeral(f"{value.numerator}/{value.denominator}")


def short_text(value: Exact) -> Numeral:
    """*value* written for people: exactly if it has up to three decimal places, otherwise with two.

    >>> short_text(12), short_text(Fraction(1, 10)), short_text(Fraction(3934, 75)), short_text(Fraction(-15, 2))
    ('12', '0.1', '52.45', '-7.5')
    """
    text = exact_text(value)
    return text if "/" not in text and len(text.partition(".")[2]) <= 3 else decimal_text(value, 2)
