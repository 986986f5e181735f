"""A pair that joins a movement late, from some round on; the changed movement is checked again.

Where a pair number is missing, the late pair plays what that number would have played. Where pairs sit out in turn,
it plays against each of them on a set that neither plays elsewhere. Where every table is full it takes another pair's
seat in every round, and that pair sits out: the next late pair then has opponents.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.model.seats import Side
from overtrick.core.movements.check import check
from overtrick.core.movements.movement import Movement, Round, Seating

_TRIED = 20_000
"""How many sequences of seats are tried for a late pair that displaces others."""


@dataclass(frozen=True, slots=True)
class LateSection:
    """The section that a late pair joins: its tables, and the numbers of its pairs."""

    tables: frozenset[int]
    numbers: frozenset[int]

    def tables_in(self, seats: Round) -> Round:
        """The section's tables in a round; none once it has played all its rounds."""
        return tuple(seat for seat in seats if seat.table in self.tables)


def whole(movement: Movement) -> LateSection:
    """The whole movement as one section."""
    tables = frozenset(seat.table for seat in movement.seatings())
    return LateSection(tables, frozenset(range(1, movement.contestants + 1)))


def seat_for(movement: Movement, first: int, part: LateSection | None = None) -> tuple[int, Side]:
    """The number and the line of a pair that joins in round *first*, counted from 1."""
    part = part or whole(movement)
    alone = _alone(part.tables_in(movement.rounds[first - 1]))
    side = Side.EW if alone is not None and alone.ew is None else Side.NS
    return _missing(movement, part) or movement.contestants + 1, side


def stand_of(movement: Movement) -> int:
    """The number after the last table's, for a late pair that waits or the pair whose seat it takes."""
    return 1 + max(seat.table for seat in movement.seatings())


@lru_cache(maxsize=64)
def add_late_pair(movement: Movement, first: int, part: LateSection | None = None) -> Movement:
    """The movement with one more pair from round *first* on, counted from 1. Refused if no sound movement exists.

    Where the field is split into sections, the pair joins the section *part*; the other sections do not change.

    >>> from overtrick.core.movements.half_tables import blandon
    >>> seats = add_late_pair(blandon(5), 2).rounds[1]
    >>> [(seat.table, seat.ns, seat.ew, seat.boards) for seat in seats if seat.ns == 12]
    [(6, 12, 10, 3)]
    """
    part = part or whole(movement)
    number, _ = seat_for(movement, first, part)
    early = Seating(stand_of(movement), number, None, 0)
    before = tuple((*seats, early) for seats in movement.rounds[: first - 1])
    contestants = max(movement.contestants, number)
    for sharing in (movement.sharing, movement.sharing + 1):
        for rounds in _ways(movement, part, first, number, sharing):
            made = replace(movement, rounds=(*before, *rounds), contestants=contestants, sharing=sharing)
            if check(made).sound:
                return made
    raise DirectorError(
        "{movement} cannot take another pair in round {first} without repeating an opponent or a board",
        remedy="Let the pair join in a later round, or substitute for a pair that withdraws.",
        movement=movement.name,
        first=first,
    )


def _ways(movement: Movement, part: LateSection, first: int, number: int, sharing: int) -> Iterator[tuple[Round, ...]]:
    """Yield possible rounds from *first* on with the late pair, in every round in which its section plays."""
    after = movement.rounds[first - 1 :]
    playing = [own for seats in after if (own := part.tables_in(seats))]
    if all(_alone(seats) is not None for seats in playing):
        sets = _sets(movement, part, first, movement.copies * sharing)
        if sets is not None:
            left = iter(sets)
            yield tuple(
                _fill_empty_seat(seats, part, number, next(left)) if part.tables_in(seats) else seats for seats in after
            )  # fmt: skip
    elif all(_alone(seats) is None for seats in playing) and sharing == movement.sharing:
        places = _places(playing)
        if places is not None:
            at, stand = iter(places), stand_of(movement)
            yield tuple(
                _displace_pair(seats, next(at), number, stand) if part.tables_in(seats) else seats for seats in after
            )


