"""What the readers of deals share: the boards of a file, and how a fault in it is reported."""

from collections.abc import Mapping
from typing import TypeAlias

from overtrick.core.dealing.numbers import deal_held
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Deal
from overtrick.core.wording import Said, phrase

Boards: TypeAlias = Mapping[int, Deal]
"""The deals of a file by board number, in the file's order."""


def deal_file_error(name: str, where: Said, what: Said) -> DirectorError:
    """The refusal of a file that does not follow its format: nothing of it is imported."""
    return DirectorError(
        "{name}, {where}: {what}",
        remedy="Nothing was imported: create the file again or get a new copy.",
        name=name,
        where=where,
        what=what,
    )


def board_error(name: str, board: int, what: Said) -> DirectorError:
    """The refusal of a file for one of its boards."""
    return deal_file_error(name, phrase("board {board}", board=board), what)


def line_error(name: str, number: int, what: Said) -> DirectorError:
    """The refusal of a file for one of its lines."""
    return deal_file_error(name, phrase("line {number}", number=number), what)


def deal_from_seats(seats: list[int], name: str, board: int) -> Deal:
    """The deal given by the seat of each card."""
    found = deal_held(seats) if len(seats) == 52 else None
    if found is None:
        raise board_error(name, board, phrase("each seat must have thirteen cards"))
    return found


def add(boards: dict[int, Deal], board: int, deal: Deal, name: str) -> None:
    """Add a board to those of a file; a repeated number must have the same deal."""
    if boards.setdefault(board, deal) != deal:
        raise board_error(name, board, phrase("the board appears twice, with different cards"))


def in_turn(boards: Boards, format_: str) -> int:
    """The first board, for a format that can only number boards in sequence."""
    numbers = list(boards)
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise DirectorError(
            "{format} files can hold only consecutive boards",
            remedy="Use PBN, or write one file for each run of boards.",
            format=format_,
        )
    return numbers[0]
