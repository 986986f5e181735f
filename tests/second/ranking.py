"""Places from keys, and what a scorer says of a book."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Row:
    """A contestant's line in the standings: the total, what it began with, and its place.

    *best* and *worst* differ where a lot parts those who are level: it may have any place between. Both are 0 for one
    that may not be placed.
    """

    contestant: str
    total: Fraction
    best: int
    worst: int
    carried: Fraction | None = None


@dataclass
class Scored:
    """What the second scorer makes of a book: rows by stage and field, and what is against its draws and qualifiers."""

    rows: dict[tuple[str, str], list[Row]] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)
    matches: dict[tuple[str, int], tuple[Fraction, Fraction, str]] = field(default_factory=dict)
    """Of knockouts: the IMPs of both sides at a table, and the winner; empty where only a lot can say."""


def places(names: Iterable[str], key: Callable[[str], Any], *, by_lot: bool) -> dict[str, tuple[int, int]]:
    """Return the best and the worst place of each, greatest key first; level names share unless a lot parts them."""
    keys = {name: key(name) for name in names}
    found = {}
    for name, own in keys.items():
        above = sum(other > own for other in keys.values())
        level = sum(other == own for other in keys.values())
        found[name] = (above + 1, above + level if by_lot else above + 1)
    return found


def rows_of(
    totals: dict[str, Fraction],
    key: Callable[[str], Any],
    *,
    by_lot: bool,
    carried: dict[str, Fraction] | None = None,
    unplaced: AbstractSet[str] = frozenset(),
) -> list[Row]:
    """Return the standings of a field; those *unplaced* have no place, and the next moves up."""
    found = places([name for name in totals if name not in unplaced], key, by_lot=by_lot)
    return [Row(name, total, *found.get(name, (0, 0)), (carried or {}).get(name)) for name, total in totals.items()]


def in_order(order: list[str], key: Callable[[str], Any]) -> bool:
    """Whether an order goes down by a key; level names may stand either way."""
    keys = [key(name) for name in order]
    return all(first >= second for first, second in pairwise(keys))


def cut_places(
    names: list[str],
    total: Callable[[str], Any],
    breaks: Callable[[str], Any],
    cuts: Iterable[int],
    able: Callable[[str], bool] = lambda name: True,  # noqa: ARG005 - as it is called
) -> dict[str, tuple[int, int]]:
    """Return places by a total; only a tie across one of these places among those able to take it is broken.

    In the end it is broken by lot.
    """
    shared = places(names, total, by_lot=False)
    broken = places(names, lambda name: (total(name), breaks(name)), by_lot=True)
    taking = [name for name in names if able(name)]
    found = {}
    for name in names:
        ahead = sum(shared[other][0] < shared[name][0] for other in taking)
        level = sum(shared[other][0] == shared[name][0] for other in taking)
        across = any(ahead < cut < ahead + level for cut in cuts)
        found[name] = broken[name] if across else shared[name]
    return found
