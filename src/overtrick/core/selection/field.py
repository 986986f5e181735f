"""The field of a final by qualifying points: automatic entries, the limit of rank, the last berth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Candidate, ChainRule, Decision, Ends, Ranking, Step, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.selection.credits import PairCredits
from overtrick.core.selection.events import Entry, LedgerRule, Player
from overtrick.core.wording import Phrase, Said, phrase


class NeedsLot(DirectorError):
    """Only a lot can decide between pairs that are tied (*level*) for the last place."""

    def __init__(self, level: Sequence[str], what: Said, clause: Clause) -> None:
        super().__init__(what, clause=clause, remedy="Draw lots and enter the resulting order.")
        self.level = tuple(level)


@dataclass(frozen=True, slots=True)
class TotalPoints:
    """The pair's total."""

    @property
    def phrased(self) -> Phrase:
        return phrase("total qualifying points")

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Placings:
    """How often the pair had this place, as a pair or as team-mates."""

    place: int

    @property
    def phrased(self) -> Phrase:
        return phrase("{place:ordinal} placings", place=self.place)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class DoubledTotal:
    """The total with the points of one event counted twice: as they count for the pair, or *raw* as earned."""

    event: str
    raw: bool = False
    name: str = field(default="", compare=False)

    @property
    def phrased(self) -> Phrase:
        event = self.name or self.event
        if self.raw:
            return phrase("total with the {event} points, as earned, counted twice", event=event)
        return phrase("total with the {event} points counted twice", event=event)

    def __str__(self) -> str:
        return str(self.phrased)


BerthMeasure: TypeAlias = TotalPoints | Placings | DoubledTotal


@dataclass(frozen=True, slots=True)
class BerthRule:
    """The tie-breaks for the last berth, in order; then lots are drawn."""

    clause: Clause
    by: tuple[BerthMeasure, ...]

    @property
    def chain(self) -> ChainRule[BerthMeasure]:
        """The measures as a chain that ends by lot."""
        return ChainRule(self.clause, tuple(Step(measure, self.clause) for measure in self.by), Ends.LOT)


@dataclass(frozen=True, slots=True)
class RankRule:
    """The lowest rank on points for each player; the committee may relax it if few pairs nominate."""

    clause: Clause
    currency: str
    lowest: int
    few: int

    def admits(self, rank: int | None) -> bool:
        """Whether a player of this rank may enter; players without points have no rank."""
        return rank is not None and rank <= self.lowest

    def may_be_extended(self, nominating: int) -> bool:
        """Whether few enough pairs nominate for the committee to admit lower ranks."""
        return nominating < self.few


@dataclass(frozen=True, slots=True)
class AutomaticRule:
    """The places in an event that give the same partnership automatic entry."""

    clause: Clause
    event: str
    places: tuple[int, ...]

    def admits(self, place: int, *, same_partnership: bool) -> bool:
        return same_partnership and place in self.places


@dataclass(frozen=True, slots=True)
class FieldRule:
    """A final filled by qualifying points."""

    clause: Clause
    berths: int
    automatic: AutomaticRule
    rank: RankRule
    last_berth: BerthRule


@dataclass(frozen=True, slots=True)
class Contender:
    """A nominated pair with its data for the field: its points, its placings together, and its eligibility.

    *placings* counts places from first on; *doubled* is its total with an event counted twice, for each such measure.
    """

    name: str
    total: Exact
    placings: tuple[int, ...] = ()
    doubled: Mapping[DoubledTotal, Exact] | None = None
    automatic: bool = False
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class OpenField:
    """A field: pairs in automatically, on points, and tied for the last berth; reserves; and ineligible pairs."""

    automatic: tuple[str, ...]
    on_points: tuple[str, ...]
    tied: tuple[str, ...]
    from_tie: tuple[str, ...]
    decided_by: Said
    reserves: tuple[str, ...]
    ineligible: tuple[str, ...]
    seeds: tuple[str, ...]
    clause: Clause

    @property
    def accepted(self) -> tuple[str, ...]:
        """The pairs in the field, best first."""
        return self.seeds


