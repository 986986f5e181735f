"""The set draw: highest against lowest, nobody twice unless it cannot be avoided.

A draw is one perfect matching of the field. Earlier meetings of the pairs drawn come first: their number
is as small as any draw can make it. Then come breaches of the stage's own rule, as few as that leaves
possible. Among the draws that are left, the highest team has the lowest-ranked opponent it can have, then
the next highest, and so on down: that names one draw, and it does not depend on anything else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.draws.least_cost import least_cost, least_cost_pairs
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause

Team: TypeAlias = str
"""The number or name a team plays under."""

Met: TypeAlias = Mapping[frozenset[Team], Sequence[str]]
"""Where two teams have met, in words ("Session 1, match 2"), once for each meeting that counts."""

Breach: TypeAlias = Callable[[Team, Team], str]
"""Why a pair breaks the rule of its stage, in words; nothing if it does not."""

# Fewer breaches than this fit in any field, so that one meeting outweighs them all.
_MEETING = 1 << 24


def _no_breach(_one: Team, _two: Team) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class SetDrawRule:
    """High against low: the clause that says so, and the one that keeps teams from meeting twice."""

    clause: Clause
    rematch: Clause


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams, the higher-ranked (or the one that chose) first, and why they meet."""

    one: Team
    two: Team
    clause: Clause
    why: tuple[str, ...]
    met: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[Team, Team]:
        return self.one, self.two

    def __str__(self) -> str:
        return f"{self.one} v {self.two}: {'; '.join(self.why)} ({self.clause})"


@dataclass(frozen=True, slots=True)
class KnockoutDraw:
    """A published draw: its pairs, how many of them meet again, and what the director should know."""

    pairs: tuple[Pairing, ...]
    clause: Clause
    flags: tuple[str, ...] = ()

    @property
    def rematches(self) -> int:
        """Earlier meetings of the pairs drawn; a pair that has met twice counts two."""
        return sum(len(pair.met) for pair in self.pairs)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.pairs), *self.flags])


@dataclass(frozen=True, slots=True)
class Limits:
    """What speaks against a pair: its earlier meetings, and after them the rule of the stage."""

    met: Met
    breach: Breach = _no_breach

    def meetings(self, one: Team, two: Team) -> tuple[str, ...]:
        """Where these two have met."""
        return tuple(self.met.get(frozenset((one, two)), ()))

    def price(self, one: Team, two: Team) -> int:
        """What this pair costs a draw: meetings before breaches, so that draws compare as whole numbers."""
        return len(self.meetings(one, two)) * _MEETING + bool(self.breach(one, two))

    def least(self, teams: Sequence[Team]) -> int:
        """The least a draw of all these teams can cost."""
        return least_cost(len(teams), lambda a, b: self.price(teams[a], teams[b]))

    def fold(self, ranked: Sequence[Team]) -> tuple[tuple[Team, Team], ...]:
        """The cheapest draw of these teams that is nearest to high against low, highest first."""
        size = len(ranked)
        step = size.bit_length() + 1

        def price(a: int, b: int) -> int:
            # A higher team's wish outweighs all the wishes below it together.
            wish = (size - 1 - b) << (size - 1 - a) * step
            return (self.price(ranked[a], ranked[b]) << size * step) + wish

        return tuple((ranked[a], ranked[b]) for a, b in least_cost_pairs(size, price))

    def least_with(self, ranked: Sequence[Team], one: Team, two: Team) -> int:
        """The least a draw with this pair in it can cost."""
        rest = [team for team in ranked if team not in (one, two)]
        return self.price(one, two) + self.least(rest)


