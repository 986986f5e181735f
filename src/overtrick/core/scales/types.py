"""The kinds of victory-point scale: printed by match length, drawn through corners, banded by limits."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.errors import NoScale, RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, round_to, to_places
from overtrick.core.provenance import BOARD_POINTS, IMPS, PERCENT, POINTS, Clause, Unit
from overtrick.core.scales.continuous import continuous_vps


@dataclass(frozen=True, slots=True)
class Column:
    """The victory points of one match length: the winner's by margin, from 0; the last is open-ended.

    *losses* are the loser's for margins where they are not what the winner leaves.
    """

    boards: tuple[int, ...]
    clause: Clause
    wins: tuple[Exact, ...]
    losses: tuple[tuple[int, Exact], ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedScale:
    """A scale as published, by match length and margin; the loser has what is left of *total*.

    A margin is a whole number of IMPs: a fraction, which only adjusted scores leave, is rounded first, or with
    *fractions* put into the formula as it is.
    Lengths without a column follow the WBF formula where the scale is that formula's (*formula* is the
    clause that says so), and are refused otherwise.
    """

    id: str
    name: str
    clause: Clause
    total: Exact
    columns: tuple[Column, ...]
    formula: Clause | None = None
    fractions: bool = False

    def __repr__(self) -> str:
        """Its id, its clause, and the match lengths it has."""
        return f"<PrintedScale {self.id}, {self.clause}, boards {list(self.lengths)}>"

    @property
    def takes(self) -> Unit:
        """What is read on the scale."""
        return IMPS

    @property
    def lengths(self) -> tuple[int, ...]:
        """The match lengths that have a column."""
        return tuple(sorted(boards for column in self.columns for boards in column.boards))

    def column(self, boards: int) -> Column | None:
        """The column for a match of so many boards."""
        return next((column for column in self.columns if boards in column.boards), None)

    def margin(self, net: Exact, halves: Halves = Halves.AWAY) -> int:
        """The whole number of IMPs under which a net is looked up."""
        return int(round_to(net, 1, halves))

    def between(self, net: Exact) -> bool:
        """Whether a net lies between two whole IMPs and is put into the formula so."""
        return self.fractions and self.formula is not None and net.denominator != 1

    def vps(self, net: Exact, boards: int, halves: Halves) -> tuple[Exact, Clause]:
        """One side's victory points for its own net IMPs, and the clause they come from."""
        between = self.between(net)
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
                "There is no column for {boards} boards on {called}, only for {lengths}",
                clause=str(self.clause),
                remedy="Name another scale, or play one of these lengths.",
                boards=boards,
                called=self.name,
                lengths=lengths,
            )
        return plain(won if margin >= 0 else self.total - won), clause


@dataclass(frozen=True, slots=True)
class CornerScale:
    """A scale of straight lines between corners, flat beyond the last ones; each side has its own value.

    *into* and *out* are the places the value is rounded to before, and the points after, halves up; *takes* is
    what is read on it.
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
        """The value under which the scale is read."""
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
        """The value that these victory points stand for: the scale read backwards.

        On a flat end the value is the corner where the flat begins, and beyond the scale it is its end.
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

    A side at or above the middle reads its own row; a side below it reads the opposite row.
    """

    id: str
    name: str
    clause: Clause
    total: Exact
    bands: tuple[tuple[int, int], ...]
    limits: tuple[tuple[Exact, ...], ...]

    @property
    def takes(self) -> Unit:
        """What is read on the scale."""
        return PERCENT

    def vps(self, percent: Exact, boards: int) -> Exact:
        """One side's victory points for its own percentage, taken to two places, halves up."""
        band = next((i for i, (least, most) in enumerate(self.bands) if least <= boards <= most), None)
        if band is None:
            bands = ", ".join(f"{least}–{most}" for least, most in self.bands)
            raise NoScale(
                "There is no column for {boards} boards on {called}, only for {bands}",
                clause=str(self.clause),
                remedy="Name another scale, or play one of these lengths.",
                boards=boards,
                called=self.name,
                bands=bands,
            )
        own = to_places(percent, 2, Halves.UP)
        won = bisect_left([row[band] for row in self.limits], own if own >= 50 else 100 - own)
        half = plain(Fraction(self.total) / 2)
        return plain(half + won if own >= 50 else half - won)


Scale: TypeAlias = PrintedScale | CornerScale | BandScale
