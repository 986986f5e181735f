"""Contestants: a pair, a team or a player, as the event knows them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from overtrick.core import limits

_NUMBERS = re.compile(r"(\d+)")
HOMES = ("club", "state", "country")
"""The statements about entries and players that say where they are from."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement about a player or an entry, under the name that rules use for it.

    *value* is a number, a day, `yes` or `no`, or a word. *at* is the day on which an amount was held or a stay began,
    *until* the day it ended, *of* the body or the place that it refers to.
    """

    what: str
    value: str
    at: str = ""
    until: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One person, with the federation's number if there is one, and any other statements."""

    name: str
    number: str = ""
    stated: tuple[Stated, ...] = ()

    def __str__(self) -> str:
        return self.name


def merge_statements(before: Iterable[Stated], said: Iterable[Stated]) -> tuple[Stated, ...]:
    """The earlier statements and the new ones; a new statement replaces an earlier one of the same name.

    >>> now = merge_statements([Stated("club", "Harbour"), Stated("state", "NSW")], [Stated("club", "Bay")])
    >>> [(each.what, each.value) for each in now]
    [('state', 'NSW'), ('club', 'Bay')]
    """
    now = tuple(said)
    again = {each.what for each in now}
    return (*(each for each in before if each.what not in again), *now)


def still_stated(before: Iterable[Player], players: Iterable[Player]) -> tuple[Player, ...]:
    """These players with their earlier statements, replaced by new ones of the same name.

    Players are matched by number, or by name if one of the two has no number.
    """
    listed = tuple(before)
    known = {player.name.casefold(): player for player in listed}
    known |= {player.number: player for player in listed if player.number}

    def one(player: Player) -> Player:
        own = known.get(player.number) if player.number else None
        own = own or known.get(player.name.casefold())
        if own is None or (own.number and player.number and own.number != player.number):
            return player
        return replace(player, stated=merge_statements(own.stated, player.stated))

    return tuple(map(one, players))


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
