"""The least a player must do of something: a count, a share made whole, or more than a share."""

from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact, Share, floor
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class AtLeast:
    """So many, however many there are."""

    count: int

    def count_for(self, number: int) -> int:  # noqa: ARG002 - the same for any number
        return self.count

    @property
    def phrased(self) -> Phrase:
        """How much."""
        return phrase("at least {limit}", limit=self.count)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class ShareOf:
    """A share of what there is, made whole as the rule says.

    >>> [ShareOf(Fraction(3, 4), Share.CEILING).count_for(n) for n in (4, 5, 6)]
    [3, 4, 5]
    """

    share: Exact
    whole: Share

    def count_for(self, number: int) -> int:
        return self.whole.whole(Fraction(self.share) * number)

    @property
    def phrased(self) -> Phrase:
        """How much."""
        return phrase("{share:%}, fractions rounded {whole}", share=self.share, whole=self.whole)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class MoreThan:
    """More than a share of what there is; exactly the share is not enough.

    >>> [MoreThan(Fraction(1, 2)).count_for(n) for n in (4, 5, 6)]
    [3, 3, 4]
    """

    share: Exact

    def count_for(self, number: int) -> int:
        return floor(Fraction(self.share) * number) + 1

    @property
    def phrased(self) -> Phrase:
        """How much."""
        return phrase("more than {share:%}", share=self.share)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class AllBut:
    """All there are but so many.

    >>> AllBut(1).count_for(3)
    2
    """

    count: int

    def count_for(self, number: int) -> int:
        return max(0, number - self.count)

    @property
    def phrased(self) -> Phrase:
        """How much."""
        return phrase("all but {count}", count=self.count)

    def __str__(self) -> str:
        return str(self.phrased)


Least = AtLeast | ShareOf | MoreThan | AllBut
