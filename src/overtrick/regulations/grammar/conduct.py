"""The grammar of `conduct.toml`: tariffs, limits and the stages they bind; clocks, timetables, appeals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Literal

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import (
    AppealCourse,
    AppealStep,
    FormPart,
    FormRule,
    HearingRule,
    LodgingRule,
    RemitRule,
    ReversalRule,
)
from overtrick.core.conduct.caps import Cap
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import About, Clock, Elapsed, NextWeekday, RollingRule, Weekday, Window
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
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.files import KINDS, By, Many, Row
from overtrick.regulations.grammar.forms import NEEDED, As, form, makes, usually
from overtrick.regulations.grammar.place import At
from overtrick.regulations.grammar.steps import AnyStep, Charged


@makes(Clock)
def clock(
    *,
    name: str,
    clause: Clause,
    of: str,
    about: About | None = None,
    session: int | None = None,
    asked: bool = False,
    posts: Literal["", "first", "last"] = "",
    minutes: Exact = 0,
    hours: Exact = 0,
    days: Exact = 0,
    inclusive: bool = True,
    needs: tuple[str, ...] = (),
    weekday: Weekday | None = None,
    at: time | None = None,
) -> Clock:
    """How long after (or, with a minus, before) a moment; or until a time on the next such weekday.

    *about* is what it is for; *session* the only session it is for; *asked* that it binds what contestants ask
    for; *posts* the side of a match that posts its line-up by it.
    """
    if weekday is not None and at is not None:
        if minutes or hours or days:
            raise ValueError("a clock runs for so long, or until a weekday, not both")
        return NextWeekday(clause, name, of, weekday, at, about, session, asked, posts)
    if weekday is not None or at is not None:
        raise ValueError("a weekday needs the time of day (at), and a time of day its weekday")
    long = minutes + 60 * hours + 24 * 60 * days
    return Elapsed(clause, name, of, long, inclusive, needs, about, session, asked, posts)


@makes(Layout)
def layout(
    *, name: str, clause: Clause, matches: int, boards: int, by_session: tuple[int, ...], days: int | None = None
) -> Layout:
    """An event's *matches*, and how they are spread over its sessions."""
    if sum(by_session) != matches:
        raise ValueError(f"the sessions hold {sum(by_session)} matches, not {matches}")
    return Layout(clause, name, boards, by_session, days)


@makes(RemitRule)
def remit(
    *, clause: Clause, bodies: Mapping[str, str], own: str = "", events: Mapping[str, str] | None = None
) -> RemitRule:
    """Who hears appeals from which class of event, which body is the document's own, and the events of each class."""
    if lost := [name for name in (events or {}).values() if name not in bodies]:
        raise ValueError(f"nobody hears appeals from “{lost[0]}”; the classes are {', '.join(bodies)}")
    return RemitRule(clause, bodies, own, events or {})


@dataclass(frozen=True, slots=True)
class AppealTimes:
    """The clocks of appeals, by name: by whose decision they are *against*, for the *copies*, for going *further*."""

    against: Mapping[str, Clock] = field(default_factory=dict)
    copies: Clock | None = None
    further: Clock | None = None


@makes(AppealRules)
def appeal(
    *,
    clause: Clause,
    start: str,
    ends: tuple[str, ...],
    step: tuple[AppealStep, ...],
    lodging: LodgingRule,
    form: FormRule,
    hearing: HearingRule,
    remit: RemitRule,
    reversal: ReversalRule,
    called: Mapping[str, str] | None = None,
    fine: Cap | None = None,
    times: AppealTimes | None = None,
) -> AppealRules:
    """The course of an appeal and what surrounds it.

    *called* are its states in words, *fine* the limit of a fine for a frivolous one, by its name.
    """
    acts = {"", *(each.act for each in step)}
    if lost := [part.step for part in form.parts if part.step not in acts]:
        raise ValueError(f"a part of the form is filled with “{lost[0]}”, which is no act of an appeal")
    course = AppealCourse(clause, start, ends, step, called or {})
    named = times or AppealTimes()
    return AppealRules(
        course, lodging, form, hearing, remit, reversal, named.against, named.copies, named.further, fine
    )  # fmt: skip


