"""Rules that add to a contestant's total in a stage, or subtract from it, for any way to play.

To write a new one, derive a class from `AdditionRule` in its own file and add a line to the registry of rules; a stage
names it under `adds`. The amount added is a part of the total, with reasons like any other figure.
"""

from collections.abc import Iterable
from dataclasses import replace

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure, Unit
from overtrick.core.ranking.measures import StageRecord
from overtrick.core.wording import Phrase


class AdditionRule:
    """A rule that adds to the total of a stage: its clause, the amount, and its text for players."""

    __slots__ = ()

    clause: Clause

    def adds(self, record: StageRecord, unit: Unit) -> Figure[Exact]:
        """The amount for a contestant, in the unit of the stage; negative if the rule subtracts."""
        raise NotImplementedError

    @property
    def told(self) -> Phrase:
        """The rule as a sentence of the conditions of contest, without its clause."""
        raise NotImplementedError


def with_additions(record: StageRecord, rules: Iterable[AdditionRule], unit: Unit) -> StageRecord:
    """The record with the amounts that the stage's rules add; each rule reads the record as it was played."""
    extras = tuple(rule.adds(record, unit) for rule in rules)
    return replace(record, extras=extras) if extras else record
