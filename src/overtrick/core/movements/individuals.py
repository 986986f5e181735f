"""Movements for individuals, who have a new partner in every round.

A rainbow has four lines, one for each seat, and players keep their seats; a Howell for individuals moves all players
round one circle, so that each has every other as partner once and as opponent twice.
"""

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.movements.rings import ring


def rainbow(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A rainbow: boards stay, North moves up one table, East down one, South up two, West down two.

    Players keep their seats and meet each player of the other three lines once. The steps must differ by numbers
    without a common factor with the number of tables, as for 5, 7, 11, 13 …; with 8, 9, 16 … tables players need guide
    cards. A number of tables without such steps is refused.

    >>> [(*seat.seated, seat.boards) for seat in rainbow(5).rounds[1]][2]
    (2, 6, 14, 20, 3)
    """
    steps = ring(tables).steps if tables > 3 else ()
    if len(steps) < 4:
        raise DirectorError(
            "There is no rainbow for {tables:#table}",
            remedy="Use 5, 7, 8, 9, 11, 13 … tables.",
            tables=tables,
        )
    most = tables
    rounds = most if rounds is None else rounds
    if not 1 <= rounds <= most:
        raise DirectorError(
            "A rainbow of {tables:#table} has at most {most:#round}",
            remedy="Play fewer rounds.",
            tables=tables,
            most=most,
        )
    moving, (north, east, south, west) = ring(tables), steps

    def turn(number: int) -> tuple[Seating, ...]:
        back = next(each for each in range(tables) if moving.add(each, number) == 0)

        def who(line: int, step: int, table: int) -> int:
            return line * tables + moving.add(table, moving.times(step, back)) + 1

        return tuple(
            Seating(t + 1, who(0, north, t), who(2, east, t), t + 1, who(1, south, t), who(3, west, t))
            for t in range(tables)
        )

    name = f"Rainbow, {tables} tables, {rounds} rounds"
    return Movement(name, 4 * tables, tuple(map(turn, range(rounds))), boards_a_set)


def circle_of(players: int) -> int:
    """The number of rounds in a Howell for this many individuals; 0 if there is none."""
    return (players if players % 4 else players - 1) if players in _STARTS else 0


def individual_howell(players: int, rounds: int | None = None, boards_a_set: int = 1) -> Movement:
    """A Howell for individuals: all players move up one place each round, and all tables play the same boards.

    No two players are partners twice. With four at each table, every two players are partners once and opponents twice,
    and the last player is stationary. With one player more the same holds, all players move, and each sits out once.
    With two or three more, that many sit out in each round, and each player misses one other as a partner. Every table
    needs a copy of the boards.

    >>> [seat.seated for seat in individual_howell(12).rounds[1]][1]
    (3, 10, 7, 9)
    """
    circle = circle_of(players)
    rounds = circle if rounds is None else rounds
    if not 1 <= rounds <= circle:
        raise DirectorError(
            "There is no Howell of {rounds:#round} for {players} individuals",
            remedy="Take {starts} to {starts_2} players, and at most as many rounds as players, or one fewer if nobody "
            "sits out; for more players use a rainbow.",
            rounds=rounds,
            players=players,
            starts=min(_STARTS),
            starts_2=max(_STARTS),
        )
    start = _STARTS[players]
    resting = sorted(set(range(circle)) - {place for four in start for place in four})

    def who(place: int, number: int) -> int:
        return players if place == _STAYS else (place + number) % circle + 1

    def turn(number: int) -> tuple[Seating, ...]:
        fours = [tuple(who(place, number) for place in four) for four in start]
        played = [
            Seating(table, north, east, number + 1, south, west)
            for table, (north, south, east, west) in enumerate(fours, start=1)
        ]
        stands = enumerate(resting, start=len(start) + 1)
        return (*played, *(Seating(stand, who(place, number), None, 0) for stand, place in stands))

    name = f"Howell for {players} individuals, {rounds} rounds"
    meetings = _OFTEN.get(players, 2)
    return Movement(
        name, players, tuple(map(turn, range(rounds))), boards_a_set, copies=len(start), meetings=meetings
    )  # fmt: skip


_Four = tuple[int, int, int, int]

_STAYS = -1
"""The place of the player who never moves."""

_STARTS: dict[int, tuple[_Four, ...]] = {
    8: ((_STAYS, 0, 1, 3), (2, 6, 4, 5)),
    9: ((1, 0, 3, 7), (4, 6, 5, 2)),
    10: ((6, 7, 5, 3), (4, 0, 1, 8)),
    11: ((2, 9, 1, 4), (0, 6, 8, 7)),
    12: ((_STAYS, 0, 2, 3), (1, 8, 5, 7), (4, 10, 6, 9)),
    13: ((1, 12, 5, 8), (2, 11, 3, 10), (4, 9, 6, 7)),
    14: ((9, 7, 3, 0), (6, 12, 10, 11), (13, 4, 5, 1)),
    15: ((2, 9, 12, 1), (10, 0, 8, 11), (3, 4, 7, 13)),
    16: ((_STAYS, 0, 6, 8), (1, 12, 11, 14), (2, 9, 5, 10), (3, 4, 7, 13)),
    17: ((1, 16, 2, 6), (3, 10, 7, 12), (4, 15, 9, 8), (5, 13, 14, 11)),
    18: ((6, 1, 5, 13), (14, 8, 4, 11), (17, 15, 10, 9), (2, 16, 3, 0)),
    19: ((3, 8, 4, 1), (13, 2, 5, 11), (10, 0, 6, 18), (7, 9, 12, 16)),
    20: ((_STAYS, 0, 17, 18), (1, 14, 5, 8), (2, 13, 10, 15), (3, 12, 7, 11), (4, 6, 9, 16)),
    21: ((1, 13, 2, 4), (3, 9, 10, 5), (6, 17, 12, 19), (7, 20, 16, 15), (8, 11, 18, 14)),
    22: ((14, 7, 4, 20), (13, 0, 21, 17), (1, 3, 19, 18), (2, 12, 10, 15), (8, 16, 9, 6)),
    23: ((14, 0, 20, 2), (4, 19, 12, 15), (5, 11, 18, 6), (8, 21, 16, 17), (13, 9, 3, 10)),
    24: ((_STAYS, 0, 7, 20), (1, 17, 2, 4), (3, 14, 5, 19), (6, 11, 12, 15), (8, 9, 13, 21), (10, 16, 18, 22)),
    25: ((14, 21, 12, 9), (13, 4, 5, 16), (15, 7, 18, 22), (17, 2, 3, 8), (23, 10, 6, 0), (24, 1, 20, 19)),
    26: ((23, 15, 0, 24), (25, 16, 18, 21), (6, 1, 11, 12), (3, 19, 13, 20), (14, 8, 22, 10), (9, 5, 2, 17)),
    27: ((25, 26, 14, 5), (17, 3, 15, 8), (1, 9, 22, 18), (2, 19, 21, 16), (0, 11, 10, 4), (24, 12, 20, 23)),
}
"""For each number of players, the first round: North, South, East, West at each table; a player not listed sits out.

No difference between two places occurs twice between partners, and none more than twice between opponents, so
that rotating the circle brings all players together equally often. The starting rounds were found by a search and
are stored here; a movement made from one is checked like any other.
"""

_OFTEN = {9: 3}
"""How often two players are opponents at most, if more than twice: for nine players no better movement exists."""
