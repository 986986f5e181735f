"""The boards of a match become its result: each side's net, and what the net is worth.

The two sides are always scored each in their own right. Never take one as the other's opposite: average
plus to both sides, limits that differ for wins and losses, and some scales all break the mirror.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact, Halves
from overtrick.core.laws.adjusted import ArtificialRule, Given, awards
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import Ruled
from overtrick.core.provenance import TIMES, Clause, Figure, Made, counted, total
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, vps
from overtrick.core.scoring.caps import CapRule, capped
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.patton import Patton
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class NetImps:
    """The match counts for its net as it is: IMPs, board points or points."""

    clause: Clause


Conversion: TypeAlias = PrintedScale | CornerScale | BandScale | CapRule | NetImps | Patton


class Length(Enum):
    """Which number of boards chooses the scale, when some of a match's boards were not played."""

    ANNOUNCED = "announced"
    PLAYED = "played"

    def __str__(self) -> str:
        return self.value

    def of(self, announced: int, played: int) -> int:
        """The length of a match of *announced* boards of which so many were played."""
        return announced if self is Length.ANNOUNCED else played


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How a match is totalled and what its total becomes, which may depend on its length.

    *times* is how often the net counts before it is converted: once, or twice where a scale is read on the
    difference between the two sides' IMPs. *averaged* is the clause by which both sides of a knockout match have
    the average of two scores that do not balance; without one each side has its own. *unplayable* is the worth of
    awards on boards that were cancelled without having been fouled, where that has a clause of its own.
    """

    clause: Clause
    artificial: ArtificialRule
    conversions: tuple[tuple[Span, Conversion], ...]
    length: Length = Length.ANNOUNCED
    times: int = 1
    averaged: Clause | None = None
    unplayable: ArtificialRule | None = None

    def awards(self, given: Sequence[Given]) -> Figure[Exact]:
        """What awards of a side in one match come to; a fouled board among cancelled ones counts with them."""
        cancelled = all(isinstance(each, Ruled) and each.cancelled for each in given)
        return awards(given, self.unplayable if self.unplayable is not None and cancelled else self.artificial)

    def conversion(self, boards: int) -> Conversion:
        """What the total of a match of so many boards becomes."""
        for lengths, conversion in self.conversions:
            if boards in lengths:
                return conversion
        spans = ", ".join(str(lengths) for lengths, _ in self.conversions)
        raise NoScale(
            "There is no way to score a match of {boards} boards, only of {spans}",
            clause=str(self.clause),
            remedy="Play one of these lengths, or name a scale.",
            boards=boards,
            spans=spans,
        )


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side of a match: the net of its boards, and what that counts for."""

    net: Figure[Exact]
    credited: Figure[Exact]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Both sides of a match, each in its own right."""

    ns: SideScore
    ew: SideScore


def net_imps(board_credits: Sequence[Credit | None], rule: MatchRule) -> Figure[Exact]:
    """A side's net over the boards of a match: what it scored, and its awards together."""
    scored = [credit for credit in board_credits if isinstance(credit, Figure)]
    given = [credit for credit in board_credits if credit is not None and not isinstance(credit, Figure)]
    if given:
        scored.append(rule.awards(given))
    note = phrase("net of {board_credits}", board_credits=counted(len(board_credits)))
    unit = scored[0].unit if scored else rule.artificial.unit
    return total(scored, unit, rule.clause, note)


def credited(
    net: Figure[Exact],
    boards: int,
    rule: MatchRule,
    halves: Halves = Halves.AWAY,
    *,
    swings: Sequence[Credit | None] = (),
) -> Figure[Exact]:
    """What a side's net is worth: victory points, or IMPs within the limits; *swings* are the points of its boards."""
    if rule.times != 1:
        times = Figure(rule.times, TIMES, rule.clause, (), phrase("as the scale is read"))
        net = Figure(
            rule.times * net.value,
            net.unit,
            rule.clause,
            (net, times),
            phrase("{times:ratio} times the net", times=rule.times),
            Made.PRODUCT,
        )
    match rule.conversion(boards):
        case CapRule() as cap:
            return capped(net, boards, cap)
        case NetImps():
            return net
        case Patton() as patton:
            return patton.credited(net, swings, boards)
        case scale:
            return vps(net, boards, scale, halves)


def score_side(
    board_credits: Sequence[Credit | None], boards: int, rule: MatchRule, swings: Sequence[Credit | None] = ()
) -> SideScore:
    """One side of a match announced with so many boards, from its own credits, and where they count its *swings*."""
    net = net_imps(board_credits, rule)
    long = rule.length.of(boards, sum(credit is not None for credit in board_credits))
    return SideScore(net, credited(net, long, rule, swings=swings))
