"""The appeals of an event as its book has them: each with its form, its committee, and the steps it has taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from overtrick.core.conduct.appeals import AppealCourse, walk
from overtrick.core.event.acts import AppealDecided, AppealFined, AppealHeard, AppealLodged, CommitteeNamed


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken: which, when, by which posting and why."""

    step: str
    at: datetime | None
    posting: int
    reason: str = ""


@dataclass(slots=True)
class AppealFile:
    """One appeal. Only the fold writes in it."""

    number: int
    lodged: AppealLodged
    at: datetime | None
    ruled: datetime | None = None
    taken: list[Taken] = field(default_factory=list)
    form: dict[str, str] = field(default_factory=dict)
    committee: CommitteeNamed | None = None
    hearing: datetime | None = None
    heard: AppealHeard | None = None
    decisions: list[AppealDecided] = field(default_factory=list)
    fine: AppealFined | None = None

    def state(self, course: AppealCourse) -> str:
        """Where it stands in its course."""
        return walk((each.step for each in self.taken), course).state

    def when(self, steps: Iterable[str]) -> datetime | None:
        """When one of these steps was last taken."""
        wanted = set(steps)
        return next((each.at for each in reversed(self.taken) if each.step in wanted), None)

    @property
    def decision(self) -> AppealDecided | None:
        """The decision that stands."""
        return self.decisions[-1] if self.decisions else None
