"""A round as it stands: its published draw, the results so far, and what was ruled about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.core.event.acts import (
    BoardFouled,
    DirectorCalled,
    DrawPublished,
    MatchDecided,
    MatchForfeited,
    ScoreAwarded,
    Seating,
    Share,
    SubstituteUsed,
    Trio,
)
from overtrick.core.event.plan.stages import Stage
from overtrick.core.laws.table_score import TableScore
from overtrick.core.model.results import Result
from overtrick.core.provenance import Fact, Posted
from overtrick.core.wording import Phrase

OPEN, CLOSED = "open", "closed"
FORFEIT, DECISION, AWARD, SUBSTITUTE, FOUL = "forfeit", "decision", "award", "substitute", "foul"

Place = tuple[int, str, int]
"""Where a result belongs: the table, the room (empty for pairs) and the board."""


def rooms_of(plan: Stage) -> tuple[str, ...]:
    """The rooms in which a board of a match has results: two of teams, for pairs the one without a name."""
    return (OPEN, CLOSED) if plan.scoring.in_rooms else ("",)


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat says a board's result was, where another stands: what it is worth, and the posting that says it.

    *at* is when that was posted, as the posting says.
    """

    result: Result
    score: TableScore
    posting: int
    seat: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A result as it stands: what it is worth, the posting that gave it, whether agreed or disputed, and the lead.

    *seat* is who at the table entered it, *latest* the last posting about it, *other* what the other side says
    instead, until they agree; *fouled* is a ruling's word that the board was. *at* is when it was entered.
    """

    result: Result
    score: TableScore
    posting: int
    confirmed: bool = False
    disputed: bool = False
    lead: str = ""
    seat: str = ""
    latest: int = 0
    other: Said | None = None
    fouled: bool = False
    at: str = ""


@dataclass(slots=True)
class RoundState:
    """A round of a stage. It grows with the book; only the fold writes in it.

    *calls* are the tables and rooms that wait for a director, with what they said; *put_off* the boards that are
    to be played later, with the posting that allowed it. *sources* are where
    each forfeit, decision, award and substitute is written, by what it is and whom or which table it is about. A round
    that was kept with its results packed has them opened by *late* when somebody asks for them.
    """

    number: int
    draw: DrawPublished
    posting: int
    seatings: Mapping[int, Seating] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()
    results: Mapping[Place, Recorded] = field(default_factory=dict)
    fouled: Mapping[int, BoardFouled] = field(default_factory=dict)
    forfeits: Mapping[int, MatchForfeited] = field(default_factory=dict)
    decided: Mapping[int, MatchDecided] = field(default_factory=dict)
    stand_ins: Mapping[str, SubstituteUsed] = field(default_factory=dict)
    awarded: Mapping[str, ScoreAwarded] = field(default_factory=dict)
    calls: Mapping[tuple[int, str], DirectorCalled] = field(default_factory=dict)
    put_off: Mapping[Place, int] = field(default_factory=dict)
    extra: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    sources: Mapping[tuple[str, str | int], Posted] = field(default_factory=dict)
    closed: bool = False
    _seated: dict[str, Seating] = field(default_factory=dict)
    _sharing: dict[str, Share] = field(default_factory=dict)
    _trios: dict[str, Trio] = field(default_factory=dict)
    late: Callable[[], dict[Place, Recorded]] | None = field(default=None, compare=False)

    def __getattr__(self, name: str) -> Any:
        if name != "results" or self.late is None:  # Python asks here for what was never set
            raise AttributeError(name)
        self.results = results = self.late()
        return results

    @classmethod
    def of(cls, draw: DrawPublished, posting: int) -> "RoundState":
        """A round whose draw has just been published."""
        seatings = {seating.table: seating for seating in draw.matches}
        made = cls(draw.round, draw, posting, seatings, draw.shares)
        made._seated = {name: seating for seating in draw.seatings for name in seating.names}
        made._sharing = {name: share for share in draw.shares for name in share.teams}
        made._trios = {name: trio for trio in draw.trios for name in trio.teams}
        return made

    def drawn_again(self, draw: DrawPublished) -> "RoundState":
        """The same round with other names in its draw; what was played stays at its tables."""
        made = RoundState.of(draw, self.posting)
        made.results, made.fouled, made.forfeits = self.results, self.fouled, self.forfeits
        made.awarded, made.extra, made.closed, made.sources = self.awarded, self.extra, self.closed, self.sources
        made.calls, made.stand_ins, made.decided = self.calls, self.stand_ins, self.decided
        made.put_off = self.put_off
        return made

    def said(self, what: str, about: str | int, says: str | Phrase) -> Fact:
        """A forfeit, a decision, an award or a substitute as a fact, with the posting that has it."""
        return Fact(says, self.sources.get((what, about), ""))

    def seating_of(self, contestant: str) -> Seating | None:
        """Where a contestant sits in this round."""
        return self._seated.get(contestant)

    def plays(self, contestant: str) -> bool:
        """Whether a contestant has a match that begins in this round: of two, shared, or of a triangle."""
        return any(contestant in among for among in (self._seated, self._sharing, self._trios))

    def boards_of(self, seating: Seating) -> tuple[int, ...]:
        """The boards of a match, and those called because it was level."""
        return (*seating.boards, *self.extra.get(seating.table, ()))

    def trio_of(self, contestant: str) -> Trio | None:
        """The triangle a contestant plays in, if it starts in this round."""
        return self._trios.get(contestant)

    def share_of(self, contestant: str) -> Share | None:
        """The three-team match a contestant plays in this round."""
        return self._sharing.get(contestant)

    def missing(self, rooms: Sequence[str]) -> list[Place]:
        """The results it still lacks, of matches with these rooms; not those of triangles that go on in the next."""
        later = {table for trio in self.draw.trios if trio.rounds > 1 for table in trio.tables}
        wanted = [
            (table, room, board)
            for table, seating in sorted(self.seatings.items())
            if table not in self.forfeits and table not in later
            for board in seating.boards
            for room in rooms
        ]
        wanted += [(table, "", board) for share in self.shares for table in share.tables for board in share.boards]
        return [place for place in wanted if place not in self.results]

    @property
    def owed(self) -> list[Place]:
        """The boards that were put off and are still to be played."""
        return [place for place in self.put_off if place not in self.results and place[0] not in self.forfeits]

    def unfinished(self) -> list[Place]:
        """The results still lacking of triangles that began here and end with the next round."""
        return [
            (table, room, board)
            for trio in self.draw.trios
            if trio.rounds > 1
            for table in trio.tables
            for board in trio.boards
            for room in (OPEN, CLOSED)
            if (table, room, board) not in self.results
        ]
