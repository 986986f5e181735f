"""The appeals of an event as its book has them: each with its form, its committee, and the steps it has taken."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from overtrick.core.conduct.appeals import AppealCourse, walk
from overtrick.core.event.appeal_acts import (
    AppealAct,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    Filled,
    HearingSet,
)


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


def fold(
    appeals: dict[int, AppealFile], act: AppealAct, number: int, at: str, local: Callable[[str], datetime | None]
) -> None:
    """Keep one more act of an appeal; *local* reads a time as the venue's clock shows it."""
    if isinstance(act, AppealLodged):
        ruled = local(act.ruled) if act.ruled else None
        file = appeals[number] = AppealFile(number, act, local(act.time or at), ruled)
        file.taken.append(Taken(act.step, file.at, number, act.extended))
        _fill(file, act.filled)
        return
    file = appeals[act.appeal]
    match act:
        case AppealMoved(_, step, filled, reason, time):
            _fill(file, filled)
            file.taken.append(Taken(step, local(time or at), number, reason))
        case CommitteeNamed():
            file.committee = act
        case HearingSet():
            file.hearing = local(act.at)
            file.taken.append(Taken(act.step, local(at), number))
        case AppealHeard():
            file.heard = act
            file.taken.append(Taken(act.step, local(act.time or at), number))
        case AppealDecided():
            file.decisions.append(act)
            _fill(file, act.filled)
            when = local(act.time or at)
            file.taken.append(Taken(act.step, when, number, act.outcome))
            if act.finding:
                file.taken.append(Taken(act.finding, when, number, act.frivolous))
        case AppealFined():
            file.fine = act
            file.taken.append(Taken(act.step, local(at), number, act.reason))


def _fill(file: AppealFile, filled: Iterable[Filled]) -> None:
    file.form |= {each.field: each.text for each in filled if each.text}