def contender(
    pair: PairCredits, entries: Iterable[Entry], ranks: Mapping[Player, int], rule: FieldRule, ledger: LedgerRule
) -> Contender:
    """The data of a nominated pair for the field, from the facts of the season."""
    players = pair.nomination.players
    together = [
        entry for entry in entries if ledger.event(entry.event).selected and all(p in entry.members for p in players)
    ]
    deepest = max((m.place for m in rule.last_berth.by if isinstance(m, Placings)), default=0)
    earned = [credit for player in pair.players for credit in player.credits]
    doubled = {
        measure: pair.total.value
        + sum(
            (credit.award.amount if measure.raw else credit.value).value
            for credit in earned
            if credit.award.event.id == measure.event
        )
        for measure in rule.last_berth.by
        if isinstance(measure, DoubledTotal)
    }
    return Contender(
        pair.nomination.name,
        pair.total.value,
        tuple(sum(entry.place == place for entry in together) for place in range(1, deepest + 1)),
        doubled,
        automatic=any(
            rule.automatic.admits(entry.place, same_partnership=set(entry.members) == set(players))
            for entry in together
            if entry.event == rule.automatic.event
        ),
        ranked=all(rule.rank.admits(ranks.get(player)) for player in players),
    )


def order_level(level: Sequence[Contender], rule: BerthRule, lot: Lot | None = None) -> Ranking[BerthMeasure]:
    """Pairs tied on points in the order of the tie-breaks for a berth; *lot* is the recorded lot, if any."""
    candidates = [Candidate(each.name, {measure: _worth(each, measure) for measure in rule.by}) for each in level]
    return rank(candidates, rule.chain, lot, about="last berth")


def deciding(ranking: Ranking[BerthMeasure], places: int) -> Decision[BerthMeasure] | None:
    """What puts the last of this many places above the next; None if the two are tied."""
    count = 0
    for group, decision in zip(ranking.groups, ranking.decisions, strict=False):
        count += len(group)
        if count == places:
            return decision
    return None


def select_field(contenders: Sequence[Contender], rule: FieldRule, lot: Lot | None = None) -> OpenField:
    """The field and its reserves: automatic entries first, then pairs by points, with a tie at the cut broken.

    Automatic entries count among the berths and need no rank. Raise `NeedsLot` if only a lot can
    decide the cut and none was drawn.
    """
    automatic = [each for each in contenders if each.automatic]
    rest = sorted((c for c in contenders if c.ranked and not c.automatic), key=lambda each: (-each.total, each.name))
    berths = max(0, rule.berths - len(automatic))
    tied: tuple[str, ...] = ()
    decided: Said = ""
    if berths and len(rest) > berths and rest[berths - 1].total == rest[berths].total:
        cut = rest[berths].total
        above = [each for each in rest if each.total > cut]
        level = {each.name: each for each in rest if each.total == cut}
        ranking = order_level(list(level.values()), rule.last_berth, lot)
        decision = deciding(ranking, berths - len(above))
        if decision is None:
            waits = ranking.awaits_lot[0]
            level_for = phrase("{waits} are tied for the last berth on every criterion", waits=tuple(waits))
            raise NeedsLot(waits, level_for, rule.last_berth.clause)
        rest = [*above, *(level[name] for name in ranking.order), *(each for each in rest if each.total < cut)]
        tied, decided = tuple(level), phrase("{by}", by=decision.by)
    taken, waiting = rest[:berths], rest[berths:]
    return OpenField(
        automatic=tuple(each.name for each in sorted(automatic, key=lambda each: -each.total)),
        on_points=tuple(each.name for each in taken if each.name not in tied),
        tied=tied, from_tie=tuple(each.name for each in taken if each.name in tied), decided_by=decided,
        reserves=tuple(each.name for each in waiting),
        ineligible=tuple(each.name for each in contenders if not (each.automatic or each.ranked)),
        seeds=tuple(each.name for each in sorted((*automatic, *taken), key=lambda each: -each.total)),
        clause=rule.clause,
    )  # fmt: skip


def _worth(each: Contender, measure: BerthMeasure) -> Exact:
    match measure:
        case TotalPoints():
            return each.total
        case Placings(place):
            return each.placings[place - 1] if place <= len(each.placings) else 0
        case DoubledTotal():
            return (each.doubled or {}).get(measure, each.total)
    assert_never(measure)
