"""Carry-overs on a straight line by place, and carry-overs in tops, which become per cents of the next stage."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import PERCENT, Clause, Figure, Made, Unit, count_phrase
from overtrick.core.ranking.places import PLACES
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
    return Figure(value, PERCENT, tops.clause, (tops,), note, Made.FORMULA)


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
            place, PLACES, rule.clause, (score,), phrase("among the contestants that could qualify"), Made.RANK
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
            line = Figure(plain(value), rule.counts_in, clause, (won,), note, Made.FORMULA)
            carried[name] = as_per_cent(line, boards, rounding)
        else:
            carried[name] = Figure(rounding.round_value(value), rule.unit, clause, (won,), note, Made.FORMULA)
    return MappingProxyType(carried)
