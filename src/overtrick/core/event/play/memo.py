"""What was made of a stage and is kept until something it rests on is written in."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from overtrick.core.event.play.sitting import Sitting
from overtrick.core.event.score.boards import BoardField
from overtrick.core.event.score.cards import MatchCard
from overtrick.core.exact import Exact
from overtrick.core.laws.lines import Line
from overtrick.core.provenance import Figure
from overtrick.core.ranking.measures import MatchLine, StageRecord
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.core.season.record import Season

At = tuple[int, int]
"""A scope and a board, or a round and a table."""

Stage = TypeVar("Stage")


@dataclass(slots=True)
class Memo(Generic[Stage]):
    """The numbers of a stage that have been asked for. Losing them costs time and nothing else.

    *players*, *boards* and *lines* are by scope and board, *cards* by round and table, *carries* by the round in which
    somebody joined. *settled* is the stage as it stood after its last final round.
    """

    sittings: tuple[Sitting, ...] = ()
    seasons: dict[str, Season] = field(default_factory=dict)
    players: dict[At, list[At]] = field(default_factory=dict)
    boards: dict[At, BoardField] = field(default_factory=dict)
    lines: dict[At, dict[At, Line]] = field(default_factory=dict)
    cards: dict[At, MatchCard] = field(default_factory=dict)
    match_lines: dict[str, dict[int, MatchLine | None]] = field(default_factory=lambda: defaultdict(dict))
    records: dict[str, StageRecord] = field(default_factory=dict)
    standings: dict[tuple[str, Purpose], Standings] = field(default_factory=dict)
    carries: dict[int, Figure[Exact] | None] = field(default_factory=dict)
    settled: tuple[int, Stage] | None = None

    def of_boards(self) -> "Memo[Stage]":
        """A memo that has the boards and the matches of this one, and shares them, but nothing made of them."""
        return Memo(boards=self.boards, lines=self.lines, cards=self.cards)

    def forget_totals(self) -> None:
        """Forget everybody's matches and all that rests on them."""
        self.records.clear()
        self.seasons.clear()
        self.match_lines.clear()

    def forget_boards(self) -> None:
        """Forget who played what and all that was scored of it."""
        self.sittings = ()
        for table in (self.players, self.boards, self.lines, self.cards):
            table.clear()
