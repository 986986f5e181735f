"""Matches against a pair that does not contend: played for everything but the placings."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.exact import Exact, mean
from overtrick.core.provenance import VPS, Clause, Figure


@dataclass(frozen=True, slots=True)
class NonContendingRule:
    """What a match against a non-contending pair counts for in the placings.

    *placing* are victory points; without it the contending pair's own average in its other matches counts.
    *averages* says whether the scores at that table enter the datum.
    """

    id: str
    clause: Clause
    placing: Exact | None
    averages: bool


@dataclass(frozen=True, slots=True)
class NonContendingScore:
    """The two values of one match: for the placings, and for masterpoints as it was played."""

    placing: Figure[Exact]
    masterpoints: Figure[Exact]


def against_non_contending(
    played: Figure[Exact], others: Sequence[Exact], rule: NonContendingRule
) -> NonContendingScore:
    """A contending pair's score for its match against the non-contending pair.

    *others* are its victory points in its other matches.

    >>> rule = NonContendingRule("sabf", Clause("SABF20", "19.4#2"), 10, True)
    >>> score = against_non_contending(Figure(16, VPS, rule.clause), [], rule)
    >>> score.placing.value, score.masterpoints.value
    (10, 16)
    """
    value = mean(others) if rule.placing is None else rule.placing
    note = "own average" if rule.placing is None else "an average score"
    placing = Figure(value, VPS, rule.clause, (played,), f"{note} against a non-contending pair")
    return NonContendingScore(placing, played)
