"""The seating rights of a match: who sits first, who chooses, and in which room; and the choice of stanzas.

The two teams choose stanzas in turn, as many at a time as the regulations say; the rest go to the
team with the last turn. The only state is the tuple of choices made so far.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase

T = TypeVar("T")


class SitsFirst(Enum):
    """Which team must give its line-up first."""

    SECOND_LISTED = "second listed"
    REVERSED = "reversed"
    BLIND = "blind"


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
                    clause=clause,
                    remedy="Give the seating order of their earlier match.",
                    listed=listed[0],
                    second=listed[1],
                )
            return SittingOrder(earlier.last, earlier.first, clause)


class Team(Enum):
    """The home team or the visitors."""

    HOME = "home"
    VISITING = "visiting"

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

    >>> [stanza.first.value for stanza in stanzas(3)]
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


@dataclass(frozen=True, slots=True)
class StanzaRule:
    """The number of stanzas and the turns: the side (0 is the higher-placed) and how many stanzas it chooses.

    In the last turn there is no choice: that side has the remaining stanzas.
    """

    clause: Clause
    stanzas: int
    turns: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if sum(count for _, count in self.turns) != self.stanzas:
            raise DirectorError(
                "The turns do not add up to {stanzas:#stanza}", clause=self.clause, stanzas=self.stanzas
            )


@dataclass(frozen=True, slots=True)
class Rights:
    """The stanzas in which each side has choice of opponents, and the side whose turn it is to choose more."""

    higher: tuple[int, ...]
    other: tuple[int, ...]
    to_name: tuple[int, int] | None
    clause: Clause


def seating_rights(picks: Sequence[Sequence[int]], rule: StanzaRule) -> Rights:
    """The stanzas in which each side has choice of opponents, after these choices.

    >>> rule = StanzaRule(Clause("ANC26", "12.4"), 5, ((0, 1), (1, 2), (0, 2)))
    >>> rights = seating_rights(((5,), (1, 3)), rule)
    >>> rights.higher, rights.other, rights.to_name
    ((2, 4, 5), (1, 3), None)
    """
    held: tuple[set[int], set[int]] = (set(), set())
    free = set(range(1, rule.stanzas + 1))
    if len(picks) >= len(rule.turns):
        raise DirectorError("Both teams have already chosen their stanzas", clause=rule.clause)
    for named, (side, count) in zip(picks, rule.turns, strict=False):
        if len(set(named)) != len(named) or len(named) != count or not set(named) <= free:
            left = ", ".join(str(stanza) for stanza in sorted(free))
            raise DirectorError(
                "This choice of stanzas is not allowed: {row}",
                clause=rule.clause,
                remedy="Choose exactly {count} of {left}.",
                row=", ".join(map(str, named)) or phrase("(none)"),
                count=count,
                left=left,
            )
        held[side].update(named)
        free -= set(named)
    to_name: tuple[int, int] | None = rule.turns[len(picks)]
    if len(picks) == len(rule.turns) - 1:
        held[rule.turns[-1][0]].update(free)
        to_name = None
    return Rights(tuple(sorted(held[0])), tuple(sorted(held[1])), to_name, rule.clause)
