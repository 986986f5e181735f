"""The grammar of `conduct.toml`: tariffs, limits and the stages they bind; clocks, timetables, appeals."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from overtrick.core.conduct import penalties
from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import AppealCourse, FormRule
from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import Clock, Elapsed, RollingRule, Weekday, Window
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
from overtrick.core.exact import Exact
from overtrick.regulations.grammar.files import Many, Row, document_file, listed
from overtrick.regulations.grammar.forms import HERE, NEEDED, As, form, written
from overtrick.regulations.grammar.place import At
from overtrick.regulations.grammar.steps import AnyStep, amounts


def minutes_in(*, minutes: Exact = 0, hours: Exact = 0, days: Exact = 0) -> Exact:
    """A length of time in *minutes*, *hours* and *days*; with a minus, before a moment."""
    return minutes + 60 * hours + 24 * 60 * days


form(Elapsed, minutes=As("*", minutes_in))
form(AppealCourse, steps="step")
form(
    AppealRules,
    course=HERE, against=As("times.against", default=dict), copies=As("times.copies", default=None),
    further=As("times.further", default=None),
)  # fmt: skip


class FirstName:
    """The names of stages that share their tariffs."""

    @staticmethod
    def read_at(value: object, at: At) -> Any:
        """The first of them; there is at least one."""
        return value[0] if isinstance(value, list) and value else at.bad("at least one stage is wanted")


@document_file("conduct.toml")
@dataclass(frozen=True, slots=True)
class Conduct:
    """Everything a document says of conduct, by name; nothing where it is silent."""

    stages: Mapping[str, StageConduct] = listed("stage", "stage with tariffs", key="names")
    breach: Mapping[str, penalties.Breach] = listed("", "rule of behaviour", key="name kind")
    lateness: Mapping[str, penalties.LatenessTariff] = listed("", "tariff by minutes")
    boards: Mapping[str, penalties.BoardTariff] = listed("", "tariff for boards")
    periods: Mapping[str, penalties.PeriodTariff] = listed("", "tariff by periods")
    slow_play: Mapping[str, penalties.SlowPlayScale] = listed("", "scale for slow play")
    ladders: Mapping[str, penalties.Ladder] = listed("ladder", "ladder of penalties")
    caps: Mapping[str, Cap] = listed("cap", "limit")
    clocks: Mapping[str, Clock] = listed("clock", "clock")
    rolling: Mapping[str, RollingRule] = listed("", "rolling period")
    allowances: Mapping[str, AllowanceRule] = listed("allowance", "time allowance")
    slots: Mapping[str, Slots] = listed("", "list of starting times")
    layouts: Mapping[str, Layout] = listed("layout", "layout")
    sessions: Mapping[str, SessionRule] = listed("session", key="stage")
    moves: Mapping[str, MoveRule] = listed("move", "rule for another day")
    windows: tuple[Window, ...] = written("window", default=())
    timetable: tuple[TimetableRow, ...] = written("timetable.row", default=())
    first_day: date | None = written("timetable.first", default=None)
    opening: str = written("timetable.called", optional=True, default="")
    finals_dates: FinalsDatesRule | None = None
    count: CountRule | None = None
    final_length: FinalLengthRule | None = None
    precedence: PrecedenceRule | None = None
    determination: DeterminationRule | None = None
    grace: GraceRule | None = None
    appeal: AppealRules | None = None

    def __post_init__(self) -> None:
        for each in self.breach.values():
            if lost := [name for name in each.stages if name not in self.stages]:
                raise ValueError(f"{each.kind} is forbidden in “{lost[0]}”, which is not a stage of the file")

    @property
    def breaches(self) -> dict[str, penalties.Breach]:
        """The rules of behaviour that bind every stage, by kind."""
        return {name: each for name, each in self.breach.items() if name == each.kind}

    @property
    def other_breaches(self) -> dict[str, penalties.Breach]:
        """Those that stand only where an event takes them, by name."""
        return {name: each for name, each in self.breach.items() if name != each.kind}

    def stage(self, name: str) -> StageConduct:
        """The tariffs of a stage; one that is not there is answered with those that are."""
        if name not in self.stages:
            raise DirectorError(
                "No rules of conduct are given for “{name}”",
                remedy="There are some for {stages:,}.",
                name=name,
                stages=tuple(self.stages),
            )
        return self.stages[name]


form(StageConduct, name=As("names", FirstName))
form(penalties.Breach, steps=As("", Many(AnyStep)))
form(Cap, most=As("", amounts))
form(RollingRule, about=NEEDED)
form(Slots, days=As("", Many(Row(day=Weekday, starts=Many(time)))))
form(Window, kinds=As("", Many(str, least=1)))
form(PrecedenceRule, order=As("", Many(str, least=1)))
form(FormRule, parts="part")
