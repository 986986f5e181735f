"""Two seeded fields over several sessions: each pair meets as many of the other field as there are rounds.

In every session each pair plays all the boards of that session, and over the sessions it meets no opponents a
second time before it has met all of them once. The remaining aim is to use as few copies of the boards
as possible.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.movements.mitchell import section
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.sets import share_out


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the other field each pair meets: the measures of sessions played by two fields.

    *distinct* is the number of different opponents of the pair that meets fewest, *ideal* the most
    possible: all of the other field, or one in every round. *copies* is the number of copies of the boards needed and
    *least_copies* the least that any plan needs.
    """

    meetings: int
    distinct: int
    ideal: int
    most_meetings: int
    complete: bool
    copies: int
    least_copies: int


@dataclass(frozen=True, slots=True)
class Length:
    """The number of rounds in a session, and of boards in a round."""

    rounds: int
    boards: int


def coverage(sessions: Sequence[Movement]) -> Coverage:
    """The measures of the sessions taken together.

    >>> from overtrick.core.movements.mitchell import barometer_mitchell
    >>> coverage([barometer_mitchell(26, 9, 1, first=9 * session) for session in range(3)]).most_meetings
    2
    """
    met: dict[int, Counter[int]] = {}
    for seating in (seating for movement in sessions for seating in movement.seatings()):
        if seating.ns is not None and seating.ew is not None:
            met.setdefault(seating.ns, Counter())[seating.ew] += 1
            met.setdefault(seating.ew, Counter())[seating.ns] += 1
    tables = max(movement.tables for movement in sessions)
    rounds = sum(len(movement.rounds) for movement in sessions)
    distinct = min(len(those) for those in met.values())
    return Coverage(
        rounds,
        distinct,
        min(tables, rounds),
        max(max(those.values()) for those in met.values()),
        distinct == tables,
        max(movement.copies for movement in sessions),
        max(-(-movement.tables // len(movement.rounds)) for movement in sessions),
    )


def propose_length(tables: int, sessions: int, least_boards: int = 24, most_boards: int = 28) -> Length:
    """The rounds and boards of a session such that the total number of rounds is nearest to the number of tables.

    Of two equally near it chooses the one with more opponents, and the most boards within the limits.

    >>> propose_length(26, 3)
    Length(rounds=9, boards=3)
    """
    choices = [
        Length(rounds, boards)
        for rounds in range(1, min(tables, most_boards) + 1)
        for boards in range(1, most_boards + 1)
        if least_boards <= rounds * boards <= most_boards
    ]
    if not choices:
        raise DirectorError(
            "No session of {least_boards} to {most_boards} boards fits {tables} tables",
            remedy="Widen the limits on the number of boards.",
            least_boards=least_boards,
            most_boards=most_boards,
            tables=tables,
        )
    return min(choices, key=lambda c: (abs(c.rounds * sessions - tables), -c.rounds, -c.boards))


def sectioned_sessions(sections: int, size: int, sessions: int, boards_a_set: int = 1) -> tuple[Movement, ...]:
    """The exact plan by sections, with one copy of the boards for each.

    In session s the East-West pairs of section k visit the North-South pairs of section k + s, and within a
    section the movement is complete. With as many sessions as sections all opponents meet once.

    >>> coverage(sectioned_sessions(3, 5, 3)).complete
    True
    """
    tables = sections * size

    def seats(session: int, turn: int) -> tuple[Seating, ...]:
        return tuple(
            Seating(
                home * size + table + 1,
                home * size + table + 1,
                tables + (home - session) % sections * size + ew + 1,
                boards + 1,
            )
            for home in range(sections)
            for table, (ew, boards) in enumerate(section(size)[turn])
        )

    return tuple(
        Movement(
            _name(tables, session, sessions),
            2 * tables,
            tuple(seats(session, turn) for turn in range(size)),
            boards_a_set,
            sections,
            fields=Fields.TWO,
        )
        for session in range(sessions)
    )


def two_field_sessions(tables: int, rounds: int, sessions: int, boards_a_set: int = 1) -> tuple[Movement, ...]:
    """Sessions for two fields of this many pairs, with the fewest copies of the boards found.

    Every pair plays every board of a session without meeting opponents twice, and the coverage over all sessions
    is always ideal. The plan is by sections if the number of rounds divides the number of tables; by a web if tables
    are even and rounds odd; otherwise by search, first with opponents in order, then in any order.
    """
    if not 1 <= rounds <= tables:
        raise DirectorError(
            "{rounds:#round} at {tables:#table} would repeat an opponent within a session",
            remedy="Play {tables:#round} or fewer.",
            rounds=rounds,
            tables=tables,
        )
    if tables % rounds == 0 and rounds % 4 != 2:
        return sectioned_sessions(tables // rounds, rounds, sessions, boards_a_set)
    copies, order = _plan(tables, rounds)
    return tuple(
        Movement(
            _name(tables, session, sessions),
            2 * tables,
            tuple(
                tuple(
                    Seating(ns + 1, ns + 1, tables + (ns + gap + session * rounds) % tables + 1, boards + 1)
                    for ns, (gap, boards) in enumerate(seats)
                )
                for seats in order
            ),
            boards_a_set,
            copies,
            fields=Fields.TWO,
        )
        for session in range(sessions)
    )


Order = tuple[tuple[tuple[int, int], ...], ...]
"""Round by round, for each North-South pair, how far ahead its opponents are numbered, and the set."""


@lru_cache(maxsize=64)
def _plan(tables: int, rounds: int) -> tuple[int, Order]:
    """The plan of one session, used for all: in later sessions East-West start as many places on as were played."""
    gaps = range(rounds)
    least = -(-tables // rounds)
    if rounds % 2 and tables % 2 == 0 and least == 2:
        return least, _halves(tables, rounds)
    for copies in range(least, tables + 1):
        for fixed, beginning in ((True, 0), (False, 0), (False, 1)):
            plan = share_out(tables, gaps, copies, fixed_rounds=fixed, beginning=beginning)
            if plan is not None:
                seats = [[(0, 0)] * tables for _ in gaps]
                for (ns, ew), turn in plan.rounds.items():
                    seats[turn][ns] = ((ew - ns) % tables, plan.sets[ns, ew])
                return copies, tuple(map(tuple, seats))
    raise DirectorError(
        "No plan for {tables:#table} and {rounds:#round} was found",
        remedy="Choose another number of rounds.",
        tables=tables,
        rounds=rounds,
    )


def _halves(tables: int, rounds: int) -> Order:
    """The web of `overtrick.core.movements.mitchell_variants` in terms of the distance between opponents."""
    half = tables // 2
    return tuple(
        tuple(
            (rounds - 1 - turn, (ns + turn if ns < half else 2 * half - 2 - ns - turn) % rounds)
            for ns in range(tables)
        )
        for turn in range(rounds)
    )  # fmt: skip


def _name(tables: int, session: int, sessions: int) -> str:
    return f"Two fields, {tables} tables, session {session + 1} of {sessions}"
