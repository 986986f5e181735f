"""The tariffs that bind one stage of an event, and what comes of an offence there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from overtrick.core.conduct.consequences import Consequence, Step, take
from overtrick.core.conduct.penalties import (
    BoardTariff,
    Breach,
    Ladder,
    LatenessTariff,
    PeriodTariff,
    assess,
    late_by,
    lateness,
)
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Unit


@dataclass(frozen=True, slots=True)
class StageConduct:
    """The unit a stage counts in and its tariffs; nothing where the document is silent.

    *discretion* is who decides where there is no tariff. Slow play is charged as so many minutes late only where
    *slow_as_late* is the clause that says so; *slow* is what it brings otherwise. *periods* are offences charged by
    every so many minutes, by name.
    """

    name: str
    clause: Clause
    unit: Unit | None = None
    discipline: Step | None = None
    lateness: LatenessTariff | None = None
    boards: BoardTariff | None = None
    scores: Ladder | None = None
    discretion: Step | None = None
    slow: Ladder | None = None
    slow_as_late: Clause | None = None
    periods: Mapping[str, PeriodTariff] = field(default_factory=lambda: MappingProxyType({}))


def late_at(
    stage: StageConduct, minutes: Exact, unit: Unit | None, *, earlier: int = 0, slow: bool = False
) -> Consequence:
    """What so many minutes, late or *slow*, bring at a stage, in its unit; without a tariff someone decides."""
    if stage.lateness is not None:
        return lateness(minutes, stage.lateness, unit, earlier=earlier, slow=slow)
    return take(_required_step(stage.discretion, stage), unit, late_by(minutes, slow=slow))


def breach_at(stage: StageConduct, breach: Breach, *, earlier: int = 0) -> Consequence:
    """What a breach of conduct brings at a stage, after *earlier* ones of its kind."""
    return assess(breach, stage.name, _required_step(stage.discipline, stage), stage.unit, earlier=earlier)


def _required_step(step: Step | None, stage: StageConduct) -> Step:
    if step is None:
        raise DirectorError(
            "The regulations state no penalty for this in “{stage}”",
            clause=stage.clause,
            remedy="The director sets the penalty.",
            stage=stage.name,
        )
    return step
