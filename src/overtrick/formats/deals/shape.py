"""What the readers of deals share: the boards of a file, and how a fault in it is told."""

from collections.abc import Mapping
from typing import TypeAlias

from overtrick.core.dealing.numbers import deal_held
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Deal

Boards: TypeAlias = Mapping[int, Deal]
"""The deals of a file by the number of their board, in the file's order."""


def broken(name: str, where: str, what: str) -> DirectorError:
    """A file that is not as its format has it: nothing of it is taken."""
    return DirectorError(
        "{name}, {where}: {what}",
        remedy="Nothing of it was taken; have the file made or sent again.",
        name=name,
        where=where,
        what=what,
    )


def held(seats: list[int], name: str, board: int) -> Deal:
    """The deal of which each card's seat was read."""
    found = deal_held(seats) if len(seats) == 52 else None
    if found is None:
        raise broken(name, f"board {board}", "it is not thirteen cards to each seat")
    return found


def add(boards: dict[int, Deal], board: int, deal: Deal, name: str) -> None:
    """Put a board among those of a file; the same number twice must be the same deal."""
    if boards.setdefault(board, deal) != deal:
        raise broken(name, f"board {board}", "it is there twice, with different cards")


def in_turn(boards: Boards, format_: str) -> int:
    """The first of boards that a format can only number in turn."""
    numbers = list(boards)
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise DirectorError(
            "A {format} file can only hold boards that follow one another",
            remedy="Write PBN, or a file for each run of boards.",
            format=format_,
        )
    return numbers[0]
