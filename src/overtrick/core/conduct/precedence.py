"""Which text governs: the order of regulations, and what may still be determined during an event."""

from collections.abc import Collection
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause


@dataclass(frozen=True, slots=True)
class PrecedenceRule:
    """Texts, the strongest first."""

    clause: Clause
    order: tuple[str, ...]


def governing(texts: Collection[str], rule: PrecedenceRule) -> str:
    """The text that governs a matter, of those that speak of it.

    >>> governing({"laws", "regulations"}, PrecedenceRule(Clause("SABF20", "2#1"), ("regulations", "laws")))
    'regulations'
    """
    unknown = [text for text in texts if text not in rule.order]
    if unknown or not texts:
        raise DirectorError(
            "The clause does not rank {unknown:,}" if unknown else "No documents were given to rank",
            clause=rule.clause,
            remedy="Choose from the documents that the clause ranks: {order:,}.",
            unknown=tuple(unknown),
            order=tuple(rule.order),
        )
    return next(text for text in rule.order if text in texts)


@dataclass(frozen=True, slots=True)
class DeterminationRule:
    """Which matters may still be determined once an event is in progress."""

    clause: Clause
    in_progress: tuple[str, ...]


def may_determine(matter: str, rule: DeterminationRule, *, in_progress: bool) -> bool:
    """Whether the committee's determination of a matter may be applied to an event."""
    return not in_progress or matter in rule.in_progress
