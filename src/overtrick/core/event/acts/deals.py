"""The act about the cards of a board: how it was dealt."""

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


DealAct: TypeAlias = BoardDealt
"""Everything that is written of the hands."""
