"""Mitchells with more or fewer rounds than tables: hesitation, Blackpool, appendix and web.

In a hesitation Mitchell some North-South seats belong to the circle in which East-West move. A pair that reaches the
end of East-West hesitates: it sits North-South for one round (two rounds in a double hesitation) before it starts again
at the first table. So there are one or two more rounds than tables, and moving pairs meet some pairs of their own line;
every pair plays every set and meets no opponents twice. There is one ranking, because the moving pairs sit in both
directions.

A Blackpool has two more sets of boards than tables, so that an even number of tables shares no boards.

An appendix Mitchell has a core of tables in which all pairs move, and appendix tables for stationary pairs. In the core
both lines move, in opposite directions, and so do the boards. Some tables of the core have an appendix table: at the
core table the moving North-South pair plays a stationary East-West pair, at the appendix table the moving East-West
pair plays a stationary North-South pair, both with the boards of the core table. So more tables than rounds play all
the boards, with two copies or with one that the two tables share.

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
from overtrick.core.movements.rings import ring
from overtrick.core.movements.sets import share_out


def hesitation(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A hesitation Mitchell: one more round and one more set than tables.

    The North-South seat of the last table moves with East-West. With an odd number of tables one bye-stand is after
    the middle; with an even number two are after the first half, and the last table shares the first one's boards.

    >>> [(s.ns, s.ew, s.boards) for s in hesitation(7).rounds[1]][-1]
    (14, 13, 1)
    """
    if tables < 4:
        raise DirectorError(
            "A hesitation needs at least four tables, not {tables}", remedy="Play a Howell.", tables=tables
        )
    # The bye-stands are between the tables; East-West pass them, and so never meet a set again.
    after, stands = (tables // 2, 2) if tables % 2 == 0 else ((tables - 1) // 2, 1)
    name = f"Hesitation Mitchell, {tables} tables"
    return _circle(tables, (tables,), (after, stands), rounds, boards_a_set, name=name)


def double_hesitation(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A double hesitation: two more rounds and two more sets than tables, for an odd number of tables.

    The circle goes from East-West at the last table through North-South at the second and at the last; both bye-stands
    are after the table beyond the middle.
    """
    if tables < 7 or tables % 2 == 0:
        raise DirectorError(
            "There is no double hesitation for {tables:#table}",
            remedy="Use an odd number of tables, seven or more.",
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
            "The movement “{name}” has at most {full:#round}, not {rounds}",
            remedy="Play {full:#round} or fewer.",
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


def blackpool(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Mitchell of an even number of tables with one bye-stand of boards half-way and one after the last table.

    East-West move up one table each round. After as many rounds as tables they are at their first table again; in the
    next round the first East-West pair exchanges places with the last, the second with the second-last, and so on.
    Every pair plays every set; in the last two rounds pairs meet opponents a second time.

    >>> [(s.ns, s.ew, s.boards) for s in blackpool(10).rounds[11]][2]
    (3, 18, 2)
    """
    if tables < 4 or tables % 2:
        raise DirectorError(
            "A Blackpool needs an even number of tables, four or more, not {tables}",
            remedy="With an odd number of tables no boards are shared: use a plain Mitchell."
            if tables % 2
            else "Play a Howell.",
            tables=tables,
        )
    sets = tables + 2
    rounds = sets if rounds is None else rounds
    if not 1 <= rounds <= sets:
        raise DirectorError(
            "A Blackpool of {tables} tables has at most {sets} rounds, not {rounds}",
            remedy="Play {sets:#round} or fewer.",
            tables=tables,
            sets=sets,
            rounds=rounds,
        )

    def seating(table: int, turn: int) -> Seating:
        east = tables + 1 - table if turn == sets - 1 else (table - 1 - turn) % tables + 1
        return Seating(table, table, tables + east, (table + (table > tables // 2) - 1 + turn) % sets + 1)

    played = tuple(tuple(seating(table, turn) for table in range(1, tables + 1)) for turn in range(rounds))
    name = f"Blackpool Mitchell, {tables} tables, {rounds} rounds"
    return Movement(
        name, 2 * tables, played, boards_a_set, meetings=2 if rounds > tables else 1, fields=Fields.TWO
    )  # fmt: skip


def appendix(tables: int, rounds: int | None = None, boards_a_set: int = 1, core: int | None = None) -> Movement:
    """An appendix Mitchell of this many tables with a *core*; without one, the core has as many tables as rounds.

    Every pair plays one set in each round, all sets if there are as many rounds as tables in the core, and
    meets no opponents twice. The pairs of the core have the first numbers, North-South before East-West, then the
    stationary pairs, table by table. There is one ranking, because some pairs always keep their direction.

    >>> [(s.ns, s.ew, s.boards) for s in appendix(6, core=5).rounds[1]]
    [(5, 11, 3), (1, 8, 4), (2, 9, 5), (3, 10, 1), (4, 6, 2), (12, 7, 3)]
    """
    core = (rounds if rounds is not None else most_core(tables)) if core is None else core
    moving = ring(core) if core > 0 else None
    if moving is None or len(moving.steps) < 3:
        raise DirectorError(
            "An appendix Mitchell cannot have a core of {core:#table}",
            remedy="Choose a core of at least four tables that is neither twice an odd number nor three times a "
            "number not divisible by three.",
            core=core,
        )
    more, rounds = tables - core, core if rounds is None else rounds
    if not 0 <= more <= core or not 1 <= rounds <= core:
        raise DirectorError(
            "An appendix Mitchell with a core of {core} tables has {core} to {other} tables and at most {core} rounds",
            remedy="Use another core or another number of rounds.",
            core=core,
            other=2 * core,
        )
    up, down, on = moving.steps[:3]

    def turn(number: int) -> tuple[Seating, ...]:
        first, beside = [], []
        # In a line that moves up, the pair at a table is the one that started lower, by the step times *back*.
        back = next(each for each in range(core) if moving.add(each, number) == 0)
        for table in range(core):
            ns = 1 + moving.add(table, moving.times(up, back))
            ew = core + 1 + moving.add(table, moving.times(down, back))
            boards = 1 + moving.add(table, moving.times(on, number))
            if table < more:
                first.append(Seating(table + 1, ns, 2 * core + 2 * table + 1, boards))
                beside.append(Seating(core + table + 1, 2 * core + 2 * table + 2, ew, boards))
            else:
                first.append(Seating(table + 1, ns, ew, boards))
        return (*first, *beside)

    played = tuple(turn(number) for number in range(rounds))
    name = f"Appendix Mitchell, {tables} tables on a core of {core}, {rounds} rounds"
    return Movement(name, 2 * tables, played, boards_a_set, sharing=2 if more else 1)


def most_core(tables: int) -> int:
    """The largest core for an appendix Mitchell of this many tables; 0 if there is none.

    >>> [most_core(tables) for tables in (6, 10, 14, 15)]
    [5, 9, 13, 13]
    """
    return next((core for core in range(tables - 1, 3, -1) if len(ring(core).steps) > 2 and tables <= 2 * core), 0)


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
