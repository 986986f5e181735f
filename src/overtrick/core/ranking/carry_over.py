"""Carry-overs: the score that a contestant takes from one stage into the next.

Regulations use seven methods: a share of the margin between two finalists, an amount for each place, a straight line
between the first and the last qualifier by score or by place, standard scores, the median of the others'
carry-overs, and the whole score. The effect of a withdrawal differs too: the other carry-overs do not change
(ANC26 19.3), or the factor is calculated again from those who start (ITS21).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from overtrick.core.errors import DirectorError, EngineError, NoCarryOver, RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import IMPS, PERCENT, TIMES, Clause, Derivation, Figure, Reason, Unit, one_unit
from overtrick.core.ranking.carry_rules import (
    STANDARD,
    TOPS,
    Deviation,
    MeetingCarry,
    OthersCarry,
    RankCarry,
    Rounding,
    StandardScores,
    as_per_cent,
    refuse_tops,
    standardise,
)
from overtrick.core.ranking.measures import PLACES
from overtrick.core.wording import Phrase, phrase

FACTOR = Unit("IMPs for one standard deviation", "IMP for one standard deviation", places=6)

_SURE = 20
"""Irrational roots are kept to 30 places; a value that equals a half to this many places counts as a half."""


@dataclass(frozen=True, slots=True)
class MarginCarry:
    """The higher-placed of two finalists carries over a share of its margin, never rounded.

    *of* is the unit of the margin; if *unit* differs, the clause itself converts one into the other.
    """

    clause: Clause
    share: Exact
    of: Unit
    unit: Unit


@dataclass(frozen=True, slots=True)
class PlaceCarry:
    """One amount for first place, another for second, and so on.

    *late* is the clause by which a replacement from below starts on zero. Places are counted among contestants
    that contend, unless *contending* is false.
    """

    clause: Clause
    amounts: tuple[Exact, ...]
    unit: Unit
    late: Clause
    contending: bool = True


@dataclass(frozen=True, slots=True)
class LinearCarry:
    """A straight line on the scores: *most* for the first, *least* for the last of *counted* contestants.

    If all have the same score there is no line: *zero* says who decides then, or *level* is the amount that each
    carries over where the regulations give one. Only contestants that contend are counted, unless *contending* is
    false. Without *counted* all qualifiers are counted. With *tops* both ends are in tops and become per cents of the
    boards of the stage. With *capped* there is no line: each has its lead over the last one counted plus *least*, up
    to *most*.
    """

    clause: Clause
    most: Exact
    least: Exact
    counted: int | None
    places: int
    halves: Halves
    unit: Unit
    late: Clause
    zero: str
    contending: bool = True
    tops: bool = False
    capped: bool = False
    level: Exact | None = None

    @property
    def counts_in(self) -> Unit:
        """The unit of the two ends of the line."""
        return TOPS if self.tops else self.unit

    def __post_init__(self) -> None:
        refuse_tops(self.unit, tops=self.tops)
        if self.tops and self.capped:
            raise RegulationErrors(["a lead is not a number of tops"])


@dataclass(frozen=True, slots=True)
class StandardCarry:
    """Weighted standard scores of the earlier stages, scaled so that the best starter has *most*.

    *weights* has one weight for each stage, and *stages* the clause of each. With *of_all* the best contestant of the
    earlier stages has *most*, whether or not it starts this one.
    """

    clause: Clause
    stages: tuple[Clause, ...]
    weights: tuple[Exact, ...]
    most: Exact
    places: int
    halves: Halves
    deviation: Deviation
    unit: Unit = IMPS
    of_all: bool = False

    def __post_init__(self) -> None:
        if len(self.stages) != len(self.weights):
            raise RegulationErrors([f"{len(self.weights)} weights for {len(self.stages)} stages"])


@dataclass(frozen=True, slots=True)
class AverageCarry:
    """The average score of the sessions of the previous stage, rounded once (*places*, halves up)."""

    clause: Clause
    places: int
    unit: Unit = PERCENT


@dataclass(frozen=True, slots=True)
class WholeCarry:
    """The whole score is carried over: a contestant continues from its total in the previous stage."""

    clause: Clause
    unit: Unit


@dataclass(frozen=True, slots=True)
class NoCarry:
    """Nothing is carried over: every contestant starts the stage on zero."""

    clause: Clause
    unit: Unit = IMPS


CarryOverRule: TypeAlias = (
    MarginCarry
    | PlaceCarry
    | RankCarry
    | LinearCarry
    | StandardCarry
    | AverageCarry
    | MeetingCarry
    | OthersCarry
    | WholeCarry
    | NoCarry
)


@dataclass(frozen=True, slots=True)
class CarryOver:
    """The carry-over of every contestant that starts the stage, and notes for the director.

    *factor* is the factor that makes the largest carry-over come out right, where the rule has one.
    """

    carried: Mapping[str, Figure[Exact]]
    clause: Clause
    factor: Figure[Exact] | None = None
    flags: tuple[Phrase, ...] = ()


def margin_carry(higher: Figure[Exact], lower: Figure[Exact], rule: MarginCarry) -> Figure[Exact]:
    """The carry-over of the higher-placed of two finalists.

    >>> vps = Unit("VPs", "VP", 2)
    >>> ours, theirs = (Figure(value, vps, Clause("ANC26", "11.10")) for value in (Fraction(1197, 10), 100))
    >>> margin_carry(ours, theirs, MarginCarry(Clause("ANC26", "12.2"), Fraction(1, 10), vps, IMPS)).value
    Fraction(197, 100)
    """
    counted = one_unit((higher, lower))
    if not counted.like(rule.of):
        raise EngineError(f"A margin in {counted.name} is none in {rule.of.name} ({rule.clause})")
    margin = Fraction(higher.value) - Fraction(lower.value)
    if margin < 0:
        raise DirectorError(
            "{lower} is more than {higher}",
            clause=rule.clause,
            remedy="Name the higher-placed team first.",
            lower=lower,
            higher=higher,
        )
    note = phrase(
        "{share}% of a margin of {margin}",
        share=rule.unit.number(100 * rule.share).lstrip("+"),
        margin=higher.unit.amount(plain(margin)),
    )
    apart = Figure(
        plain(margin), higher.unit, rule.clause, (higher, lower), phrase("the margin"), Derivation.DIFFERENCE
    )
    share = Figure(rule.share, TIMES, rule.clause, (), phrase("share carried over"))
    return Figure(plain(margin * rule.share), rule.unit, rule.clause, (apart, share), note, Derivation.PRODUCT)


def place_carry(order: Sequence[tuple[str, Figure[Exact]]], starters: Sequence[str], rule: PlaceCarry) -> CarryOver:
    """An amount for each place in the previous stage, counted in *order*; no one moves up after a withdrawal.

    *order* lists the contestants that qualified or could replace one, with their scores, best first, including those
    that withdrew. A starter below the places that carry an amount replaces one that withdrew, and starts on zero.
    """
    carried: dict[str, Figure[Exact]] = {}
    places = {name: (place, score) for place, (name, score) in enumerate(order, start=1)}
    for name in starters:
        place, score = places[name]
        won = Figure(
            place, PLACES, rule.clause, (score,), phrase("among the contestants that could qualify"), Derivation.RANK
        )
        if place <= len(rule.amounts):
            carried[name] = Figure(
                rule.amounts[place - 1],
                rule.unit,
                rule.clause,
                (won,),
                phrase("place {place}", place=place),
                Derivation.SCALE,
            )
        else:
            carried[name] = Figure(
                0, rule.unit, rule.late, (won,), phrase("admitted from place {place}", place=place), Derivation.SCALE
            )
    return CarryOver(MappingProxyType(carried), rule.clause)


def linear_carry(
    order: Sequence[tuple[str, Figure[Exact]]], starters: Sequence[str], rule: LinearCarry, boards: int = 1,
    level: Figure[Exact] | None = None,
) -> CarryOver:  # fmt: skip
    """A straight line between the first and the last of those counted, by their scores.

    *order* lists the contestants that qualified or could replace one, with their scores, best first. It includes those
    that withdrew, so the line does not move when one of its ends withdraws. *boards* is the number of boards of the
    new stage. *level* is the carry-over that an official decided for each if all have the same score.
    """
    counted = rule.counted if rule.counted is not None else len(starters)
    first, last = order[0][1], order[min(counted, len(order)) - 1][1]
    spread = Fraction(first.value) - Fraction(last.value)
    same = (level or _level(rule)) if not spread and not rule.capped else None
    if not spread and not rule.capped and same is None:
        raise NoCarryOver(
            "The first and the last of the {counted} contestants counted have the same score, so the carry-over "
            "cannot be spread between them",
            clause=rule.clause,
            remedy=phrase("{zero:plain}, then post the carry-over decided for each contestant.", zero=rule.zero)
            if rule.zero
            else phrase("Post the carry-over decided for each contestant."),
            counted=counted,
        )
    places = {name: place for place, (name, _) in enumerate(order, start=1)}
    carried: dict[str, Figure[Exact]] = {}
    for name in starters:
        score = order[places[name] - 1][1]
        if places[name] > counted:
            carried[name] = Figure(
                0, rule.unit, rule.late, note=phrase("admitted from place {place}", place=places[name])
            )
            continue
        line = same or (
            _capped_lead(score, last, rule) if rule.capped else _on_line(score, (first, last), rule, boards)
        )
        carried[name] = line
    return CarryOver(MappingProxyType(carried), rule.clause)


def _level(rule: LinearCarry) -> Figure[Exact] | None:
    """The carry-over of each contestant if all are tied, where the regulations give one."""
    return None if rule.level is None else Figure(rule.level, rule.unit, rule.clause, (), phrase("all are tied"))


def _on_line(
    score: Figure[Exact], ends: tuple[Figure[Exact], Figure[Exact]], rule: LinearCarry, boards: int
) -> Figure[Exact]:
    """The carry-over for a score on the line between the two ends."""
    first, last = ends
    share = (Fraction(score.value) - Fraction(last.value)) / (Fraction(first.value) - Fraction(last.value))
    value = plain(rule.least + (Fraction(rule.most) - rule.least) * share)
    note = phrase(
        "{most} for {first}, {least} for {last}, in proportion in between",
        most=rule.counts_in.amount(rule.most),
        first=first.unit.amount(first.value),
        least=rule.counts_in.amount(rule.least),
        last=last.unit.amount(last.value),
    )
    if rule.tops:
        tops = Figure(value, rule.counts_in, rule.clause, (score, first, last), note, Derivation.FORMULA)
        return as_per_cent(tops, boards, Rounding(rule.places, rule.halves))
    rounded = to_places(value, rule.places, rule.halves)
    return Figure(rounded, rule.unit, rule.clause, (score, first, last), note, Derivation.FORMULA)


def _capped_lead(score: Figure[Exact], last: Figure[Exact], rule: LinearCarry) -> Figure[Exact]:
    """The lead of a score over the last one counted, up to the maximum."""
    ahead = rule.least + Fraction(score.value) - Fraction(last.value)
    value = to_places(min(ahead, Fraction(rule.most)), rule.places, rule.halves)
    note = phrase(
        "margin over the last contestant counted[, plus {least}], at most {most}",
        least=rule.unit.amount(rule.least) if rule.least else None,
        most=rule.unit.amount(rule.most),
    )
    return Figure(value, rule.unit, rule.clause, (score, last), note, Derivation.FORMULA)


def standard_carry(
    stages: Sequence[Sequence[Mapping[str, Figure[Exact]]]], starters: Sequence[str], rule: StandardCarry
) -> CarryOver:
    """Weighted standard scores of the earlier stages, scaled so that the best starter has the maximum.

    *stages* has, for each stage, the totals of each of its fields. Every contestant of a field counts in its mean
    and deviation, whether it starts the new stage or not, so leave out those who did not finish the stage. Call this
    again when a starter is replaced: means and deviations do not change, but the factor is calculated again.
    """
    fields = [
        [standardise(field, rule.deviation, clause) for field in stage]
        for stage, clause in zip(stages, rule.stages, strict=True)
    ]
    flags: list[Phrase] = []
    combined = {name: _combine_scores(name, fields, rule, flags) for name in starters}
    everybody = {name for field in fields[-1] for name in field.scores} if rule.of_all else set()
    rivals = {name: _combine_scores(name, fields, rule, []) for name in everybody - combined.keys()}
    factor = _factor((*combined.values(), *rivals.values()), rule)
    if not factor.value:
        flags.append(phrase("no starter is above the mean, so nothing is carried"))
    note = phrase(
        "multiplied by {value}; the maximum carry-over is {most}",
        value=FACTOR.number(factor.value),
        most=rule.unit.amount(rule.most),
    )
    carried = {
        name: Figure(
            _round_value(factor.value * Fraction(z.value), rule),
            rule.unit,
            rule.clause,
            (z, factor),
            note,
            Derivation.PRODUCT,
        )
        for name, z in combined.items()
    }
    return CarryOver(MappingProxyType(carried), rule.clause, factor, tuple(flags))


def _factor(scores: tuple[Figure[Exact], ...], rule: StandardCarry) -> Figure[Exact]:
    """The value of one standard deviation: the maximum divided by the best score, if that is above the mean."""
    best = Figure(
        max(each.value for each in scores), STANDARD, rule.clause, scores, phrase("the best score"), Derivation.GREATEST
    )
    if best.value <= 0:
        return Figure(0, FACTOR, rule.clause, (best,), phrase("no one is above the mean"), Derivation.INSTEAD)
    most = Figure(rule.most, rule.unit, rule.clause, (), phrase("maximum carry-over"))
    return Figure(plain(Fraction(rule.most) / best.value), FACTOR, rule.clause, (most, best), "", Derivation.QUOTIENT)


def whole_carry(total: Figure[Exact], rule: WholeCarry) -> Figure[Exact]:
    """The carry-over of a contestant with this total: all of it.

    >>> vps = Unit("VPs", "VP", 2)
    >>> whole_carry(Figure(117, vps, Clause("ANC26", "17.7")), WholeCarry(Clause("CLUB", "1"), vps)).line()
    '117.00 VPs  the full total of the previous stage  (CLUB 1)'
    """
    return Figure(
        total.value, rule.unit, rule.clause, (total,), phrase("the full total of the previous stage"), Derivation.SAME
    )


def no_carry(starters: Sequence[str], rule: NoCarry) -> CarryOver:
    """A carry-over of zero for every starter."""
    start = Figure(0, rule.unit, rule.clause, note=phrase("nothing is carried over into this stage"))
    return CarryOver(MappingProxyType(dict.fromkeys(starters, start)), rule.clause)


def _combine_scores(
    name: str, fields: Sequence[Sequence[StandardScores]], rule: StandardCarry, flags: list[Phrase]
) -> Figure[Exact]:
    """The weighted sum of one starter's standard scores; a stage in which it has no score counts 0."""
    value = Fraction(0)
    parts: list[Reason] = []
    for number, (stage, weight) in enumerate(zip(fields, rule.weights, strict=True), start=1):
        score = next((field.scores[name] for field in stage if name in field.scores), None)
        if score is None:
            flags.append(
                phrase("{name} has no score in stage {number}; the mean is used instead", name=name, number=number)
            )
            continue
        value += weight * Fraction(score.value)
        parts.append(_weight_score(score, weight, rule.clause))
    weights = " and ".join(str(weight) for weight in rule.weights)
    return Figure(
        plain(value),
        STANDARD,
        rule.clause,
        tuple(parts),
        phrase("stages weighted {weights}", weights=weights),
        Derivation.SUM,
    )


def _weight_score(score: Figure[Exact], weight: Exact, clause: Clause) -> Figure[Exact]:
    """A standard score multiplied by the weight of its stage."""
    if weight == 1:
        return score
    times = Figure(weight, TIMES, clause, (), phrase("the weight of the stage"))
    value = plain(weight * Fraction(score.value))
    return Figure(
        value,
        STANDARD,
        clause,
        (score, times),
        phrase("{weight} the score", weight=TIMES.amount(weight)),
        Derivation.PRODUCT,
    )


def _round_value(value: Exact, rule: StandardCarry) -> Exact:
    return to_places(to_places(value, _SURE), rule.places, rule.halves)
