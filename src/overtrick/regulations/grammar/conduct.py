"""The grammar of `conduct.toml`, first part: steps, tariffs, limits and the stages they bind.

A step is written as what it brings: `{ warning = true }`, `{ VPs = 3, IMPs = 3 }`, `{ sanction = "…" }`,
`{ refer = "the director", up_to = "disqualification" }`, `{ free = "…" }` or, for a breach of conduct,
`{ discipline = true }`: the penalty of the stage.
"""

from abc import abstractmethod
from typing import Annotated, Literal

from pydantic import Field, model_validator

from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.consequences import (
    PERCENTAGE_POINTS,
    SHARE_OF_TOP,
    Amount,
    Charge,
    Free,
    Impose,
    Refer,
    Step,
    Warn,
)
from overtrick.core.conduct.penalties import (
    Band,
    BoardTariff,
    Breach,
    Excuse,
    Ladder,
    LatenessTariff,
    PeriodTariff,
    SlowPlayScale,
)
from overtrick.core.conduct.record import CountRule, Reach, Same
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import IMPS, VPS, Clause, Unit
from overtrick.regulations.grammar.words import Cite, Cited, Number, Table, word

UNITS: dict[str, Unit] = {
    "VPs": VPS,
    "IMPs": IMPS,
    "per cent of a top": SHARE_OF_TOP,
    "percentage points": PERCENTAGE_POINTS,
}
UnitWord = Literal["VPs", "IMPs", "per cent of a top", "percentage points"]


class StepWords(Table):
    """What one step brings; the clause is the table's own unless it names another.

    *forfeit* says that the match is lost by it, or may be.
    """

    clause: Cite | None = None
    readings: tuple[str, ...] = ()
    warning: Literal[True] | None = None
    discipline: Literal[True] | None = None
    free: str | None = None
    vps: Number | None = Field(None, alias="VPs")
    imps: Number | None = Field(None, alias="IMPs")
    top: Number | None = None
    points: Number | None = None
    at_most: bool = False
    sanction: str | None = None
    refer: str | None = None
    up_to: str = ""
    forfeit: bool = False

    @model_validator(mode="after")
    def _one_thing(self) -> "StepWords":
        kinds = (self.warning, self.discipline, self.free, self.amounts or None, self.sanction, self.refer)
        if sum(kind is not None for kind in kinds) != 1:
            raise ValueError("a step is one of warning, discipline, free, sanction, refer, or amounts (VPs, IMPs, …)")
        return self

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """What it charges, in each unit it is stated in."""
        stated = ((self.vps, VPS), (self.imps, IMPS), (self.top, SHARE_OF_TOP), (self.points, PERCENTAGE_POINTS))
        return tuple(Amount(value, unit) for value, unit in stated if value is not None)

    def cited(self, table: Clause) -> Clause:
        """Its clause with its readings, those of its table where it names none."""
        return (self.clause or table).reading(*self.readings)

    def maybe(self, table: Clause) -> Step | None:
        """The step it stands for; none is the stage's disciplinary penalty."""
        clause = self.cited(table)
        if self.discipline:
            return None
        if self.warning:
            return Warn(clause)
        if self.free is not None:
            return Free(clause, self.free)
        if self.sanction is not None:
            return Impose(clause, self.sanction, self.forfeit)
        if self.refer is not None:
            return Refer(clause, self.refer, self.up_to, self.forfeit)
        return Charge(clause, self.amounts, self.at_most)

    def step(self, table: Clause) -> Step:
        """The step it stands for, where a disciplinary penalty makes no sense."""
        step = self.maybe(table)
        if step is None:
            raise ValueError("“discipline” stands only in the steps of a [[breach]]")
        return step

    def charge(self, table: Clause) -> Charge:
        """The amounts it stands for."""
        step = self.step(table)
        if not isinstance(step, Charge):
            raise ValueError("amounts are wanted here, like { VPs = 3, IMPs = 3 }")  # noqa: TRY004 - collected
        return step


class Ruled(Cited):
    """A table that stands for a rule of the core: it is built once to see that it can be."""

    @model_validator(mode="after")
    def _stands(self) -> "Ruled":
        try:
            self.rule()
        except DirectorError as error:
            raise ValueError(error.what) from error
        return self

    @abstractmethod
    def rule(self) -> object:
        """The rule it stands for."""


class LadderWords(Ruled):
    """Steps by the number of the offence."""

    name: str
    says: str = ""
    steps: tuple[StepWords, ...]
    proposed: bool = False
    each: bool = False

    def rule(self) -> Ladder:
        steps = tuple(step.step(self.cited) for step in self.steps)
        return Ladder(self.cited, steps, self.proposed, self.each)


