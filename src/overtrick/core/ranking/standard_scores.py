"""Standard scores: how many standard deviations a score is from the mean of its field."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from overtrick.core.exact import Exact, mean, plain, root
from overtrick.core.provenance import Clause, Figure, Made, Unit, one_unit, same
from overtrick.core.wording import phrase

STANDARD = Unit("standard deviations", "standard deviation", places=6)


class Deviation(Enum):
    """The divisor of the sum of squared deviations: the number of scores, or one fewer."""

    POPULATION = "population"
    SAMPLE = "sample"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Standardised:
    """A field's mean, variance and standard deviation, and each contestant's standard score."""

    mean: Figure[Exact]
    variance: Exact
    deviation: Figure[Exact]
    scores: Mapping[str, Figure[Exact]]


def standardise(scores: Mapping[str, Figure[Exact]], deviation: Deviation, clause: Clause) -> Standardised:
    """The number of standard deviations by which each score of a field differs from its mean.

    The variance is exact; an irrational root is kept to 30 places. If all scores of a field are equal, every standard
    score is 0.

    >>> from overtrick.core.provenance import IMPS
    >>> z1 = Clause("ITS21", "OITS.z1")
    >>> totals = {name: Figure(imps, IMPS, z1) for name, imps in (("a", 10), ("b", -10), ("c", 10), ("d", -10))}
    >>> field = standardise(totals, Deviation.POPULATION, z1)
    >>> field.deviation.value, field.scores["a"].value
    (10, 1)
    """
    unit = one_unit(scores.values())
    centre = mean(score.value for score in scores.values())
    squares = sum(((Fraction(score.value) - centre) ** 2 for score in scores.values()), Fraction(0))
    among = len(scores) - (deviation is Deviation.SAMPLE)
    variance = Fraction(squares, among) if among else Fraction(0)
    spread = Fraction(root(variance.numerator * variance.denominator), variance.denominator)
    named = {
        name: same(score, unit, score.clause, phrase("total of number {name}", name=name))
        for name, score in scores.items()
    }
    centred = Figure(
        centre,
        unit,
        clause,
        tuple(named.values()),
        phrase("mean of the scores ({scores} in all)", scores=len(scores)),
        Made.MEAN,
    )
    deviated = Figure(
        plain(spread),
        unit,
        clause,
        (centred,),
        phrase("{deviation} standard deviation", deviation=deviation),
        Made.FORMULA,
    )
    standard = {
        name: Figure(
            plain((Fraction(score.value) - centre) / spread) if spread else 0,
            STANDARD, clause, (score, centred, deviated), phrase("score of number {name}", name=name), Made.STANDARD,
        )
        for name, score in named.items()
    }  # fmt: skip
    return Standardised(centred, plain(variance), deviated, MappingProxyType(standard))
