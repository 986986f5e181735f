"""One table's line on a traveller: what each side is credited with."""

from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import Ruled
from overtrick.core.model.results import Award
from overtrick.core.model.seats import Side
from overtrick.core.provenance import Figure

Credit: TypeAlias = Figure[Exact] | Award | Ruled
"""IMPs or matchpoints earned, or an award whose worth the match or the session decides."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one board brought the two sides at one table; `None` where it was not played.

    The two sides are scored each in their own right: many awards are not each other's opposite.
    """

    ns: Credit | None
    ew: Credit | None

    def side(self, side: Side) -> Credit | None:
        """The credit of one side."""
        return self.ns if side is Side.NS else self.ew


NO_LINE = Line(None, None)
