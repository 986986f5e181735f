"""The grammar of `conduct.toml`, second part: clocks, allowances, timetables, appeals, and the order of texts."""

from datetime import date, time
from typing import Annotated, Literal

from pydantic import Field, model_validator

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.appeals import (
    AppealCourse,
    AppealStep,
    Brings,
    FormPart,
    FormRule,
    Guard,
    HearingRule,
    LodgingRule,
    RemitRule,
    ReversalRule,
)
from overtrick.core.conduct.cards import GraceRule
from overtrick.core.conduct.clocks import About, Clock, Elapsed, NextWeekday, RollingRule, Weekday, Window
from overtrick.core.conduct.precedence import DeterminationRule, PrecedenceRule
from overtrick.core.conduct.timetable import (
    FinalLengthRule,
    FinalsDatesRule,
    LawSession,
    Layout,
    MoveRule,
    SessionRule,
    Slots,
    TimetableRow,
)
from overtrick.regulations.grammar.conduct import Ruled
from overtrick.regulations.grammar.words import Cite, Cited, Number, Table, word

Day = Annotated[Weekday, word(Weekday)]


class ClockWords(Ruled):
    """How long after (or, with a minus, before) a moment; or until a time on the next such weekday.

    *about* is what it is for; *session* the only session it is for; *asked* that it binds what contestants ask
    for; *posts* the side of a match that posts its line-up by it.
    """

    name: str
    says: str = ""
    about: Annotated[About, word(About)] | None = None
    session: int | None = None
    asked: bool = False
    posts: Literal["", "first", "last"] = ""
    of: str
    minutes: Number = 0
    hours: Number = 0
    days: Number = 0
    inclusive: bool = True
    needs: tuple[str, ...] = ()
    weekday: Day | None = None
    at: time | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "ClockWords":
        if (self.weekday is None) != (self.at is None):
            raise ValueError("a weekday needs the time of day (at), and a time of day its weekday")
        if self.weekday and (self.minutes or self.hours or self.days):
            raise ValueError("a clock runs for so long, or until a weekday, not both")
        return self

    def rule(self) -> Clock:
        if self.weekday is not None and self.at is not None:
            return NextWeekday(
                self.cited, self.name, self.of, self.weekday, self.at, self.about, self.session, self.asked, self.posts
            )
        minutes = self.minutes + 60 * self.hours + 24 * 60 * self.days
        return Elapsed(
            self.cited, self.name, self.of, minutes, self.inclusive, self.needs,
            self.about, self.session, self.asked, self.posts,
        )  # fmt: skip


class WindowWords(Table):
    """The kinds of correction a clock covers."""

    clock: str
    kinds: tuple[str, ...] = Field(min_length=1)

    def rule(self, clock: Clock) -> Window:
        """The window it stands for."""
        return Window(self.kinds, clock)


class RollingWords(Ruled):
    """A period that gives way to the next round's."""

    name: str
    says: str = ""
    about: Annotated[About, word(About)]
    minutes: Number

    def rule(self) -> RollingRule:
        return RollingRule(self.cited, self.minutes, self.about)


class AllowanceWords(Ruled):
    """The time a match is allowed."""

    name: str
    says: str = ""
    per_board: Number
    closing: Number = 0
    pause: Number = 0
    finish_deal: bool = False

    def rule(self) -> AllowanceRule:
        return AllowanceRule(self.cited, self.name, self.per_board, self.closing, self.pause, self.finish_deal)


class DayWords(Table):
    """The starting times of one day."""

    day: Day
    starts: tuple[time, ...]


class SlotWords(Ruled):
    """The starting times of an event's rounds."""

    name: str
    says: str = ""
    days: tuple[DayWords, ...]

    def rule(self) -> Slots:
        return Slots(self.cited, self.name, tuple((day.day, day.starts) for day in self.days))


class LayoutWords(Ruled):
    """An event's matches, and how they are spread over its sessions."""

    name: str
    matches: int
    boards: int
    by_session: tuple[int, ...]
    days: int | None = None

    @model_validator(mode="after")
    def _balances(self) -> "LayoutWords":
        if sum(self.by_session) != self.matches:
            raise ValueError(f"the sessions hold {sum(self.by_session)} matches, not {self.matches}")
        return self

    def rule(self) -> Layout:
        return Layout(self.cited, self.name, self.boards, self.by_session, self.days)


class SessionWords(Ruled):
    """What a session is for the Laws."""

    stage: str
    each: Annotated[LawSession, word(LawSession)]

    def rule(self) -> SessionRule:
        return SessionRule(self.cited, self.stage, self.each)


class RowWords(Ruled):
    """A line of a timetable."""

    event: str
    starts: Day
    at: time
    ends: Day
    until: time
    printed: date | None = None

    def rule(self) -> TimetableRow:
        return TimetableRow(self.cited, self.event, self.starts, self.at, self.ends, self.until, self.printed)


