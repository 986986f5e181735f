"""Rules of carry-overs: on a line by place, in tops, from those of the others, between opponents, and as z-scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, mean, plain, root, to_places
from overtrick.core.provenance import (
    IMPS,
    PERCENT,
    TIMES,
    Clause,
    Derivation,
    Figure,
    Unit,
    count_phrase,
    one_unit,
    same,
)
from overtrick.core.ranking.measures import PLACES
from overtrick.core.wording import phrase

TOPS = Unit("tops", "top", places=4)


@dataclass(frozen=True, slots=True)
class RankCarry:
    """A straight line on the places: *most* for the first, *least* for the last qualifier.

    With *tops* both are in tops and become per cents of the boards of the stage into
    which they are carried. *late* is the clause by which a replacement from below starts on the least. Places
    are counted among contestants that contend, unless *contending* is false; *places* rounds, with *halves*.
    """

    clause: Clause
    most: Exact
    unit: Unit
    late: Clause
    least: Exact = 0
    tops: bool = False
    places: int | None = None
    halves: Halves = Halves.UP
    contending: bool = True

    @property
    def counts_in(self) -> Unit:
        """The unit of the two ends of the line."""
        return TOPS if self.tops else self.unit

    def __post_init__(self) -> None:
        refuse_tops(self.unit, tops=self.tops)
        if self.least > self.most:
            raise RegulationErrors(["the first carries no less than the last"])


def refuse_tops(unit: Unit, *, tops: bool) -> None:
    """Refuse tops in a rule whose unit is not per cent."""
    if tops and not unit.like(PERCENT):
        raise RegulationErrors([f"tops become per cent, not {unit.name}"])


@dataclass(frozen=True, slots=True)
class Rounding:
    """The decimal places to which a carry-over is rounded, if it is rounded, and where halves go."""

    places: int | None
    halves: Halves

    def round_value(self, value: Exact) -> Exact:
        """A number, rounded."""
        return plain(value) if self.places is None else to_places(value, self.places, self.halves)


def as_per_cent(tops: Figure[Exact], boards: int, rounding: Rounding) -> Figure[Exact]:
    """Tops as per cents of the boards of a stage, rounded once.

    >>> two = Figure(2, TOPS, Clause("EBL", "1"))
    >>> as_per_cent(two, 52, Rounding(2, Halves.UP)).line()
    '3.85%  2.0000 tops over 52 boards  (EBL 1)'
    """
    value = rounding.round_value(Fraction(100 * tops.value) / boards)
    note = phrase("{tops} over {boards}", tops=tops.unit.amount(tops.value), boards=count_phrase(boards))
    return Figure(value, PERCENT, tops.clause, (tops,), note, Derivation.FORMULA)


def rank_carry(
    order: Sequence[tuple[str, Figure[Exact]]], starters: Sequence[str], rule: RankCarry, boards: int
) -> Mapping[str, Figure[Exact]]:
    """An amount for each place in the previous stage, in equal steps, into a stage of this many *boards*.

    *order* lists the contestants that qualified or could replace one, with their scores, best first. It includes those
    that withdrew, so no one moves up after a withdrawal.
    """
    last, rounding = len(starters), Rounding(rule.places, rule.halves)
    places = {name: (place, score) for place, (name, score) in enumerate(order, start=1)}
    carried: dict[str, Figure[Exact]] = {}
    for name in starters:
        place, score = places[name]
        won = Figure(
            place, PLACES, rule.clause, (score,), phrase("among the contestants that could qualify"), Derivation.RANK
        )
        if place > last:
            clause, note = rule.late, phrase("admitted from place {place}", place=place)
        else:
            clause = rule.clause
            ends = "{most:ratio} for the first, {least:ratio} for number {last}"
            note = phrase(ends, most=rule.most, least=rule.least, last=last)
        share = Fraction(max(last - place, 0), last - 1) if last > 1 else Fraction(1)
        value = rule.least + (Fraction(rule.most) - rule.least) * share
        if rule.tops:
            line = Figure(plain(value), rule.counts_in, clause, (won,), note, Derivation.FORMULA)
            carried[name] = as_per_cent(line, boards, rounding)
        else:
            carried[name] = Figure(rounding.round_value(value), rule.unit, clause, (won,), note, Derivation.FORMULA)
    return MappingProxyType(carried)


class AverageKind(Enum):
    """Whether the median or the mean of the others' carry-overs is taken."""

    MEDIAN = "median"
    MEAN = "mean"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class OthersCarry:
    """The carry-over of drop-ins: the median or the mean (*take*) of the carry-overs of all others in the stage.

    The median is the middle carry-over, or half-way between the two middle ones. *places* rounds, with *halves*.
    """

    clause: Clause
    unit: Unit
    take: AverageKind = AverageKind.MEDIAN
    places: int | None = None
    halves: Halves = Halves.UP


