"""Howell movements: one field, in which (almost) all pairs move and meet (almost) all others.

The moving pairs follow one another: each takes the seat that the pair numbered one lower has left, and
the boards move down a table. In a full Howell one pair is stationary and all pairs meet; a
three-quarter Howell has more stationary pairs and fewer rounds.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.movements.search import Sequence
from overtrick.core.movements.starters import Starter, find_starter
from overtrick.core.wording import phrase

_STARTERS_TRIED = 4
_CLIMBS = 8


def howell(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Howell for this many tables: full unless fewer rounds are requested.

    Every pair plays every board, every two pairs meet at most once (in a full Howell exactly once), and
    no boards are shared with four or more tables. Two tables must share all their boards, and three tables those of
    one round: four or six pairs cannot be arranged without sharing. The directions at each table are
    those with the best balance found; it is perfect if the number of moving pairs is a prime
    with remainder 3 when divided by 4 (4, 6, 10, 12, 16, 22, 24 … tables), and with 2 or 8 tables.

    >>> [(s.ns, s.ew, s.boards) for s in howell(4).rounds[0]]
    [(8, 7, 7), (1, 3, 4), (2, 6, 1), (4, 5, 2)]
    """
    full = 2 * tables - 1
    rounds = full if rounds is None else rounds
    if tables < 2 or not tables < rounds <= full:
        raise DirectorError(
            "There is no Howell for {tables:#table} and {rounds:#round}",
            remedy=phrase(
                "Play more than {tables:#round}, up to the {full} of a full Howell.",
                tables=tables,
                full=full,
            )
            if tables > 1
            else phrase("Use at least two tables."),
            tables=tables,
            rounds=rounds,
        )
    kind = "Howell" if rounds == full else f"{'Three-quarter' if 4 * rounds <= 7 * tables else 'Shortened'} Howell"
    name = f"{kind}, {tables} tables, {rounds} rounds"
    if rounds == full and tables in _SMALL:
        return _small(tables, name, boards_a_set)
    return Movement(name, 2 * tables, _cycle(tables, rounds), boards_a_set)


def three_quarter_howell(tables: int, boards_a_set: int = 1) -> Movement:
    """A Howell of about three rounds for every two tables: the nearest possible number.

    >>> len(three_quarter_howell(8).rounds)
    12
    """
    target = 3 * tables // 2
    for rounds in sorted(range(tables + 1, 2 * tables - 1), key=lambda r: (abs(r - target), -r)):
        if find_starter(rounds, 2 * tables - rounds) is not None:
            return howell(tables, rounds, boards_a_set)
    raise DirectorError(
        "There is no three-quarter Howell for {tables:#table}", remedy="Play a full Howell.", tables=tables
    )


_SMALL = {
    2: (((4, 1, 1), (2, 3, 1)), ((4, 2, 2), (3, 1, 2)), ((4, 3, 3), (1, 2, 3))),
    3: (
        ((6, 1, 1), (2, 5, 1), (3, 4, 1)),
        ((6, 2, 2), (3, 1, 3), (4, 5, 4)),
        ((6, 3, 4), (4, 2, 3), (5, 1, 5)),
        ((6, 4, 5), (5, 3, 2), (1, 2, 4)),
        ((6, 5, 3), (1, 4, 2), (2, 3, 5)),
    ),
}
"""The Howells of two and three tables, which must share boards: (NS, EW, set) at each table."""


def _small(tables: int, name: str, boards_a_set: int) -> Movement:
    rounds = tuple(
        tuple(Seating(table, ns, ew, boards) for table, (ns, ew, boards) in enumerate(seats, start=1))
        for seats in _SMALL[tables]
    )
    return Movement(name, 2 * tables, rounds, boards_a_set, sharing=tables)


@lru_cache(maxsize=128)
def _cycle(tables: int, rounds: int) -> tuple[tuple[Seating, ...], ...]:
    stationary = 2 * tables - rounds
    starter, north = _best_start(rounds, stationary)
    singles = [start for start in starter if len(start.places) == 1]
    doubles = [start for start in starter if len(start.places) == 2]

    def seats(turn: int) -> tuple[Seating, ...]:
        def pair(place: int) -> int:
            return (place + turn - 1) % rounds + 1

        fixed = [(rounds + n, pair(s.places[0]), s.boards) for n, s in enumerate(reversed(singles), start=1)]
        moving = [
            (pair(a), pair(b), s.boards) if north >> a & 1 else (pair(b), pair(a), s.boards)
            for s in doubles
            for a, b in [s.places]
        ]
        return tuple(
            Seating(table, ns, ew, (boards + turn - 1) % rounds + 1)
            for table, (ns, ew, boards) in enumerate((*fixed[::-1], *moving), start=1)
        )

    return tuple(seats(turn) for turn in range(rounds))


def _best_start(circle: int, stationary: int) -> tuple[Starter, int]:
    """The starter, and the places that sit North-South in the best balance found."""
    best: tuple[int, Starter, int] | None = None
    for beginning in range(_STARTERS_TRIED):
        starter = find_starter(circle, stationary, beginning)
        if starter is None:
            break
        cost, north = _best_directions(circle, starter)
        if best is None or cost < best[0]:
            best = (cost, starter, north)
        if cost == 0:
            break
    if best is None:
        tables = (circle + stationary) // 2
        raise DirectorError(
            "No cyclic Howell of {tables} tables and {circle} rounds was found",
            remedy="Add or drop one round.",
            tables=tables,
            circle=circle,
        )
    return best[1], best[2]


def _best_directions(circle: int, starter: Starter) -> tuple[int, int]:
    """The choice of directions that balances a starter best, and its cost (0: perfect).

    On every set the pair at a given distance behind it sits in the same place, so the competition of two pairs
    depends only on how far apart they are on the circle.
    """
    behind = {place: (start.boards - place) % circle for start in starter for place in start.places}
    tables = [(start.places[0], start.places[1]) for start in starter if len(start.places) == 2]
    size = len(starter)
    meet = {min((a - b) % circle, (b - a) % circle) for a, b in tables}
    everything = (1 << circle) - 1

    def cost(north: int) -> int:
        signs = sum(1 << behind[place] for place in behind if north >> place & 1)
        worst = 0
        for shift in range(1, circle // 2 + 1):
            turned = (signs << shift | signs >> (circle - shift)) & everything
            alike = circle - 2 * (signs ^ turned).bit_count()
            # Two pairs that meet compete over all the other tables; their sitting in opposite directions is subtracted.
            competition = alike + size if shift in meet else alike
            worst += ((2 * size - 1) * competition - circle * (size - 1)) ** 2
        return worst

    numbers = Sequence(circle)
    best = (cost(start := sum(1 << a for a, _ in tables)), start)
    for climb in range(_CLIMBS):
        here = start if climb == 0 else sum(1 << two[numbers.draw_below(2)] for two in tables)
        best = min(best, _improve_directions(here, tables, cost))
        if best[0] == 0:
            break
    return best


def _improve_directions(north: int, tables: list[tuple[int, int]], cost: Callable[[int], int]) -> tuple[int, int]:
    """Turn tables, one or two at a time, as long as the balance improves."""
    value, improved = cost(north), True
    while improved and value:
        improved = False
        for at_once in (1, 2) if len(tables) <= 15 else (1,):
            for change in combinations(tables, at_once):
                there = north ^ sum(1 << place for two in change for place in two)
                if (reached := cost(there)) < value:
                    north, value, improved = there, reached, True
    return value, north
