"""Data sent to table devices and received from them, by file or through a connection.

Pairs, teams and players have whole numbers here, since devices know no others. A team is seated twice: its closed
room's table has a number of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from overtrick.core.model.cards import Deal
from overtrick.core.model.results import Result
from overtrick.core.wording import Said, phrase

CLOSED_ROOM: Final = 100
"""The closed room's table number minus the open room's."""
REVERSED: Final = phrase("the players sat the other way round")
NOT_PLAYED: Final = phrase("the device says that the board was not played")
AWARDED: Final = phrase("a score was awarded at the device")
"""The reason why a director must look at an awarded score."""


class Scoring(Enum):
    """How the devices are told that boards are scored; results they display are not ours."""

    MATCHPOINTS = 1
    BUTLER = 2
    CROSS_IMPS = 3
    TEAMS = 4


@dataclass(frozen=True, slots=True)
class Play:
    """A table in a round: who sits there (0 for no one), and its boards. *south* and *west* are for individuals."""

    section: str
    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    south: int = 0
    west: int = 0


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A person whose name a device can show: the federation's number, and the name."""

    number: str
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What the devices need to know: who sits where in which round, names, hands.

    *guid* is the same whenever the same session is sent. *compares* permits showing other tables' results.
    """

    title: str
    guid: str
    scoring: Scoring
    winners: int
    plays: tuple[Play, ...]
    names: tuple[PlayerName, ...] = ()
    deals: Mapping[int, Deal] = field(default_factory=lambda: MappingProxyType({}))
    compares: bool = False

    @property
    def sections(self) -> tuple[str, ...]:
        """The letters of the sections."""
        return tuple(sorted({play.section for play in self.plays}))

    @property
    def alone(self) -> bool:
        """Whether everyone plays as an individual."""
        return any(play.south for play in self.plays)


@dataclass(frozen=True, slots=True)
class DeviceReport:
    """A device's report on a board at its table; *number* is its position in the order of all reports.

    *result* is `None` for a report that there is none: *erased* is the result reported before. *doubt* is why a
    director must look at it before it is scored.
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
    doubt: Said = ""

    @property
    def place(self) -> tuple[str, int, int, int]:
        """The section, round, table and board that it is about."""
        return self.section, self.table, self.round, self.board


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player identified at a device, with the seat from a round on: the number typed, and the name found for it."""

    section: str
    table: int
    round: int
    direction: str
    number: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class DeviceCall:
    """A table that called a director from its device, at a time by its clock; *answered* once it is settled."""

    section: str
    table: int
    round: int
    at: str
    answered: bool = False


@dataclass(frozen=True, slots=True)
class DeviceData:
    """Everything from the devices: the last report on each board, what is not accepted yet, and who sat where."""

    words: tuple[DeviceReport, ...]
    unaccepted: tuple[DeviceReport, ...] = ()
    sat: tuple[SeatedPlayer, ...] = ()
