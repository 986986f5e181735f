"""Places by aggregate, with a band within which aggregates tie."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from overtrick.core.exact import Exact, exact_text, plain
from overtrick.core.ranking.chain import Candidate, Decision, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.season.record import Season
from overtrick.core.season.rules import BandRule, OwnSessions, ScoresAbove


@dataclass(frozen=True, slots=True)
class TieGroup:
    """Pairs that tie: the highest pair not yet placed and all pairs within the band of it, in their final order.

    *places* has the pairs place by place, more than one if nothing separates them, and *decisions* say what
    puts each place above the next. *chained* is the first pair outside the group that is within the band
    of a pair inside it; *awaits_lot* are pairs that a lot must still separate.
    """

    places: tuple[tuple[str, ...], ...]
    settled: tuple[str, ...] = ()
    chained: str = ""
    decisions: tuple[Decision[OwnSessions | ScoresAbove], ...] = ()
    awaits_lot: tuple[tuple[str, ...], ...] = ()

    @property
    def pairs(self) -> tuple[str, ...]:
        return tuple(pair for joint in self.places for pair in joint)


@dataclass(frozen=True, slots=True)
class Placing:
    """The placed pairs, group by group, and those that have not played enough to be placed."""

    groups: tuple[TieGroup, ...]
    unplaced: tuple[str, ...]
    rule: BandRule

    @property
    def order(self) -> tuple[tuple[str, ...], ...]:
        """The pairs place by place; joint pairs together."""
        return tuple(joint for group in self.groups for joint in group.places)


def within_band(one: Exact, two: Exact, rule: BandRule) -> bool:
    """Whether two aggregates tie."""
    apart = one - two if one >= two else two - one
    return apart <= rule.band if rule.inclusive else apart < rule.band or apart == 0


def place(seasons: Iterable[Season], rule: BandRule, lot: Lot | None = None, about: str = "placing") -> Placing:
    """The places of an event: from the top, the highest pair not yet placed and all pairs within the band of it tie.

    Within a tie the aggregate no longer counts. The result does not depend on the order of the pairs. While
    there are sessions left, a pair that can still become eligible has a place.
    """
    listed = sorted(seasons, key=lambda each: each.pair)
    left = sorted((s for s in listed if s.possible), key=lambda each: -each.aggregate.value)
    groups = []
    while left:
        tied = _tied_pairs(left, rule)
        left = left[len(tied) :]
        next_pair = left[0] if left and within_band(tied[-1].aggregate.value, left[0].aggregate.value, rule) else None
        groups.append(_break(tied, rule, next_pair.pair if next_pair else "", lot, about))
    return Placing(tuple(groups), tuple(s.pair for s in listed if not s.possible), rule)


def _tied_pairs(left: Sequence[Season], rule: BandRule) -> list[Season]:
    """The highest pair and those that tie with it: all pairs within the band, or linked to it in steps."""
    tied = [left[0]]
    for each in left[1:]:
        anchor = tied[-1] if rule.linked else tied[0]
        if not within_band(anchor.aggregate.value, each.aggregate.value, rule):
            break
        tied.append(each)
    return tied


def _break(tied: Sequence[Season], rule: BandRule, chained: str, lot: Lot | None, about: str) -> TieGroup:
    if len(tied) == 1:
        return TieGroup(((tied[0].pair,),), (), chained)
    candidates = [Candidate(each.pair, {m: _worth(each, m) for m in rule.by}) for each in tied]
    ranked = rank(candidates, rule.chain, lot, about=about)
    spread = plain(tied[0].aggregate.value - tied[-1].aggregate.value)
    apart = f"{len(tied)} pairs within {exact_text(spread)}"
    steps = (f"{' and '.join(each.above)} {each}" for each in ranked.decisions)
    return TieGroup(ranked.groups, (apart, *steps), chained, ranked.decisions, ranked.awaits_lot)


def _worth(each: Season, measure: OwnSessions | ScoresAbove) -> int:
    match measure:
        case OwnSessions():
            return each.own
        case ScoresAbove(bound):
            return sum(score > bound for score in each.scores)
    assert_never(measure)
