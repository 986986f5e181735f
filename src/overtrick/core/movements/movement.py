"""A movement: the pairs and the boards at each table, round by round."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.errors import DirectorError
from overtrick.core.model.seats import Side

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Fields(Enum):
    """Whether the movement has one ranking, or one for each direction."""

    ONE = "one"
    TWO = "two"


@dataclass(frozen=True, slots=True)
class Seating:
    """One table in one round: the pair North-South, the pair East-West, and the set of boards they play.

    A pair whose opponents are missing sits out: `None` stands for the missing pair. A place where pairs only sit out
    has no boards, set 0. For individuals *ns* is North and *ew* East, with *south* and *west*
    as their partners; each player who sits out has a place of his own.
    """

    table: int
    ns: int | None
    ew: int | None
    boards: int
    south: int | None = None
    west: int | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The contestants North-South and East-West: a pair each, or two players each."""
        first, second = (
            tuple(each for each in side if each is not None) for side in ((self.ns, self.south), (self.ew, self.west))
        )
        return first, second

    @property
    def seated(self) -> tuple[int, ...]:
        """The pairs at this table, one if the other is missing; or the players, partners together."""
        return tuple(each for each in (self.ns, self.south, self.ew, self.west) if each is not None)

    @property
    def played(self) -> bool:
        """Whether the boards are played at this table, or sat out."""
        return self.ns is not None and self.ew is not None

    def switch_directions(self) -> "Seating":
        """This table after an arrow-switch: the two pairs change direction."""
        return replace(self, ns=self.ew, ew=self.ns, south=self.west, west=self.south)

    def remove_pair(self, absent: int) -> "Seating":
        """This table without one pair."""
        return replace(
            self, ns=None if self.ns == absent else self.ns, ew=None if self.ew == absent else self.ew
        )  # fmt: skip


Round = tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session of pairs or individuals.

    *copies* is the number of copies of each set of boards, *sharing* the number of tables that may use one
    copy in the same round, and *meetings* how often two pairs, or two individuals, may meet as opponents. Pairs are
    numbered from 1; in a movement of two fields East-West's numbers follow North-South's.
    """

    name: str
    contestants: int
    rounds: tuple[Round, ...]
    boards_a_set: int = 1
    copies: int = 1
    sharing: int = 1
    meetings: int = 1
    fields: Fields = Fields.ONE

    @property
    def tables(self) -> int:
        """The number of tables; a place where pairs only sit out does not count."""
        return max((seating.table for seating in self.seatings() if seating.played), default=0)

    @property
    def alone(self) -> bool:
        """Whether it is for individuals."""
        return any(seating.south is not None for seating in self.seatings())

    @property
    def sets(self) -> int:
        """The number of sets of boards in play."""
        return max((seating.boards for seating in self.seatings()), default=0)

    @property
    def boards(self) -> int:
        """The number of boards in play."""
        return self.sets * self.boards_a_set

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of the contestants that have a seat, in order; a half table leaves out one."""
        return tuple(sorted({pair for seating in self.seatings() for pair in seating.seated}))

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The numbers in each ranking: all, or those that sit North-South and those that sit East-West."""
        if self.fields is Fields.ONE:
            return (self.present,)
        north = {seating.ns for seating in self.seatings()}
        return tuple(tuple(pair for pair in self.present if (pair in north) is first) for first in (True, False))

    def seatings(self) -> Iterator[Seating]:
        """Every table of every round."""
        return (seating for seats in self.rounds for seating in seats)

    def sitting_out(self, absent: int) -> "Movement":
        """The same movement with a half table: in each round the opponents of the absent pair sit out.

        >>> from overtrick.core.movements.mitchell import mitchell
        >>> half = mitchell(3).sitting_out(6).rounds[0][2]
        >>> half.table, half.ns, half.ew, half.boards
        (3, 3, None, 3)
        """
        if not 1 <= absent <= self.contestants:
            raise DirectorError(
                "Pair {absent} is not in this movement",
                remedy="Pairs are numbered 1 to {contestants}.",
                absent=absent,
                contestants=self.contestants,
            )
        rounds = tuple(tuple(seating.remove_pair(absent) for seating in seats) for seats in self.rounds)
        return replace(self, name=f"{self.name}, without pair {absent}", rounds=rounds)

    def switching(self, places: Iterable[tuple[int, int]], name: str) -> "Movement":
        """This movement with an arrow-switch at each of these places, (round, table) counted from 1."""
        there = set(places)
        rounds = tuple(
            tuple(s.switch_directions() if (number, s.table) in there else s for s in seats)
            for number, seats in enumerate(self.rounds, start=1)
        )
        return replace(self, name=name, rounds=rounds, fields=Fields.ONE)


def set_name(number: int) -> str:
    """The letter of a set of boards: A to Z, then AA, AB and so on.

    >>> [set_name(n) for n in (1, 26, 27, 52, 53)]
    ['A', 'Z', 'AA', 'AZ', 'BA']
    """
    name = ""
    while number > 0:
        number, place = divmod(number - 1, 26)
        name = _LETTERS[place] + name
    return name


def set_number(name: str) -> int:
    """The number of a lettered set of boards.

    >>> [set_number(set_name(n)) for n in (1, 26, 27, 700)]
    [1, 26, 27, 700]
    """
    number = 0
    for letter in name:
        number = 26 * number + _LETTERS.index(letter) + 1
    return number


def boards_of(number: int, boards_a_set: int) -> tuple[int, int]:
    """The first and the last board of a set; zeros for set 0, which has no boards.

    >>> boards_of(3, 4), boards_of(0, 4)
    ((9, 12), (0, 0))
    """
    if not number:
        return 0, 0
    return (number - 1) * boards_a_set + 1, number * boards_a_set


def side_of(seating: Seating, pair: int) -> Side:
    """The direction in which a pair sits at its table."""
    return Side.NS if pair in seating.sides[0] else Side.EW