class BandWords(Table):
    """Minutes *below* an end point, or *to* one that belongs to the band."""

    name: str
    below: Number | None = None
    to: Number | None = None
    steps: tuple[StepWords, ...]

    @model_validator(mode="after")
    def _one_end(self) -> "BandWords":
        if (self.below is None) == (self.to is None):
            raise ValueError("a band ends “below” a minute, or runs “to” one that belongs to it")
        return self

    def rule(self, table: Clause, *, proposed: bool) -> Band:
        """The band it stands for."""
        ladder = Ladder(table, tuple(step.step(table) for step in self.steps), proposed)
        if self.below is not None:
            return Band(self.name, self.below, False, ladder)
        assert self.to is not None  # noqa: S101 - one of the two ends is there, as checked
        return Band(self.name, self.to, True, ladder)


class ExcuseWords(Cited):
    """What excuses lateness."""

    by: str
    beyond: bool = False


class LatenessWords(Ruled):
    """A tariff by minutes."""

    name: str
    says: str = ""
    count: Literal["any lateness", "the same band"]
    band: tuple[BandWords, ...]
    beyond: StepWords
    proposed: bool = False
    excuse: ExcuseWords | None = None
    first_round_over: StepWords | None = None

    def rule(self) -> LatenessTariff:
        over = self.first_round_over.step(self.cited) if self.first_round_over else None
        if over is not None and not isinstance(over, Refer):
            raise ValueError("what opens when the first round is over is somebody's decision: { refer = … }")
        return LatenessTariff(
            self.cited, self.name, tuple(band.rule(self.cited, proposed=self.proposed) for band in self.band),
            self.beyond.step(self.cited), self.count == "the same band",
            Excuse(self.excuse.cited, self.excuse.by, self.excuse.beyond) if self.excuse else None, over,
        )  # fmt: skip


class BoardWords(Ruled):
    """What boards cut off for time cost."""

    name: str
    says: str = ""
    first: StepWords
    further: StepWords
    free: int = 0
    proposed: bool = False
    together: bool = False

    def rule(self) -> BoardTariff:
        first, further = self.first.charge(self.cited), self.further.charge(self.cited)
        return BoardTariff(self.cited, self.name, first, further, self.free, self.proposed, self.together)


class PeriodWords(Ruled):
    """A charge for each period of minutes or part of one."""

    name: str
    says: str = ""
    minutes: Number
    charge: StepWords
    free: int = 0
    per_board: Number | None = None

    def rule(self) -> PeriodTariff:
        charge = self.charge.charge(self.cited)
        return PeriodTariff(self.cited, self.name, charge, self.minutes, self.free, self.per_board)


class SlowPlayWords(Ruled):
    """A ladder for slow play, with an extra for unplayed boards."""

    name: str
    says: str = ""
    steps: tuple[StepWords, ...]
    extra: StepWords
    more_than: int
    beyond: int = 0
    beside_warning: bool = True

    def rule(self) -> SlowPlayScale:
        ladder = Ladder(self.cited, tuple(step.step(self.cited) for step in self.steps))
        charge = self.extra.charge(self.cited)
        return SlowPlayScale(ladder, charge, self.more_than, self.beyond, self.beside_warning)


class BreachWords(Ruled):
    """A rule of behaviour, and what breaking it brings; one with a *name* stands only where an event takes it."""

    kind: str
    name: str = ""
    says: str = ""
    steps: tuple[StepWords, ...]
    stages: tuple[str, ...] = ()

    def rule(self) -> Breach:
        return Breach(self.cited, self.kind, tuple(step.maybe(self.cited) for step in self.steps), self.stages)


class CapWords(Ruled):
    """The most that may be charged."""

    name: str
    says: str = ""
    most: StepWords
    from_offence: int = 1
    finding: str = ""

    def rule(self) -> Cap:
        most = self.most.charge(self.cited).amounts
        return Cap(self.cited, self.name, most, self.from_offence, self.finding)


class CountWords(Cited):
    """Which earlier offences count."""

    same: Annotated[Same, word(Same)]
    reach: Annotated[Reach, word(Reach)]

    def rule(self) -> CountRule:
        """The rule it stands for."""
        return CountRule(self.cited, self.same, self.reach)


class StageWords(Cited):
    """Stages that share their tariffs: what they count in, and which tariff is for what.

    *slow_as_late* is the clause by which slow play is charged as lateness is, *slow* a ladder of its own; *periods*
    are offences by what they are called, each with a tariff by periods of minutes.
    """

    names: tuple[str, ...] = Field(min_length=1)
    unit: UnitWord | None = None
    discipline: StepWords | None = None
    lateness: str | None = None
    boards: str | None = None
    scores: str | None = None
    discretion: StepWords | None = None
    slow: str | None = None
    slow_as_late: Cite | None = None
    periods: dict[str, str] = Field(default_factory=dict)
