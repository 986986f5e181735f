"""Faults of movements, and the check for the one that every kind can have: too few copies of a set."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.movements.movement import set_name

Use = tuple[int, int, int]
"""A round, a table, and the set that is played there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at one table in one round (table 0: in the whole round)."""

    round: int
    table: int
    says: str

    def __str__(self) -> str:
        where = f"Round {self.round}" + (f", table {self.table}" if self.table else "")
        return f"{where}: {self.says}."


def at_once(uses: Iterable[Use]) -> dict[tuple[int, int], list[int]]:
    """For each round and each set in it, the tables that use it."""
    tables: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, table, boards in uses:
        tables[number, boards].append(table)
    return dict(tables)


def crowded_sets(uses: Iterable[Use], copies: int, sharing: int = 1) -> Iterator[Fault]:
    """The sets at more tables of a round than their copies, and the number of tables that share one, allow."""
    limit = copies * sharing
    for (number, boards), at in at_once(uses).items():
        if len(at) > limit:
            tables = ", ".join(map(str, at))
            said = "1 copy" if copies == 1 else f"{copies} copies"
            yield Fault(number, at[limit], f"set {set_name(boards)} is at tables {tables}, with {said} for {limit}")


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults by round and table."""
    return tuple(sorted(faults, key=lambda fault: (fault.round, fault.table, fault.says)))
