"""Contestants: a pair, a team or a player, as the event knows them."""

import re
from dataclasses import dataclass

from overtrick.core import limits

_NUMBERS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Stated:
    """Something stated of a player or an entry, under the words a rule asks for it with.

    *value* is a number, a day, `yes` or `no`, or a word. *at* is the day an amount was held or a stay began,
    *until* the day it ended, *of* the body it is with or the place it is in.
    """

    what: str
    value: str
    at: str = ""
    until: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One person, with the federation's number where there is one, and what else is stated of them."""

    name: str
    number: str = ""
    stated: tuple[Stated, ...] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, a team or an individual: the number it plays under, and its players.

    Two contestants of an event are the same exactly when their numbers are.

    >>> print(Contestant("7NS", players=(Player("A. Reed"), Player("B. Stone"))))
    7NS A. Reed – B. Stone
    """

    number: str
    name: str = ""
    players: tuple[Player, ...] = ()

    def __str__(self) -> str:
        who = self.name or " – ".join(player.name for player in self.players)
        return f"{self.number} {who}".rstrip()


def entry_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Contestants' numbers in the order of an entry list: 2 before 10, 7 before 7B.

    >>> sorted(["10", "7B", "2", "7", "A"], key=entry_order)
    ['2', '7', '7B', '10', 'A']
    """
    parts = (part for part in _NUMBERS.split(number) if part)
    return tuple(
        (0, int(part), "") if part.isdecimal() and len(part) <= limits.NAME else (1, 0, part) for part in parts
    )
