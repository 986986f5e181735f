"""Acts of a stage graph: opponents chosen, teams that join, boards played on, places exchanged and played off."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.model.written import Prose


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A contestant's choice where the regulation gives it one: an opponent, a stanza, a side."""

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
    """Declarations for a draw by choice are closed, and the first turn is open."""

    called: ClassVar[str] = "choosing begun"
    stage: str


@dataclass(frozen=True, slots=True)
class ChoiceForfeited:
    """Nobody was there to choose for a contestant when its turn was called."""

    called: ClassVar[str] = "choice forfeited"
    stage: str
    contestant: str
    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class EntrantsJoined:
    """Contestants came into a stage under way, before the draw of this round, best first."""

    called: ClassVar[str] = "entrants joined"
    stage: str
    round: int
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtraBoardsCalled:
    """Extra boards were called for a level match; they decide it and count for nothing else."""

    called: ClassVar[str] = "extra boards called"
    stage: str
    round: int
    table: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacesExchanged:
    """Two teams exchanged every later place, because the match they played was won by the other after all."""

    called: ClassVar[str] = "places exchanged"
    stage: str
    one: str
    two: str
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class PlayedOff:
    """Contestants level across a place played off for it and came out in this order.

    *imps* are those of two teams, the first in the order first: of the first boards together, then of each later go.
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
"""Everything that is written of choices, and of who plays on beside the draw."""
