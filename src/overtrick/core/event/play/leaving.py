"""How the contestants of a stage left it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overtrick.core.draws.changes import exchanged
from overtrick.core.draws.lucky_losers import LuckyLosers
from overtrick.core.draws.triangle import Triangle
from overtrick.core.flow.stages import Who


@dataclass(frozen=True, slots=True)
class Leaving:
    """The contestants that left a stage in each role, in order, and how the lucky losers were chosen."""

    ways: Mapping[Who, tuple[str, ...]]
    lucky: LuckyLosers | None = None
    trios: tuple[Triangle, ...] = field(default=())

    def by(self, who: Who) -> tuple[str, ...]:
        """The contestants that left in one role."""
        return self.ways.get(who, ())

    def exchanged(self, one: str, two: str) -> "Leaving":
        """This record with two teams in each other's places."""
        ways = {who: exchanged(teams, one, two) for who, teams in self.ways.items()}
        return Leaving(ways, self.lucky, self.trios)
