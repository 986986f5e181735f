"""The tie-break chain: named tests in order, each applied only to contestants that are still tied.

The regulations list the tests, say whether more or less is better in each, and how the list ends: by lot, by entry
number, or with the tie left standing. Every order of contestants uses this chain: prizes,
draws, qualification, lucky losers. For each contestant it can say what put it above the next.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Generic, TypeAlias, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, decimal_text, exact_text, on_one_scale, plain, with_minus
from overtrick.core.model.contestants import entry_order
from overtrick.core.provenance import Clause, Figure, Unit
from overtrick.core.ranking.chance import Lot, lot_order
from overtrick.core.wording import Phrase, phrase

W = TypeVar("W", bound=Hashable)
"""The measures that a chain compares: an enum whose values can follow "by" in a sentence."""


class Better(Enum):
    """Whether more or less is better in a test."""

    MORE = "more"
    LESS = "less"

    def __str__(self) -> str:
        return self.value


class Ends(Enum):
    """How contestants are ordered that are tied after every test."""

    TIED = "tied"
    LOT = "lot"
    ENTRY = "entry number"

    def __str__(self) -> str:
        return self.value


class Scope(Enum):
    """Whose matches count as matches among the tied: those still tied, or all in the original tie."""

    STILL_LEVEL = "those still level"
    FIRST_TIE = "the original tie"


_PLACES = 2
_FINEST = 12
"""Decimal places of a figure that is not whole, and how many more are tried until two figures look different."""


class When(Enum):
    """A test that is used in some stages only."""

    ALWAYS = "always"
    INCOMPLETE = "incomplete movement"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient: a number over 0 ranks above every other, and 0 over 0 equals 1.

    >>> Ratio(10, 0).key > Ratio(500, 1).key, Ratio(0, 0).key == Ratio(7, 7).key
    (True, True)
    """

    over: Exact
    under: Exact

    @property
    def key(self) -> tuple[Exact, ...]:
        """The sort key of the quotient."""
        if self.under:
            return (0, Fraction(self.over) / Fraction(self.under))
        return (1, 0) if self.over else (0, 1)

    def __str__(self) -> str:
        return f"{exact_text(plain(self.over))} over {exact_text(plain(self.under))}"


@dataclass(frozen=True, slots=True)
class Successive:
    """Numbers that are compared one after another, such as totals with more and more matches deleted."""

    values: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Among:
    """A contestant's scores against each opponent, of which only those against tied opponents count."""

    against: Mapping[str, Exact]


@dataclass(frozen=True, slots=True)
class Untold:
    """A number that is compared but never shown, because it only sets the order: a group, or a match won."""

    value: Exact


Worth: TypeAlias = Exact | Figure[Exact] | Ratio | Successive | Among | Untold
"""A contestant's value in one step."""


