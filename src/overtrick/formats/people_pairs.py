"""Pairs that a file identifies only by the names of their players, numbered in the order of appearance."""

from overtrick.core.errors import DirectorError
from overtrick.formats.session import Contestant, Person


class PairsByName:
    """Numbers for pairs of players: the same two players have the same number in either order."""

    def __init__(self) -> None:
        self._numbers: dict[frozenset[str], str] = {}
        self._people: dict[str, tuple[str, ...]] = {}

    def number(self, *players: str) -> str:
        """The number of a pair."""
        names = tuple(" ".join(name.split()) for name in players)
        if not all(names):
            raise DirectorError("a player has no name")
        key = frozenset(name.casefold() for name in names)
        number = self._numbers.setdefault(key, str(len(self._numbers) + 1))
        self._people.setdefault(number, names)
        return number

    def contestants(self) -> tuple[Contestant, ...]:
        """All numbered pairs, in that order."""
        return tuple(Contestant(number, tuple(map(Person, names))) for number, names in self._people.items())
