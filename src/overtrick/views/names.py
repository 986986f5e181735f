"""Contestants by name: as people look for themselves."""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.event.after.naming import labelled
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import entry_order

JOINED = " – "


@dataclass(frozen=True, slots=True)
class Who:
    """A contestant on a page: the number it plays under, its name, and its players."""

    number: str
    name: str
    players: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.number} {self.name}".rstrip()

    @property
    def roster(self) -> tuple[str, ...]:
        """The players, where the name is not made of them."""
        return () if self.name == JOINED.join(self.players) else self.players

    @property
    def short(self) -> str:
        """The number and the last words of the names, for where there is little room.

        >>> Who("7", "Mary Reed – John Stone", ("Mary Reed", "John Stone")).short
        '7 Reed–Stone'
        """
        named = "–".join(name.split()[-1] for name in self.players if name.strip())
        return f"{self.number} {self.name if self.roster or not named else named}"


def who(event: Tournament, number: str) -> Who:
    """A contestant by its number; one that has no entry keeps the number alone."""
    entry = event.entries.get(number)
    if entry is None:
        return Who(number, "")
    players = tuple(player.name for player in entry.players)
    return Who(number, entry.name or JOINED.join(players), players)


def label(event: Tournament, number: str) -> str:
    """A contestant in a sentence: its number and its name."""
    return labelled(event, number)


def everybody(event: Tournament) -> list[Who]:
    """Everybody entered, by number."""
    return [who(event, number) for number in sorted(event.entries, key=entry_order)]


LETTERS = 3
"""How many letters of a name are asked for before names are looked through."""


def matching(event: Tournament, asked: str) -> list[Who]:
    """Those whom a few letters of a name, or a number, can mean."""
    wanted = " ".join(asked.split()).casefold()
    return list(_matching(event, wanted)) if wanted else []


def _matching(event: Tournament, wanted: str) -> Iterator[Who]:
    for each in everybody(event):
        names = (each.name, *each.players)
        if each.number.casefold() == wanted or (
            len(wanted) >= LETTERS and any(wanted in name.casefold() for name in names)
        ):
            yield each