class FirstName:
    """The names of stages that share their tariffs."""

    @staticmethod
    def read_at(value: object, at: At) -> Any:
        """The first of them; there is at least one."""
        return value[0] if isinstance(value, list) and value else at.bad("at least one stage is wanted")


@dataclass(frozen=True, slots=True)
class Conduct:
    """Everything a document says of conduct, by name; nothing where it is silent."""

    stages: Mapping[str, StageConduct]
    breach: Mapping[str, Breach]
    lateness: Mapping[str, LatenessTariff]
    boards: Mapping[str, BoardTariff]
    periods: Mapping[str, PeriodTariff]
    slow_play: Mapping[str, SlowPlayScale]
    ladders: Mapping[str, Ladder]
    caps: Mapping[str, Cap]
    clocks: Mapping[str, Clock]
    rolling: Mapping[str, RollingRule]
    allowances: Mapping[str, AllowanceRule]
    slots: Mapping[str, Slots]
    layouts: Mapping[str, Layout]
    sessions: Mapping[str, SessionRule]
    moves: Mapping[str, MoveRule]
    windows: tuple[Window, ...] = ()
    timetable: tuple[TimetableRow, ...] = ()
    first_day: date | None = None
    opening: str = ""
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
    def breaches(self) -> dict[str, Breach]:
        """The rules of behaviour that bind every stage, by kind."""
        return {name: each for name, each in self.breach.items() if name == each.kind}

    @property
    def other_breaches(self) -> dict[str, Breach]:
        """Those that stand only where an event takes them, by name."""
        return {name: each for name, each in self.breach.items() if name != each.kind}

    def stage(self, name: str) -> StageConduct:
        """The tariffs of a stage; one that is not there is answered with those that are."""
        if name not in self.stages:
            raise DirectorError(
                f"No rules of conduct are given for “{name}”", remedy=f"There are some for {', '.join(self.stages)}."
            )
        return self.stages[name]


form(
    Conduct,
    stages=As("stage", By(StageConduct, "names"), dict),
    breach=As("", By(Breach, "name kind"), dict),
    lateness=As("", By(LatenessTariff), dict),
    boards=As("", By(BoardTariff), dict),
    periods=As("", By(PeriodTariff), dict),
    slow_play=As("", By(SlowPlayScale), dict),
    ladders=As("ladder", By(Ladder), dict),
    caps=As("cap", By(Cap), dict),
    clocks=As("clock", By(Clock), dict),
    rolling=As("", By(RollingRule), dict),
    allowances=As("allowance", By(AllowanceRule), dict),
    slots=As("", By(Slots), dict),
    layouts=As("layout", By(Layout), dict),
    sessions=As("session", By(SessionRule, "stage"), dict),
    moves=As("move", By(MoveRule), dict),
    windows="window",
    timetable="timetable.row",
    first_day="timetable.first",
    opening=As("timetable.called", str, ""),
)
KINDS |= {
    StageConduct: "stage with tariffs",
    LatenessTariff: "tariff by minutes",
    BoardTariff: "tariff for boards",
    PeriodTariff: "tariff by periods",
    Breach: "rule of behaviour",
    SlowPlayScale: "scale for slow play",
    Ladder: "ladder of penalties",
    Cap: "limit",
    Clock: "clock",
    RollingRule: "rolling period",
    AllowanceRule: "time allowance",
    Slots: "list of starting times",
    Layout: "layout",
    MoveRule: "rule for another day",
}
form(
    StageConduct,
    name=As("names", FirstName),
    unit=usually(None),
    discipline=usually(None),
    lateness=usually(None),
    boards=usually(None),
    scores=usually(None),
    discretion=usually(None),
)
form(Breach, steps=As("", Many(AnyStep)))
form(Cap, most=As("", Charged))
form(RollingRule, about=NEEDED)
form(Slots, days=As("", Many(Row(day=Weekday, starts=Many(time)))))
form(MoveRule, later_reasons=usually(()))
form(Window, kinds=As("", Many(str, least=1)))
form(PrecedenceRule, order=As("", Many(str, least=1)))
form(FormRule, parts="part")
form(FormPart, first=usually(False))
