"""The appendix Mitchell: a core of tables that all move, and tables beside it for pairs who stay.

In the core both lines move, in opposite directions, and the boards move as well. Beside so many of the tables as are
wanted there stands another one: the moving North-South pair plays at the first against a pair that stays East-West,
the moving East-West pair at the second against one that stays North-South, all with the set of that table. So some
tables more than rounds play all the boards, with one copy that two tables share, or two.
"""

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.movements.rings import ring


def appendix(tables: int, rounds: int | None = None, boards_a_set: int = 1, core: int | None = None) -> Movement:
    """An appendix of so many tables round a *core*; without it, the core is as many tables as rounds are asked for.

    Everybody plays as many sets as there are rounds, all of them if there are as many as tables in the core, and
    nobody is met twice. Pairs of the core have the first numbers, North-South before East-West, then those who stay,
    table by table. One ranking: some always sit one way.

    >>> [(s.ns, s.ew, s.boards) for s in appendix(6, core=5).rounds[1]]
    [(5, 11, 3), (1, 8, 4), (2, 9, 5), (3, 10, 1), (4, 6, 2), (12, 7, 3)]
    """
    core = (rounds if rounds is not None else most_core(tables)) if core is None else core
    moving = ring(core) if core > 0 else None
    if moving is None or len(moving.steps) < 3:
        raise DirectorError(
            "There is no appendix on a core of {core} tables",
            remedy="Its number must not be twice an odd number, nor three times one that three does not divide.",
            core=core,
        )
    more, rounds = tables - core, core if rounds is None else rounds
    if not 0 <= more <= core or not 1 <= rounds <= core:
        raise DirectorError(
            "An appendix on {core} tables has {core} to {other} of them and at most {core} rounds",
            remedy="Take another core, or another number of rounds.",
            core=core,
            other=2 * core,
        )
    up, down, on = moving.steps[:3]

    def turn(number: int) -> tuple[Seating, ...]:
        first, beside = [], []
        # A line that goes up by a step has at a table whoever started a step lower: a step by -number on.
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
    """The largest core below so many tables that an appendix can stand on, none if there is none.

    >>> [most_core(tables) for tables in (6, 10, 14, 15)]
    [5, 9, 13, 13]
    """
    return next((core for core in range(tables - 1, 3, -1) if len(ring(core).steps) > 2 and tables <= 2 * core), 0)
