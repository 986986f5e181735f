"""Offences in a stage: what each of them is called, how it is counted, and what the next one brings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.conduct.consequences import Consequence
from overtrick.core.conduct.penalties import PeriodTariff, boards_cancelled, by_periods, climb, slow_play
from overtrick.core.conduct.record import CountRule, Offence, Reach, Same, earlier
from overtrick.core.conduct.stage import StageConduct, breach_at, late_at
from overtrick.core.event.fold.conducted import Offending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause, Unit
from overtrick.core.wording import Phrase, Said, phrase

LATE = "late"
SLOW = "slow play"
CANCELLED = "boards not played"
SCORES = "scores missing or wrong"
OFFENCE_PHRASES: Mapping[str, Phrase] = {
    LATE: phrase("late"),
    SLOW: phrase("slow play"),
    CANCELLED: phrase("boards not played"),
    SCORES: phrase("scores missing or wrong"),
}
"""The offences that the program names, as phrases; the document names the others."""


def offence_phrase(offence: str) -> Said:
    """An offence as messages name it."""
    return OFFENCE_PHRASES.get(offence, offence)


@dataclass(frozen=True, slots=True)
class Extent:
    """How far an offence went: minutes late or over time, or boards not played."""

    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PricedOffence:
    """An offence a stage has a price for: its name, its clause, and what a tariff goes by (minutes, boards)."""

    offence: str
    clause: Clause
    by: str = ""


def priced_offences(stage: Stage) -> tuple[PricedOffence, ...]:
    """Every offence that the document prices, or leaves to a named person, in a stage."""
    return tuple(_list_offences(stage))


def _list_offences(stage: Stage) -> Iterator[PricedOffence]:
    tariffs = stage.rules.tariffs
    own = tariffs.stage
    if own is not None:
        yield from _time_offences(own)
        if own.boards is not None:
            yield PricedOffence(CANCELLED, own.boards.clause, "boards")
        if own.scores is not None:
            yield PricedOffence(SCORES, own.scores.clause)
    if tariffs.slow_play is not None:
        yield PricedOffence(SLOW, tariffs.slow_play.ladder.clause, "boards")
    for name, ladder in tariffs.ladders.items():
        yield PricedOffence(name, ladder.clause)
    for breach in tariffs.breaches:
        yield PricedOffence(breach.kind, breach.clause)


def _time_offences(own: StageConduct) -> Iterator[PricedOffence]:
    """The offences against time: late, slow, and those charged by periods of minutes."""
    late = own.lateness.clause if own.lateness else own.discretion.clause if own.discretion else None
    if late is not None:
        yield PricedOffence(LATE, late, "minutes")
    if late is not None and own.slow_as_late is not None:
        yield PricedOffence(SLOW, own.slow_as_late, "minutes")
    if own.slow is not None:
        yield PricedOffence(SLOW, own.slow.clause)
    for name, period in own.periods.items():
        yield PricedOffence(name, period.clause, "minutes" if period.per_board is None else "boards")


def count_rule(stage: Stage) -> CountRule:
    """Which earlier offences count in a stage: as the document says, else those of the kind in the whole event."""
    return stage.rules.tariffs.count or CountRule(stage.clause, Same.KIND, Reach.EVENT)


def kind_of(stage: Stage, offence: str, extent: Extent) -> str:
    """The kind an offence is counted as: some tariffs count by bands of minutes."""
    own = stage.rules.tariffs.stage
    if own is None or own.lateness is None or extent.minutes is None or not _as_late(own, offence):
        return offence
    return own.lateness.kind(extent.minutes)


def _as_late(own: StageConduct, offence: str) -> bool:
    """Whether an offence goes by the tariff of lateness."""
    return offence == LATE or (offence == SLOW and own.slow_as_late is not None)


def earlier_offences(event: Tournament, stage: Stage, contestant: str, offence: str, extent: Extent) -> int:
    """How many offences of a contestant count with a new one."""
    record = [_on_record(event, act) for act in event.conducted.offending.values()]
    return earlier(record, Offence(contestant, kind_of(stage, offence, extent), stage.name), count_rule(stage))


def _on_record(event: Tournament, act: Offending) -> Offence:
    kind = kind_of(event.plan(act.stage), act.offence, Extent(act.minutes, act.boards))
    return Offence(act.contestant, kind, act.stage)


def consequences(stage: Stage, offence: str, extent: Extent, before: int) -> tuple[Consequence, ...]:
    """What an offence brings in a stage after *before* that count with it; none where it has no price.

    Where a tariff goes by minutes or boards and none are given, nothing can be said.
    """
    tariffs, unit = stage.rules.tariffs, stage.standings.unit
    own = tariffs.stage
    if offence == SLOW and tariffs.slow_play is not None:
        return slow_play(extent.boards, tariffs.slow_play, unit, earlier=before)
    if offence in tariffs.ladders:
        return (climb(tariffs.ladders[offence], unit, offence, earlier=before),)
    if own is None:
        return ()
    if _as_late(own, offence):
        return _late(own, offence, extent, unit, before)
    if offence == SLOW and own.slow is not None:
        return (climb(own.slow, unit, OFFENCE_PHRASES[SLOW], earlier=before),)
    if offence in own.periods:
        minutes = _period_minutes(own.periods[offence], extent)
        return () if minutes is None else (by_periods(minutes, own.periods[offence], unit, earlier=before),)
    if offence == CANCELLED and own.boards is not None and extent.boards:
        return (boards_cancelled(extent.boards, own.boards, unit, earlier=before),)
    if offence == SCORES and own.scores is not None:
        return (climb(own.scores, unit, OFFENCE_PHRASES[SCORES], earlier=before),)
    breach = next((each for each in tariffs.breaches if each.kind == offence), None)
    return () if breach is None else (breach_at(own, breach, earlier=before),)


def _period_minutes(period: PeriodTariff, extent: Extent) -> Exact | None:
    """The minutes that periods are counted in: those over time, or those the boards stand for."""
    if period.per_board is None:
        return extent.minutes
    return plain(extent.boards * period.per_board) if extent.boards else None


def _late(own: StageConduct, offence: str, extent: Extent, unit: Unit, before: int) -> tuple[Consequence, ...]:
    if own.discretion is None if own.lateness is None else extent.minutes is None:
        return ()
    return (late_at(own, extent.minutes or 0, unit, earlier=before, slow=offence != LATE),)
