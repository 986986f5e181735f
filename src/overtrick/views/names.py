"""Contestants by name, as people look for themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from overtrick.core.event.after.line_ups import players_in
from overtrick.core.event.after.naming import contestant_label
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.contestants import entry_order

JOINED = " – "


@dataclass(frozen=True, slots=True)
class Who:
    """A contestant on a page: its number, its name, and its players.

    As a side of a table of individuals it has a *partner* for the round, who is another contestant.
    """

    number: str
    name: str
    players: tuple[str, ...] = ()
    partner: "Who | None" = None

    def __str__(self) -> str:
        own = f"{self.number} {self.name}".rstrip()
        return f"{own}{JOINED}{self.partner}" if self.partner is not None else own

    @property
    def numbers(self) -> str:
        """The number, or those of both partners.

        >>> Who("3", "Ann Alder", partner=Who("8", "Bob Birch")).numbers
        '3+8'
        """
        return self.number if self.partner is None else f"{self.number}+{self.partner.number}"

    @property
    def called(self) -> str:
        """The name alone, for use beside a score; without a name, the number in words.

        >>> Who("7", "Brindle").called, Who("7", "").called
        ('Brindle', 'no. 7')
        """
        return self.name or f"no. {self.number}"

    @property
    def numbered(self) -> str:
        """The name and the number, for sentences in which a leading number would be read as a score or a place.

        >>> Who("7", "Brindle").numbered, Who("7", "").numbered
        ('Brindle (7)', 'no. 7')
        """
        return f"{self.name} ({self.number})" if self.name else self.called

    @property
    def roster(self) -> tuple[str, ...]:
        """The players, where the name does not already list them."""
        return () if self.name == JOINED.join(self.players) else self.players

    @property
    def short(self) -> str:
        """The number and the last words of the names, for narrow places.

        >>> Who("7", "Mary Reed – John Stone", ("Mary Reed", "John Stone")).short
        '7 Reed–Stone'
        """
        named = "–".join(name.split()[-1] for name in self.players if name.strip())
        return f"{self.number} {self.name if self.roster or not named else named}"


def who(event: Tournament, number: str) -> Who:
    """A contestant by its number; without an entry it has only the number."""
    entry = event.entries.get(number)
    if entry is None:
        return Who(number, "")
    players = tuple(player.name for player in entry.players)
    return Who(number, entry.name or JOINED.join(players), players)


def seated_contestant(event: Tournament, contestant: str, stage: str, number: int) -> Who:
    """A contestant as seated in a round, with any substitute for one of its players."""
    entered = who(event, contestant)
    players = players_in(event, contestant, stage, number) if event.substitutes else entered.players
    if players == entered.players:
        return entered
    return Who(contestant, event.entries[contestant].name or JOINED.join(players), players)


def side(event: Tournament, names: Sequence[str], stage: str, number: int) -> Who:
    """A side of a table in a round: a contestant, or in an individual the first of two partners with the other."""
    first, *others = (seated_contestant(event, name, stage, number) for name in names)
    return replace(first, partner=others[0]) if others else first


def label(event: Tournament, number: str) -> str:
    """A contestant in a sentence: its number and its name."""
    return contestant_label(event, number)


def side_label(event: Tournament, names: Sequence[str]) -> str:
    """A side of a table in a sentence."""
    return " and ".join(label(event, name) for name in names)


def everybody(event: Tournament) -> list[Who]:
    """Everyone entered, by number."""
    return [who(event, number) for number in sorted(event.entries, key=entry_order)]


LETTERS = 3
"""How many letters of a name a search needs."""


def matching(event: Tournament, asked: str) -> list[Who]:
    """The contestants that a few letters of a name, or a number, can mean."""
    wanted = " ".join(asked.split()).casefold()
    return list(_matching(event, wanted)) if wanted else []


def _matching(event: Tournament, wanted: str) -> Iterator[Who]:
    for each in everybody(event):
        sit_in = (act.substitute for act in event.substitutes if act.contestant == each.number)
        names = (each.name, *each.players, *sit_in)
        if each.number.casefold() == wanted or (
            len(wanted) >= LETTERS and any(wanted in name.casefold() for name in names)
        ):
            yield each
