"""The result of a match: each side's net over the boards, and the value of that net.

The two sides are always scored separately. Never derive one side's score from the other's: with average
plus to both sides, limits that differ for wins and losses, or some scales, they are not opposites.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import ArtificialRule, Given, awards
from overtrick.core.laws.table_score import Credit, RuledAward
from overtrick.core.provenance import TIMES, Clause, Derivation, Figure, count_phrase, total
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, vps
from overtrick.core.scoring.caps import CapRule, cap_score
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.patton import Patton
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class NetImps:
    """The match counts for its net without conversion: IMPs, board points or points."""

    clause: Clause


Conversion: TypeAlias = PrintedScale | CornerScale | BandScale | CapRule | NetImps | Patton


class Length(Enum):
    """The number of boards that selects the scale when some of a match's boards were not played."""

    ANNOUNCED = "announced"
    PLAYED = "played"

    def length_for(self, announced: int, played: int) -> int:
        """The length of a match of *announced* boards of which *played* were played."""
        return announced if self is Length.ANNOUNCED else played


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How a match is totalled and what its total becomes, which may depend on its length.

    *times* multiplies the net before it is converted: 1, or 2 where a scale is applied to the
    difference between the two sides' IMPs. *averaged* is the clause by which two scores in a knockout match that do
    not balance are averaged; without it each side keeps its own. *unplayable* is the value of awards on boards that
    were cancelled without having been fouled, where that has its own clause.
    """

    clause: Clause
    artificial: ArtificialRule
    conversions: tuple[tuple[Span, Conversion], ...]
    length: Length = Length.ANNOUNCED
    times: int = 1
    averaged: Clause | None = None
    unplayable: ArtificialRule | None = None

    def awards(self, given: Sequence[Given], earlier: int = 0) -> Figure[Exact]:
        """The total of a side's awards in one match; a fouled board among cancelled ones counts with them.

        *earlier* is how many average-plus boards the side had in earlier stanzas of the match.
        """
        cancelled = all(isinstance(each, RuledAward) and each.cancelled for each in given)
        rule = self.unplayable if self.unplayable is not None and cancelled else self.artificial
        return awards(given, rule, earlier=earlier)

    def conversion(self, boards: int) -> Conversion:
        """The conversion of the net for a match of this many boards."""
        for lengths, conversion in self.conversions:
            if boards in lengths:
                return conversion
        spans = ", ".join(str(lengths) for lengths, _ in self.conversions)
        raise NoScale(
            "The rule does not score matches of {boards:#board}, only of {spans}",
            clause=self.clause,
            remedy="Choose one of these match lengths, or name a scale.",
            boards=boards,
            spans=spans,
        )


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side of a match: the net of its boards, and the value of that net."""

    net: Figure[Exact]
    credited: Figure[Exact]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Both sides of a match, scored separately."""

    ns: SideScore
    ew: SideScore


def net_imps(board_credits: Sequence[Credit | None], rule: MatchRule, earlier: int = 0) -> Figure[Exact]:
    """A side's net over the boards of a match: its scores plus its awards."""
    scored = [credit for credit in board_credits if isinstance(credit, Figure)]
    given = [credit for credit in board_credits if credit is not None and not isinstance(credit, Figure)]
    if given:
        scored.append(rule.awards(given, earlier))
    note = phrase("net over {board_credits}", board_credits=count_phrase(len(board_credits)))
    unit = scored[0].unit if scored else rule.artificial.unit
    return total(scored, unit, rule.clause, note)


def credited_score(
    net: Figure[Exact],
    boards: int,
    rule: MatchRule,
    *,
    swings: Sequence[Credit | None] = (),
) -> Figure[Exact]:
    """The value of a side's net: victory points, or IMPs within the limits; *swings* are the points of its boards."""
    if rule.times != 1:
        times = Figure(rule.times, TIMES, rule.clause, (), phrase("factor applied before the scale"))
        net = Figure(
            rule.times * net.value,
            net.unit,
            rule.clause,
            (net, times),
            phrase("{times:ratio} times the net", times=rule.times),
            Derivation.PRODUCT,
        )
    match rule.conversion(boards):
        case CapRule() as cap:
            return cap_score(net, boards, cap)
        case NetImps():
            return net
        case Patton() as patton:
            return patton.credited_score(net, swings, boards)
        case scale:
            return vps(net, boards, scale)


def score_side(
    board_credits: Sequence[Credit | None],
    boards: int,
    rule: MatchRule,
    swings: Sequence[Credit | None] = (),
    *,
    earlier: int = 0,
) -> SideScore:
    """One side of a match announced with this many boards, from its own credits and, where they count, its *swings*.

    For a stanza, *earlier* is how many average-plus boards the side had in earlier stanzas.
    """
    net = net_imps(board_credits, rule, earlier)
    long = rule.length.length_for(boards, sum(credit is not None for credit in board_credits))
    return SideScore(net, credited_score(net, long, rule, swings=swings))
