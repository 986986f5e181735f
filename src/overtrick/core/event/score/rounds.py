"""The state of a round: its published draw, the results so far, and rulings."""

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
from overtrick.core.provenance import Fact, PostingSource
from overtrick.core.wording import Phrase

OPEN, CLOSED = "open", "closed"
FORFEIT, DECISION, AWARD, SUBSTITUTE, FOUL = "forfeit", "decision", "award", "substitute", "foul"

Place = tuple[int, str, int]
"""The place of a result: the table, the room (empty for pairs) and the board."""


def rooms_of(plan: Stage) -> tuple[str, ...]:
    """The rooms in which a board of a match has results: two for teams, one without a name for pairs."""
    return (OPEN, CLOSED) if plan.scoring.in_rooms else ("",)


@dataclass(frozen=True, slots=True)
class ConflictingEntry:
    """A seat's own entry for a board's result while another stands: its score, and its posting.

    *at* is the time of that posting.
    """

    result: Result
    score: TableScore
    posting: int
    seat: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The state of a result: its score, its posting, whether it is agreed or disputed, and the lead.

    *seat* is the seat that entered it, *latest* the last posting about it, *other* the other side's different
    entry until they agree; *fouled* says that a ruling found the board fouled. *at* is when it was entered.
    """

    result: Result
    score: TableScore
    posting: int
    confirmed: bool = False
    disputed: bool = False
    lead: str = ""
    seat: str = ""
    latest: int = 0
    other: ConflictingEntry | None = None
    fouled: bool = False
    at: str = ""


@dataclass(slots=True)
class RoundState:
    """The state of a round of a stage. Only the fold changes it.

    *calls* are the tables and rooms that wait for a director, with their reasons; *put_off* are the late plays, with
    the posting that allowed each. *sources* are the postings of forfeits, decisions, awards and substitutes, by kind
    and by contestant or table. In a round from a snapshot, *late* unpacks the results when they are first needed.
    """

    number: int
    draw: DrawPublished
    posting: int
    seatings: Mapping[int, Seating] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()
    results: Mapping[Place, RecordedResult] = field(default_factory=dict)
    fouled: Mapping[int, BoardFouled] = field(default_factory=dict)
    forfeits: Mapping[int, MatchForfeited] = field(default_factory=dict)
    decided: Mapping[int, MatchDecided] = field(default_factory=dict)
    stand_ins: Mapping[str, SubstituteUsed] = field(default_factory=dict)
    awarded: Mapping[str, ScoreAwarded] = field(default_factory=dict)
    calls: Mapping[tuple[int, str], DirectorCalled] = field(default_factory=dict)
    put_off: Mapping[Place, int] = field(default_factory=dict)
    extra: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    sources: Mapping[tuple[str, str | int], PostingSource] = field(default_factory=dict)
    closed: bool = False
    _seated: dict[str, Seating] = field(default_factory=dict)
    _sharing: dict[str, Share] = field(default_factory=dict)
    _trios: dict[str, Trio] = field(default_factory=dict)
    late: Callable[[], dict[Place, RecordedResult]] | None = field(default=None, compare=False)

    def __getattr__(self, name: str) -> Any:
        if name != "results" or self.late is None:  # Python calls this for attributes that are not set
            raise AttributeError(name)
        self.results = results = self.late()
        return results

    @classmethod
    def of(cls, draw: DrawPublished, posting: int) -> "RoundState":
        """The round of a draw that has just been published."""
        seatings = {seating.table: seating for seating in draw.matches}
        made = cls(draw.round, draw, posting, seatings, draw.shares)
        made._seated = {name: seating for seating in draw.seatings for name in seating.names}
        made._sharing = {name: share for share in draw.shares for name in share.teams}
        made._trios = {name: trio for trio in draw.trios for name in trio.teams}
        return made

    def drawn_again(self, draw: DrawPublished) -> "RoundState":
        """This round with other names in its draw; results stay at their tables."""
        made = RoundState.of(draw, self.posting)
        made.results, made.fouled, made.forfeits = self.results, self.fouled, self.forfeits
        made.awarded, made.extra, made.closed, made.sources = self.awarded, self.extra, self.closed, self.sources
        made.calls, made.stand_ins, made.decided = self.calls, self.stand_ins, self.decided
        made.put_off = self.put_off
        return made

    def make_fact(self, what: str, about: str | int, says: str | Phrase) -> Fact:
        """A forfeit, a decision, an award or a substitute as a fact, with its posting."""
        return Fact(says, self.sources.get((what, about), ""))

    def seating_of(self, contestant: str) -> Seating | None:
        """The seating of a contestant in this round."""
        return self._seated.get(contestant)

    def plays(self, contestant: str) -> bool:
        """Whether a contestant has a match that begins in this round: of two, of three, or in a triangle."""
        return any(contestant in among for among in (self._seated, self._sharing, self._trios))

    def boards_of(self, seating: Seating) -> tuple[int, ...]:
        """The boards of a match, with any extra boards."""
        return (*seating.boards, *self.extra.get(seating.table, ()))

    def trio_of(self, contestant: str) -> Trio | None:
        """The triangle in which a contestant plays, if it starts in this round."""
        return self._trios.get(contestant)

    def share_of(self, contestant: str) -> Share | None:
        """The three-team match that a contestant plays in this round."""
        return self._sharing.get(contestant)

    def missing(self, rooms: Sequence[str]) -> list[Place]:
        """The missing results of matches with these rooms, without triangles that continue in the next round."""
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
        """The late plays that are still to be played."""
        return [place for place in self.put_off if place not in self.results and place[0] not in self.forfeits]

    def missing_triangle_results(self) -> list[Place]:
        """The missing results of triangles that began in this round and end with the next."""
        return [
            (table, room, board)
            for trio in self.draw.trios
            if trio.rounds > 1
            for table in trio.tables
            for board in trio.boards
            for room in (OPEN, CLOSED)
            if (table, room, board) not in self.results
        ]
