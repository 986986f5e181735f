"""From qualifying to the final: the carry-over, and how large the final is."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, mean, to_places
from overtrick.core.provenance import PERCENT, Clause, Fact, Figure, Unit
from overtrick.core.season.record import Season

PAIRS = Unit("pairs", "pair")


@dataclass(frozen=True, slots=True)
class CarryOverRule:
    """How qualifying scores become the carry-over: their mean, rounded once."""

    clause: Clause
    places: int
    halves: Halves = Halves.UP


def carry_over(qualifying: Season, rule: CarryOverRule) -> Figure[Exact]:
    """The mean of what a pair's qualifying sessions count for."""
    scores = tuple(each.competition for each in qualifying.counted)
    value = to_places(mean(score.value for score in scores), rule.places, rule.halves)
    return Figure(value, PERCENT, rule.clause, scores, f"carry-over of pair {qualifying.pair}: mean of {len(scores)}")


@dataclass(frozen=True, slots=True)
class FinalSizeRule:
    """How many tables the final has, by the average number of pairs in qualifying: the first row that is reached.

    Rows are (least average, tables), the largest first; the last stands for any entry.
    """

    clause: Clause
    rows: tuple[tuple[Exact, int], ...]


@dataclass(frozen=True, slots=True)
class FinalSize:
    """The final: its tables, its pairs, and the average entry that decided."""

    tables: int
    average: Figure[Exact]

    @property
    def pairs(self) -> int:
        """Two pairs to a table."""
        return 2 * self.tables


def size_final(playing: Sequence[int], rule: FinalSizeRule) -> FinalSize:
    """The size of the final, from the pairs that sat down in each qualifying session.

    The average is compared exactly.
    """
    if not playing:
        raise DirectorError(
            "No qualifying session has been played", clause=str(rule.clause), remedy="Enter how many pairs played."
        )
    average = mean(playing)
    for least, tables in rule.rows:
        if average >= least:
            facts = tuple(Fact(f"session {number}: {pairs} pairs") for number, pairs in enumerate(playing, start=1))
            note = f"on average: a final of {tables} tables"
            return FinalSize(tables, Figure(average, PAIRS, rule.clause, facts, note))
    raise DirectorError(f"No size of final is laid down for {average} pairs", clause=str(rule.clause))
