"""Boards: the dealer and the vulnerability for each board number (Law 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from overtrick.core.errors import ResultRefused
from overtrick.core.model.seats import CLOCKWISE, Seat, Side
from overtrick.core.wording import Phrase, phrase


class Vulnerability(Enum):
    """Which sides are vulnerable."""

    NONE = "none"
    NS = "NS"
    EW = "EW"
    ALL = "all"

    def __str__(self) -> str:
        return {"none": "none vulnerable", "all": "all vulnerable"}.get(self.value, f"{self.value} vulnerable")

    def includes(self, side: Side) -> bool:
        """Whether *side* is vulnerable."""
        return self is Vulnerability.ALL or self.value == side.value


_ROUND = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its number, dealer and vulnerability."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability

    @classmethod
    def from_number(cls, number: int) -> "Board":
        """The board with this number; the pattern of Law 2 repeats every sixteen boards.

        >>> [str(Board.from_number(n).vulnerability) for n in (1, 2, 5, 13, 16, 29)]
        ['none vulnerable', 'NS vulnerable', 'NS vulnerable', 'all vulnerable', 'EW vulnerable', 'all vulnerable']
        """
        return _board_from_number(number)

    def __str__(self) -> str:
        return f"board {self.number}"


@lru_cache(maxsize=512)
def _board_from_number(number: int) -> Board:
    if number < 1:
        raise ResultRefused(
            "There is no board {number}", clause="Law 2", remedy="Boards are numbered from 1.", number=number
        )
    place = (number - 1) % 16
    return Board(number, CLOCKWISE[place % 4], _ROUND[(place + place // 4) % 4])


def boards_phrase(boards: Sequence[int]) -> Phrase:
    """Some boards in a sentence.

    >>> print(boards_phrase((5,)), boards_phrase((1, 2)), boards_phrase((1, 2, 3)), boards_phrase((1, 2, 9)), sep="; ")
    board 5; boards 1 and 2; boards 1 to 3; boards 1, 2 and 9
    """
    if len(boards) == 1:
        return phrase("board {board}", board=boards[0])
    if list(boards) == list(range(boards[0], boards[-1] + 1)):
        return phrase("boards {boards:span}", boards=tuple(boards))
    return phrase("boards {boards}", boards=tuple(boards))
