"""The movement of one session of pairs, by the number of its tables."""

from functools import lru_cache

from overtrick.core.event.plan import SessionForm
from overtrick.core.movements.howell import howell
from overtrick.core.movements.mitchell import mitchell
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.switches import arrow_switched

MOST_ROUNDS = 13
"""Of a Mitchell: an evening of two-board rounds. No document of ours lays one down; each gives the boards alone."""


@lru_cache(maxsize=64)
def session_movement(form: SessionForm, tables: int, boards: int) -> Movement:
    """The movement of one session for so many tables, with about so many boards."""
    rounds = session_rounds(form, tables)
    boards_a_set = max(1, boards // rounds)
    match form:
        case SessionForm.HOWELL:
            return howell(tables, None, boards_a_set)
        case SessionForm.MITCHELL:
            return mitchell(tables, rounds, boards_a_set)
        case SessionForm.SWITCHED:
            return arrow_switched(mitchell(tables, rounds, boards_a_set))


def session_rounds(form: SessionForm, tables: int) -> int:
    """The rounds of one session: everybody in a Howell, the other line, up to thirteen, in a Mitchell.

    >>> session_rounds(SessionForm.HOWELL, 5), session_rounds(SessionForm.MITCHELL, 8)
    (9, 7)
    """
    if form is SessionForm.HOWELL:
        return 2 * tables - 1
    return min(tables if tables % 2 else tables - 1, MOST_ROUNDS)
