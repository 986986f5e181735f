"""Brackets of finals as data: who plays in each match, who has the carry-forward, and how each place is won."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase


@dataclass(frozen=True, slots=True)
class Rank:
    """The team that qualified in this place."""

    place: int

    @property
    def phrased(self) -> Phrase:
        """The source in words."""
        return phrase("rank {place}", place=self.place)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of another match."""

    match: str

    @property
    def phrased(self) -> Phrase:
        """The source in words."""
        return phrase("winner of {match}", match=self.match)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The loser of another match."""

    match: str

    @property
    def phrased(self) -> Phrase:
        """The source in words."""
        return phrase("loser of {match}", match=self.match)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class PoolPosition:
    """The team that the draw of a pool, known by its number, put in this position."""

    pool: int
    seat: int

    @property
    def phrased(self) -> Phrase:
        """The source in words."""
        return phrase("pool {pool} draw, position {seat}", pool=self.pool, seat=self.seat)

    def __str__(self) -> str:
        return str(self.phrased)


Source: TypeAlias = Rank | WinnerOf | LoserOf | PoolPosition


class Pairing(Enum):
    """How a round of a knockout is paired."""

    PLACE = "by place"
    CHOICE = "by choice"
    LOT = "by lot"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class Pool:
    """Teams that are drawn against each other before a week: their sources, best first, and the method."""

    number: int
    week: int
    sources: tuple[Source, ...]
    how: Pairing
    clause: Clause


class Level(Enum):
    """How a match is decided that is tied after the carry-forward is counted."""

    REFER = "refer to the committee"
    EXTRA = "extra boards, then the winner is posted"
    PLAY_OFF = "extra boards"
    WITHOUT_CARRY = "remove the carry-over, then share"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class LevelRule:
    """How a tied match is decided, and the clause that says so.

    *way* is the method. The number of extra boards is a *share* of the scheduled boards, rounded up, and not fewer than
    *least*. If the match is still tied, the same number of boards is played again.

    >>> rule = LevelRule(Clause("WB", "3.2"), Level.PLAY_OFF, Fraction(1, 8), 2)
    >>> [rule.extra_boards(boards) for boards in (48, 30, 12)]
    [6, 4, 2]
    """

    clause: Clause
    way: Level
    share: Exact = 0
    least: int = 0

    def __post_init__(self) -> None:
        if (self.least > 0) != (self.way is Level.PLAY_OFF) or (self.share and not self.least) or self.share < 0:
            raise RegulationErrors(["“extra boards” says how many at least, and may say a share; no other way does"])

    def extra_boards(self, boards: int) -> int:
        """The number of extra boards for a match of this many boards."""
        return max(self.least, -(-Fraction(self.share) * boards // 1))


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket: its two sources, and the source whose team starts with the *carry*-forward."""

    name: str
    title: Said
    sides: tuple[Source, Source]
    clause: Clause
    carry: Source | None = None
    week: int = 1
    sessions: int = 1

    def __post_init__(self) -> None:
        if self.carry is not None and self.carry not in self.sides:
            says = f"{self.carry} does not play in {self.name}, so it cannot have the carry-forward"
            raise DirectorError(says, clause=self.clause)

    @property
    def carry_to(self) -> int | None:
        """The side (0 or 1) that has the carry-forward."""
        return None if self.carry is None else self.sides.index(self.carry)

    @property
    def weeks(self) -> range:
        """The weeks in which it is played, one session in each."""
        return range(self.week, self.week + self.sessions)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Matches in the order they are played, the carry-forward, and how each place is won.

    *carry* is the carry-forward of every match; a match with its own carry-forward gets it when it is played.
    *places* says who takes each place, from the first. *pools* are the draws made during the finals. *shared* holds
    the numbers of the places if some are shared.
    """

    name: str
    clause: Clause
    matches: tuple[BracketMatch, ...]
    places: tuple[Source, ...]
    level: LevelRule
    carry: Exact = 0
    carry_clause: Clause | None = None
    pools: tuple[Pool, ...] = ()
    shared: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        known: set[str] = set()
        for match in self.matches:
            self._check_known(match.sides, known, match.name)
            known.add(match.name)
        self._check_known(self.places, known, "a place")

    def place(self, position: int) -> int:
        """The number of the place at this position, counted from 1; several positions may share a place."""
        return self.shared[position - 1] if self.shared else position

    def _check_known(self, sources: Sequence[Source], known: Collection[str], who: str) -> None:
        for source in sources:
            if isinstance(source, WinnerOf | LoserOf) and source.match not in known:
                raise DirectorError(
                    "The {source} is needed for {who}, but that match is not played earlier",
                    clause=self.clause,
                    who=who,
                    source=source,
                )

    def match(self, name: str) -> BracketMatch:
        """The match with this short name."""
        return next(match for match in self.matches if match.name == name)

    @property
    def weeks(self) -> int:
        """The number of weeks that the bracket takes; a match of two sessions takes two."""
        return max(match.weeks[-1] for match in self.matches)

    @property
    def teams(self) -> int:
        """The number of teams in the bracket."""
        return len(self.places)

    def in_week(self, number: int) -> tuple[BracketMatch, ...]:
        """The matches, or parts of matches, of a week."""
        return tuple(match for match in self.matches if number in match.weeks)

    def pool(self, week: int) -> Pool | None:
        """The draw that is made before a week."""
        return next((pool for pool in self.pools if pool.week == week), None)
