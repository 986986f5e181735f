"""Tariffs: what an offence costs by its minutes, its boards, or how often it has happened.

A tariff is data. A ladder goes by the number of the offence, and its last step repeats; a lateness tariff
goes by bands of minutes, each with a ladder of its own; boards cut off for time are charged by their number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from overtrick.core.conduct.consequences import (
    Charge,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Refer,
    Referral,
    Sanction,
    Step,
    add_flag,
    take,
)
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact, Share
from overtrick.core.provenance import Clause, Fact, Figure, Unit
from overtrick.core.wording import Phrase, Said, phrase


@dataclass(frozen=True, slots=True)
class Ladder:
    """What the first, second, third offence brings; the last step is for all further ones.

    *each* says that it falls on every side at the table.
    """

    clause: Clause
    steps: tuple[Step, ...]
    proposed: bool = False
    each: bool = False

    def __post_init__(self) -> None:
        if not self.steps:
            raise DirectorError("A penalty ladder needs at least one step", clause=self.clause)

    def step(self, earlier: int) -> Step:
        """The step after so many *earlier* offences."""
        return self.steps[min(earlier, len(self.steps) - 1)]


def climb(ladder: Ladder, unit: Unit | None, says: Said, *, earlier: int) -> Consequence:
    """What an offence brings after *earlier* ones of its kind."""
    return take(ladder.step(earlier), unit, _number_offence(says, earlier + 1), proposed=ladder.proposed)


@dataclass(frozen=True, slots=True)
class Band:
    """Minutes *below* an end point, or *to* one that belongs to the band, and what the offences of it bring."""

    name: str
    steps: tuple[Step, ...]
    below: Exact | None = None
    to: Exact | None = None

    def __post_init__(self) -> None:
        if (self.below is None) == (self.to is None):
            raise RegulationErrors(["a band ends “below” a minute, or runs “to” one that belongs to it"])

    @property
    def end(self) -> Exact:
        """Where it ends."""
        return self.below or self.to or 0

    def holds(self, minutes: Exact) -> bool:
        """Whether the band reaches so far."""
        return minutes <= self.end if self.below is None else minutes < self.end


class RepetitionScope(Enum):
    """Which earlier offences make one of lateness a repetition."""

    ANY = "any lateness"
    SAME_BAND = "the same band"


@dataclass(frozen=True, slots=True)
class Excuse:
    """What excuses an offender, under which clause, and whether it does so beyond the last band.

    *by* is the excuse in words.
    """

    clause: Clause
    by: str
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class LatenessTariff:
    """Bands of minutes, from just after time to the last one's end, and what lies *beyond*.

    *count* says what is a repetition; what the bands bring may be only *proposed*. *first_round_over* is the step that
    opens, whatever the minutes, when the first round has gone by.
    """

    clause: Clause
    name: str
    bands: tuple[Band, ...]
    beyond: Step
    count: RepetitionScope
    excuse: Excuse | None = None
    first_round_over: Refer | None = None
    proposed: bool = False

    def __post_init__(self) -> None:
        if not self.bands or any(low.end >= high.end for low, high in pairwise(self.bands)):
            raise DirectorError(
                "“{called}” needs one or more bands, in increasing order", clause=self.clause, called=self.name
            )

    def band(self, minutes: Exact) -> Band | None:
        """The band of so many minutes; none on time or beyond the last."""
        return next((band for band in self.bands if band.holds(minutes)), None) if minutes > 0 else None

    def ladder(self, band: Band) -> Ladder:
        """What the offences of a band bring."""
        return Ladder(self.clause, band.steps, self.proposed)

    def kind(self, minutes: Exact) -> str:
        """The name under which an offence of so many minutes is counted."""
        band = self.band(minutes)
        return f"{self.name}, {band.name}" if self.count is RepetitionScope.SAME_BAND and band else self.name


def lateness(
    minutes: Exact,
    tariff: LatenessTariff,
    unit: Unit | None,
    *,
    earlier: int = 0,
    excused: bool = False,
    first_round_over: bool = False,
    slow: bool = False,
) -> Consequence:
    """What being so many minutes late, or *slow*, brings after *earlier* offences that count with it.

    More minutes never cost less; no one on time pays.
    """
    if minutes <= 0:
        return Nothing(tariff.clause, phrase("in time"))
    says = late_by(minutes, slow=slow)
    band, excuse = tariff.band(minutes), tariff.excuse
    if excused and excuse and (band or excuse.beyond):
        return Nothing(excuse.clause, phrase("{says}: {why}", says=says, why=excuse.by))
    if band is None:
        flag: Said = ""
        if excused and excuse:
            flag = phrase("notice was given, but does not excuse the breach ({clause})", clause=excuse.clause)
        return add_flag(take(tariff.beyond, unit, says), flag)
    due = climb(tariff.ladder(band), unit, says, earlier=earlier)
    if first_round_over and tariff.first_round_over:
        return _first_round_referral(due, tariff.first_round_over, says)
    return due


def late_by(minutes: Exact, *, slow: bool = False) -> Phrase:
    """So many minutes late, or over time."""
    if slow:
        return phrase("{minutes:#minute} over time", minutes=minutes)
    return phrase("{minutes:#minute} late", minutes=minutes)


def _first_round_referral(due: Consequence, step: Refer, says: Said) -> Referral:
    base = due.amount if isinstance(due, Penalty) else None
    return Referral(step.clause, step.to, phrase("{says}, and the first round is over", says=says), step.up_to, base)


@dataclass(frozen=True, slots=True)
class BoardTariff:
    """What boards cut off for time cost: the first, and each further one; the first *free* offences nothing.

    *together* charges all the further ones as one.
    """

    clause: Clause
    name: str
    first: Charge
    further: Charge
    free: int = 0
    proposed: bool = False
    together: bool = False


def boards_cancelled(boards: int, tariff: BoardTariff, unit: Unit | None, *, earlier: int = 0) -> Consequence:
    """What so many boards cancelled for time cost one side after *earlier* offences.

    >>> from overtrick.core.conduct.consequences import Amount
    >>> from overtrick.core.provenance import VPS
    >>> rule = Clause("ANC26", "App-1.4", ("D72",))
    >>> tariff = BoardTariff(rule, "", Charge(rule, (Amount(1, VPS),)), Charge(rule, (Amount(2, VPS),)))
    >>> boards_cancelled(3, tariff, VPS).amount.value
    5
    """
    says = phrase("{boards:#board} not played in time", boards=boards)
    if boards <= 0:
        return Nothing(tariff.clause, phrase("every board was played"))
    if earlier < tariff.free:
        return Nothing(tariff.clause, _number_offence(says, earlier + 1), counts=True)
    first, further = tariff.first.amount(unit), tariff.further.amount(unit)
    more = min(boards - 1, 1) if tariff.together else boards - 1
    value = first.value + more * further.value
    return Penalty(Figure(value, first.unit, tariff.clause, (Fact(says),), says), tariff.proposed)


@dataclass(frozen=True, slots=True)
class PeriodTariff:
    """A charge for each period of so many minutes or part of one; the first *free* offences nothing.

    With *per_board* it goes by boards, each standing for so many minutes.
    """

    clause: Clause
    name: str
    charge: Charge
    minutes: Exact
    free: int = 0
    per_board: Exact | None = None


def by_periods(minutes: Exact, tariff: PeriodTariff, unit: Unit | None, *, earlier: int = 0) -> Consequence:
    """What so many minutes over time cost, every period begun counting whole."""
    says = late_by(minutes, slow=True)
    if minutes <= 0:
        return Nothing(tariff.clause, phrase("finished in time"))
    if earlier < tariff.free:
        return Nothing(tariff.clause, _number_offence(says, earlier + 1), counts=True)
    periods = Share.CEILING.whole(Fraction(minutes) / tariff.minutes)
    return take(tariff.charge, unit, says, times=periods)


@dataclass(frozen=True, slots=True)
class SlowPlayScale:
    """A ladder for slow play, and an extra charge for every unplayed board once there are *more_than* so many.

    *beyond* charges only the boards beyond so many; *beside_warning* says that a mere warning has the extra too.
    """

    ladder: Ladder
    extra: Charge
    more_than: int
    beyond: int = 0
    beside_warning: bool = True


def slow_play(unplayed: int, scale: SlowPlayScale, unit: Unit | None, *, earlier: int) -> tuple[Consequence, ...]:
    """What a finding of slow play brings: the step of the ladder, and beside it the extra for unplayed boards."""
    due = climb(scale.ladder, unit, phrase("slow play"), earlier=earlier)
    if unplayed <= scale.more_than or (isinstance(due, OffenceWarning) and not scale.beside_warning):
        return (due,)
    says = phrase("{boards:#board} unplayed", boards=unplayed)
    return (due, take(scale.extra, unit, says, times=unplayed - scale.beyond))


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule of behaviour, what breaking it brings time after time, and the stages it binds (none named: all).

    A step that is none of a ladder's own is the stage's disciplinary penalty.
    """

    clause: Clause
    kind: str
    steps: tuple[Step | None, ...]
    stages: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.steps:
            raise DirectorError("“{kind}” needs at least one penalty", clause=self.clause, kind=self.kind)


