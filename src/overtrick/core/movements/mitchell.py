"""Mitchell movements: North-South keep their tables, East-West move up a table, the boards move down one.

With an odd number of tables that is all there is to it. With an even number East-West would meet their
first boards again half-way: they skip a table there (and play one round fewer), or the boards pass over
a relay and two tables share. A double weave needs neither: where the tables divide by four, pairs and boards
cross by halves and quarters instead of going round; for other even numbers it is in `weave`.
"""

from enum import Enum

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.weave import weave, woven


class Form(Enum):
    """What is done about an even number of tables."""

    PLAIN = "plain"
    SKIP = "skip"
    RELAY = "share and relay"
    WEAVE = "double weave"

    def __str__(self) -> str:
        return self.value


def mitchell(
    tables: int, rounds: int | None = None, boards_a_set: int = 1, form: Form | None = None
) -> Movement:  # fmt: skip
    """A Mitchell for so many tables: plain if their number is odd, share and relay if it is even.

    Two fields; East-West pair j is numbered *tables* + j. With all its rounds every pair meets the whole
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
            for seats in (section if tables % 4 == 0 else weave)(tables)[:rounds]
        )
    else:
        played = tuple(tuple(_seating(tables, form, table, turn) for table in range(tables)) for turn in range(rounds))
    name = f"Mitchell, {tables} tables, {rounds} rounds" + ("" if form is Form.PLAIN else f", {form}")
    sharing = 2 if form is Form.RELAY else 1
    return Movement(name, 2 * tables, played, boards_a_set, sharing=sharing, fields=Fields.TWO)


def _seating(tables: int, form: Form, table: int, turn: int) -> Seating:
    half = tables // 2
    moved = turn + 1 if form is Form.SKIP and turn >= half else turn
    # The relay stands after the first half of the tables, so the last table is level with the first.
    place = table + 1 if form is Form.RELAY and table >= half else table
    return Seating(
        table + 1, table + 1, tables + (table - moved) % tables + 1, (place + turn) % tables + 1
    )  # fmt: skip


def _refuse(tables: int, rounds: int, most: int, form: Form) -> None:
    if tables < 2:
        raise DirectorError("A Mitchell needs at least two tables", remedy="Seat two tables or more.")
    if form is Form.PLAIN and tables % 2 == 0:
        raise DirectorError(
            "With {tables} tables East-West would meet their first boards again after round {most_tables}",
            remedy="Ask for a skip, or for share and relay.",
            tables=tables,
            most_tables=tables // 2,
        )
    if form is not Form.PLAIN and tables % 2:
        raise DirectorError(
            "With {tables} tables nothing need be skipped or shared", remedy="Ask for a plain Mitchell.", tables=tables
        )
    if form is Form.WEAVE and tables % 4 and not woven(tables):
        raise DirectorError(
            "There is no double weave of {tables} tables",
            remedy="Ask for a skip, or for share and relay.",
            tables=tables,
        )
    if not 1 <= rounds <= most:
        raise DirectorError(
            "A {form} Mitchell of {tables} tables has at most {most} rounds, not {rounds}",
            remedy="Play {most} rounds or fewer.",
            form=form,
            tables=tables,
            most=most,
            rounds=rounds,
        )


def section(size: int) -> list[list[tuple[int, int]]]:
    """A section complete in itself: round by round, for each table, the East-West pair and the set (from 0).

    Everybody meets everybody and plays every set with one copy of the boards and nothing shared. It exists
    for an odd size (the plain Mitchell) and where four divides the size (the crossed one); for the other
    sizes no movement by a fixed rule does it.

    >>> section(4)[1]
    [(1, 2), (0, 3), (3, 0), (2, 1)]
    """
    fours = size & -size
    if fours == 2:
        raise DirectorError(
            "A section of {size} tables cannot move without sharing",
            remedy="Use an odd size, or a multiple of four.",
            size=size,
        )
    odd = size // fours

    def place(four: int, rest: int) -> int:
        return rest % odd * fours + four

    def crossed(turn: int) -> list[tuple[int, int]]:
        four, rest = turn % fours, turn // fours
        return [
            (place(t % fours ^ four, t // fours - rest), place(t % fours ^ _doubled(four, fours), t // fours + rest))
            for t in range(size)
        ]

    return [crossed(turn) for turn in range(size)]


_REDUCE = {1: 0, 4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011, 128: 0b10000011}
"""For each power of two, the polynomial by which doubling stays within it and leaves nothing in place."""


def _doubled(four: int, fours: int) -> int:
    twice = four << 1
    return twice ^ _REDUCE[fours] if twice >= fours else twice


def barometer_mitchell(tables: int, rounds: int, boards_a_set: int = 1, first: int = 0) -> Movement:
    """A Mitchell in which every table plays the same boards in the same round.

    It needs a copy of the boards for every table and, whatever the number of tables, it meets the most
    opponents there are. *first* is how far East-West have already moved on in earlier sessions, so that
    North-South pair i meets East-West pair i + g in the g-th round of all.
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
