"""Law 78A: two matchpoints for each pair beaten, one for each tie.

A board with fewer results than the others is brought to the common top by the Neuberg formula,
N/n × (m + 1) − 1; a fouled board is scored in its groups, each brought to the top in the same way.
Every score is compared with the frequencies of the distinct scores, so the time grows with the number of
results, not with its square.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from overtrick.core.exact import Exact, Halves, plain, round_to, to_places
from overtrick.core.laws.table_score import NO_LINE, BridgeScore, Credit, Line, TableScore, frequency
from overtrick.core.model.seats import Side
from overtrick.core.provenance import MATCHPOINTS, RESULTS, TOP, Clause, Derivation, Figure
from overtrick.core.wording import Phrase, phrase

LAW_78A = Clause("Law", "78A")


@dataclass(frozen=True, slots=True)
class MatchpointRule:
    """How the boards of a field are matchpointed.

    *step* rounds each credit if the organiser rounds at all (other programs round to a tenth), with halves
    as *halves* says. *absent_places* is for boards on which some tables have no line at all: the factor that
    brings North-South to the common top is rounded to this many places, and East-West get the rest. *fewest* is the
    smallest number of results for which the common top is made: with 2, the only table to play a board has half the
    top, as Neuberg's formula gives for one result; with 1 it has nothing. *too_few* is the
    clause that gives both sides average plus in a form of a fouled board that only one table played; without it they
    have half the top.
    """

    clause: Clause = LAW_78A
    step: Exact | None = None
    halves: Halves = Halves.AWAY
    absent_places: int | None = None
    fewest: int = 1
    too_few: Clause | None = None

    def factor(self, results: int, lines: int, expected: int) -> Exact:
        """The factor for a score among *results* on a board that has *lines* of the *expected* lines."""
        exact = Fraction(expected, max(1, results))
        if self.absent_places is None or lines == expected:
            return exact
        return to_places(exact, self.absent_places, self.halves)


Group: TypeAlias = Sequence[int]
"""The positions, in the list of tables, of those that played the same form of a fouled board."""


def matchpoints(
    scores: Sequence[TableScore],
    rule: MatchpointRule,
    expected: int | None = None,
    groups: Sequence[Group] | None = None,
) -> tuple[Line, ...]:
    """Each table's matchpoints on one board.

    *expected* is the number of results for which the common top is made: by default the number of results on this
    board, and never fewer than the rule's fewest. *groups* are the tables that can be compared with each other when
    the board was fouled.

    >>> from overtrick.core.laws.table_score import bare, points
    >>> lines = matchpoints([bare(p) for p in points(420, 420, 450, -50)], MatchpointRule())
    >>> [line.ns.value for line in lines], [line.ew.value for line in lines]
    ([3, 3, 6, 0], [3, 3, 0, 6])
    """
    results = expected if expected is not None else sum(score.field is not None for score in scores)
    full = max(rule.fewest, results)
    lines: list[Line] = [NO_LINE] * len(scores)
    for group in groups if groups is not None else [range(len(scores))]:
        for place, line in zip(group, _group([scores[i] for i in group], rule, full, len(scores)), strict=True):
            lines[place] = line
    return tuple(lines)


def top(expected: int) -> int:
    """The best possible score on a board played *expected* times."""
    return 2 * (expected - 1)


def _neuberg_score(matchpoints_in_group: Exact, factor: Exact) -> Exact:
    """A score in a smaller group brought to the common top by Neuberg's formula."""
    return factor * (matchpoints_in_group + 1) - 1


def _group(scores: Sequence[TableScore], rule: MatchpointRule, expected: int, lines: int) -> list[Line]:
    compared = [score.field for score in scores if score.field is not None]
    field = Figure(
        len(compared), RESULTS, rule.clause, tuple(compared), phrase("compared with each other"), Derivation.COUNT
    )
    factor = rule.factor(field.value, lines, expected)
    most = Figure(
        top(expected), TOP, rule.clause, (), phrase("two for each of {others:#other result}", others=expected - 1)
    )
    ns, ew = (_side(scores, side, (field, most), rule, expected, factor=factor) for side in Side)
    return [Line(*both) for both in zip(ns, ew, strict=True)]


def _side(
    scores: Sequence[TableScore],
    side: Side,
    among_and_top: tuple[Figure[int], Figure[int]],
    rule: MatchpointRule,
    expected: int,
    *,
    factor: Exact,
) -> list[Credit | None]:
    """One side's credits; equal scores are calculated once."""
    field = among_and_top[0]
    among = _Frequency.of(scores, side)
    made = Derivation.COMPARED if side is Side.NS else Derivation.COMPARED_EW
    told: dict[object, tuple[Exact, Phrase]] = {}
    credited: list[Credit | None] = []
    for score in scores:
        shown = score.ns if side is Side.NS else score.ew
        if not isinstance(shown, BridgeScore):
            credited.append(shown)
            continue
        found = told.get(shown.same)
        if found is None:
            value, note = _credit(among, shown, side, field.value, expected, factor=factor)
            found = told[shown.same] = (value if rule.step is None else round_to(value, rule.step, rule.halves), note)
        credited.append(Figure(found[0], MATCHPOINTS, rule.clause, (shown.points, *among_and_top), found[1], made))
    return credited


def _credit(
    frequency: "_Frequency", shown: BridgeScore, side: Side, results: int, expected: int, *, factor: Exact
) -> tuple[Exact, Phrase]:
    beaten = plain(sum(weight * frequency.beaten(score, side) for weight, score in shown.weighted) - 1)
    if results == expected:
        return beaten, phrase("of {top}", top=top(expected))
    value = (
        _neuberg_score(beaten, factor)
        if side is Side.NS
        else top(expected) - _neuberg_score(top(results) - beaten, factor)
    )
    note = phrase(
        "{beaten} of {top} matchpoints from {results:#result}, factored to a top of {factored}",
        beaten=MATCHPOINTS.number(beaten), top=top(results), results=results, factored=top(expected),
    )  # fmt: skip
    return plain(value), note


@dataclass(frozen=True, slots=True)
class _Frequency:
    """How often each score of one side occurs, and how many scores are below it."""

    below: dict[Exact, Exact]
    equal: dict[Exact, Exact]
    size: Exact

    @classmethod
    def of(cls, scores: Sequence[TableScore], side: Side) -> "_Frequency":
        equal = frequency(scores, side)
        sums: list[Exact] = list(accumulate(equal.values(), initial=0))
        return cls(dict(zip(equal, sums, strict=False)), equal, sums[-1])

    def beaten(self, points: Exact, side: Side) -> Exact:
        """Two for each score that this one beats and one for each that it equals, including itself."""
        below, equal = self.below[points], self.equal[points]
        return 2 * (below if side is Side.NS else self.size - below - equal) + equal
