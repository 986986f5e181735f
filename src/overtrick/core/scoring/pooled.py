"""Pool a small field's scores with another field's on the same boards for their datum."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span


@dataclass(frozen=True, slots=True)
class PoolRule:
    """Fields with this many *tables* make their datum together with the other field."""

    id: str
    clause: Clause
    tables: Span


T = TypeVar("T")


def pool_scores(own: Sequence[T], other: Sequence[T], rule: PoolRule) -> tuple[T, ...]:
    """The scores a field's datum is made from: its own, or both fields' as one list.

    >>> rule = PoolRule("sabf", Clause("SABF20", "19.12#2"), Span(0, 3))
    >>> len(pool_scores([None] * 3, [None] * 5, rule)), len(pool_scores([None] * 4, [None] * 5, rule))
    (8, 4)
    """
    return (*own, *other) if len(own) in rule.tables else tuple(own)
