"""Who sits first, who chooses, and in which room: the seating rights of a match."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause

T = TypeVar("T")


class SitsFirst(Enum):
    """Which team has to show its line-up first."""

    SECOND_LISTED = "second listed"
    REVERSED = "reversed"
    BLIND = "blind"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SittingOrder(Generic[T]):
    """Who sits first and who sits last, with the opponents before them; blind when neither knows the other's."""

    first: T | None
    last: T | None
    clause: Clause

    @property
    def blind(self) -> bool:
        """Whether both line-ups are given without knowing the other."""
        return self.first is None


def sitting_order(
    listed: tuple[T, T], how: SitsFirst, clause: Clause, earlier: SittingOrder[T] | None = None
) -> SittingOrder[T]:
    """The sitting order of a match (ANC26 11.6.2, 11.7.3).

    *Reversed* follows the earlier meeting of the same two teams, however this match is listed.

    >>> sitting_order((5, 2), SitsFirst.SECOND_LISTED, Clause("ANC26", "11.6.2")).first
    2
    """
    match how:
        case SitsFirst.BLIND:
            return SittingOrder(None, None, clause)
        case SitsFirst.SECOND_LISTED:
            return SittingOrder(listed[1], listed[0], clause)
        case SitsFirst.REVERSED:
            if earlier is None or {earlier.first, earlier.last} != set(listed):
                raise DirectorError(
                    "{listed} and {second} have no earlier meeting to reverse",
                    clause=str(clause),
                    remedy="Give the order in which they sat before.",
                    listed=listed[0],
                    second=listed[1],
                )
            return SittingOrder(earlier.last, earlier.first, clause)


class Team(Enum):
    """The home team or the visitors."""

    HOME = "home"
    VISITING = "visiting"

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> "Team":
        """The opponents."""
        return Team.VISITING if self is Team.HOME else Team.HOME


@dataclass(frozen=True, slots=True)
class Stanza:
    """A stanza of a match: who sits first, and who then chooses tables."""

    number: int
    first: Team
    chooses: Team


def stanzas(count: int) -> tuple[Stanza, ...]:
    """Home sits first in the first stanza, the visitors in the second, and so in turn; who sits second chooses tables.

    >>> [str(stanza.first) for stanza in stanzas(3)]
    ['home', 'visiting', 'home']
    """
    return tuple(
        Stanza(number, first, first.other)
        for number in range(1, count + 1)
        for first in [Team.HOME if number % 2 else Team.VISITING]
    )


def give_up_second(order: SittingOrder[T], using: Collection[T], clause: Clause) -> SittingOrder[T]:
    """Who sits first where the side that uses some system gives up its right to sit second (SABF20 4.2.2#4).

    If both use one, or neither, the order stands.

    >>> give_up_second(SittingOrder("7", "4", Clause("SABF20", "13.6#1")), ["4"], Clause("SABF20", "4.2.2#4")).first
    '4'
    """
    if order.last is None or set(using) != {order.last}:
        return order
    return SittingOrder(order.last, order.first, clause)
