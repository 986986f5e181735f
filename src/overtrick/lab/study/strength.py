"""The strength of sides, and the score of a board between two of them.

Strength is in IMPs per board against an average side. On a board between two sides the stronger gains the difference on
average, plus much luck: scores are whole IMPs, and many boards are flat. The default values are rules of thumb.
"""

from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from overtrick.core.laws.imps import LEAST_DIFFERENCE

MOST = len(LEAST_DIFFERENCE)
"""The most IMPs that a board can give."""

Whole = NDArray[np.int64]
Real = NDArray[np.float64]


class Spread(Enum):
    """How the strengths of a field are distributed."""

    NORMAL = "normal"
    EVEN = "even"
    ONE = "one better"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Strength:
    """The distribution of strengths in a field, and of luck.

    *field* is the standard deviation of the strengths of the entries, *board* that of a board between equals, both in
    IMPs; *flat* the share of boards that give no one anything. *seeding* is the standard deviation of the organiser's
    error in seeding. *shape* `normal` draws every field again; `even` has the same steps from the best to the last in
    every run; with `one better` one side is better than the others by *field*, and those are equal.
    """

    field: float = 0.5
    board: float = 5.5
    flat: float = 0.2
    seeding: float = 0.25
    shape: Spread = Spread.NORMAL

    def strengths(self, entries: int, chance: np.random.Generator) -> Real:
        """The strength of every entry by its number, in no particular order."""
        match self.shape:
            case Spread.NORMAL:
                return chance.normal(0.0, self.field, entries)
            case Spread.EVEN:
                steps = np.linspace(1.0, -1.0, entries)
                scale = self.field / float(np.std(steps)) if entries > 1 else 0.0
                return chance.permutation(steps * scale)
            case Spread.ONE:
                one = np.zeros(entries)
                one[0] = self.field
                return chance.permutation(one)

    def boards(self, ahead: Real, boards: int, chance: np.random.Generator) -> Whole:
        """The IMPs of each board of some matches, one row per match, in which the first side is better by *ahead*.

        The random numbers of a match are one column, so that a longer match begins with the boards of a shorter one.
        """
        shape = (boards, len(ahead))
        luck, swing = chance.random(shape).T, chance.standard_normal(shape).T
        played = 1.0 - self.flat
        imps = np.rint(ahead[:, None] / played + swing * self.board / sqrt(played))
        return np.where(luck < self.flat, 0, np.clip(imps, -MOST, MOST)).astype(np.int64)


def chance(*of: object) -> np.random.Generator:
    """The random generator for these keys, which does not depend on where or in what order it is created."""
    digest = blake2b("\x1f".join(map(str, of)).encode(), digest_size=16).digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(digest, "little")))
