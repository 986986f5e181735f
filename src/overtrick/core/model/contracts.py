"""Contracts: the level, strain, declarer and doubling."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.model.seats import Seat
from overtrick.core.wording import Phrase, phrase


class Strain(Enum):
    """A suit or notrump, in ascending order of rank."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def minor(self) -> bool:
        """Whether this is clubs or diamonds."""
        return self in (Strain.CLUBS, Strain.DIAMONDS)


class Doubling(Enum):
    """Undoubled, doubled, redoubled."""

    UNDOUBLED = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def factor(self) -> int:
        """The multiplier of the trick score (Law 77)."""
        return {"": 1, "X": 2, "XX": 4}[self.value]


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid, whether it was doubled, and who declared it.

    >>> print(Contract(4, Strain.SPADES, Seat.SOUTH, Doubling.DOUBLED))
    4SX by South
    """

    level: int
    strain: Strain
    declarer: Seat
    doubling: Doubling = Doubling.UNDOUBLED

    @property
    def needed(self) -> int:
        """The tricks that fulfil the contract."""
        return self.level + 6

    @property
    def phrased(self) -> Phrase:
        """The contract and its declarer as a phrase."""
        return phrase("{bid} by {declarer}", bid=f"{self.level}{self.strain}{self.doubling}", declarer=self.declarer)

    def __str__(self) -> str:
        return str(self.phrased)
