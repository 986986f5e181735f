"""One session of a season: its rounds and the pairs in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session: its number, its first round and how many it has, and the pairs that play in it.

    Until its first round is drawn, the pairs are those that are expected.
    """

    number: int
    first: int
    rounds: int
    order: tuple[str, ...]

    @property
    def last(self) -> int:
        """Its last round."""
        return self.first + self.rounds - 1

    @property
    def all_rounds(self) -> range:
        """Its rounds, by their numbers in the stage."""
        return range(self.first, self.last + 1)

    def __contains__(self, number: int) -> bool:
        return number in self.all_rounds
