"""Fields not filled by points alone: pairs eligible at once, pairs ranked by an earlier event, qualifying days."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.selection.credits import ImmediateRule, Nomination
from overtrick.core.selection.events import Entry, Player


class PartnersApart(Enum):
    """Which of two places counts if partners played the ranking event in different partnerships."""

    WORSE = "worse"
    BETTER = "better"

    def counting_place(self, placings: Sequence[int]) -> int | None:
        """The place that counts; None if there is none."""
        return (max if self is PartnersApart.WORSE else min)(placings, default=None)


class PairsWithoutPoints(Enum):
    """Which pairs count as without points: those with none between them, or those with a player who has none."""

    PAIR = "pair"
    PLAYER = "player"

    def holds(self, points: Sequence[Exact]) -> bool:
        """Whether a pair with these points counts as one without."""
        return not any(points) if self is PairsWithoutPoints.PAIR else not all(points)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A nominated pair: each player's points, their places in the event that ranks pairs without points, and its title.

    *placings* are the places of the two players in the ranking event: one if they played together, none if they did
    not play. *exempt* pairs need not reach the least points.
    """

    name: str
    points: tuple[Exact, ...]
    placings: tuple[int, ...] = ()
    immediate: bool = False
    exempt: bool = False
    apart: PartnersApart = PartnersApart.WORSE
    without: PairsWithoutPoints = PairsWithoutPoints.PAIR

    @property
    def total(self) -> Exact:
        """Both players' points."""
        return sum(self.points)

    @property
    def counted(self) -> Exact:
        """The points by which the pair is ranked: 0 if it counts as a pair without points."""
        return 0 if self.without.holds(self.points) else self.total

    @property
    def placing(self) -> int | None:
        """The place that counts for the pair."""
        return self.apart.counting_place(self.placings)


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A field of a fixed number of pairs: those eligible at once, then by points, then by place in another event.

    *ties* is the clause by which a tie for the last place is also broken by that event, *ranked_by*.
    """

    clause: Clause
    berths: int
    ties: Clause
    included: Clause
    most_included: int
    ranked_by: str = ""
    apart: PartnersApart = PartnersApart.WORSE
    without: PairsWithoutPoints = PairsWithoutPoints.PAIR

    def may_include(self, already: int) -> bool:
        """Whether the committee may add one more pair that had no chance to qualify."""
        return already < self.most_included


@dataclass(frozen=True, slots=True)
class PlacedField:
    """The field, the pairs that are out, and those that only a lot can separate at the cut."""

    field: tuple[str, ...]
    out: tuple[str, ...]
    level: tuple[str, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class DirectRule:
    """Which pairs go straight to the final, and which play a qualifying day for the other places."""

    clause: Clause
    direct: int
    berths: int
    least: Exact
    least_clause: Clause
    promotion: Clause
    ranked_by: str = ""
    apart: PartnersApart = PartnersApart.WORSE


@dataclass(frozen=True, slots=True)
class Direct:
    """The pairs straight in, the one promoted to make the rest even, the other pairs, and their number of places."""

    direct: tuple[str, ...]
    promoted: str | None
    entrants: tuple[str, ...]
    berths: int
    needed: bool
    clause: Clause


def immediately_eligible(
    nomination: Nomination, rules: Sequence[ImmediateRule], points: Mapping[str, Mapping[Player, Exact]],
    entries: Iterable[Entry],
) -> ImmediateRule | None:  # fmt: skip
    """The first rule that makes a pair eligible at once; *points* are last year's, by currency and player."""
    listed = list(entries)
    for rule in rules:
        if rule.currency:
            own = points.get(rule.currency, {})
            if all(own.get(player, 0) > 0 for player in nomination.players):
                return rule
        for entry in listed:
            finished = entry.event == rule.event and entry.place in rule.finish
            if finished and all(player in entry.members for player in nomination.players):
                return rule
    return None


def place_order(candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """Pairs by place in the ranking event; those without a place come last."""
    return tuple(each.name for each in sorted(candidates, key=lambda each: (*_placing_key(each), each.name)))


def place_field(candidates: Sequence[Candidate], rule: PlacedRule, lot: Sequence[str] = ()) -> PlacedField:
    """The field: pairs eligible at once by points, then others by points, then pairs without points by place.

    Ties are broken by place in the ranking event, and then by lot if one was drawn.
    """

    def key(each: Candidate) -> tuple[bool, Exact, bool, int]:
        return (not each.immediate, -each.counted, *_placing_key(each))

    def drawn(each: Candidate) -> int:
        return lot.index(each.name) if each.name in lot else len(lot)

    ranked = sorted(candidates, key=lambda each: (*key(each), drawn(each), each.name))
    taken, out = ranked[: rule.berths], ranked[rule.berths :]
    level: tuple[str, ...] = ()
    if taken and out and (*key(taken[-1]), drawn(taken[-1])) == (*key(out[0]), drawn(out[0])):
        level = tuple(each.name for each in ranked if key(each) == key(out[0]))
    return PlacedField(tuple(each.name for each in taken), tuple(each.name for each in out), level, rule.clause)


def direct_entry(candidates: Sequence[Candidate], rule: DirectRule) -> Direct:
    """The pairs that go straight in, and those that play for the other places.

    All pairs tied for the last direct place are in, as long as there is room. If an odd number of pairs
    is left, the best placed in the ranking event is promoted; a field that fits needs no qualifying day.
    """
    qualifiers = sorted(
        (each for each in candidates if qualifies(each, rule)), key=lambda each: (-each.total, *_placing_key(each))
    )
    if len(qualifiers) > rule.direct:
        last = qualifiers[rule.direct - 1].total
        qualifiers = [each for each in qualifiers if each.total >= last][: rule.berths]
    direct = {each.name for each in qualifiers}
    left = [each for each in candidates if each.name not in direct]
    needed = len(candidates) > rule.berths
    promoted = None
    if needed and len(left) % 2 and len(direct) < rule.berths:
        promoted = place_order(left)[0]
        left = [each for each in left if each.name != promoted]
    places = rule.berths - len(direct) - (promoted is not None)
    return Direct(
        tuple(each.name for each in qualifiers), promoted, tuple(each.name for each in left),
        min(places, len(left)), needed, rule.clause,
    )  # fmt: skip


def qualifies(each: Candidate, rule: DirectRule) -> bool:
    """Whether a pair may go straight in: every player has the least points, or the pair is exempt."""
    return each.exempt or all(points >= rule.least for points in each.points)


def _placing_key(each: Candidate) -> tuple[bool, int]:
    return (each.placing is None, each.placing or 0)


@dataclass(frozen=True, slots=True)
class TrialFormatRule:
    """The boards of each match by number of pairs: the first row whose number is reached, largest first."""

    clause: Clause
    rows: tuple[tuple[int, int], ...]
