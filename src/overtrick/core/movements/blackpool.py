"""The Blackpool Mitchell: two sets of boards more than tables, so that an even number of them shares nothing."""

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Fields, Movement, Seating


def blackpool(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Mitchell of an even number of tables with a stand of boards half-way and one after the last table.

    East-West move up as ever. After as many rounds as tables they are at their first table again, and in the round
    after that the first of them changes with the last, the second with the last but one, and so on. Everybody plays
    every set; in the last two rounds somebody is met for the second time.

    >>> [(s.ns, s.ew, s.boards) for s in blackpool(10).rounds[11]][2]
    (3, 18, 2)
    """
    if tables < 4 or tables % 2:
        raise DirectorError(
            "A Blackpool needs an even number of tables, four or more, not {tables}",
            remedy="With an odd number nothing need be shared: ask for a plain Mitchell.",
            tables=tables,
        )
    sets = tables + 2
    rounds = sets if rounds is None else rounds
    if not 1 <= rounds <= sets:
        raise DirectorError(
            "A Blackpool of {tables} tables has at most {sets} rounds, not {rounds}",
            remedy="Play {sets} rounds or fewer.",
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
