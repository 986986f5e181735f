"""Balance: how evenly every pair's score depends on every other pair.

On a board, two pairs at different tables are rivals if they sit in the same direction and allies if they sit
in opposite directions. The competition c of two pairs is n - 1 for every board that they play against each other,
plus 1 for every board that they play in the same direction, minus 1 for every board in opposite directions, where n
is the number of tables at which the board is played. A movement is perfect if c is the same for
every two pairs; its quality is 100 (Σc)² / (m Σc²) over the m pairs of pairs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from overtrick.core.exact import Exact, plain
from overtrick.core.movements.movement import Fields, Movement
from overtrick.core.provenance import Clause, Figure, Unit
from overtrick.core.wording import phrase

QUALITY = Unit("out of 100", "out of 100", places=2)


@dataclass(frozen=True, slots=True)
class Play:
    """One board at one table: the board, the pairs in both directions, and how many boards it represents."""

    board: int
    ns: int
    ew: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Balance:
    """The competition between every two pairs, from least to most, and the resulting quality."""

    competition: Mapping[tuple[int, int], int]
    least: int
    most: int
    quality: Exact

    @property
    def perfect(self) -> bool:
        """Whether every two pairs compete equally."""
        return self.least == self.most

    def figure(self, clause: Clause) -> Figure[Exact]:
        """The quality as a figure with its reasons."""
        note = phrase(
            "competition between two pairs ranges from {least:ratio} to {most:ratio}", least=self.least, most=self.most
        )
        return Figure(self.quality, QUALITY, clause, (), note)


def balance(movement: Movement, among: Iterable[int] | None = None) -> Balance:
    """The balance of a movement over all its pairs, or among some of them (the pairs of one field)."""
    plays = [
        Play(seating.boards, seating.ns, seating.ew, movement.boards_a_set)
        for seating in movement.seatings()
        if seating.ns is not None and seating.ew is not None
    ]
    return balance_of(plays, among)


def balance_of(plays: Sequence[Play], among: Iterable[int] | None = None) -> Balance:
    """The balance of a set of plays."""
    if among is None:
        among = {pair for play in plays for pair in (play.ns, play.ew)}
    competition = _competition(plays, sorted(among))
    return Balance(
        competition, min(competition.values(), default=0), max(competition.values(), default=0), _quality(competition)
    )


def field_balance(movement: Movement) -> tuple[Balance, ...]:
    """The balance within each ranking: one for the whole field, or one for each direction."""
    north_south = {seating.ns for seating in movement.seatings() if seating.ns is not None}
    east_west = {seating.ew for seating in movement.seatings() if seating.ew is not None}
    if movement.fields is Fields.ONE or north_south & east_west:
        return (balance(movement),)
    return balance(movement, north_south), balance(movement, east_west)


def _competition(plays: Sequence[Play], pairs: Sequence[int]) -> dict[tuple[int, int], int]:
    """The competition of every two pairs, by counting bits: one bit for each board in each direction."""
    competition = dict.fromkeys(combinations(pairs, 2), 0)
    for weight in {play.weight for play in plays}:
        north: dict[int, int] = dict.fromkeys(pairs, 0)
        east: dict[int, int] = dict.fromkeys(pairs, 0)
        tables: dict[int, int] = {}
        for play in plays:
            tables[play.board] = tables.get(play.board, 0) + 1
        for play in (play for play in plays if play.weight == weight):
            bit = 1 << play.board
            if play.ns in north:
                north[play.ns] |= bit
            if play.ew in east:
                east[play.ew] |= bit
            opposed = (min(play.ns, play.ew), max(play.ns, play.ew))
            if opposed in competition:
                # They also sit in opposite directions on it, which the count below subtracts again.
                competition[opposed] += weight * tables[play.board]
        for one, other in competition:
            same = (north[one] & north[other]).bit_count() + (east[one] & east[other]).bit_count()
            opposite = (north[one] & east[other]).bit_count() + (east[one] & north[other]).bit_count()
            competition[one, other] += weight * (same - opposite)
    return competition


def _quality(competition: Mapping[tuple[int, int], int]) -> Exact:
    squares = sum(c * c for c in competition.values())
    if not squares:
        return 0
    return plain(Fraction(100 * sum(competition.values()) ** 2, len(competition) * squares))
