"""Mitchell movements: North-South keep their tables, East-West move up a table, the boards move down one.

With an odd number of tables nothing more is needed. With an even number East-West would meet their
first boards again half-way: they skip a table there (and play one round fewer), or there is a relay stand for the
boards and two tables share. A double weave needs neither: if the number of tables is divisible by four, pairs and
boards cross by halves and quarters instead of moving round. For other even numbers pairs and boards weave through the
tables by guide cards. There all except three tables, pairs and sets are on a circle, and each round follows from the
one before by turning it one place; in the last three rounds the three stationary ones are played with each other. It
amounts to two orthogonal Latin squares, which exist for every number of tables except two and six.
"""

from enum import Enum
from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Fields, Movement, Seating

_STAYING = 3
"""The number of tables, pairs and sets that are stationary while the others turn."""


class Form(Enum):
    """The form of a Mitchell for an even number of tables."""

    PLAIN = "plain"
    SKIP = "skip"
    RELAY = "share and relay"
    WEAVE = "double weave"

    def __str__(self) -> str:
        return self.value


def mitchell(
    tables: int, rounds: int | None = None, boards_a_set: int = 1, form: Form | None = None
) -> Movement:  # fmt: skip
    """A Mitchell for this many tables: by default plain if their number is odd, share and relay if it is even.

    It has two fields; East-West pair j is numbered *tables* + j. With all its rounds every pair meets the whole
    other field and plays every board, except that the skip form has one round fewer.

    >>> [(s.ns, s.ew, s.boards) for s in mitchell(5).rounds[1]]
    [(1, 10, 2), (2, 6, 3), (3, 7, 4), (4, 8, 5), (5, 9, 1)]
    """
    form = form or (Form.PLAIN if tables % 2 else Form.RELAY)
    most = tables - 1 if form is Form.SKIP else tables
    rounds = most if rounds is None else rounds
    _refuse(tables, rounds, most, form)
    if form is Form.WEAVE:
        played = tuple(
            tuple(Seating(t + 1, t + 1, tables + ew + 1, boards + 1) for t, (ew, boards) in enumerate(seats))
            for seats in (section if tables % 4 == 0 else _weave)(tables)[:rounds]
        )
    else:
        played = tuple(tuple(_seating(tables, form, table, turn) for table in range(tables)) for turn in range(rounds))
    name = f"Mitchell, {tables} tables, {rounds} rounds" + ("" if form is Form.PLAIN else f", {form}")
    sharing = 2 if form is Form.RELAY else 1
    return Movement(name, 2 * tables, played, boards_a_set, sharing=sharing, fields=Fields.TWO)


def _seating(tables: int, form: Form, table: int, turn: int) -> Seating:
    half = tables // 2
    moved = turn + 1 if form is Form.SKIP and turn >= half else turn
    # The relay is after the first half of the tables, so the last table plays the same boards as the first.
    place = table + 1 if form is Form.RELAY and table >= half else table
    return Seating(
        table + 1, table + 1, tables + (table - moved) % tables + 1, (place + turn) % tables + 1
    )  # fmt: skip


def _refuse(tables: int, rounds: int, most: int, form: Form) -> None:
    if tables < 2:
        raise DirectorError("A Mitchell needs at least two tables", remedy="Use at least two tables.")
    if form is Form.PLAIN and tables % 2 == 0:
        raise DirectorError(
            "At {tables} tables East–West would play their first boards again after round {most_tables}",
            remedy="Use a skip, or share and relay.",
            tables=tables,
            most_tables=tables // 2,
        )
    if form is not Form.PLAIN and tables % 2:
        raise DirectorError(
            "{tables:#table} need no skip and no shared boards", remedy="Use a plain Mitchell.", tables=tables
        )
    if form is Form.WEAVE and tables % 4 and not _woven(tables):
        raise DirectorError(
            "Overtrick has no double weave for {tables:#table}",
            remedy="Use a skip, or share and relay.",
            tables=tables,
        )
    if not 1 <= rounds <= most:
        raise DirectorError(
            "A {form} Mitchell of {tables:#table} has at most {most:#round}, not {rounds}",
            remedy="Play at most {most:#round}.",
            form=form,
            tables=tables,
            most=most,
            rounds=rounds,
        )


