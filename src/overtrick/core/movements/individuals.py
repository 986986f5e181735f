"""Movements for individuals: everybody plays for himself, with a new partner in every round.

A rainbow has four lines, one for each seat, and everybody keeps his own; a Howell for individuals turns everybody
round one circle, so that each has each other as partner once and as opponent twice.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from overtrick.core.errors import DirectorError
from overtrick.core.movements.faults import Fault, at_once, crowded, in_order
from overtrick.core.movements.movement import set_name
from overtrick.core.movements.rings import ring


@dataclass(frozen=True, slots=True)
class FourSeated:
    """One table in one round: four players and the set of boards they play; a stand without them is a sit-out."""

    table: int
    north: int
    south: int
    east: int
    west: int
    boards: int

    @property
    def seated(self) -> tuple[int, int, int, int]:
        """The players, partners next to each other."""
        return self.north, self.south, self.east, self.west


@dataclass(frozen=True, slots=True)
class IndividualMovement:
    """A whole session of individuals.

    *partners* and *opponents* are how often two players may be so; *copies* is how many duplicates there are of each
    set. With *resting* everybody is left out of one round.
    """

    name: str
    players: int
    rounds: tuple[tuple[FourSeated, ...], ...]
    boards_a_set: int = 1
    copies: int = 1
    partners: int = 1
    opponents: int = 2
    resting: bool = False

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return max((four.table for seats in self.rounds for four in seats), default=0)

    @property
    def sets(self) -> int:
        """How many sets of boards are in play."""
        return max((four.boards for seats in self.rounds for four in seats), default=0)


@dataclass(frozen=True, slots=True)
class IndividualReport:
    """What is known about a movement for individuals, each as the least and the most over any two players.

    *partners* is how often two are partners, *opponents* how often they are opponents; *played* is how many rounds a
    player plays, and *at_once* the most tables that use one set in the same round.
    """

    faults: tuple[Fault, ...]
    partners: tuple[int, int]
    opponents: tuple[int, int]
    played: tuple[int, int]
    at_once: int

    @property
    def sound(self) -> bool:
        """Whether the movement has no fault."""
        return not self.faults


def check_individuals(movement: IndividualMovement) -> IndividualReport:
    """Prove a movement for individuals, or list everything that is wrong with it.

    >>> report = check_individuals(individual_howell(3))
    >>> report.sound, report.partners, report.opponents
    (True, (1, 1), (2, 2))
    """
    everyone = range(1, movement.players + 1)
    partners: Counter[tuple[int, int]] = Counter(dict.fromkeys(combinations(everyone, 2), 0))
    opponents = Counter(partners)
    played = Counter(dict.fromkeys(everyone, 0))
    faults = list(_seats(movement))
    first: dict[tuple[int, int], int] = {}
    for number, seats in enumerate(movement.rounds, start=1):
        for four in seats:
            for player in four.seated:
                played[player] += 1
                before = first.setdefault((player, four.boards), number)
                if before != number:
                    says = f"player {player} has played set {set_name(four.boards)} in round {before}"
                    faults.append(Fault(number, four.table, says))
            for kind, counted, most in (
                ("partners", partners, movement.partners), ("opponents", opponents, movement.opponents)
            ):  # fmt: skip
                for two in _twos(four, kind):
                    counted[two] += 1
                    if counted[two] > most:
                        says = f"players {two[0]} and {two[1]} are {kind} {counted[two]} times; {most} is stated"
                        faults.append(Fault(number, four.table, says))
    uses = [(r, s.table, s.boards) for r, seats in enumerate(movement.rounds, start=1) for s in seats]
    faults += crowded(uses, movement.copies)
    return IndividualReport(
        in_order(faults),
        (min(partners.values(), default=0), max(partners.values(), default=0)),
        (min(opponents.values(), default=0), max(opponents.values(), default=0)),
        (min(played.values(), default=0), max(played.values(), default=0)),
        max(map(len, at_once(uses).values()), default=0),
    )


def _twos(four: FourSeated, kind: str) -> Iterator[tuple[int, int]]:
    one, other = (four.north, four.south), (four.east, four.west)
    found = (one, other) if kind == "partners" else ((a, b) for a in one for b in other)
    return ((min(two), max(two)) for two in found)


def _seats(movement: IndividualMovement) -> Iterator[Fault]:
    everyone = set(range(1, movement.players + 1))
    rested: Counter[int] = Counter()
    for number, seats in enumerate(movement.rounds, start=1):
        where: defaultdict[int, list[int]] = defaultdict(list)
        for four in seats:
            for player in four.seated:
                where[player].append(four.table)
        for player, at in where.items():
            if len(at) > 1:
                yield Fault(number, at[1], f"player {player} has a seat at table {at[0]} as well")
            if player not in everyone:
                yield Fault(number, at[0], f"player {player} is not one of the {movement.players}")
        for player in sorted(everyone - where.keys()):
            rested[player] += 1
            if rested[player] > movement.resting:
                yield Fault(number, 0, f"player {player} has no seat")


def rainbow(tables: int, rounds: int | None = None, boards_a_set: int = 1) -> IndividualMovement:
    """A rainbow: boards stay, North move up a table, East down one, South up two, West down two.

    Everybody keeps his seat and meets each of the other three lines once round. The steps must differ by numbers
    without a factor in common with the tables, so modulo 5, 7, 11, 13 …; with 8, 9, 16 … tables guide cards say
    where to go. A number of tables without such steps is refused.

    >>> [(f.north, f.south, f.east, f.west, f.boards) for f in rainbow(5).rounds[1]][2]
    (2, 6, 14, 20, 3)
    """
    steps = ring(tables).steps if tables > 3 else ()
    if len(steps) < 4:
        raise DirectorError(
            f"There is no rainbow of {tables} tables", remedy="Five, seven, eight, nine, eleven, thirteen … tables do."
        )
    most = tables
    rounds = most if rounds is None else rounds
    if not 1 <= rounds <= most:
        raise DirectorError(f"A rainbow of {tables} tables has at most {most} rounds", remedy="Play fewer rounds.")
    moving, (north, east, south, west) = ring(tables), steps

    def turn(number: int) -> tuple[FourSeated, ...]:
        back = next(each for each in range(tables) if moving.add(each, number) == 0)

        def who(line: int, step: int, table: int) -> int:
            return line * tables + moving.add(table, moving.times(step, back)) + 1

        return tuple(
            FourSeated(t + 1, who(0, north, t), who(1, south, t), who(2, east, t), who(3, west, t), t + 1)
            for t in range(tables)
        )

    name = f"Rainbow, {tables} tables, {rounds} rounds"
    return IndividualMovement(name, 4 * tables, tuple(map(turn, range(rounds))), boards_a_set, opponents=1)


def individual_howell(
    tables: int, rounds: int | None = None, boards_a_set: int = 1, *, one_more: bool = False
) -> IndividualMovement:
    """A Howell for individuals: each has each other as partner once and as opponent twice, all with the same boards.

    Everybody but the last player turns round one circle; *one_more* player than four at each table means that
    everybody does, and each rests in one round. Every table needs a copy of the boards.

    >>> [f.seated for f in individual_howell(3).rounds[1]][1]
    (3, 10, 7, 9)
    """
    players = 4 * tables + one_more
    circle = players if one_more else players - 1
    rounds = circle if rounds is None else rounds
    start = _STARTS.get(players)
    if start is None or not 1 <= rounds <= circle:
        known = ", ".join(map(str, sorted(_STARTS)))
        raise DirectorError(
            f"There is no Howell of {rounds} rounds for {players} individuals",
            remedy=f"There is one for {known} players, of a round fewer or as many; larger fields have rainbows.",
        )

    def who(place: int, number: int) -> int:
        return players if place == _STAYS else (place + number) % circle + 1

    def seated(table: int, four: _Four, number: int) -> FourSeated:
        north, south, east, west = (who(place, number) for place in four)
        return FourSeated(table, north, south, east, west, number + 1)

    played = tuple(
        tuple(seated(table, four, number) for table, four in enumerate(start, start=1)) for number in range(rounds)
    )
    name = f"Howell for {players} individuals, {rounds} rounds"
    return IndividualMovement(name, players, played, boards_a_set, tables, resting=one_more)


_Four = tuple[int, int, int, int]

_STAYS = -1
"""The place of the player who never moves."""

_STARTS: dict[int, tuple[_Four, ...]] = {
    8: ((_STAYS, 0, 1, 3), (2, 6, 4, 5)),
    12: ((_STAYS, 0, 2, 3), (1, 8, 5, 7), (4, 10, 6, 9)),
    13: ((1, 12, 5, 8), (2, 11, 3, 10), (4, 9, 6, 7)),
    16: ((_STAYS, 0, 6, 8), (1, 12, 11, 14), (2, 9, 5, 10), (3, 4, 7, 13)),
    17: ((1, 16, 2, 6), (3, 10, 7, 12), (4, 15, 9, 8), (5, 13, 14, 11)),
    20: ((_STAYS, 0, 17, 18), (1, 14, 5, 8), (2, 13, 10, 15), (3, 12, 7, 11), (4, 6, 9, 16)),
    21: ((1, 13, 2, 4), (3, 9, 10, 5), (6, 17, 12, 19), (7, 20, 16, 15), (8, 11, 18, 14)),
    24: ((_STAYS, 0, 7, 20), (1, 17, 2, 4), (3, 14, 5, 19), (6, 11, 12, 15), (8, 9, 13, 21), (10, 16, 18, 22)),
}
"""By how many play: the places of the first round, North, South, East, West at each table.

Of the differences between places each occurs once between partners and twice between opponents, so that turning
the circle brings everybody together with everybody as often.
"""
