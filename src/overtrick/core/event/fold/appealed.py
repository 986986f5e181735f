"""The appeals in an event's book, each with its form, its committee and its steps."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from overtrick.core.conduct.appeals import AppealCourse, walk
from overtrick.core.event.acts import AppealDecided, AppealFined, AppealHeard, AppealLodged, CommitteeNamed


@dataclass(frozen=True, slots=True)
class AppealStep:
    """A step of an appeal: its name, time, posting and reason."""

    step: str
    at: datetime | None
    posting: int
    reason: str = ""


@dataclass(slots=True)
class AppealFile:
    """One appeal. Only the fold changes it."""

    number: int
    lodged: AppealLodged
    at: datetime | None
    ruled: datetime | None = None
    taken: list[AppealStep] = field(default_factory=list)
    form: dict[str, str] = field(default_factory=dict)
    committee: CommitteeNamed | None = None
    hearing: datetime | None = None
    heard: AppealHeard | None = None
    decisions: list[AppealDecided] = field(default_factory=list)
    fine: AppealFined | None = None

    def state(self, course: AppealCourse) -> str:
        """The state of the appeal in its procedure."""
        return walk((each.step for each in self.taken), course).state

    def when(self, steps: Iterable[str]) -> datetime | None:
        """The time of the latest of these steps."""
        wanted = set(steps)
        return next((each.at for each in reversed(self.taken) if each.step in wanted), None)

    @property
    def decision(self) -> AppealDecided | None:
        """The decision that stands."""
        return self.decisions[-1] if self.decisions else None