def section(size: int) -> list[list[tuple[int, int]]]:
    """A complete section: round by round, for each table, the East-West pair and the set (from 0).

    All opponents meet, and every pair plays every set with one copy of the boards and no sharing. It exists
    for an odd size (the plain Mitchell) and for a size divisible by four (the crossed one); for other
    sizes no movement by a fixed rule exists.

    >>> section(4)[1]
    [(1, 2), (0, 3), (3, 0), (2, 1)]
    """
    fours = size & -size
    if fours == 2:
        raise DirectorError(
            "This movement does not exist for a section of {size} tables without shared boards",
            remedy="Use an odd number of tables, or a multiple of four.",
            size=size,
        )
    odd = size // fours

    def place(four: int, rest: int) -> int:
        return rest % odd * fours + four

    def crossed(turn: int) -> list[tuple[int, int]]:
        four, rest = turn % fours, turn // fours
        return [
            (place(t % fours ^ four, t // fours - rest), place(t % fours ^ _double(four, fours), t // fours + rest))
            for t in range(size)
        ]

    return [crossed(turn) for turn in range(size)]


_REDUCE = {1: 0, 4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011, 128: 0b10000011}
"""For each power of two, the polynomial by which doubling stays within it and has no fixed point."""


def _double(four: int, fours: int) -> int:
    twice = four << 1
    return twice ^ _REDUCE[fours] if twice >= fours else twice


def barometer_mitchell(tables: int, rounds: int, boards_a_set: int = 1, first: int = 0) -> Movement:
    """A Mitchell in which every table plays the same boards in the same round.

    It needs a copy of the boards for every table and, for any number of tables, gives each pair the most possible
    opponents. *first* is how far East-West have already moved in earlier sessions, so that
    North-South pair i meets East-West pair i + g in the g-th round of all sessions.
    """
    meetings = -(-rounds // tables)
    played = tuple(
        tuple(
            Seating(table + 1, table + 1, tables + (table + first + turn) % tables + 1, turn + 1)
            for table in range(tables)
        )
        for turn in range(rounds)
    )
    name = f"Barometer Mitchell, {tables} tables, {rounds} rounds"
    return Movement(name, 2 * tables, played, boards_a_set, tables, meetings=meetings, fields=Fields.TWO)


def _woven(size: int) -> bool:
    """Whether there is a double weave for this many tables, a number that is not divisible by four."""
    return size in _STARTS


@lru_cache(maxsize=16)
def _weave(size: int) -> list[list[tuple[int, int]]]:
    """Round by round, for each table, the East-West pair and the set, counted from 0.

    >>> [len({pair for pair, _ in seats}) for seats in _weave(10)] == [10] * 10
    True
    """
    circle = size - _STAYING
    start = [(int(pair), int(boards)) for pair, _, boards in (each.partition("/") for each in _STARTS[size].split())]
    first, last = start[:size], start[size:]

    def turned(number: int, by: int) -> int:
        return (number + by) % circle if number < circle else number

    rounds = []
    for turn in range(circle):
        seats = [first[(table - turn) % circle] for table in range(circle)] + first[circle:]
        rounds.append([(turned(pair, turn), turned(boards, turn)) for pair, boards in seats])
    for place, (pair, boards) in enumerate(last):
        among = [(circle + (place + j) % _STAYING, circle + (place + 2 * j) % _STAYING) for j in range(_STAYING)]
        rounds.append([(turned(pair, table), turned(boards, table)) for table in range(circle)] + among)
    return rounds


_STARTS = {
    10: "2/8 8/0 5/4 3/9 9/5 4/7 7/6 1/2 0/3 6/1 1/5 4/4 5/3",
    14: "10/11 13/10 11/4 6/9 0/12 12/6 4/5 8/3 1/8 3/13 5/2 2/1 9/7 7/0 0/5 2/4 8/8",
    18: "3/14 2/16 14/15 17/9 12/13 4/3 11/17 9/12 15/8 7/11 5/7 16/0 6/4 13/6 10/2 0/10 1/1 8/5 4/10 6/11 7/1",
    22: (
        "16/17 5/16 14/11 1/4 19/8 7/15 0/6 8/13 4/0 17/12 15/19 11/5 3/7 21/18 13/3 20/14 6/21 12/10 10/20 9/2 18/1"
        " 2/9 3/2 6/16 7/7"
    ),
}
"""For each number of tables: pair and set at each table in round one, then at the first table in the last three.

On the circle each difference between table and pair, between table and set, and between pair and set occurs once.
"""
