"""Addition and multiplication of 0 … n - 1 for lines that move by different steps and must not meet too soon.

Two lines that move round n tables by different steps meet once at every table if the difference of the steps is
invertible. Modulo n these are the differences without a common factor with n, so even n and multiples of 3 have few.
In a field of 4, 8, 9, 16 … elements every difference is invertible; such fields are used for the powers of two and of
three in n.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """Addition and multiplication of 0 … size - 1, the numbers of tables; *steps* are up to four invertible steps.

    All steps and all differences of two steps are invertible. There are only as many as the smallest field in the
    ring allows.
    """

    size: int
    add: Callable[[int, int], int]
    times: Callable[[int, int], int]
    steps: tuple[int, ...]


@lru_cache(maxsize=64)
def ring(size: int) -> Ring:
    """The ring for this many tables.

    If neither 2 nor 3 divides their number, it is the numbers modulo it, with the steps 1, -1, 2 and -2.

    >>> ring(7).steps, len(ring(9).steps), len(ring(4).steps), len(ring(6).steps)
    ((1, 6, 2, 5), 4, 3, 1)
    """
    parts = [part for part in (_power(size, 2), _power(size, 3)) if part > 1]
    rest = size
    for part in parts:
        rest //= part
    if not parts:
        return Ring(size, lambda a, b: (a + b) % size, lambda a, b: a * b % size, _plain_steps(size))
    fields = [_field(2 if part % 2 == 0 else 3, part) for part in parts]
    fields += [ring(rest)] if rest > 1 else []

    def split(number: int) -> list[int]:
        digits = []
        for each in fields:
            number, digit = divmod(number, each.size)
            digits.append(digit)
        return digits

    def joined(digits: list[int]) -> int:
        number = 0
        for each, digit in zip(reversed(fields), reversed(digits), strict=True):
            number = number * each.size + digit
        return number

    return Ring(
        size,
        lambda a, b: joined([f.add(x, y) for f, x, y in zip(fields, split(a), split(b), strict=True)]),
        lambda a, b: joined([f.times(x, y) for f, x, y in zip(fields, split(a), split(b), strict=True)]),
        tuple(joined(list(steps)) for steps in zip(*(each.steps for each in fields), strict=False)),
    )


def _plain_steps(size: int) -> tuple[int, ...]:
    return (1, size - 1, 2, size - 2) if size > 1 else (0,)


def _power(size: int, prime: int) -> int:
    part = 1
    while size % (part * prime) == 0:
        part *= prime
    return part


def _field(prime: int, size: int) -> Ring:
    """The field of a power of a prime: its numbers are polynomials, written with the digits of the prime."""
    if size == prime:
        return Ring(size, lambda a, b: (a + b) % size, lambda a, b: a * b % size, tuple(range(1, size)))
    degree = 1
    while prime**degree < size:
        degree += 1

    def digits(number: int) -> Digits:
        return tuple(number // prime**place % prime for place in range(degree))

    def number(of: Digits) -> int:
        return sum(digit * prime**place for place, digit in enumerate(of))

    def add(a: int, b: int) -> int:
        return number(tuple((x + y) % prime for x, y in zip(digits(a), digits(b), strict=True)))

    def multiplied(a: int, b: int, reduce: Digits) -> int:
        """The product, with the highest power replaced by *reduce*."""
        long = [0] * (2 * degree - 1)
        for (i, x), (j, y) in product(enumerate(digits(a)), enumerate(digits(b))):
            long[i + j] = (long[i + j] + x * y) % prime
        for place in range(2 * degree - 2, degree - 1, -1):
            for less, digit in enumerate(reduce):
                long[place - degree + less] = (long[place - degree + less] + long[place] * digit) % prime
        return number(tuple(long[:degree]))

    # It is a field if only 0 gives a product of 0: then the polynomial is irreducible.
    reduce = next(
        each for each in product(range(prime), repeat=degree)
        if all(multiplied(a, b, each) for a in range(1, size) for b in range(a, size))
    )  # fmt: skip
    table = {(a, b): multiplied(a, b, reduce) for a in range(size) for b in range(size)}
    # With the prime 3 the second step reverses the first, as it does modulo other numbers.
    return Ring(size, add, lambda a, b: table[a, b], tuple(range(1, min(size, 5))))
