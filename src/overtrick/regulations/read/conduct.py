"""Reads what a document says of conduct, from its `conduct.toml`: penalties, clocks, timetables, appeals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from pydantic import model_validator

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import Clock, RollingRule, Window
from overtrick.core.conduct.penalties import (
    BoardTariff,
    Breach,
    Ladder,
    LatenessTariff,
    PeriodTariff,
    SlowPlayScale,
)
from overtrick.core.conduct.precedence import DeterminationRule, PrecedenceRule
from overtrick.core.conduct.record import CountRule
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.conduct.timetable import (
    FinalLengthRule,
    FinalsDatesRule,
    Layout,
    MoveRule,
    SessionRule,
    Slots,
    TimetableRow,
)
from overtrick.core.errors import DirectorError
from overtrick.regulations.grammar import conduct as words
from overtrick.regulations.grammar import conduct_times as times
from overtrick.regulations.grammar.words import Table
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of


class ConductFile(Table):
    """A whole `conduct.toml`."""

    stage: tuple[words.StageWords, ...] = ()
    breach: tuple[words.BreachWords, ...] = ()
    lateness: tuple[words.LatenessWords, ...] = ()
    boards: tuple[words.BoardWords, ...] = ()
    periods: tuple[words.PeriodWords, ...] = ()
    slow_play: tuple[words.SlowPlayWords, ...] = ()
    ladder: tuple[words.LadderWords, ...] = ()
    cap: tuple[words.CapWords, ...] = ()
    count: words.CountWords | None = None
    clock: tuple[times.ClockWords, ...] = ()
    window: tuple[times.WindowWords, ...] = ()
    rolling: tuple[times.RollingWords, ...] = ()
    allowance: tuple[times.AllowanceWords, ...] = ()
    slots: tuple[times.SlotWords, ...] = ()
    layout: tuple[times.LayoutWords, ...] = ()
    session: tuple[times.SessionWords, ...] = ()
    timetable: times.TimetableWords | None = None
    finals_dates: times.FinalsDatesWords | None = None
    move: tuple[times.MoveWords, ...] = ()
    final_length: times.FinalLengthWords | None = None
    precedence: times.PrecedenceWords | None = None
    determination: times.DeterminationWords | None = None
    grace: times.GraceWords | None = None
    appeal: times.AppealWords | None = None

    @model_validator(mode="after")
    def _names_stand(self) -> "ConductFile":
        """A stage names tariffs there are, a breach stages there are, a window a clock there is."""
        stages = {name for stage in self.stage for name in stage.names}
        for stage in self.stage:
            for key, name, known in (
                ("lateness", stage.lateness, {tariff.name for tariff in self.lateness}),
                ("boards", stage.boards, {tariff.name for tariff in self.boards}),
                ("scores", stage.scores, {ladder.name for ladder in self.ladder}),
                ("slow", stage.slow, {ladder.name for ladder in self.ladder}),
                *(("periods", name, {tariff.name for tariff in self.periods}) for name in stage.periods.values()),
            ):
                if name is not None and name not in known:
                    raise ValueError(f"{stage.names[0]} names {key} “{name}”, which the file does not have")
        for breach in self.breach:
            if lost := [name for name in breach.stages if name not in stages]:
                raise ValueError(f"{breach.kind} is forbidden in “{lost[0]}”, which is not a stage of the file")
        clocks = {clock.name for clock in self.clock}
        if lost := [window.clock for window in self.window if window.clock not in clocks]:
            raise ValueError(f"a window names the clock “{lost[0]}”, which the file does not have")
        return self

    @model_validator(mode="after")
    def _appeals_stand(self) -> "ConductFile":
        """An appeal names clocks and a limit there are, and its form acts of its course."""
        if self.appeal is None:
            return self
        known, named = {clock.name for clock in self.clock}, self.appeal.times
        used = [*named.against.values(), *(name for name in (named.copies, named.further) if name)]
        if lost := [name for name in used if name not in known]:
            raise ValueError(f"appeals name the clock “{lost[0]}”, which the file does not have")
        if self.appeal.fine is not None and self.appeal.fine not in {cap.name for cap in self.cap}:
            raise ValueError(f"appeals name the limit “{self.appeal.fine}”, which the file does not have")
        acts = {"", *(step.act for step in self.appeal.step)}
        if lost := [part.step for part in self.appeal.form.part if part.step not in acts]:
            raise ValueError(f"a part of the form is filled with “{lost[0]}”, which is no act of an appeal")
        return self


@dataclass(frozen=True, slots=True)
class Conduct:
    """Everything a document says of conduct, by name; nothing where it is silent."""

    stages: Mapping[str, StageConduct]
    breaches: Mapping[str, Breach]
    other_breaches: Mapping[str, Breach]
    lateness: Mapping[str, LatenessTariff]
    boards: Mapping[str, BoardTariff]
    periods: Mapping[str, PeriodTariff]
    slow_play: Mapping[str, SlowPlayScale]
    ladders: Mapping[str, Ladder]
    caps: Mapping[str, Cap]
    count: CountRule | None
    clocks: Mapping[str, Clock]
    windows: tuple[Window, ...]
    rolling: Mapping[str, RollingRule]
    allowances: Mapping[str, AllowanceRule]
    slots: Mapping[str, Slots]
    layouts: Mapping[str, Layout]
    sessions: Mapping[str, SessionRule]
    timetable: tuple[TimetableRow, ...]
    first_day: date | None
    opening: str
    finals_dates: FinalsDatesRule | None
    moves: Mapping[str, MoveRule]
    final_length: FinalLengthRule | None
    precedence: PrecedenceRule | None
    determination: DeterminationRule | None
    grace: GraceRule | None
    appeal: AppealRules | None

    def stage(self, name: str) -> StageConduct:
        """The tariffs of a stage; one that is not there is answered with those that are."""
        if name not in self.stages:
            raise DirectorError(
                f"No rules of conduct are given for “{name}”", remedy=f"There are some for {', '.join(self.stages)}."
            )
        return self.stages[name]


R_co = TypeVar("R_co", covariant=True)


class _NamedRule(Protocol[R_co]):
    @property
    def name(self) -> str: ...

    def rule(self) -> R_co: ...


class _Rule(Protocol[R_co]):
    def rule(self) -> R_co: ...


R = TypeVar("R")


@by_edition
def load_conduct(folder: str) -> Conduct:
    """What one folder of the rulebook says of conduct.

    >>> load_conduct("nsw-its-2021").allowances["final"].per_board
    7
    """
    text = text_of(folder, "conduct.toml")
    return read_conduct(text, f"{folder}/conduct.toml")


def read_conduct(text: str, name: str) -> Conduct:
    """What a text says of conduct, or every fault in it at once; *name* is what the faults call it."""
    file = read_as(ConductFile, text, name)
    clocks = _named(file.clock)
    return Conduct(
        stages=_stages(file),
        breaches={breach.kind: breach.rule() for breach in file.breach if not breach.name},
        other_breaches={breach.name: breach.rule() for breach in file.breach if breach.name},
        lateness=_named(file.lateness),
        boards=_named(file.boards),
        periods=_named(file.periods),
        slow_play=_named(file.slow_play),
        ladders=_named(file.ladder),
        caps=_named(file.cap),
        count=_one(file.count),
        clocks=clocks,
        windows=tuple(window.rule(clocks[window.clock]) for window in file.window),
        rolling=_named(file.rolling),
        allowances=_named(file.allowance),
        slots=_named(file.slots),
        layouts=_named(file.layout),
        sessions={session.stage: session.rule() for session in file.session},
        timetable=tuple(row.rule() for row in file.timetable.row) if file.timetable else (),
        first_day=file.timetable.first if file.timetable else None,
        opening=file.timetable.called if file.timetable else "",
        finals_dates=_one(file.finals_dates),
        moves=_named(file.move),
        final_length=_one(file.final_length),
        precedence=_one(file.precedence),
        determination=_one(file.determination),
        grace=_one(file.grace),
        appeal=_appeal(file),
    )


def _named(tables: Iterable[_NamedRule[R]]) -> dict[str, R]:
    return {table.name: table.rule() for table in tables}


def _one(table: _Rule[R] | None) -> R | None:
    return None if table is None else table.rule()


def _stages(file: ConductFile) -> dict[str, StageConduct]:
    lateness, boards, ladders = _named(file.lateness), _named(file.boards), _named(file.ladder)
    periods = _named(file.periods)
    return {
        name: StageConduct(
            name,
            stage.cited,
            words.UNITS[stage.unit] if stage.unit else None,
            stage.discipline.step(stage.cited) if stage.discipline else None,
            lateness[stage.lateness] if stage.lateness else None,
            boards[stage.boards] if stage.boards else None,
            ladders[stage.scores] if stage.scores else None,
            stage.discretion.step(stage.cited) if stage.discretion else None,
            ladders[stage.slow] if stage.slow else None,
            stage.slow_as_late,
            {offence: periods[name] for offence, name in stage.periods.items()},
        )
        for stage in file.stage
        for name in stage.names
    }


def _appeal(file: ConductFile) -> AppealRules | None:
    appeal, clocks = file.appeal, _named(file.clock)
    if appeal is None:
        return None
    times = appeal.times
    return AppealRules(
        appeal.rule(),
        appeal.lodging.rule(),
        appeal.form.rule(),
        appeal.hearing.rule(),
        appeal.remit.rule(),
        appeal.reversal.rule(),
        {whose: clocks[name] for whose, name in times.against.items()},
        clocks[times.copies] if times.copies else None,
        clocks[times.further] if times.further else None,
        _named(file.cap)[appeal.fine] if appeal.fine else None,
    )
