"""The seating rights of a match: who sits first, who chooses, and in which room."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause

T = TypeVar("T")


class SitsFirst(Enum):
    """Which team must give its line-up first."""

    SECOND_LISTED = "second listed"
    REVERSED = "reversed"
    BLIND = "blind"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SittingOrder(Generic[T]):
    """Which side sits first and which last, after seeing the opponents; blind if neither sees the other's line-up."""

    first: T | None
    last: T | None
    clause: Clause

    @property
    def blind(self) -> bool:
        """Whether each side gives its line-up without knowing the other's."""
        return self.first is None


def sitting_order(
    listed: tuple[T, T], how: SitsFirst, clause: Clause, earlier: SittingOrder[T] | None = None
) -> SittingOrder[T]:
    """The sitting order of a match (ANC26 11.6.2, 11.7.3).

    *Reversed* reverses the order of the two teams' *earlier* match, whatever the order in which this one is listed.

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
                    "The seating order of the earlier match between teams {listed} and {second} is not "
                    "known, so it cannot be reversed",
                    clause=str(clause),
                    remedy="Give the seating order of their earlier match.",
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
    """A stanza of a match: which team sits first, and which then chooses tables."""

    number: int
    first: Team
    chooses: Team


def stanzas(count: int) -> tuple[Stanza, ...]:
    """The stanzas of a match: the teams sit first in turn, the home team in the first; the other team chooses tables.

    >>> [str(stanza.first) for stanza in stanzas(3)]
    ['home', 'visiting', 'home']
    """
    return tuple(
        Stanza(number, first, first.other)
        for number in range(1, count + 1)
        for first in [Team.HOME if number % 2 else Team.VISITING]
    )


def give_up_second(order: SittingOrder[T], using: Collection[T], clause: Clause) -> SittingOrder[T]:
    """The order after a side that uses some system gives up its right to sit second (SABF20 4.2.2#4).

    If both sides use one, or neither does, the order stands.

    >>> give_up_second(SittingOrder("7", "4", Clause("SABF20", "13.6#1")), ["4"], Clause("SABF20", "4.2.2#4")).first
    '4'
    """
    if order.last is None or set(using) != {order.last}:
        return order
    return SittingOrder(order.last, order.first, clause)
