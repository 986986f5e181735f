"""Acts of knockouts and drop-in stages: choices of opponents, drop-ins, extra boards, exchanged places, play-offs."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice that the regulations give a contestant: an opponent, a stanza, a side."""

    called: ClassVar[str] = "choice made"
    stage: str
    about: str
    contestant: str
    choice: str


@dataclass(frozen=True, slots=True)
class ChoiceDeclared:
    """Before a draw by choice, a contestant put itself up for choice or refused to be chosen."""

    called: ClassVar[str] = "choice declared"
    stage: str
    contestant: str
    available: bool


@dataclass(frozen=True, slots=True)
class ChoosingBegun:
    """The declarations for a draw by choice were closed, and the first turn began."""

    called: ClassVar[str] = "choosing begun"
    stage: str


@dataclass(frozen=True, slots=True)
class ChoiceForfeited:
    """A contestant had no representative when it was called to choose."""

    called: ClassVar[str] = "choice forfeited"
    stage: str
    contestant: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntrantsJoined:
    """Contestants dropped into a stage in progress before the draw of this round, best first."""

    called: ClassVar[str] = "entrants joined"
    stage: str
    round: int
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtraBoardsCalled:
    """Extra boards were ordered for a tied match; they decide it and count for nothing else."""

    called: ClassVar[str] = "extra boards called"
    stage: str
    round: int
    table: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacesExchanged:
    """Two teams exchanged all their later places, because a correction changed the winner of their match."""

    called: ClassVar[str] = "places exchanged"
    stage: str
    one: str
    two: str
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class PlayedOff:
    """Contestants that were tied for a place played off for it and finished in this order.

    *imps* are the scores of two teams, the first in the order first: for the first set of boards, then for each later
    set.
    """

    called: ClassVar[str] = "played off"
    stage: str
    order: tuple[str, ...]
    reason: Prose
    imps: tuple[tuple[int, int], ...] = ()


ChoiceAct: TypeAlias = (
    ChoiceMade | ChoiceDeclared | ChoosingBegun | ChoiceForfeited | EntrantsJoined | ExtraBoardsCalled
    | PlacesExchanged | PlayedOff
)  # fmt: skip
"""Every act about choices, drop-ins, extra boards and play-offs."""