def set_draw(ranked: Sequence[Team], met: Met, rule: SetDrawRule) -> KnockoutDraw:
    """The set draw of a ranked field (best first).

    Fewest earlier meetings, then lexicographically high against low: it equals a search through every
    possible draw, for a field of any even size.

    >>> rule = SetDrawRule(Clause("GNOT18", "3.4(ii)"), Clause("GNOT18", "3.1"))
    >>> met = {frozenset(("2", "3")): ("Session 1, match 2",)}
    >>> print(set_draw(("1", "2", "3", "4"), met, rule).pairs[0])
    1 v 3: not 4: would leave 2 and 3, who met in Session 1, match 2, with each other (GNOT18 3.4(ii))
    """
    even_field(ranked, rule.clause)
    pairs = draw_remaining(ranked, Limits(met), rule)
    return KnockoutDraw(pairs, rule.clause, flags(pairs, Limits(met), rule.rematch))


def even_field(ranked: Sequence[Team], clause: Clause) -> None:
    """Refuse a field that cannot be paired off."""
    if len(set(ranked)) != len(ranked):
        raise DirectorError(
            "A team stands twice in the ranking", clause=str(clause), remedy="Rank every team exactly once."
        )
    if len(ranked) % 2:
        raise DirectorError(
            "{ranked} teams cannot be drawn in pairs",
            clause=str(clause),
            remedy="Take three of them out to play a triangle, or complete the field.",
            ranked=len(ranked),
        )


def draw_remaining(ranked: Sequence[Team], limits: Limits, rule: SetDrawRule) -> tuple[Pairing, ...]:
    """High against low among the teams that are left, each pair with its reasons."""
    left = list(ranked)
    pairs = []
    for one, two in limits.fold(ranked):
        pairs.append(Pairing(one, two, rule.clause, _reasons(left, one, two, limits), limits.meetings(one, two)))
        left.remove(one)
        left.remove(two)
    return tuple(pairs)


def why_not(left: Sequence[Team], one: Team, two: Team, limits: Limits) -> str:
    """Why a draw of the teams left has not, or may not have, this pair; in a player's words."""
    met = limits.meetings(one, two)
    if met:
        return f"met in {' and '.join(met)}"
    breach = limits.breach(one, two)
    if breach:
        return breach
    rest = [team for team in left if team not in (one, two)]
    best = limits.fold(rest)
    again = [pair for pair in best if limits.meetings(*pair)]
    fewest = limits.least(left) // _MEETING
    count = sum(len(limits.meetings(*pair)) for pair in again)
    if count > fewest > 0:
        return f"would make {count} second meetings, where {fewest} will do"
    if count > fewest:
        high, low = again[0]
        return _left_with(rest, f"{high} and {low}, who met in {' and '.join(limits.meetings(high, low))}")
    broken = [(pair, said) for pair in best if (said := limits.breach(*pair))]
    if broken:
        (high, low), said = broken[0]
        return _left_with(rest, f"{high} and {low}, though {said}")
    return "another draw stands nearer to the ranking"


def _left_with(rest: Sequence[Team], pair: str) -> str:
    if len(rest) == 2:
        return f"would leave {pair}, with each other"
    return f"would leave the others no better draw than one with {pair}"


def flags(pairs: Sequence[Pairing], limits: Limits, rematch: Clause) -> tuple[str, ...]:
    """What the director should know of a draw: meetings and breaches that no draw could avoid."""
    said = []
    for pair in pairs:
        if pair.met:
            said.append(f"{pair.one} and {pair.two} meet again: no draw has fewer second meetings ({rematch})")
        elif breach := limits.breach(*pair.teams):
            said.append(
                f"{pair.one} meets {pair.two}, though {breach}: avoiding second meetings comes first ({rematch})"
            )
    return tuple(said)


def _reasons(left: Sequence[Team], one: Team, two: Team, limits: Limits) -> tuple[str, ...]:
    """Why the highest team left meets *two*: everybody ranked below it is passed over for a reason."""
    passed = [team for team in reversed(left) if team != one][: len(left) - 1 - left.index(two)]
    said = [f"not {team}: {why_not(left, one, team, limits)}" for team in passed]
    if limits.meetings(one, two):
        said.append(f"met in {' and '.join(limits.meetings(one, two))}, but no draw has fewer second meetings")
    return tuple(said) or ("highest left against lowest left",)
