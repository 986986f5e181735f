"""Who left a stage, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overtrick.core.draws.changes import exchanged
from overtrick.core.draws.lucky_losers import LuckyLosers
from overtrick.core.draws.triangle import Triangle
from overtrick.core.flow.stages import Who


@dataclass(frozen=True, slots=True)
class Leaving:
    """Who left a stage by which way, in order, and how the lucky losers were found."""

    ways: Mapping[Who, tuple[str, ...]]
    lucky: LuckyLosers | None = None
    trios: tuple[Triangle, ...] = field(default=())

    def by(self, who: Who) -> tuple[str, ...]:
        """Those who left one way."""
        return self.ways.get(who, ())

    def exchanged(self, one: str, two: str) -> "Leaving":
        """Who left, with two teams in each other's places."""
        ways = {who: exchanged(teams, one, two) for who, teams in self.ways.items()}
        return Leaving(ways, self.lucky, self.trios)