def others_carry(
    others: Sequence[Figure[Exact]], starters: Sequence[str], rule: OthersCarry
) -> Mapping[str, Figure[Exact]]:
    """The carry-over of each of the *starters*, from those of all the *others*; 0 if no other has a carry-over.

    >>> from fractions import Fraction
    >>> from overtrick.core.provenance import VPS
    >>> said = Clause("WBF", "1")
    >>> six = [Figure(Fraction(6 * (24 - place), 23), VPS, said) for place in range(1, 25)]
    >>> others_carry(six, ["a"], OthersCarry(said, VPS))["a"].line()
    '3.00 VPs  the median of 24 carry-overs  (WBF 1)'
    """
    if not others:
        return MappingProxyType(
            dict.fromkeys(
                starters, Figure(0, rule.unit, rule.clause, note=phrase("no other contestant has a carry-over"))
            )
        )
    ranked = sorted(others, key=lambda each: each.value, reverse=True)
    half = (len(ranked) - 1) // 2
    middle = tuple(ranked[half : len(ranked) - half]) if rule.take is AverageKind.MEDIAN else tuple(ranked)
    value = Rounding(rule.places, rule.halves).round_value(plain(mean(each.value for each in middle)))
    note = phrase("the {take} of {count:#carry-over}", take=rule.take, count=len(ranked))
    made = Figure(value, rule.unit, rule.clause, middle, note, Derivation.MEAN)
    return MappingProxyType(dict.fromkeys(starters, made))


@dataclass(frozen=True, slots=True)
class MeetingCarry:
    """A share of the margin of two opponents' match in an earlier *stage*, carried over by its winner.

    It is *higher_won* of the margin where the higher-placed side won, *lower_won* where the lower-placed side did, at
    *most* this amount, rounded to *places*. Without *stage* it is the stage that the teams come from. Two teams that
    did not meet there, or tied, start level.
    """

    clause: Clause
    higher_won: Exact
    lower_won: Exact
    places: int
    halves: Halves = Halves.AWAY
    most: Exact | None = None
    stage: str = ""
    unit: Unit = IMPS

    def __post_init__(self) -> None:
        if min(self.higher_won, self.lower_won) < 0 or (self.most is not None and self.most < 0):
            raise RegulationErrors(["a share of a margin, and the most of it, are not below zero"])


def meeting_carry(margin: Figure[Exact], rule: MeetingCarry, *, higher: bool) -> Figure[Exact]:
    """The carry-over of the winner by a *margin* into its next match against the same opponent.

    *higher* says whether the winner was the higher-placed side.

    >>> from fractions import Fraction
    >>> said = Clause("CLUB", "1")
    >>> rule = MeetingCarry(said, Fraction(1, 2), Fraction(1, 3), 1, most=16)
    >>> [str(meeting_carry(Figure(23, IMPS, said), rule, higher=higher).value) for higher in (True, False)]
    ['23/2', '77/10']
    """
    share = rule.higher_won if higher else rule.lower_won
    note = phrase("the share when the {higher:higher|lower}-placed side won", higher=higher)
    part = Figure(share, TIMES, rule.clause, (), note)
    made = Figure(
        plain(margin.value * share),
        rule.unit,
        rule.clause,
        (margin, part),
        phrase("share of the margin"),
        Derivation.PRODUCT,
    )
    if rule.most is not None:
        most = Figure(rule.most, rule.unit, rule.clause, (), phrase("maximum carry-over"))
        made = Figure(
            min(made.value, most.value),
            rule.unit,
            rule.clause,
            (made, most),
            phrase("no more than the maximum carry-over"),
            Derivation.LEAST,
        )
    value = to_places(made.value, rule.places, rule.halves)
    return Figure(
        value,
        rule.unit,
        rule.clause,
        (made,),
        phrase("carried over from the earlier match between the two sides"),
        Derivation.ROUNDED,
    )


STANDARD = Unit("standard deviations", "standard deviation", places=6)


class Deviation(Enum):
    """The divisor of the sum of squared deviations: the number of scores, or one fewer."""

    POPULATION = "population"
    SAMPLE = "sample"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class StandardScores:
    """A field's mean, variance and standard deviation, and each contestant's standard score."""

    mean: Figure[Exact]
    variance: Exact
    deviation: Figure[Exact]
    scores: Mapping[str, Figure[Exact]]


def standardise(scores: Mapping[str, Figure[Exact]], deviation: Deviation, clause: Clause) -> StandardScores:
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
        Derivation.MEAN,
    )
    deviated = Figure(
        plain(spread),
        unit,
        clause,
        (centred,),
        phrase("{deviation} standard deviation", deviation=deviation),
        Derivation.FORMULA,
    )
    standard = {
        name: Figure(
            plain((Fraction(score.value) - centre) / spread) if spread else 0,
            STANDARD, clause, (score, centred, deviated), phrase("score of number {name}", name=name),
            Derivation.STANDARD,
        )
        for name, score in named.items()
    }  # fmt: skip
    return StandardScores(centred, plain(variance), deviated, MappingProxyType(standard))
