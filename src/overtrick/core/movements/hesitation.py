"""Hesitation Mitchells: some North-South seats belong to the circle that East-West move in.

A pair that comes to the end of East-West hesitates: it sits North-South for a round (two rounds in a double
hesitation) before it starts again at the first table. So there are one or two rounds more than tables, and the
movers meet some of their own line; everybody plays every set and nobody is met twice. One ranking, because the
movers sit both ways.
"""

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Movement, Seating


def hesitation(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A hesitation Mitchell: a round and a set more than tables.

    North-South of the last table move with East-West. With an odd number of tables one stand of boards is after the
    middle; with an even number two are after the first half, and the last table plays what the first one plays.

    >>> [(s.ns, s.ew, s.boards) for s in hesitation(7).rounds[1]][-1]
    (14, 13, 1)
    """
    if tables < 4:
        raise DirectorError("{tables} tables are too few for a hesitation", remedy="Play a Howell.", tables=tables)
    # The boards of the stands lie between the tables; East-West pass them by, and so never meet a set again.
    after, stands = (tables // 2, 2) if tables % 2 == 0 else ((tables - 1) // 2, 1)
    name = f"Hesitation Mitchell, {tables} tables"
    return _circle(tables, (tables,), (after, stands), rounds, boards_a_set, name=name)


def double_hesitation(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A double hesitation: two rounds and two sets more than tables, for an odd number of them.

    The circle goes from East-West of the last table over North-South of the second and of the last; both stands of
    boards are after the table beyond the middle.
    """
    if tables < 7 or tables % 2 == 0:
        raise DirectorError(
            "There is no double hesitation of {tables} tables",
            remedy="It needs an odd number of them, seven or more.",
            tables=tables,
        )
    name = f"Double hesitation Mitchell, {tables} tables"
    return _circle(tables, (2, tables), ((tables + 1) // 2, 2), rounds, boards_a_set, name=name)


def _circle(
    tables: int,
    hesitating: tuple[int, ...],
    stands: tuple[int, int],
    rounds: int | None,
    boards_a_set: int,
    *,
    name: str,
) -> Movement:
    seats = [(False, table) for table in range(1, tables + 1)] + [(True, table) for table in hesitating]
    full = len(seats)
    rounds = full if rounds is None else rounds
    if not 1 <= rounds <= full:
        raise DirectorError(
            "{name}, has at most {full} rounds, not {rounds}",
            remedy="Play {full} rounds or fewer.",
            name=name,
            full=full,
            rounds=rounds,
        )
    after, standing = stands
    starts = [table if north else tables + table for north, table in seats]

    def turn(number: int) -> tuple[Seating, ...]:
        at = {seats[(place + number) % full]: pair for place, pair in enumerate(starts)}
        return tuple(
            Seating(
                table, at.get((True, table), table), at[False, table],
                (table + (standing if table > after else 0) - 1 + number) % full + 1,
            )
            for table in range(1, tables + 1)
        )  # fmt: skip

    played = tuple(turn(number) for number in range(rounds))
    sharing = 1 if len({seating.boards for seating in played[0]}) == tables else 2
    return Movement(f"{name}, {rounds} rounds", 2 * tables, played, boards_a_set, sharing=sharing)
