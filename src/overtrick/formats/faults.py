"""The faults of an imported file, collected line by line and reported together."""

from collections.abc import Iterator
from contextlib import contextmanager

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.formats.tables import list_faults


class Faults:
    """The faults in a file by line: the first ones in words, and the number of the others."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first: list[Said] = []
        self.count = 0

    @contextmanager
    def collect(self, line: int) -> Iterator[None]:
        """Record errors inside the `with` block as faults of a line."""
        try:
            yield
        except DirectorError as fault:
            self.count += 1
            if len(self.first) < limits.FAULTS:
                self.first.append(phrase("line {line}: {fault_what}", line=line, fault_what=fault.phrased))

    def tell(self) -> None:
        """Refuse the file if anything was wrong."""
        if self.count:
            raise DirectorError(
                "{name} has {count} that cannot be read:\n  {faults}\nNothing was imported",
                name=self.name,
                count=phrase("{n:#place}", n=self.count),
                faults=list_faults(self.first, self.count),
            )
