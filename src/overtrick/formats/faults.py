"""The faults of a file that somebody hands in, gathered line by line and told at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.formats.tables import listed


class Faults:
    """What is wrong in a file, by its lines: the first faults in words, of the rest the number."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first: list[str] = []
        self.count = 0

    @contextmanager
    def at(self, line: int) -> Iterator[None]:
        """What goes wrong within is a fault of a line."""
        try:
            yield
        except DirectorError as fault:
            self.count += 1
            if len(self.first) < limits.FAULTS:
                self.first.append(f"line {line}: {fault}")

    def tell(self) -> None:
        """Refuse the file if anything was wrong."""
        if self.count:
            raise DirectorError(
                "{name} has {count} that cannot be read:\n  {faults}\nNothing was taken from it",
                name=self.name,
                count=count_of(self.count, "place"),
                faults=listed(self.first, self.count),
            )
