"""The facts of a selection season: the events that earn qualifying points, and the places in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Unit

Player: TypeAlias = str
"""The number or name under which a player is registered."""

QUALIFYING_POINTS = Unit("qualifying points", "qualifying point", places=2)


class EntryUnit(Enum):
    """The unit that is placed in an event: a pair, a team, or a team through its members."""

    PAIRS = "pairs"
    TEAMS = "teams"
    MEMBERSHIP = "membership"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class AwardTable:
    """What each place in an event earns each player, in one currency of points.

    *points* are for the places from *first* on; other places earn nothing. A player earns points only by meeting
    every condition in *needs* and playing in at least *least_events* selected events. Without *halved*
    the award counts in full, regardless of the partner.
    """

    clause: Clause
    currency: str
    points: tuple[Exact, ...]
    first: int = 1
    needs: tuple[str, ...] = ()
    least_events: int = 0
    halved: bool = True

    def points_for(self, place: int) -> Exact:
        """The points of a place."""
        return self.points[place - self.first] if 0 <= place - self.first < len(self.points) else 0


@dataclass(frozen=True, slots=True)
class SelectedEvent:
    """An event that earns points.

    *selected* events are those that count for selection: their placings break ties, and playing in one
    is what "having played" means. *reduced* awards are smaller for larger teams. *played* is the id of the
    event in this program, *stage* the stage whose places count (by default the last), and *play*
    the least play for points.
    """

    id: str
    name: str
    kind: EntryUnit
    tables: tuple[AwardTable, ...]
    selected: bool = False
    reduced: bool = False
    played: str = ""
    stage: str = ""
    play: PlayRule | None = None


@dataclass(frozen=True, slots=True)
class SizeRule:
    """The share of a team award for each size of team."""

    clause: Clause
    factors: tuple[tuple[int, Fraction], ...]

    def factor(self, size: int) -> Fraction:
        for known, factor in self.factors:
            if known == size:
                return factor
        sizes = ", ".join(str(known) for known, _ in self.factors)
        raise DirectorError(
            "The regulations give no award for a team of {size}",
            clause=self.clause,
            remedy="Correct the size of the team; these sizes have an award: {sizes}.",
            size=size,
            sizes=sizes,
        )


@dataclass(frozen=True, slots=True)
class LedgerRule:
    """The rules of a selection season: its events, the effect of team size, and sharing the awards of a tie."""

    events: Mapping[str, SelectedEvent]
    sizes: SizeRule
    ties: Clause

    def event(self, name: str) -> SelectedEvent:
        if name not in self.events:
            raise DirectorError(
                "“{name}” is not an event of this selection",
                remedy="Events of this selection: {events:,}.",
                name=name,
                events=tuple(self.events),
            )
        return self.events[name]

    def played_as(self, played: str) -> tuple[SelectedEvent, ...]:
        """The selection events that are played as this event: several if its stages earn points separately."""
        return tuple(event for event in self.events.values() if played and event.played == played)


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair or team that finished an event: its members, its place, and how many entries share that place.

    *size* is the size of the team, which may differ from the number of members listed.
    *lacking* lists members with a condition that they do not meet; *source* is the source of the placing.
    """

    event: str
    members: tuple[Player, ...]
    place: int
    size: int | None = None
    tied: int = 1
    lacking: tuple[tuple[Player, str], ...] = ()
    source: str = ""
