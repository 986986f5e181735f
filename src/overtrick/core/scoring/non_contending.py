"""Matches against a pair that does not contend: they count for everything except the placings."""

from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import VPS, Clause, Derivation, Figure, Scores, average
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class NonContendingRule:
    """The value, for the placings, of a match against a non-contending pair.

    *placing* is in victory points; without it the contending pair's own average in its other matches counts.
    *averages* says whether the scores at that table enter the datum.
    """

    id: str
    clause: Clause
    placing: Exact | None
    averages: bool


@dataclass(frozen=True, slots=True)
class NonContendingScore:
    """The two values of one match: one for the placings, and the score as played for masterpoints."""

    placing: Figure[Exact]
    masterpoints: Figure[Exact]


def against_non_contending(played: Figure[Exact], others: Scores, rule: NonContendingRule) -> NonContendingScore:
    """A contending pair's score for its match against the non-contending pair.

    *others* are its victory points in its other matches; until it has any, the score as played is its own average.

    >>> rule = NonContendingRule("sabf", Clause("SABF20", "19.4#2"), 10, True)
    >>> score = against_non_contending(Figure(16, VPS, rule.clause), [], rule)
    >>> score.placing.value, score.masterpoints.value
    (10, 16)
    """
    if rule.placing is None and not others:
        note = phrase("as played, until the pair has other matches to average")
        placing = Figure(played.value, VPS, rule.clause, (played,), note, Derivation.SAME)
    elif rule.placing is None:
        placing = average(
            others, VPS, rule.clause, phrase("the pair’s own average, for a match against a non-contending pair")
        )
    else:
        note = phrase("an average score against a non-contending pair")
        placing = Figure(rule.placing, VPS, rule.clause, (played,), note, Derivation.INSTEAD)
    return NonContendingScore(placing, played)
