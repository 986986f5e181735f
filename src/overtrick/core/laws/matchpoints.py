"""Law 78A: two matchpoints for each pair beaten, one for each tie.

A board scored fewer times than the others is brought to the common top by the Neuberg formula,
N/n × (m + 1) − 1; a fouled board is scored in its groups, each brought to the top in the same way.
Every score is compared with a frequency of distinct scores, so the time grows with the number of
results and not with the number of pairs of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from overtrick.core.exact import Exact, Halves, exact_text, plain, round_to
from overtrick.core.laws.lines import NO_LINE, Credit, Line
from overtrick.core.laws.table_score import BridgeScore, Shown, TableScore, frequency
from overtrick.core.model.seats import Side
from overtrick.core.provenance import MATCHPOINTS, RESULTS, Clause, Figure

LAW_78A = Clause("Law", "78A")


@dataclass(frozen=True, slots=True)
class MatchpointRule:
    """How the boards of a field are matchpointed.

    *step* rounds each credit, where an organiser rounds at all (other programs round to a tenth).
    """

    clause: Clause = LAW_78A
    step: Exact | None = None


Group: TypeAlias = Sequence[int]
"""Places in the list of tables that played the same form of a fouled board."""


def matchpoints(
    scores: Sequence[TableScore],
    rule: MatchpointRule,
    expected: int | None = None,
    groups: Sequence[Group] | None = None,
) -> tuple[Line, ...]:
    """Each table's matchpoints on one board.

    *expected* is the number of results the common top is made for (by default those there are), and
    *groups* are the tables that can be compared with each other when the board was fouled.

    >>> from overtrick.core.laws.table_score import bare, points
    >>> lines = matchpoints([bare(p) for p in points(420, 420, 450, -50)], MatchpointRule())
    >>> [line.ns.value for line in lines], [line.ew.value for line in lines]
    ([3, 3, 6, 0], [3, 3, 0, 6])
    """
    full = expected if expected is not None else sum(score.field is not None for score in scores)
    lines: list[Line] = [NO_LINE] * len(scores)
    for group in groups if groups is not None else [range(len(scores))]:
        for place, line in zip(group, _group([scores[i] for i in group], rule, full), strict=True):
            lines[place] = line
    return tuple(lines)


def top(expected: int) -> int:
    """The best possible score on a board played *expected* times."""
    return 2 * (expected - 1)


def neuberg(matchpoints_in_group: Exact, results: int, expected: int) -> Exact:
    """A score among *results* brought to the top of *expected* results.

    >>> neuberg(6, 4, 5), neuberg(0, 4, 5)
    (Fraction(31, 4), Fraction(1, 4))
    """
    if results == expected:
        return matchpoints_in_group
    return plain(Fraction(expected, results) * (matchpoints_in_group + 1) - 1)


def _group(scores: Sequence[TableScore], rule: MatchpointRule, expected: int) -> list[Line]:
    compared = [score.field for score in scores if score.field is not None]
    field = Figure(len(compared), RESULTS, rule.clause, tuple(compared), "compared with each other")
    sides = {side: _Frequency.of(scores, side) for side in Side}
    told: dict[tuple[Side, tuple[tuple[Fraction, Exact], ...]], tuple[Exact, str]] = {}

    def credit(shown: Shown | None, side: Side) -> Credit | None:
        if not isinstance(shown, BridgeScore):
            return shown
        key = (side, shown.weighted)
        if key not in told:
            told[key] = _credit(sides[side], shown, side, field.value, expected, rule)
        value, note = told[key]
        return Figure(value, MATCHPOINTS, rule.clause, (shown.points, field), note)

    return [Line(credit(score.ns, Side.NS), credit(score.ew, Side.EW)) for score in scores]


def _credit(
    frequency: "_Frequency", shown: BridgeScore, side: Side, results: int, expected: int, rule: MatchpointRule
) -> tuple[Exact, str]:
    beaten = sum(weight * frequency.beaten(score, side) for weight, score in shown.weighted) - 1
    value = neuberg(plain(beaten), results, expected)
    note = f"of {top(expected)}"
    if results != expected:
        note = f"{exact_text(plain(beaten))} of {top(results)} among {results}, factored to {top(expected)}"
    if rule.step is not None:
        value = round_to(value, rule.step, Halves.AWAY)
    return value, note


@dataclass(frozen=True, slots=True)
class _Frequency:
    """How often each score occurs among what one side shows, and how much lies below it."""

    below: dict[Exact, Exact]
    equal: dict[Exact, Exact]
    size: Exact

    @classmethod
    def of(cls, scores: Sequence[TableScore], side: Side) -> "_Frequency":
        equal = frequency(scores, side)
        sums: list[Exact] = list(accumulate(equal.values(), initial=0))
        return cls(dict(zip(equal, sums, strict=False)), equal, sums[-1])

    def beaten(self, points: Exact, side: Side) -> Exact:
        """Two for each score this one beats and one for each it equals, itself among them."""
        below, equal = self.below[points], self.equal[points]
        return 2 * (below if side is Side.NS else self.size - below - equal) + equal
