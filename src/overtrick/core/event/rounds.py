"""A round as it stands: its published draw, the results so far, and what was ruled about it."""

from dataclasses import dataclass, field

from overtrick.core.event.acts import (
    BoardFouled,
    DrawPublished,
    MatchForfeited,
    ScoreAwarded,
    Seating,
    Share,
)
from overtrick.core.laws.table_score import TableScore
from overtrick.core.model.results import Result

OPEN, CLOSED = "open", "closed"

Place = tuple[int, str, int]
"""Where a result belongs: the table, the room (empty for pairs) and the board."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A result as it stands: what it is worth, the posting that gave it, and whether it was agreed."""

    result: Result
    score: TableScore
    posting: int
    confirmed: bool = False


@dataclass(slots=True)
class RoundState:
    """A round of a stage. It grows with the book; only the fold writes in it."""

    number: int
    draw: DrawPublished
    posting: int
    seatings: dict[int, Seating] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()
    results: dict[Place, Recorded] = field(default_factory=dict)
    fouled: dict[int, BoardFouled] = field(default_factory=dict)
    forfeits: dict[int, MatchForfeited] = field(default_factory=dict)
    awarded: dict[str, ScoreAwarded] = field(default_factory=dict)
    closed: bool = False
    _seated: dict[str, Seating] = field(default_factory=dict)
    _sharing: dict[str, Share] = field(default_factory=dict)

    @classmethod
    def of(cls, draw: DrawPublished, posting: int) -> "RoundState":
        """A round whose draw has just been published."""
        seatings = {seating.table: seating for seating in draw.seatings}
        made = cls(draw.round, draw, posting, seatings, draw.shares)
        made._seated = {name: seating for seating in draw.seatings for name in (seating.ns, seating.ew)}
        made._sharing = {name: share for share in draw.shares for name in share.teams}
        return made

    def seating_of(self, contestant: str) -> Seating | None:
        """Where a contestant sits in this round."""
        return self._seated.get(contestant)

    def share_of(self, contestant: str) -> Share | None:
        """The three-team match a contestant plays in this round."""
        return self._sharing.get(contestant)
