"""Drawing lots in a way that can be repeated.

The only chance in an event is a seed that someone drew and recorded. Everything decided by lot
follows from that seed and from the name of the decision, by a fixed method (SHA-256), so
anyone can repeat it on any machine, with any version of this program.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lots:
    """A recorded seed, and the name of the decision.

    The same seed and name always give the same lot; different names give independent lots, so
    drawing another lot never changes the others.

    >>> Lots("2026-07-04/1").derive("match 1").order("ABCDE") == Lots("2026-07-04/1").derive("match 1").order("ABCDE")
    True
    """

    seed: str
    about: str = ""

    def derive(self, about: str) -> "Lots":
        """The lots for one named decision from this seed."""
        return Lots(self.seed, f"{self.about}/{about}" if self.about else about)

    def order(self, things: Sequence[T]) -> tuple[T, ...]:
        """*things* in an order drawn by lot; over all seeds every order is equally likely.

        >>> Lots("a").order((1, 2, 3, 4))
        (3, 4, 2, 1)
        """
        drawn = list(things)
        numbers = self._numbers()
        for last in range(len(drawn) - 1, 0, -1):
            place = _draw_below(last + 1, numbers)
            drawn[last], drawn[place] = drawn[place], drawn[last]
        return tuple(drawn)

    def _numbers(self) -> Iterator[int]:
        """An endless sequence of whole numbers below 2**64 from the seed and the name."""
        block = 0
        while True:
            digest = sha256(f"{self.seed}\n{self.about}\n{block}".encode()).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1


def _draw_below(bound: int, numbers: Iterator[int]) -> int:
    """An unbiased choice from 0 … bound - 1: numbers that would favour low results are skipped."""
    fair = 2**64 - 2**64 % bound
    return next(number for number in numbers if number < fair) % bound
