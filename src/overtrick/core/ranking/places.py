"""Places: where each contestant of a field stands, ties sharing a place."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure, Unit

PLACES = Unit("from the top", "from the top")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a contestant stands, and whether others stand there too."""

    rank: Figure[int]
    shared: bool

    def __str__(self) -> str:
        return f"{self.rank.value}=" if self.shared else str(self.rank.value)


def places(totals: Sequence[Figure[Exact]], clause: Clause) -> tuple[Place, ...]:
    """The place of each total, the highest first; equal totals share the best of their places.

    A two-winner field is two fields, North-South and East-West, each with its own places.

    >>> from overtrick.core.laws.table_score import points
    >>> [str(place) for place in places(points(565, 739, 554, 565), Clause("Law", "78D"))]
    ['2=', '1', '4', '2=']
    """
    counted = sorted(Counter(total.value for total in totals).items(), reverse=True)
    above = dict(zip((value for value, _ in counted), accumulate((n for _, n in counted), initial=0), strict=False))
    sharing = dict(counted)

    def place(total: Figure[Exact]) -> Place:
        with_it = sharing[total.value]
        note = f"of {len(totals)}" + (f", shared by {with_it}" if with_it > 1 else "")
        return Place(Figure(above[total.value] + 1, PLACES, clause, (total,), note), with_it > 1)

    return tuple(place(total) for total in totals)
