"""The grammar of `conduct.toml`: tariffs, limits and the stages they bind; clocks, timetables, appeals.

A step of a tariff is written as its consequence: `{ warning = true }`, `{ VPs = 3, IMPs = 3 }`, `{ sanction = "…" }`,
`{ refer = "the director", up_to = "disqualification" }`, `{ free = "…" }` or, for a breach of conduct,
`{ discipline = true }`: the penalty of the stage.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import Any, Literal

from overtrick.core.conduct import consequences, penalties
from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import AppealCourse, FormRule
from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import Clock, IntervalClock, RollingRule, Weekday, Window
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
from overtrick.core.provenance import IMPS, VPS, Clause
from overtrick.regulations.grammar.files import Many, Row, document_file, tables_field
from overtrick.regulations.grammar.forms import HERE, NEEDED, WordPlace, form, grammar_field, makes
from overtrick.regulations.grammar.place import FilePosition


def amounts(
    *, vps: Exact | None = None, imps: Exact | None = None, top: Exact | None = None, points: Exact | None = None
) -> tuple[consequences.Amount, ...]:
    """What a step charges, in each of its units."""
    stated = ((vps, VPS), (imps, IMPS), (top, consequences.SHARE_OF_TOP), (points, consequences.PERCENTAGE_POINTS))
    found = tuple(consequences.Amount(value, unit) for value, unit in stated if value is not None)
    if not found:
        raise ValueError("a step is one of warning, free, sanction, refer, or amounts, like { VPs = 3, IMPs = 3 }")
    return found


form(amounts, vps="VPs", imps="IMPs")


@makes(consequences.Warn, inherits=True)
def warn(*, clause: Clause, warning: Literal[True]) -> consequences.Warn:  # noqa: ARG001 - it is true where it stands
    """A warning is due."""
    return consequences.Warn(clause)


form(consequences.Free, inherits=True, says="free")
form(consequences.Charge, inherits=True, amounts=WordPlace("*", amounts))
form(consequences.Impose, inherits=True, what="sanction")
form(consequences.Refer, inherits=True, to="refer")


class Discipline:
    """The stage's disciplinary penalty, in the steps of a breach."""


@makes(Discipline)
def discipline(*, discipline: Literal[True]) -> None:
    """The stage's disciplinary penalty."""


AnyStep = consequences.Step | Discipline
"""The consequence of one step, or the stage's disciplinary penalty."""


form(penalties.LatenessTariff, bands="band")
form(penalties.SlowPlayScale, ladder=HERE)


def minutes_in(*, minutes: Exact = 0, hours: Exact = 0, days: Exact = 0) -> Exact:
    """A length of time in *minutes*, *hours* and *days*; negative before a moment."""
    return minutes + 60 * hours + 24 * 60 * days


form(IntervalClock, minutes=WordPlace("*", minutes_in))
form(AppealCourse, steps="step")
form(
    AppealRules,
    course=HERE, against=WordPlace("times.against", default=dict), copies=WordPlace("times.copies", default=None),
    further=WordPlace("times.further", default=None),
)  # fmt: skip


class FirstName:
    """The first of the names of stages that share their tariffs."""

    @staticmethod
    def read_at(value: object, at: FilePosition) -> Any:
        """The first of the names."""
        return value[0] if isinstance(value, list) and value else at.bad("at least one stage is wanted")


@document_file("conduct.toml")
@dataclass(frozen=True, slots=True)
class Conduct:
    """Everything a document says of conduct, by name; empty where it is silent."""

    stages: Mapping[str, StageConduct] = tables_field("stage", "stage with tariffs", key="names")
    breach: Mapping[str, penalties.Breach] = tables_field("", "rule of behaviour", key="name kind")
    lateness: Mapping[str, penalties.LatenessTariff] = tables_field("", "tariff by minutes")
    boards: Mapping[str, penalties.BoardTariff] = tables_field("", "tariff for boards")
    periods: Mapping[str, penalties.PeriodTariff] = tables_field("", "tariff by periods")
    slow_play: Mapping[str, penalties.SlowPlayScale] = tables_field("", "scale for slow play")
    ladders: Mapping[str, penalties.Ladder] = tables_field("ladder", "ladder of penalties")
    caps: Mapping[str, Cap] = tables_field("cap", "limit")
    clocks: Mapping[str, Clock] = tables_field("clock", "clock")
    rolling: Mapping[str, RollingRule] = tables_field("", "rolling period")
    allowances: Mapping[str, AllowanceRule] = tables_field("allowance", "time allowance")
    slots: Mapping[str, Slots] = tables_field("", "list of starting times")
    layouts: Mapping[str, Layout] = tables_field("layout", "layout")
    sessions: Mapping[str, SessionRule] = tables_field("session", key="stage")
    moves: Mapping[str, MoveRule] = tables_field("move", "rule for another day")
    windows: tuple[Window, ...] = grammar_field("window", default=())
    timetable: tuple[TimetableRow, ...] = grammar_field("timetable.row", default=())
    first_day: date | None = grammar_field("timetable.first", default=None)
    opening: str = grammar_field("timetable.called", optional=True, default="")
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
        """The rules of behaviour that apply only where an event adopts them, by name."""
        return {name: each for name, each in self.breach.items() if name != each.kind}

    def stage(self, name: str) -> StageConduct:
        """The tariffs of a stage; an unknown stage is refused with a list of the known ones."""
        if name not in self.stages:
            raise DirectorError(
                "No rules of conduct are given for “{name}”",
                remedy="Stages with rules of conduct: {stages:,}.",
                name=name,
                stages=tuple(self.stages),
            )
        return self.stages[name]


form(StageConduct, name=WordPlace("names", FirstName))
form(penalties.Breach, steps=WordPlace("", Many(AnyStep)))
form(Cap, most=WordPlace("", amounts), beside="from_offence finding")  # words of older editions, which decided nothing
form(RollingRule, about=NEEDED)
form(Slots, days=WordPlace("", Many(Row(day=Weekday, starts=Many(time)))))
form(Window, kinds=WordPlace("", Many(str, least=1)))
form(PrecedenceRule, order=WordPlace("", Many(str, least=1)))
form(FormRule, parts="part")
