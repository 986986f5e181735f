"""Breaking a tie by one measure after another, and saying which of them decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from overtrick.core.exact import Exact, exact_text


@dataclass(frozen=True, slots=True)
class Step:
    """One measure that put level names in order, and what each was worth by it."""

    measure: str
    worth: tuple[tuple[str, Exact], ...]

    def __str__(self) -> str:
        return f"{self.measure}: {', '.join(f'{name} {exact_text(value)}' for name, value in self.worth)}"


@dataclass(frozen=True, slots=True)
class Broken:
    """A tie as far as it could be broken: names place by place, together where they stay level."""

    places: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for level in self.places for name in level)

    def between(self, one: str, two: str) -> str:
        """The measure that separated two names; nothing if they are level."""
        for step in self.steps:
            worth = dict(step.worth)
            if one in worth and two in worth and worth[one] != worth[two]:
                return step.measure
        return ""


def break_ties(names: Sequence[str], measures: Sequence[tuple[str, Mapping[str, Exact]]]) -> Broken:
    """Names in order by these measures, more being better, each used only among names still level.

    The answer does not depend on the order the names come in.

    >>> wins = {"A": 3, "B": 5, "C": 3}
    >>> break_ties(("C", "A", "B"), [("wins", wins)]).places
    (('B',), ('A', 'C'))
    """
    steps: list[Step] = []

    def settle(level: list[str], depth: int) -> list[tuple[str, ...]]:
        if len(level) == 1 or depth == len(measures):
            return [tuple(level)]
        measure, worth = measures[depth]
        ranked = sorted(level, key=lambda name: -worth[name])
        if worth[ranked[0]] != worth[ranked[-1]]:
            steps.append(Step(measure, tuple((name, worth[name]) for name in ranked)))
        return [joint for _, same in groupby(ranked, key=worth.__getitem__) for joint in settle(list(same), depth + 1)]

    places = settle(sorted(names), 0) if names else []
    return Broken(tuple(places), tuple(steps))
