"""The types of victory-point scale: printed by match length, straight lines between corners, bands, and a formula.

The formula of the World Bridge Federation gives victory points for any match length:
VP = 10 + 10 (1 − τ^(3M/B)) / (1 − τ³), with τ = (√5 − 1)/2 and B = 15 √boards; 20 from a margin of B on.
It is irrational, so it is calculated to sixty digits and rounded once; no margin in a match of any length in use comes
near enough to a half for that to matter.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from overtrick.core.errors import NoScale, RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, round_to, to_places
from overtrick.core.provenance import BOARD_POINTS, IMPS, PERCENT, POINTS, Clause, Unit

_DIGITS = Context(prec=60, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class ScaleColumn:
    """The victory points for one match length: the winner's by margin, from 0; the last entry is open-ended.

    *losses* are the loser's for margins where they are not the complement of the winner's.
    """

    boards: tuple[int, ...]
    clause: Clause
    wins: tuple[Exact, ...]
    losses: tuple[tuple[int, Exact], ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedScale:
    """A scale as published, by match length and margin; the loser has the rest of *total*.

    A margin is a whole number of IMPs: a fraction, which only adjusted scores can leave, is rounded first, or with
    *fractions* put into the formula unrounded. Match lengths without a column use the WBF formula if the scale is
    based on it (*formula* is the clause that says so), and are refused otherwise.
    """

    id: str
    name: str
    clause: Clause
    total: Exact
    columns: tuple[ScaleColumn, ...]
    formula: Clause | None = None
    fractions: bool = False

    def __repr__(self) -> str:
        """The id, the clause, and the match lengths of the scale."""
        return f"<PrintedScale {self.id}, {self.clause}, boards {list(self.lengths)}>"

    @property
    def takes(self) -> Unit:
        """The unit of the values that the scale converts."""
        return IMPS

    @property
    def lengths(self) -> tuple[int, ...]:
        """The match lengths that have a column."""
        return tuple(sorted(boards for column in self.columns for boards in column.boards))

    def column(self, boards: int) -> ScaleColumn | None:
        """The column for a match of this many boards, if there is one."""
        return next((column for column in self.columns if boards in column.boards), None)

    def margin(self, net: Exact, halves: Halves = Halves.AWAY) -> int:
        """The whole number of IMPs for which a net is looked up."""
        return int(round_to(net, 1, halves))

    def takes_fraction(self, net: Exact) -> bool:
        """Whether a net is not a whole number of IMPs and is put into the formula unrounded."""
        return self.fractions and self.formula is not None and net.denominator != 1

    def vps(self, net: Exact, boards: int, halves: Halves) -> tuple[Exact, Clause]:
        """One side's victory points for its own net IMPs, and the clause they come from."""
        between = self.takes_fraction(net)
        margin = net if between else self.margin(net, halves)
        size = abs(margin)
        column = self.column(boards)
        if column is not None and isinstance(size, int):
            won, clause = column.wins[min(size, len(column.wins) - 1)], column.clause
            if margin < 0 and (lost := dict(column.losses).get(size)) is not None:
                return lost, clause
        elif self.formula is not None and boards > 0:
            won, clause = continuous_vps(size, boards), self.formula
        else:
            lengths = ", ".join(str(length) for length in self.lengths)
            raise NoScale(
                "{called} has no column for {boards:#board}, only for {lengths}",
                clause=self.clause,
                remedy="Choose another scale, or one of these match lengths.",
                boards=boards,
                called=self.name,
                lengths=lengths,
            )
        return plain(won if margin >= 0 else self.total - won), clause


