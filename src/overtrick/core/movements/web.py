"""Web Mitchells: in a large field with few rounds every pair plays all the boards, with as few copies as possible.

The field is divided into sections of as many tables as there are rounds, each complete with one
copy of the boards, and a last block of the remaining tables, fewer than two sections. If that block has an
even number of tables it is a web of two halves: in the first the boards move down a table each round, in
the second they move up, and East-West move up through both. So East-West meet every second set upwards
in one half and every second set downwards in the other, which for an odd number of rounds is every set
once. In other blocks the sets are distributed by a search.
"""

from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.movements.mitchell import section
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.sets import share_out

Block = tuple[tuple[tuple[int, int], ...], ...]
"""Round by round, for each table, the East-West pair and the set, counted from 0."""


def web(tables: int, rounds: int = 13, boards_a_set: int = 2) -> Movement:
    """A web Mitchell: every pair plays every board and meets as many opponents as there are rounds.

    The number of copies that it needs is in the movement. No plan needs fewer than tables
    divided by rounds, and this one reaches that if the last block is a section or a web.

    >>> web(26).copies, web(39).copies, web(120).copies
    (2, 3, 10)
    """
    if tables < 2:
        raise DirectorError(
            "A web needs at least two tables, not {tables}",
            remedy="Choose another movement for one table.",
            tables=tables,
        )
    if not 2 <= rounds <= tables:
        raise DirectorError(
            "{rounds} is not a possible number of rounds for a web of {tables:#table}",
            remedy="Play 2[ to {most}] rounds.",
            tables=tables,
            rounds=rounds,
            most=tables if tables > 2 else "",
        )
    sections = 0 if rounds % 4 == 2 else tables // rounds - 1
    last = tables - sections * rounds
    blocks = [tuple(map(tuple, section(rounds))) for _ in range(sections)] + [_block(last, rounds)]
    seats: list[list[Seating]] = [[] for _ in range(rounds)]
    for block in blocks:
        first = len(seats[0])
        for turn, here in enumerate(block):
            seats[turn] += [
                Seating(first + t + 1, first + t + 1, tables + first + ew + 1, boards + 1)
                for t, (ew, boards) in enumerate(here)
            ]
    played = tuple(map(tuple, seats))
    copies = max(sum(s.boards == boards for s in here) for here in played for boards in range(1, rounds + 1))
    name = f"Web Mitchell, {tables} tables, {rounds} rounds"
    return Movement(name, 2 * tables, played, boards_a_set, copies, fields=Fields.TWO)


@lru_cache(maxsize=256)
def _block(size: int, rounds: int) -> Block:
    if size == rounds and size % 4 != 2:
        return tuple(map(tuple, section(size)))
    if rounds % 2 and size % 2 == 0:
        return _halves(size, rounds)
    gaps = [-turn for turn in range(rounds)]
    for copies in range(-(-size // rounds), size + 1):
        if plan := share_out(size, gaps, copies):
            return tuple(
                tuple(((t - turn) % size, plan.sets[t, (t - turn) % size]) for t in range(size))
                for turn in range(rounds)
            )
    raise DirectorError(
        "No web of {size:#table} and {rounds:#round} was found",
        remedy="Add or drop one round.",
        size=size,
        rounds=rounds,
    )


def _halves(size: int, rounds: int) -> Block:
    half = size // 2

    def boards(table: int, turn: int) -> int:
        # In the second half the sets continue downwards from two below where East-West started.
        return (table + turn if table < half else 2 * half - 2 - table - turn) % rounds

    return tuple(tuple(((t - turn) % size, boards(t, turn)) for t in range(size)) for turn in range(rounds))