def assess(breach: Breach, stage: str, discipline: Step, unit: Unit | None, *, earlier: int = 0) -> Consequence:
    """What a breach brings at a stage with this disciplinary penalty, after *earlier* ones of its kind."""
    if breach.stages and stage not in breach.stages:
        says = phrase("{offence} is not an offence in {stage}", offence=breach.kind, stage=stage)
        return Nothing(breach.clause, says)
    ladder = Ladder(breach.clause, tuple(step or discipline for step in breach.steps))
    return climb(ladder, unit, breach.kind, earlier=earlier)


def forfeiters(late: Mapping[str, Exact], tariff: LatenessTariff, unit: Unit | None) -> tuple[str, ...]:
    """The sides so late that the tariff charges no amount but imposes something: they cannot win the match."""
    return tuple(side for side, minutes in late.items() if isinstance(lateness(minutes, tariff, unit), Sanction))


def _number_offence(says: Said, number: int) -> Phrase:
    """An offence with its number: the first, the second."""
    match number:
        case 1:
            return phrase("{says}, first offence", says=says)
        case 2:
            return phrase("{says}, second offence", says=says)
        case 3:
            return phrase("{says}, third offence", says=says)
        case _:
            return phrase("{says}, {number:ordinal} offence", says=says, number=number)