@dataclass(frozen=True, slots=True)
class CornerScale:
    """A scale of straight lines between corners, flat beyond the last ones; each side has its own value.

    *into* and *out* are the decimal places to which the value is rounded before, and the victory points after, halves
    up; *takes* is the unit of the value.
    """

    id: str
    name: str
    clause: Clause
    corners: tuple[tuple[Exact, Exact], ...]
    into: int | None = None
    out: int | None = None
    takes: Unit = IMPS

    def __post_init__(self) -> None:
        if not any(self.takes.like(unit) for unit in (IMPS, PERCENT, BOARD_POINTS, POINTS)):
            raise RegulationErrors(
                [f"a scale is read by IMPs, per cent, board points or points, not by {self.takes.name}"]
            )

    def entry(self, value: Exact) -> Exact:
        """The value as it is looked up on the scale."""
        return value if self.into is None else to_places(value, self.into, Halves.UP)

    def vps(self, value: Exact) -> Exact:
        """One side's victory points for its own value."""
        x = self.entry(value)
        at = bisect_right(self.corners, x, key=lambda corner: corner[0])
        if at == 0:
            vps: Exact = self.corners[0][1]
        elif at == len(self.corners):
            vps = self.corners[-1][1]
        else:
            (left, low), (right, high) = self.corners[at - 1], self.corners[at]
            vps = low + (x - left) * Fraction(high - low) / Fraction(right - left)
        return plain(vps if self.out is None else to_places(vps, self.out, Halves.UP))

    def value_of(self, vps: Exact) -> Exact:
        """The value that gives these victory points: the inverse of the scale.

        On a flat end it is the corner where the flat part begins; beyond the scale it is the end of the scale.
        """
        at = bisect_left(self.corners, vps, key=lambda corner: corner[1])
        if at == len(self.corners):
            return self.corners[-1][0]
        (right, high) = self.corners[at]
        if at == 0 or high == vps:
            return right
        (left, low) = self.corners[at - 1]
        return plain(left + Fraction(vps - low) * Fraction(right - left) / Fraction(high - low))


@dataclass(frozen=True, slots=True)
class BandScale:
    """A scale of whole victory points: each is given up to a limit, by bands of match length.

    A side at or above 50% uses its own row; a side below it uses the opposite row.
    """

    id: str
    name: str
    clause: Clause
    total: Exact
    bands: tuple[tuple[int, int], ...]
    limits: tuple[tuple[Exact, ...], ...]

    @property
    def takes(self) -> Unit:
        """The unit of the values that the scale converts."""
        return PERCENT

    def vps(self, percent: Exact, boards: int) -> Exact:
        """One side's victory points for its own percentage, rounded to two places, halves up."""
        band = next((i for i, (least, most) in enumerate(self.bands) if least <= boards <= most), None)
        if band is None:
            bands = ", ".join(f"{least}–{most}" for least, most in self.bands)
            raise NoScale(
                "{called} has no column for {boards:#board}, only for {bands}",
                clause=self.clause,
                remedy="Choose another scale, or one of these match lengths.",
                boards=boards,
                called=self.name,
                bands=bands,
            )
        own = to_places(percent, 2, Halves.UP)
        won = bisect_left([row[band] for row in self.limits], own if own >= 50 else 100 - own)
        half = plain(Fraction(self.total) / 2)
        return plain(half + won if own >= 50 else half - won)


Scale: TypeAlias = PrintedScale | CornerScale | BandScale


@lru_cache(maxsize=4096)
def continuous_vps(margin: Exact, boards: int) -> Exact:
    """The winner's victory points for a margin in IMPs on the WBF's continuous scale, to two places, halves up.

    >>> [str(Decimal(continuous_vps(m, 14).numerator) / continuous_vps(m, 14).denominator) for m in (0, 12, 23, 57)]
    ['10', '13.48', '15.85', '20']
    """
    if margin * margin >= 225 * boards:
        return 20
    with localcontext(_DIGITS):
        golden = (Decimal(5).sqrt() - 1) / 2
        whole = Fraction(margin)
        share = Decimal(3 * whole.numerator) / whole.denominator / (15 * Decimal(boards).sqrt())
        value = 10 + 10 * (1 - (golden.ln() * share).exp()) / (1 - golden**3)
        return plain(Fraction(value.quantize(Decimal("0.01"))))
