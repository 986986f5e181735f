"""Where a contestant stands with a stage: contending, there to complete the field, gone, or out by a sanction."""

from dataclasses import dataclass
from enum import Enum

from overtrick.core.event.play.stage import StageState


class Status(Enum):
    """What a contestant is in a stage."""

    CONTENDING = "contending"
    NOT_CONTENDING = "not contending"
    WITHDRAWN = "withdrew"
    EXCLUDED = "out"


@dataclass(frozen=True, slots=True)
class ContestantStatus:
    """A contestant's status, the round after which it holds (0: from the start), and the clause of a sanction."""

    status: Status
    after: int = 0
    clause: str = ""


def status_of(state: StageState, contestant: str) -> ContestantStatus:
    """What a contestant is in a stage as it stands; one that is reinstated, or cleared on appeal, contends again."""
    given = state.exclusion_of(contestant)
    if given is not None:
        return ContestantStatus(Status.EXCLUDED, given.round, given.clause)
    if contestant in state.withdrawn:
        return ContestantStatus(Status.WITHDRAWN, state.withdrawn[contestant].after)
    return ContestantStatus(Status.NOT_CONTENDING if contestant in state.non_contending else Status.CONTENDING)
