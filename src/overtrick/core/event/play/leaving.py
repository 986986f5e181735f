"""How the contestants of a stage left it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overtrick.core.draws.changes import exchange_teams
from overtrick.core.draws.lucky_losers import LuckyLosers
from overtrick.core.draws.triangle import Triangle
from overtrick.core.flow.stages import Who


@dataclass(frozen=True, slots=True)
class Leaving:
    """The contestants that left a stage in each role, in order, and how the lucky losers were chosen."""

    ways: Mapping[Who, tuple[str, ...]]
    lucky: LuckyLosers | None = None
    trios: tuple[Triangle, ...] = field(default=())

    def leavers_in_role(self, who: Who) -> tuple[str, ...]:
        """The contestants that left in one role."""
        return self.ways.get(who, ())

    def exchange_teams(self, one: str, two: str) -> "Leaving":
        """This record with two teams in each other's places."""
        ways = {who: exchange_teams(teams, one, two) for who, teams in self.ways.items()}
        return Leaving(ways, self.lucky, self.trios)
