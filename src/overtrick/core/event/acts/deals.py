"""Acts about the cards: how a board was dealt, and the proof that nobody chose the deals."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """The four hands of a board, in the notation of PBN, and where they are from (Law 6).

    It holds wherever the board is compared: in its *round*, or in all rounds of the session it belongs to. *dealer*
    (N, E, S, W) and *vulnerable* (None, NS, EW, All) are as the source has them, if it says so.
    """

    called: ClassVar[str] = "board dealt"
    stage: str
    round: int
    board: int
    deal: str
    source: str
    dealer: str = ""
    vulnerable: str = ""


@dataclass(frozen=True, slots=True)
class DealsPlanned:
    """The deals are fixed before anybody can know them: the plan of SquareDeal, as it is published.

    *plan* is its name, *delayed* says which public value will enter the deals, *phases* are as the plan writes them
    (`sessions:boards:file:description`), and *key_hash* is the hash of the keys, which nobody sees until play is over.
    """

    called: ClassVar[str] = "deals planned"
    plan: str
    delayed: str
    phases: tuple[str, ...]
    key_hash: str


@dataclass(frozen=True, slots=True)
class DealsValued:
    """The value that a plan waited for is known: from now on there are deals."""

    called: ClassVar[str] = "deals valued"
    plan: str
    value: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class DealKeysReleased:
    """Play is over: the keys of a plan (`phase,session:key`), with which anybody can deal again."""

    called: ClassVar[str] = "deal keys released"
    plan: str
    keys: tuple[str, ...]


DealAct: TypeAlias = BoardDealt | DealsPlanned | DealsValued | DealKeysReleased
"""Everything that is written of the hands."""
