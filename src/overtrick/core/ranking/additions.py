"""Rules that add to what a contestant makes in a stage, or take from it, whatever the way to play.

A new one is a class derived from `AdditionRule` in a file of its own and its line in the registry of rules; a stage
names it under `adds`. What it adds is a figure of the total, and says why like any other.
"""

from collections.abc import Iterable
from dataclasses import replace

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure, Unit
from overtrick.core.ranking.measures import StageRecord
from overtrick.core.wording import Phrase


class AdditionRule:
    """A rule that adds to the total of a stage: its clause, what it adds to a record, and what it says to players."""

    __slots__ = ()

    clause: Clause

    def adds(self, record: StageRecord, unit: Unit) -> Figure[Exact]:
        """What a contestant has from it, in what the stage counts in; below zero where it takes."""
        raise NotImplementedError

    @property
    def told(self) -> Phrase:
        """What it says, as a sentence of the conditions of contest without its clause."""
        raise NotImplementedError


def with_additions(record: StageRecord, rules: Iterable[AdditionRule], unit: Unit) -> StageRecord:
    """The record with what the rules of its stage add; each goes by the record as it was played."""
    extras = tuple(rule.adds(record, unit) for rule in rules)
    return replace(record, extras=extras) if extras else record
