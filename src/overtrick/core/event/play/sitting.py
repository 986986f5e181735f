"""One session of a season: its rounds and the pairs in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session: its number, its first round, its number of rounds, and the pairs that play in it.

    Until its first round is drawn, the pairs are those expected to play.
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
        """The numbers of its rounds in the stage."""
        return range(self.first, self.last + 1)

    def __contains__(self, number: int) -> bool:
        return number in self.all_rounds
