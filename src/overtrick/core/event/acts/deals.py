"""Acts about deals: the hands of a board, and the proof that no one chose the deals."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """The four hands of a board in PBN, and their source (Law 6).

    They apply wherever the board is compared: in its *round*, or in all rounds of its session. *dealer*
    (N, E, S, W) and *vulnerable* (None, NS, EW, All) are as stated in the source, if it has them.
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
    """The SquareDeal plan, published to fix the deals before anyone can know them.

    *plan* is its name, *delayed* describes the public value that the deals will depend on, *phases* are written as
    `sessions:boards:file:description`, and *key_hash* is the hash of the keys, which stay secret until play is over.
    """

    called: ClassVar[str] = "deals planned"
    plan: str
    delayed: str
    phases: tuple[str, ...]
    key_hash: str


@dataclass(frozen=True, slots=True)
class DealsValued:
    """The public value of a plan is known, so the deals can be generated."""

    called: ClassVar[str] = "deals valued"
    plan: str
    value: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class DealKeysReleased:
    """The keys of a plan (`phase,session:key`) were released after play, so anyone can generate the deals."""

    called: ClassVar[str] = "deal keys released"
    plan: str
    keys: tuple[str, ...]


DealAct: TypeAlias = BoardDealt | DealsPlanned | DealsValued | DealKeysReleased
"""Every act about deals."""
