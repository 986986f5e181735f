"""Places by aggregate, with a band inside which aggregates tie."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from overtrick.core.exact import Exact, exact_text, plain
from overtrick.core.ranking.chain import Candidate, rank
from overtrick.core.season.record import Season
from overtrick.core.season.rules import Above, BandRule, OwnSessions


@dataclass(frozen=True, slots=True)
class TieGroup:
    """Pairs that tie: the highest pair not yet placed and all within the band of it, in the order they take.

    *places* has the pairs place by place, more than one where nothing separates them. *chained* names the
    first pair outside the group that is within the band of somebody inside it.
    """

    places: tuple[tuple[str, ...], ...]
    settled: tuple[str, ...] = ()
    chained: str = ""

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

    @property
    def chained(self) -> bool:
        """Whether a band had to be cut: a pair just outside a tie is within the band of one inside it."""
        return any(group.chained for group in self.groups)


def within_band(one: Exact, two: Exact, rule: BandRule) -> bool:
    """Whether two aggregates tie."""
    return -rule.band <= one - two <= rule.band


def place(seasons: Iterable[Season], rule: BandRule) -> Placing:
    """The places of an event: from the top, the highest pair not yet placed and all within the band of it tie.

    Inside a tie the aggregate no longer counts. Does not depend on the order the pairs come in.
    """
    listed = sorted(seasons, key=lambda each: each.pair)
    left = sorted((s for s in listed if s.eligible.allowed), key=lambda each: -each.aggregate.value)
    groups = []
    while left:
        top = left[0].aggregate.value
        tied = [each for each in left if within_band(top, each.aggregate.value, rule)]
        left = left[len(tied) :]
        next_pair = left[0] if left and within_band(tied[-1].aggregate.value, left[0].aggregate.value, rule) else None
        groups.append(_break(tied, rule, next_pair.pair if next_pair else ""))
    return Placing(tuple(groups), tuple(s.pair for s in listed if not s.eligible.allowed), rule)


def _break(tied: Sequence[Season], rule: BandRule, chained: str) -> TieGroup:
    if len(tied) == 1:
        return TieGroup(((tied[0].pair,),), (), chained)
    ranked = rank([Candidate(each.pair, {m: _worth(each, m) for m in rule.by}) for each in tied], rule.chain)
    spread = plain(tied[0].aggregate.value - tied[-1].aggregate.value)
    apart = f"{len(tied)} pairs within {exact_text(spread)}"
    steps = (f"{' and '.join(each.above)} {each}" for each in ranked.decisions)
    return TieGroup(ranked.groups, (apart, *steps), chained)


def _worth(each: Season, measure: OwnSessions | Above) -> int:
    match measure:
        case OwnSessions():
            return each.own
        case Above(bound):
            return sum(score > bound for score in each.scores)
    assert_never(measure)