def _missing(movement: Movement, part: LateSection) -> int:
    """The pair number that is missing; 0 if all numbers have a seat."""
    return next((each for each in sorted(part.numbers) if each not in movement.present), 0)


def _alone(seats: Round) -> Seating | None:
    """The table of a round at which one pair has no opponents, if there is one."""
    return next((seat for seat in seats if len(seat.seated) == 1), None)


def _fill_empty_seat(seats: Round, part: LateSection, number: int, boards: int) -> Round:
    """A round with the late pair in the empty seat, with the boards of that table or with *boards*."""

    def taken(seat: Seating) -> Seating:
        if len(seat.seated) != 1 or seat.table not in part.tables:
            return seat
        ns, ew = (number if pair is None else pair for pair in (seat.ns, seat.ew))
        return Seating(seat.table, ns, ew, seat.boards or boards)

    return tuple(map(taken, seats))


def _sets(movement: Movement, part: LateSection, first: int, limit: int) -> list[int] | None:
    """The set at the table with the empty seat in each round from *first* on.

    A table without boards gets a set of its section. No pair has a set twice, and no set is at more tables than
    the limit.
    """
    after = [
        (seats, seat) for seats in movement.rounds[first - 1 :] if (seat := _alone(part.tables_in(seats))) is not None
    ]
    played: dict[int, set[int]] = {}
    for seat in movement.seatings():
        for pair in seat.seated if seat.played else ():
            played.setdefault(pair, set()).add(seat.boards)
    own = sorted({seat.boards for seat in movement.seatings() if seat.table in part.tables and seat.boards})
    free = []
    for seats, seat in after:
        in_use = Counter(each.boards for each in seats if each.played)
        known = played.get(seat.seated[0], set())
        there = [each for each in own if each not in known and in_use[each] < limit]
        free.append([seat.boards] if seat.boards else there)
    return _one_each(free)


def _places(rounds: Sequence[Round]) -> list[int] | None:
    """The table at which the late pair sits North-South in each round, without repeating opponents, tables or sets."""
    order: list[int] = []
    used: set[tuple[str, int]] = set()
    left = [_TRIED]

    def follow(place: int) -> bool:
        if place == len(rounds):
            return True
        for seat in _tables_from(rounds[place], (order[-1] if order else 0) + 2):
            left[0] -= 1
            new = {("out", seat.ns or 0), ("against", seat.ew or 0), ("set", seat.boards)}
            if used & new or left[0] < 0:
                continue
            used.update(new)
            order.append(seat.table)
            if follow(place + 1):
                return True
            used.difference_update(new)
            order.pop()
        return False

    return order if follow(0) else None


def _tables_from(seats: Round, table: int) -> list[Seating]:
    """The tables of a round in turn, starting with *table*: moving two tables each round works for most Mitchells."""
    played = [seat for seat in seats if seat.played]
    start = next((place for place, seat in enumerate(played) if seat.table >= table), 0)
    return [*played[start:], *played[:start]]


def _displace_pair(seats: Round, table: int, number: int, stand: int) -> Round:
    """A round in which the late pair sits North-South at a table, and the pair it displaces sits out."""
    out = next(seat.ns for seat in seats if seat.table == table)
    taken = tuple(replace(seat, ns=number) if seat.table == table else seat for seat in seats)
    return (*taken, Seating(stand, out, None, 0))


def _one_each(free: Sequence[Sequence[int]]) -> list[int] | None:
    """One choice from each list, all different; lists with the fewest options are tried first."""
    order = sorted(range(len(free)), key=lambda place: len(free[place]))
    chosen: dict[int, int] = {}

    def follow(turn: int) -> bool:
        if turn == len(order):
            return True
        for each in free[order[turn]]:
            if each in chosen.values():
                continue
            chosen[order[turn]] = each
            if follow(turn + 1):
                return True
            del chosen[order[turn]]
        return False

    return [chosen[place] for place in range(len(free))] if follow(0) else None
