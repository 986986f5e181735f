"""Patton: the board points of a match plus victory points for its aggregate."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, exact_text, plain, to_places
from overtrick.core.laws.imps import LAW_78B, imps_of
from overtrick.core.laws.table_score import Credit
from overtrick.core.provenance import IMPS, POINTS, VPS, Clause, Derivation, Figure, Unit, count_phrase, same, total
from overtrick.core.scales import Scale, vps
from overtrick.core.wording import phrase


class AggregateOf(Enum):
    """The unit of the aggregate, which is added up in addition to the board points."""

    POINTS = "points"
    IMPS = "IMPs"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Patton:
    """The victory points that the aggregate of a match adds to its board points.

    With *each*, every board of the match adds that many, and the two sides divide the total in proportion to the
    points they won; a match without a swing is divided equally. With a *scale* they are found on it by the
    margin in points or in IMPs (*of*). *places* rounds the shares, halves up. A board with an artificial
    score has no swing.
    """

    clause: Clause
    each: Exact | None = None
    scale: Scale | None = None
    of: AggregateOf = AggregateOf.POINTS
    places: int | None = None

    def __post_init__(self) -> None:
        if (self.each is None) is (self.scale is None):
            raise RegulationErrors(["the aggregate is shared out, so many for each board, or read on a scale: say one"])
        if self.each is not None and self.of is not AggregateOf.POINTS:
            raise RegulationErrors(["what is shared out is shared as the points were won; a scale may take IMPs"])
        if self.scale is not None and not self.scale.takes.like(self.unit):
            raise RegulationErrors([f"{self.scale.name} is read by {self.scale.takes.name}, not by {self.unit.name}"])

    @property
    def unit(self) -> Unit:
        """The unit of the aggregate."""
        return POINTS if self.of is AggregateOf.POINTS else IMPS

    def credited_score(self, won: Figure[Exact], swings: Sequence[Credit | None], boards: int) -> Figure[Exact]:
        """A side's victory points in a match of this many boards: its board points plus its part of the aggregate."""
        gained = [each for each in swings if isinstance(each, Figure)]
        part = self._share_aggregate(gained, boards) if self.scale is None else self._read(gained, boards, self.scale)
        own = same(won, VPS, self.clause, phrase("a victory point for each board point"))
        return total((own, part), VPS, self.clause, phrase("board points and aggregate"))

    def _read(self, gained: Sequence[Figure[Exact]], boards: int, scale: Scale) -> Figure[Exact]:
        parts = gained if self.of is AggregateOf.POINTS else [_in_imps(each) for each in gained]
        net = total(parts, self.unit, self.clause, phrase("aggregate over {boards}", boards=count_phrase(len(gained))))
        return vps(net, boards, scale)

    def _share_aggregate(self, gained: Sequence[Figure[Exact]], boards: int) -> Figure[Exact]:
        most = Figure(plain(Fraction(self.each or 0) * boards), VPS, self.clause, (), phrase("for the aggregate"))
        ups = tuple(each for each in gained if each.value > 0)
        downs = tuple(each for each in gained if each.value < 0)
        own = total(ups, POINTS, self.clause, phrase("points gained"))
        lost = total(downs, POINTS, self.clause, phrase("points lost"))
        turned = own.value - lost.value
        value = Fraction(most.value) * (Fraction(own.value) / turned if turned else Fraction(1, 2))
        rounded = value if self.places is None else to_places(value, self.places, Halves.UP)
        note = (
            phrase("{own} of {turned} points that changed hands", own=exact_text(own.value), turned=exact_text(turned))
            if turned
            else phrase("half: no points changed hands")
        )
        return Figure(plain(rounded), VPS, self.clause, (most, own, lost), note, Derivation.FORMULA)


def _in_imps(points: Figure[Exact]) -> Figure[Exact]:
    return Figure(imps_of(points.value), IMPS, LAW_78B, (points,), phrase("over both tables"), Derivation.SCALE)
