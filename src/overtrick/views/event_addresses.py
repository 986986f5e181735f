"""Addresses of numbers of the whole event, which belong to no stage: an award, a final rank."""

from dataclasses import dataclass
from typing import ClassVar, Self

from overtrick.core.errors import OvertrickError
from overtrick.core.typed_numbers import read_whole
from overtrick.views.addresses import join_path


@dataclass(frozen=True, slots=True)
class Award:
    """An award of the whole event: its table, its line there and its winner."""

    kind: ClassVar[str] = "award"
    table: int
    line: int
    who: str

    def path(self) -> str:
        """The address as a link writes it.

        >>> Award(0, 2, "7").path()
        'award/0/2/7'
        """
        return join_path(self.kind, self.table, self.line, self.who)

    @classmethod
    def parse(cls, path: str) -> Self:
        """An award from its path; a ValueError where it is none."""
        kind, table, line, who = (*path.strip("/").split("/", 3), "", "", "")[:4]
        try:
            if kind == cls.kind:
                return cls(read_whole(table), read_whole(line), who)
        except OvertrickError as fault:
            raise ValueError(path) from fault
        raise ValueError(path)


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A contestant's rank at the end of the whole event."""

    kind: ClassVar[str] = "rank"
    who: str

    def path(self) -> str:
        """The address as a link writes it.

        >>> FinalRank("7").path()
        'rank/7'
        """
        return join_path(self.kind, self.who)

    @classmethod
    def parse(cls, path: str) -> Self:
        """A rank from its path; a ValueError where it is none."""
        kind, who = (*path.strip("/").split("/", 1), "")[:2]
        if kind != cls.kind or not who:
            raise ValueError(path)
        return cls(who)
