"""How strong sides are, and what a board brings between two of them.

Strength is in IMPs a board against an average side. A board between two sides brings the stronger of them the
difference on average, and much luck besides: whole IMPs, many boards flat. The values here are rules of thumb.
"""

from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from overtrick.core.laws.imps import LEAST_DIFFERENCE

MOST = len(LEAST_DIFFERENCE)
"""The most IMPs that a board can bring."""

Whole = NDArray[np.int64]
Real = NDArray[np.float64]


class Spread(Enum):
    """How the strengths of a field lie."""

    NORMAL = "normal"
    EVEN = "even"
    ONE = "one better"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Strength:
    """A field and its luck.

    *field* is the standard deviation of the strengths of the entries, *board* that of a board between equals, both in
    IMPs; *flat* the share of boards that bring nobody anything. *seeding* is the standard deviation of the organiser's
    error when he seeds. *shape* `normal` draws every field anew; `even` has the same steps from the best to the last
    in every run; with `one better` one side is better than the others by *field*, and these are equal.
    """

    field: float = 0.5
    board: float = 5.5
    flat: float = 0.2
    seeding: float = 0.25
    shape: Spread = Spread.NORMAL

    def strengths(self, entries: int, chance: np.random.Generator) -> Real:
        """The strength of every entry: by its number, and in no order."""
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
        """The IMPs of each board of some matches, a row a match, in which the first side is better by so much.

        The chance of a match is one column, so that a longer match begins with the boards of a shorter one.
        """
        shape = (boards, len(ahead))
        luck, swing = chance.random(shape).T, chance.standard_normal(shape).T
        played = 1.0 - self.flat
        imps = np.rint(ahead[:, None] / played + swing * self.board / sqrt(played))
        return np.where(luck < self.flat, 0, np.clip(imps, -MOST, MOST)).astype(np.int64)


def chance(*of: object) -> np.random.Generator:
    """The chance that belongs to something: the same wherever and in whatever order it is asked for."""
    digest = blake2b("\x1f".join(map(str, of)).encode(), digest_size=16).digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(digest, "little")))
