"""The set draw: highest against lowest, without rematches unless they cannot be avoided.

A draw is a perfect matching of the field. The first criterion is the number of earlier meetings between the pairs
drawn, which is as small as possible. The second is the number of breaches of the stage's own rule, as small as the
first allows. Among the remaining draws the highest team has the lowest-ranked opponent possible, then
the next highest, and so on down. This determines one draw, and nothing else affects it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.draws.least_cost import least_cost, least_cost_pairs
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase

Team: TypeAlias = str
"""The number or name under which a team plays."""

Met: TypeAlias = Mapping[frozenset[Team], Sequence[Said]]
"""Where two teams have met, in words ("Session 1, match 2"), once for each meeting that counts."""

Breach: TypeAlias = Callable[[Team, Team], Said]
"""A function that says why a pair breaks the rule of its stage; empty text if it does not."""

# No field can have this many breaches, so one earlier meeting outweighs them all.
_MEETING = 1 << 24


def _no_breach(_one: Team, _two: Team) -> Said:
    return ""


@dataclass(frozen=True, slots=True)
class SetDrawRule:
    """The clauses of a draw of high against low: the draw itself, and the rule against rematches."""

    clause: Clause
    rematch: Clause


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams that meet, the higher-ranked (or the one that chose) first, and why."""

    one: Team
    two: Team
    clause: Clause
    why: tuple[Said, ...]
    met: tuple[Said, ...] = ()

    @property
    def teams(self) -> tuple[Team, Team]:
        return self.one, self.two

    @property
    def reason(self) -> Phrase:
        """Why these two meet, and by which clause."""
        return phrase("{why:;} ({clause})", why=self.why, clause=self.clause)

    def __str__(self) -> str:
        return f"{self.one} v {self.two}: {self.reason}"


@dataclass(frozen=True, slots=True)
class KnockoutDraw:
    """A knockout draw: its pairs, and notes for the director."""

    pairs: tuple[Pairing, ...]
    clause: Clause
    flags: tuple[Phrase, ...] = ()

    @property
    def rematches(self) -> int:
        """The number of earlier meetings of the pairs drawn; a pair that has met twice counts two."""
        return sum(len(pair.met) for pair in self.pairs)

    def __str__(self) -> str:
        return "\n".join(map(str, [*self.pairs, *self.flags]))


@dataclass(frozen=True, slots=True)
class Limits:
    """The objections to a pair: its earlier meetings first, then the rule of the stage."""

    met: Met
    breach: Breach = _no_breach

    def meetings(self, one: Team, two: Team) -> tuple[Said, ...]:
        """The earlier meetings of these two, in words."""
        return tuple(self.met.get(frozenset((one, two)), ()))

    def price(self, one: Team, two: Team) -> int:
        """The cost of this pair in a draw, as one whole number in which meetings outweigh breaches."""
        return len(self.meetings(one, two)) * _MEETING + bool(self.breach(one, two))

    def least(self, teams: Sequence[Team]) -> int:
        """The lowest cost of a draw of all these teams."""
        return least_cost(len(teams), lambda a, b: self.price(teams[a], teams[b]))

    def fold(self, ranked: Sequence[Team]) -> tuple[tuple[Team, Team], ...]:
        """Among the cheapest draws of these teams, the one closest to high against low, highest first."""
        size = len(ranked)
        step = size.bit_length() + 1

        def price(a: int, b: int) -> int:
            # A higher team's preference outweighs all those of lower teams together.
            wish = (size - 1 - b) << (size - 1 - a) * step
            return (self.price(ranked[a], ranked[b]) << size * step) + wish

        return tuple((ranked[a], ranked[b]) for a, b in least_cost_pairs(size, price))

    def least_with(self, ranked: Sequence[Team], one: Team, two: Team) -> int:
        """The lowest cost of a draw that includes this pair."""
        rest = [team for team in ranked if team not in (one, two)]
        return self.price(one, two) + self.least(rest)


def set_draw(ranked: Sequence[Team], met: Met, rule: SetDrawRule) -> KnockoutDraw:
    """The set draw of a ranked field (best first).

    It has the fewest earlier meetings, then is lexicographically first in high against low: the same result as a
    search through every possible draw, for a field of any even size.

    >>> rule = SetDrawRule(Clause("GNOT18", "3.4(ii)"), Clause("GNOT18", "3.1"))
    >>> met = {frozenset(("2", "3")): ("Session 1, match 2",)}
    >>> print(set_draw(("1", "2", "3", "4"), met, rule).pairs[0])
    1 v 3: not 4: that would leave 2 and 3, who met in Session 1, match 2, to play each other (GNOT18 3.4(ii))
    """
    even_field(ranked, rule.clause)
    pairs = draw_remaining(ranked, Limits(met), rule)
    return KnockoutDraw(pairs, rule.clause, flags(pairs, Limits(met), rule.rematch))


