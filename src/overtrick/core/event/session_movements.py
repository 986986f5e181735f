"""The movement of one session of pairs, by the number of its tables and the boards it should have.

Every pair has as many boards as its movement has rounds of so many boards, so a number that somebody asks for
cannot always be had. The nearest is taken, and of two as near the one with more rounds.
"""

from functools import lru_cache
from itertools import product

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan import SessionForm, SessionMovement, SessionPlay
from overtrick.core.movements.howell import howell
from overtrick.core.movements.mitchell import mitchell
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.starters import find_starter
from overtrick.core.movements.switches import arrow_switched


@lru_cache(maxsize=64)
def session_movement(play: SessionPlay, tables: int) -> Movement:
    """The movement of one session for so many tables."""
    rounds, boards = session_length(play, tables)
    match play.movement(tables).form:
        case SessionForm.HOWELL:
            return howell(tables, rounds, boards)
        case SessionForm.MITCHELL:
            return mitchell(tables, rounds, boards)
        case SessionForm.SWITCHED:
            return arrow_switched(mitchell(tables, rounds, boards))


@lru_cache(maxsize=1024)
def session_length(play: SessionPlay, tables: int) -> tuple[int, int]:
    """The rounds of one session for so many tables, and the boards of a round: together nearest to what is asked.

    >>> from overtrick.core.by_entry import Span
    >>> everybody = SessionMovement(Span(2), SessionForm.HOWELL)
    >>> [session_length(SessionPlay((everybody,), Span(26, 26)), tables) for tables in (5, 6, 7)]
    [(9, 3), (11, 2), (13, 2)]
    """
    asked = play.boards
    if not asked.least:
        raise DirectorError("A session of no boards cannot be played", remedy="Say how many boards it should have.")
    most = asked.least if asked.most is None else asked.most
    rounds = _rounds(play.movement(tables), tables)
    # Those next to either end of what is asked are enough: whatever lies between is as asked.
    sizes = {max(1, end // number + more) for number in rounds for end in (asked.least, most) for more in (0, 1)}

    def cost(length: tuple[int, int]) -> tuple[int, int, int]:
        played = length[0] * length[1]
        return max(asked.least - played, played - most, 0), abs(2 * played - asked.least - most), -length[0]

    return min(product(rounds, sizes), key=cost)


def _rounds(movement: SessionMovement, tables: int) -> list[int]:
    """How many rounds there may be: everybody in a Howell, the other line in a Mitchell, or as few as are allowed."""
    full = most = 2 * tables - 1 if movement.form is SessionForm.HOWELL else tables - (tables % 2 == 0)
    least = full
    if movement.rounds is not None:
        most = min(full, movement.rounds.most or full)
        least = min(most, movement.rounds.least)
    if movement.form is not SessionForm.HOWELL:
        return list(range(max(1, least), most + 1))
    shorter = range(max(least, tables + 1), most + 1)
    there = [number for number in shorter if number == full or find_starter(number, 2 * tables - number) is not None]
    return there or [full]
