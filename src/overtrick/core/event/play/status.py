"""The status of a contestant in a stage, which every draw, table, title, award and page uses; and how it left it.

A contestant contends, or completes the field; it may leave, be excluded by a sanction, or decline to go on.
One that is reinstated, or cleared on appeal, has its earlier status again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from overtrick.core.conduct.entries import LeaverRule
from overtrick.core.draws.changes import exchange_teams
from overtrick.core.draws.lucky_losers import LuckyLosers
from overtrick.core.draws.triangle import Triangle
from overtrick.core.event.acts import SanctionGiven, Withdrawn
from overtrick.core.event.plan.stages import Stage
from overtrick.core.flow.stages import Who
from overtrick.core.ranking.qualification import PassOverReason


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


class Status(Enum):
    """The status of a contestant in a stage."""

    CONTENDING = "contending"
    NOT_CONTENDING = "not contending"
    DECLINED = "declined"
    WITHDRAWN = "withdrew"
    EXCLUDED = "out"


WHY = {
    Status.NOT_CONTENDING: PassOverReason.NOT_CONTENDING,
    Status.DECLINED: PassOverReason.WITHDRAWN,
    Status.WITHDRAWN: PassOverReason.WITHDRAWN,
    Status.EXCLUDED: PassOverReason.NOT_PLACED,
}
"""Why contestants with this status do not go on."""


@dataclass(frozen=True, slots=True)
class ContestantStatus:
    """A contestant's status in a stage, and what that allows it to do.

    *contends* is its status at entry; *left* is its withdrawal, and *rule* the document's rule on contestants that
    leave; *sanction* is the sanction that excluded it; *counted_on* says that it is still drawn, because others depend
    on its place; *declined* says that it declined the next stage.
    """

    contends: bool = True
    left: Withdrawn | None = None
    sanction: SanctionGiven | None = None
    rule: LeaverRule | None = None
    counted_on: bool = False
    declined: bool = False

    @property
    def status(self) -> Status:
        """The most serious status that applies."""
        if self.sanction is not None:
            return Status.EXCLUDED
        if self.left is not None:
            return Status.WITHDRAWN
        if self.declined:
            return Status.DECLINED
        return Status.CONTENDING if self.contends else Status.NOT_CONTENDING

    @property
    def after(self) -> int:
        """The round after which the status applies; 0 if from the start."""
        if self.sanction is not None:
            return self.sanction.round
        return self.left.after if self.left is not None else 0

    @property
    def clause(self) -> str:
        """The clause of the sanction."""
        return self.sanction.clause if self.sanction is not None else ""

    @property
    def plays(self) -> bool:
        """Whether it is drawn in later rounds."""
        return self.left is None and (self.sanction is None or self.counted_on)

    @property
    def wiped(self) -> bool:
        """Whether its scores were cancelled."""
        return self.left is not None and self.left.expunged

    @property
    def placed(self) -> bool:
        """Whether its scores give it a place in the standings."""
        return self.sanction is None

    def wins(self, rounds: int) -> bool:
        """Whether it may take a title, a prize or a credit in a stage of this many rounds: it contends, and stayed.

        A document may let a contestant that left before the last round keep the place that its scores give it.
        """
        stayed = not self.gone_by(rounds) or (self.rule is not None and self.rule.wins)
        return self.contends and self.sanction is None and stayed

    @property
    def why(self) -> PassOverReason | None:
        """Why it does not go on to another stage; None if it may."""
        return WHY.get(self.status)

    def gone_by(self, number: int) -> bool:
        """Whether it had left before a round began."""
        return self.left is not None and self.left.after < number


CONTENDING = ContestantStatus()


class StatusStage(Protocol):
    """The part of a stage that is read here."""

    @property
    def plan(self) -> Stage: ...
    @property
    def withdrawn(self) -> Mapping[str, Withdrawn]: ...
    @property
    def excluded(self) -> Mapping[int, SanctionGiven]: ...
    @property
    def non_contending(self) -> frozenset[str]: ...


def _counted_on(plan: Stage) -> bool:
    """Whether an excluded contestant is still drawn and forfeits: in a graph of stages, and in a match of two."""
    return plan.play.in_graph or plan.play.one_match > 0


def status_of(state: StatusStage, contestant: str, declined: Collection[str] = ()) -> ContestantStatus:
    """The present status of a contestant in a stage; *declined* are those that decline to go on to another."""
    left = state.withdrawn.get(contestant)
    sanction = next((given for given in state.excluded.values() if given.contestant == contestant), None)
    contends, declines = contestant not in state.non_contending, contestant in declined
    if contends and not declines and left is None and sanction is None:
        return CONTENDING
    plan = state.plan
    return ContestantStatus(contends, left, sanction, plan.rules.players.leaver, _counted_on(plan), declines)
