"""One table's line on a traveller: what each side is credited with."""

from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import Ruled
from overtrick.core.model.results import Award
from overtrick.core.model.seats import Side
from overtrick.core.provenance import Figure

Credit: TypeAlias = Figure[Exact] | Award | Ruled
"""IMPs or matchpoints earned, or an award whose value is worked out over the match or the session."""


@dataclass(frozen=True, slots=True)
class Line:
    """The credits of both sides on one board at one table; `None` where it was not played.

    Each side is scored separately, because awards to the two sides need not be opposites.
    """

    ns: Credit | None
    ew: Credit | None

    def side(self, side: Side) -> Credit | None:
        """The credit of one side."""
        return self.ns if side is Side.NS else self.ew


NO_LINE = Line(None, None)
