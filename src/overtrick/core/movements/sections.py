"""Several movements combined: sections whose tables and pairs are numbered consecutively."""

from collections.abc import Sequence

from overtrick.core.movements.movement import Movement, Round, Seating


def in_sections(parts: Sequence[tuple[str, Movement]], *, own_boards: bool = False) -> Movement:
    """The movements of sections as one; a section that has played all its rounds has no more tables.

    All sections play the same sets, with as many copies as they need together; with *own_boards* the sets of each
    section are numbered after those of the previous one.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> whole = in_sections([("A", mitchell(3)), ("B", mitchell(5))])
    >>> first = whole.rounds[0][3]
    >>> first.table, first.ns, first.ew, whole.contestants, len(whole.rounds[4])
    (4, 7, 12, 16, 5)
    """
    movements = [movement for _, movement in parts]
    rounds: list[Round] = []
    for number in range(max(len(movement.rounds) for movement in movements)):
        seats: list[Seating] = []
        tables = pairs = sets = 0
        for movement in movements:
            if number < len(movement.rounds):
                seats += (_shift_table(seat, tables, pairs, sets) for seat in movement.rounds[number])
            tables += _stands(movement)
            pairs += movement.contestants
            sets += movement.sets if own_boards else 0
        rounds.append(tuple(seats))
    return Movement(
        "; ".join(f"{name}: {movement.name}" for name, movement in parts),
        sum(movement.contestants for movement in movements),
        tuple(rounds),
        movements[0].boards_a_set,
        max(each.copies for each in movements) if own_boards else sum(each.copies for each in movements),
        max(movement.sharing for movement in movements),
        max(movement.meetings for movement in movements),
        movements[0].fields,
    )


def first_tables(parts: Sequence[tuple[str, Movement]]) -> dict[str, int]:
    """The number of tables before each section."""
    found: dict[str, int] = {}
    tables = 0
    for name, movement in parts:
        found[name] = tables
        tables += _stands(movement)
    return found


def first_pairs(parts: Sequence[tuple[str, Movement]]) -> dict[str, int]:
    """The number of pairs before each section."""
    found: dict[str, int] = {}
    pairs = 0
    for name, movement in parts:
        found[name] = pairs
        pairs += movement.contestants
    return found


def _stands(movement: Movement) -> int:
    """The number of its tables, including places where pairs only sit out."""
    return max((seating.table for seating in movement.seatings()), default=0)


def _shift_table(seat: Seating, tables: int, pairs: int, sets: int) -> Seating:
    ns, ew, south, west = (None if each is None else each + pairs for each in (seat.ns, seat.ew, seat.south, seat.west))
    return Seating(seat.table + tables, ns, ew, seat.boards + sets if seat.boards else 0, south, west)