@dataclass(frozen=True, slots=True)
class Step(Generic[W]):
    """One test: the measure, its clause, and whether more or less is better."""

    by: W
    clause: Clause
    better: Better = Better.MORE
    when: When = When.ALWAYS
    scope: Scope = Scope.STILL_LEVEL

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The measure as it follows "by" in a sentence: “net IMPs”, “less turnover”."""
        if self.better is Better.MORE:
            return phrase("{measure}", measure=self.by)
        return phrase("{better} {measure}", better=self.better, measure=self.by)


@dataclass(frozen=True, slots=True)
class ChainRule(Generic[W]):
    """The chain of a regulation: its tests, first to last, and how it ends.

    With *restart*, when a test has split a group, those still tied start again with the first test; without it they
    continue with the next one. *ends_clause* is the clause that says how the chain ends.
    """

    clause: Clause
    steps: tuple[Step[W], ...]
    ends: Ends = Ends.TIED
    ends_clause: Clause | None = None
    restart: bool = False

    @property
    def measures(self) -> tuple[W, ...]:
        """The measures, first to last."""
        return tuple(step.by for step in self.steps)

    @property
    def told(self) -> tuple[Phrase | Ends, ...]:
        """The tests in words, first to last, and the end of the chain if it has one."""
        steps = (step.phrased for step in self.steps)
        return (*steps, *((self.ends,) if self.ends is not Ends.TIED else ()))

    def select_steps(self, conditions: Collection[When]) -> "ChainRule[W]":
        """The chain without the tests that apply only under other conditions."""
        kept = tuple(step for step in self.steps if step.when is When.ALWAYS or step.when in conditions)
        return ChainRule(self.clause, kept, self.ends, self.ends_clause, self.restart)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[W]):
    """A contestant to be ranked, with its value in each step."""

    name: str
    worth: Mapping[W, Worth]


@dataclass(frozen=True, slots=True)
class Split(Generic[W]):
    """Contestants tied so far, put in this order by one test or by the end of the chain.

    *first* says that it was the first test of the chain, so that no tie had to be broken.
    """

    order: tuple[str, ...]
    by: W | Ends
    clause: Clause
    first: bool = False

    def __str__(self) -> str:
        return f"{', '.join(self.order)}: by {self.by} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Decision(Generic[W]):
    """The reason that one group is above the next: the test, its clause, and both figures.

    *nth* says which of successive numbers decided, 1 for the first; *unit* is the unit of the figures, if known.
    """

    above: tuple[str, ...]
    below: tuple[str, ...]
    by: W | Ends
    clause: Clause
    figures: tuple[Exact | Ratio, Exact | Ratio] | None = None
    nth: int = 1
    unit: Unit | None = None

    @property
    def told(self) -> tuple[str, str] | None:
        """Both figures as text: as in a column, with more decimal places if they would look equal there."""
        if self.figures is None:
            return None
        one, two = self.figures
        if isinstance(one, Ratio) or isinstance(two, Ratio):
            return str(one), str(two)
        usual = (self.unit.places if self.unit else 0) or (0 if one.denominator == two.denominator == 1 else _PLACES)
        texts = ((decimal_text(one, places), decimal_text(two, places)) for places in range(usual, usual + _FINEST))
        first = next(texts)
        return first if first[0] != first[1] else next((each for each in texts if each[0] != each[1]), first)

    @property
    def phrased(self) -> Phrase:
        """The contestants below, the test that decided, and both figures."""
        one, two = (with_minus(each) for each in self.told or ("", ""))
        return phrase(
            "above {below: and} by {by}[ ({again} left out)][, {one} to {two}]",
            below=self.below, by=self.by, again=self.nth if self.nth > 1 else None, one=one, two=two,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Ranking(Generic[W]):
    """Contestants in groups, best first; those in one group are tied on everything that the rule compares.

    *decisions* say what separates each group from the next. *awaits_lot* are groups whose order a lot must decide.
    """

    rule: ChainRule[W]
    groups: tuple[tuple[str, ...], ...]
    decisions: tuple[Decision[W], ...]
    splits: tuple[Split[W], ...]
    awaits_lot: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        """The clause of the ranking, and the number of contestants ranked."""
        return f"<Ranking {self.rule.clause}, {len(self.order)} contestants>"

    @property
    def order(self) -> tuple[str, ...]:
        """All contestants from the top; within a group they are in order of entry number, which is not a ranking."""
        return tuple(name for group in self.groups for name in group)

    @property
    def places(self) -> Mapping[str, int]:
        """Every contestant's place: tied contestants share the best of the places they fill, and the others stay empty.

        >>> A, B, C = (Candidate(name, {Better.MORE: score}) for name, score in (("A", 9), ("B", 9), ("C", 4)))
        >>> rule = ChainRule(Clause("NSWSP", "4.1"), (Step(Better.MORE, Clause("NSWSP", "4.1")),))
        >>> dict(rank((A, B, C), rule).places)
        {'A': 1, 'B': 1, 'C': 3}
        """
        found: dict[str, int] = {}
        for group in self.groups:
            found |= dict.fromkeys(group, len(found) + 1)
        return found

    @property
    def tied(self) -> tuple[tuple[str, ...], ...]:
        """The groups of more than one contestant."""
        return tuple(group for group in self.groups if len(group) > 1)


def rank(
    candidates: Iterable[Candidate[W]],
    rule: ChainRule[W],
    lot: Lot | None = None,
    *,
    about: str = "ranking",
    conditions: Collection[When] = (),
) -> Ranking[W]:
    """The candidates in the order of the chain; *lot* is the recorded lot, or None if none has been drawn.

    The result does not depend on the order of the candidates. If the chain ends by lot and none is given,
    the group is left tied and listed in `Ranking.awaits_lot`. *about* names what is ranked, and so the lots.
    """
    chain = rule.select_steps(conditions)
    listed = list(candidates)
    by_name = {candidate.name: candidate for candidate in listed}
    if len(by_name) != len(listed):
        raise DirectorError(
            "A contestant appears twice in the {about}",
            clause=rule.clause.cite,
            remedy="Keep one line for each contestant.",
            about=about,
        )
    settling = _Settling(chain, by_name, lot, about)
    names = sorted(by_name, key=entry_order)
    groups = settling.settle(names, 0, 1, names) if names else []
    decisions = tuple(settling.decided[above[-1], below[0]] for above, below in pairwise(groups))
    return Ranking(rule, tuple(groups), decisions, tuple(settling.splits), tuple(settling.awaits_lot))


@dataclass(slots=True)
class _Settling(Generic[W]):
    """The state of a chain while it ranks: the groups and decisions found so far."""

    rule: ChainRule[W]
    by_name: Mapping[str, Candidate[W]]
    lot: Lot | None
    about: str
    splits: list[Split[W]] = field(default_factory=list)
    decided: dict[tuple[str, str], Decision[W]] = field(default_factory=dict)
    awaits_lot: list[tuple[str, ...]] = field(default_factory=list)

    def settle(self, level: list[str], depth: int, place: int, tie: list[str]) -> list[tuple[str, ...]]:
        """Split contestants that are tied into groups, from *place* down; *tie* are those tied after the first step."""
        if len(level) == 1:
            return [(level[0],)]
        if depth == len(self.rule.steps):
            return self._end(level, place)
        step = self.rule.steps[depth]
        among = tie if step.scope is Scope.FIRST_TIE else level
        worth = {name: self._key(name, step, among) for name in level}
        key = dict(zip(level, on_one_scale(worth[name][0] for name in level), strict=True))
        ranked = sorted(level, key=key.__getitem__, reverse=step.better is Better.MORE)
        parted = [list(same) for _, same in groupby(ranked, key=key.__getitem__)]
        found: list[tuple[str, ...]] = []
        for same in parted:
            following = 0 if self.rule.restart and 1 < len(same) < len(level) else depth + 1
            below = self.settle(same, following, place, tie if depth else same)
            if found:
                self._note(found[-1], below[0], step, worth)
            found += below
            place += len(same)
        if len(parted) > 1:
            order = tuple(name for group in found for name in group)
            self.splits.append(Split(order, step.by, step.clause, first=depth == 0))
        return found

    def _end(self, level: list[str], place: int) -> list[tuple[str, ...]]:
        """Order the contestants that are tied after every test, as the rule says."""
        clause = self.rule.ends_clause or self.rule.clause
        match self.rule.ends:
            case Ends.LOT if self.lot is not None:
                order = lot_order(level, self.lot, f"{self.about}, place {place}")
            case Ends.ENTRY:
                order = tuple(sorted(level, key=entry_order))
            case Ends.LOT:
                self.awaits_lot.append(tuple(level))
                return [tuple(level)]
            case Ends.TIED:
                return [tuple(level)]
        self.splits.append(Split(order, self.rule.ends, clause, first=not self.rule.steps))
        for above, below in pairwise(order):
            self.decided[above, below] = Decision((above,), (below,), self.rule.ends, clause)
        return [(name,) for name in order]

    def _key(self, name: str, step: Step[W], level: Sequence[str]) -> tuple[tuple[Exact, ...], Worth]:
        """The sort key of a contestant in a step, and the value it was made from."""
        worth = self.by_name[name].worth.get(step.by)
        match worth:
            case None:
                raise DirectorError(
                    "No value of “{by}” is entered for {name}, so the {about} cannot be decided",
                    clause=step.clause.cite,
                    remedy="Enter the missing value, or leave this test out of the rule.",
                    by=step.by,
                    about=self.about,
                    name=name,
                )
            case Figure():
                return (worth.value,), worth
            case Ratio():
                return worth.key, worth
            case Successive():
                return worth.values, worth
            case Untold():
                return (worth.value,), worth
            case Among():
                total = plain(sum((Fraction(worth.against.get(other, 0)) for other in level), Fraction(0)))
                return (total,), total
            case _:
                return (worth,), worth

    def _note(
        self,
        above: tuple[str, ...],
        below: tuple[str, ...],
        step: Step[W],
        worth: Mapping[str, tuple[tuple[Exact, ...], Worth]],
    ) -> None:
        (ours, mine), (theirs, other) = worth[above[0]], worth[below[0]]
        nth = next((place for place, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
        figures: tuple[Exact | Ratio, Exact | Ratio]
        if isinstance(mine, Ratio) and isinstance(other, Ratio):
            figures, nth = (mine, other), 0
        else:
            figures = (ours[nth], theirs[nth])
        told = None if isinstance(mine, Untold) else figures
        unit = mine.unit if isinstance(mine, Figure) else None
        self.decided[above[-1], below[0]] = Decision(above, below, step.by, step.clause, told, nth + 1, unit)