class TimetableWords(Cited):
    """A timetable of weekdays, in order of time, and the date of its first day; *called* is what rules call it."""

    first: date
    called: str = ""
    row: tuple[RowWords, ...]


class FinalsDatesWords(Ruled):
    """Finals on successive weekdays."""

    weekday: Day
    weeks_after: int
    weeks: int
    missed: tuple[str, ...] = ()
    says: str = ""

    def rule(self) -> FinalsDatesRule:
        return FinalsDatesRule(self.cited, self.weekday, self.weeks_after, self.weeks, self.missed)


class MoveWords(Ruled):
    """When a match may be moved."""

    name: str
    earlier_needs: tuple[str, ...]
    later_reasons: tuple[str, ...] = ()
    order: Cite | None = None
    by: str = ""

    def rule(self) -> MoveRule:
        return MoveRule(self.cited, self.name, self.earlier_needs, self.later_reasons, self.order, self.by)


class FinalLengthWords(Ruled):
    """The length of the grand final."""

    times: int

    def rule(self) -> FinalLengthRule:
        return FinalLengthRule(self.cited, self.times)


class PrecedenceWords(Ruled):
    """The order of texts."""

    order: tuple[str, ...] = Field(min_length=1)

    def rule(self) -> PrecedenceRule:
        return PrecedenceRule(self.cited, self.order)


class DeterminationWords(Ruled):
    """What may be determined once play has begun."""

    in_progress: tuple[str, ...]

    def rule(self) -> DeterminationRule:
        return DeterminationRule(self.cited, self.in_progress)


class GraceWords(Ruled):
    """System cards to show, and the grace."""

    cards: int
    graces: int

    def rule(self) -> GraceRule:
        return GraceRule(self.cited, self.cards, self.graces)


class AppealStepWords(Cited):
    """An act of an appeal; *says* is the act in words, *brings* what comes with it."""

    act: str
    after: tuple[str, ...] = Field(min_length=1)
    to: str | None = None
    needs: tuple[Annotated[Guard, word(Guard)], ...] = ()
    says: str = ""
    brings: Annotated[Brings, word(Brings)] | None = None


class LodgingWords(Ruled):
    """How an appeal is lodged."""

    to: str
    signatures: int
    concurrence: Cite | None = None

    def rule(self) -> LodgingRule:
        return LodgingRule(self.cited, self.to, self.signatures, self.concurrence)


class PartWords(Table):
    """A part of the form, and the act it is filled with."""

    by: str
    fields: tuple[str, ...]
    first: bool = False
    step: str = ""


class FormWords(Ruled):
    """The appeal form."""

    optional: tuple[str, ...] = ()
    part: tuple[PartWords, ...]

    def rule(self) -> FormRule:
        parts = tuple(FormPart(part.by, part.fields, part.first, part.step) for part in self.part)
        return FormRule(self.cited, parts, self.optional)


class HearingWords(Ruled):
    """The fallback date of a hearing."""

    days: int
    minutes_before: Number

    def rule(self) -> HearingRule:
        return HearingRule(self.cited, self.days, self.minutes_before)


class RemitWords(Ruled):
    """Who hears appeals from which class of event, which body is the document's own, and the events of each class."""

    bodies: dict[str, str]
    own: str = ""
    events: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _classes_stand(self) -> "RemitWords":
        """Every event is of a class that somebody hears."""
        if lost := [name for name in self.events.values() if name not in self.bodies]:
            raise ValueError(f"nobody hears appeals from “{lost[0]}”; the classes are {', '.join(self.bodies)}")
        return self

    def rule(self) -> RemitRule:
        return RemitRule(self.cited, self.bodies, self.own, self.events)


class ReversalWords(Ruled):
    """What a committee may reverse."""

    grounds: tuple[str, ...]

    def rule(self) -> ReversalRule:
        return ReversalRule(self.cited, self.grounds)


class AppealTimesWords(Table):
    """The clocks of appeals, by name: by whose decision they are against, for the copies, for going further."""

    against: dict[str, str] = Field(default_factory=dict)
    copies: str | None = None
    further: str | None = None


class AppealWords(Ruled):
    """The course of an appeal and what surrounds it.

    *called* are its states in words, *fine* the limit of a fine for a frivolous one, by its name.
    """

    start: str
    ends: tuple[str, ...]
    called: dict[str, str] = Field(default_factory=dict)
    fine: str | None = None
    times: AppealTimesWords = AppealTimesWords()
    step: tuple[AppealStepWords, ...]
    lodging: LodgingWords
    form: FormWords
    hearing: HearingWords
    remit: RemitWords
    reversal: ReversalWords

    def rule(self) -> AppealCourse:
        steps = tuple(
            AppealStep(step.cited, step.act, step.after, step.to, step.needs, step.says, step.brings)
            for step in self.step
        )
        return AppealCourse(self.cited, self.start, self.ends, steps, self.called)
