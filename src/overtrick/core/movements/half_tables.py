"""An extra pair in a Mitchell: pairs sit out in turn, or the extra pair displaces another one in each round.

Both movements have only whole tables. In a Blandon there is one more East-West pair, and East-West sit out in
turn. A rover is an extra North-South pair that takes another pair's seat in every round except the first, and that
pair sits out. The third method, one more table with a missing pair, is `Movement.sitting_out` of any movement.
"""

from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.movements.mitchell import Form, mitchell
from overtrick.core.movements.movement import Fields, Movement, Seating

_TRIED = 20_000
"""How many sequences of tables are tried for a rover; if it may start at any table, a tenth of them from each."""


def blandon(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Mitchell of an odd number of tables with an extra pair: one round and one set fewer than tables.

    The last table shares boards with the first one throughout. East-West move round the tables and one place where
    they sit out, and skip one place half-way.

    >>> [(s.table, s.ns, s.ew, s.boards) for s in blandon(9).rounds[1] if s.table in (1, 10)]
    [(1, 1, 19, 2), (10, None, 18, 0)]
    """
    if tables < 5 or tables % 2 == 0:
        raise DirectorError(
            "A Blandon needs an odd number of whole tables, five or more, not {tables}",
            remedy="Use a movement with one more table and a missing pair, or a rover.",
            tables=tables,
        )
    full = tables - 1
    rounds = full if rounds is None else rounds
    if not 1 <= rounds <= full:
        raise DirectorError(
            "A Blandon of {tables}½ tables has at most {full} rounds, not {rounds}",
            remedy="Play {full:#round} or fewer.",
            tables=tables,
            full=full,
            rounds=rounds,
        )

    def turn(number: int) -> tuple[Seating, ...]:
        moved = number + (number >= full // 2)
        east = [tables + (place - 1 - moved) % (tables + 1) + 1 for place in range(1, tables + 2)]
        seats = [
            Seating(table, table, east[table - 1], ((table - 1) % full + number) % full + 1)
            for table in range(1, tables + 1)
        ]
        return (*seats, Seating(tables + 1, None, east[-1], 0))

    name = f"Blandon Mitchell, {tables} tables and a half, {rounds} rounds"
    played = tuple(turn(number) for number in range(rounds))
    return Movement(name, 2 * tables + 1, played, boards_a_set, sharing=2, fields=Fields.TWO)


def rover(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Mitchell with a rover: the extra pair has the last number, sits North-South, and sits out the first round.

    It uses a plain Mitchell, or share and relay if the number of tables is even (with a skip the rover would meet a set
    again). If no order of tables works for every round, the rover meets one pair a second time if the usual order
    does so, and otherwise sits out once more.

    >>> [next(s.table for s in seats if s.ns == 17) for seats in rover(8).rounds[:3]]
    [9, 1, 6]
    """
    if tables < 3:
        raise DirectorError(
            "A rover needs at least three whole tables, not {tables}",
            remedy="Play a Howell with a missing pair.",
            tables=tables,
        )
    plain = mitchell(tables, rounds, boards_a_set, Form.PLAIN if tables % 2 else Form.RELAY)
    extra, order = 2 * tables + 1, (0, *_order(tables, len(plain.rounds) - 1))
    played = []
    for at, seats in zip(order, plain.rounds, strict=True):
        waiting = at or extra
        taken = tuple(Seating(s.table, extra if s.table == at else s.ns, s.ew, s.boards) for s in seats)
        played.append((*taken, Seating(tables + 1, waiting, None, 0)))
    met = [s.ew for seats in played for s in seats if s.ns == extra and s.played]
    name = f"Rover Mitchell, {tables} tables and a half, {len(played)} rounds"
    # The rover's number follows East-West's, so that their numbers are the same as without a rover.
    return Movement(
        name, extra, tuple(played), boards_a_set, sharing=plain.sharing, meetings=1 + (len(set(met)) < len(met)),
        fields=Fields.TWO,
    )  # fmt: skip


_USUAL = {
    6: (1, 3, 5, 2, 4),
    7: (1, 3, 5, 7, 2, 4),
    8: (1, 6, 2, 7, 3, 8, 4),
    9: (1, 5, 9, 2, 4, 7, 3, 6),
    10: (1, 7, 2, 8, 3, 9, 4, 10, 5),
    11: (1, 3, 5, 7, 9, 11, 2, 4, 6, 8),
    12: (3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8),
    13: (1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10),
    14: (1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7),
    15: (1, 3, 5, 7, 9, 12, 14, 2, 4, 6, 8, 10, 11, 13),
}
"""The usual tables of a rover from the second round on (the list of the English scoring program)."""


@lru_cache(maxsize=64)
def _order(tables: int, rounds: int) -> tuple[int, ...]:
    """The tables of a rover, without repeating a table, opponents or a set; 0 where it sits out once more."""
    if tables in _USUAL:
        return _USUAL[tables][:rounds] + (0,) * (rounds - len(_USUAL[tables]))
    for waits in range(rounds + 1):
        # With an odd number all tables are equivalent as a start; with an even number the relay makes them different.
        for start in range(1 if tables % 2 else tables):
            if found := _search_order(tables, rounds, waits, start):
                return found
    return (0,) * rounds


def _search_order(tables: int, rounds: int, waits: int, start: int) -> tuple[int, ...] | None:
    half, left = tables // 2, [_TRIED if tables % 2 else _TRIED // 10]
    # Moving two tables each time works without a search if neither 2 nor 3 divides the number of tables; with an
    # even number it moves about half the tables each time.
    step, onwards = (2, 1) if tables % 2 else (half + 1, -1)
    order: list[int] = []
    used: set[tuple[str, int]] = set()

    def follow(turn: int, place: int, waiting: int) -> bool:
        if turn > rounds:
            return True
        for more in range(tables):
            left[0] -= 1
            if left[0] < 0:
                return False
            table = (place + onwards * more) % tables
            boards = table + (tables % 2 == 0 and table >= half) + turn
            new = {("table", table), ("pair", (table - turn) % tables), ("set", boards % tables)}
            if used & new:
                continue
            used.update(new)
            order.append(table + 1)
            if follow(turn + 1, table + step, waiting):
                return True
            used.difference_update(new)
            order.pop()
        if waiting:
            order.append(0)
            if follow(turn + 1, place, waiting - 1):
                return True
            order.pop()
        return False

    return tuple(order) if follow(1, start, waits) else None
