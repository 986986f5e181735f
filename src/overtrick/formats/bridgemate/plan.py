"""What goes to the devices of a room, and what comes back, whichever way it goes: by file or through a connection.

Pairs, teams and players have whole numbers here, as devices know no others. A team is seated twice: its closed room's
table has a number of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from overtrick.core.model.cards import Deal
from overtrick.core.model.results import Result

CLOSED_ROOM: Final = 100
"""What a closed room's table has more in its number than the open room's."""
REVERSED: Final = "the players sat the other way round"
NOT_PLAYED: Final = "the device says that it was not played"
AWARDED: Final = "a score was awarded at the device"
"""Why a director must look at what a device says."""


class Scoring(Enum):
    """How the devices are told that boards are scored; what they show of it is never ours."""

    MATCHPOINTS = 1
    BUTLER = 2
    CROSS_IMPS = 3
    TEAMS = 4


@dataclass(frozen=True, slots=True)
class Play:
    """A table in a round: who sits there, nobody by 0, and its boards. *south* and *west* are of individuals."""

    section: str
    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    south: int = 0
    west: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody whom a device can call by name: the federation's number, and the name."""

    number: str
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What the devices of a room need to know: who sits where in which round, names, hands.

    *guid* is the same whenever the same session is sent. *compares* says that they may show other tables' results.
    """

    title: str
    guid: str
    scoring: Scoring
    winners: int
    plays: tuple[Play, ...]
    names: tuple[Named, ...] = ()
    deals: Mapping[int, Deal] = field(default_factory=lambda: MappingProxyType({}))
    compares: bool = False

    @property
    def sections(self) -> tuple[str, ...]:
        """The letters of its sections."""
        return tuple(sorted({play.section for play in self.plays}))

    @property
    def alone(self) -> bool:
        """Whether everybody plays for himself."""
        return any(play.south for play in self.plays)


@dataclass(frozen=True, slots=True)
class Word:
    """What a device says of a board at its table; *number* is its place in the order of all that was said.

    *result* is nothing where it says that there is none: *erased* was what it said before. *doubt* is why a director
    must look at it before anybody scores it.
    """

    section: str
    table: int
    round: int
    board: int
    ns: int
    ew: int
    result: Result | None
    number: int
    lead: str = ""
    south: int = 0
    west: int = 0
    erased: bool = False
    doubt: str = ""

    @property
    def place(self) -> tuple[str, int, int, int]:
        """Which board of which table it is about."""
        return self.section, self.table, self.round, self.board


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody who told a device where he sits, from a round on: the number he typed, and the name it found."""

    section: str
    table: int
    round: int
    direction: str
    number: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A table that called a director from its device, at a time of its clock; *answered*, when it is settled."""

    section: str
    table: int
    round: int
    at: str
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Received:
    """Everything that devices have said: the last word on each board, what is not accepted yet, and who sat where."""

    words: tuple[Word, ...]
    unaccepted: tuple[Word, ...] = ()
    sat: tuple[Sat, ...] = ()