def even_field(ranked: Sequence[Team], clause: Clause) -> None:
    """Refuse a field with an odd number of teams, or one that lists a team twice."""
    if twice := [team for team in ranked if ranked.count(team) > 1]:
        raise DirectorError(
            "Team {team} appears twice in the ranking",
            clause=clause,
            remedy="Rank every team exactly once.",
            team=twice[0],
        )
    if len(ranked) % 2:
        raise DirectorError(
            "An odd number of teams ({ranked}) cannot be paired",
            clause=clause,
            remedy="Have three teams play a triangle, or add a team.",
            ranked=len(ranked),
        )


def draw_remaining(ranked: Sequence[Team], limits: Limits, rule: SetDrawRule) -> tuple[Pairing, ...]:
    """High against low among the remaining teams, each pair with its reasons."""
    left = list(ranked)
    pairs = []
    for one, two in limits.fold(ranked):
        pairs.append(Pairing(one, two, rule.clause, _reasons(left, one, two, limits), limits.meetings(one, two)))
        left.remove(one)
        left.remove(two)
    return tuple(pairs)


def why_not(left: Sequence[Team], one: Team, two: Team, limits: Limits) -> Said:
    """Why the draw of the remaining teams does not, or may not, include this pair, in words for players."""
    met = limits.meetings(one, two)
    if met:
        return phrase("they met in {met:and}", met=met)
    breach = limits.breach(one, two)
    if breach:
        return breach
    rest = [team for team in left if team not in (one, two)]
    best = limits.fold(rest)
    again = [pair for pair in best if limits.meetings(*pair)]
    fewest = limits.least(left) // _MEETING
    count = sum(len(limits.meetings(*pair)) for pair in again)
    if count > fewest > 0:
        return phrase(
            "that would cause {count} rematches, although {fewest} would be enough", count=count, fewest=fewest
        )
    if count > fewest:
        high, low = again[0]
        met = limits.meetings(high, low)
        return _left_with(rest, phrase("{high} and {low}, who met in {met:and}", high=high, low=low, met=met))
    broken = [(pair, said) for pair in best if (said := limits.breach(*pair))]
    if broken:
        (high, low), said = broken[0]
        return _left_with(rest, phrase("{high} and {low}, though {breach}", high=high, low=low, breach=said))
    return phrase("another draw follows the ranking more closely")


def _left_with(rest: Sequence[Team], pair: Phrase) -> Phrase:
    if len(rest) == 2:
        return phrase("that would leave {pair}, to play each other", pair=pair)
    return phrase("that would leave the others with no better draw than one that includes {pair}", pair=pair)


def flags(pairs: Sequence[Pairing], limits: Limits, rematch: Clause) -> tuple[Phrase, ...]:
    """Notes for the director on a draw: rematches and breaches that no draw could avoid."""
    said = []
    for pair in pairs:
        if pair.met:
            said.append(
                phrase(
                    "{one} and {two} meet again: no draw has fewer second meetings ({clause})",
                    one=pair.one, two=pair.two, clause=rematch,
                )
            )  # fmt: skip
        elif breach := limits.breach(*pair.teams):
            said.append(
                phrase(
                    "{one} meets {two}, though {breach}: avoiding second meetings comes first ({clause})",
                    one=pair.one, two=pair.two, breach=breach, clause=rematch,
                )
            )  # fmt: skip
    return tuple(said)


def _reasons(left: Sequence[Team], one: Team, two: Team, limits: Limits) -> tuple[Said, ...]:
    """Why the highest remaining team meets *two*: the reason for passing over each team ranked below *two*."""
    passed = [team for team in reversed(left) if team != one][: len(left) - 1 - left.index(two)]
    said = [phrase("not {team}: {why}", team=team, why=why_not(left, one, team, limits)) for team in passed]
    if met := limits.meetings(one, two):
        said.append(phrase("they met in {met:and}, but no draw has fewer second meetings", met=met))
    return tuple(said) or (phrase("highest remaining team against lowest"),)
