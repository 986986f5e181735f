"""An appeal from its lodging to its end: which act may follow which, and what must be so.

The course of an appeal is data: states, and the acts that lead from one to the next. An act that is out of
turn, or that the facts of the case forbid, is refused with what may be done instead. Officials who miss a
date raise an alarm; they never void the appeal.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum

from overtrick.core.conduct.clocks import Deadline, span
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase


class Guard(Enum):
    """What must be so before an act."""

    IN_TIME = "lodged in time"
    LATE = "lodged late"
    IN_REMIT = "within the committee's remit"
    OUT_OF_REMIT = "outside the committee's remit"
    FORM_READY = "form complete"
    FINE_ALLOWED = "fine within the limit"

    def __str__(self) -> str:
        return _CONDITIONS[self]


_CONDITIONS: Mapping[Guard, str] = {
    Guard.IN_TIME: "the appeal must have been lodged in time",
    Guard.LATE: "the appeal must have been lodged late",
    Guard.IN_REMIT: "the matter must be within the committee’s remit",
    Guard.OUT_OF_REMIT: "the matter must be outside the committee’s remit",
    Guard.FORM_READY: "the form must be complete",
    Guard.FINE_ALLOWED: "the fine must be within the limit",
}
"""The conditions as messages state them; the values are the words of the rule files."""


class Brings(Enum):
    """What comes with an act of an appeal besides the act itself."""

    LODGING = "the appeal"
    COPIES = "copies to the respondents"
    HEARING = "a date for the hearing"
    SITTING = "a hearing"
    DECISION = "a decision"
    FINDING = "a finding that the appeal was frivolous"
    FINE = "a fine"
    FURTHER = "a further appeal"
    END = "the end of the appeal"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of an appeal; what is not known (`None`) stands on the word of the official who acts."""

    in_time: bool | None = None
    in_remit: bool | None = None
    form_ready: bool | None = None
    fine_allowed: bool | None = None

    def answer(self, guard: Guard) -> bool | None:
        """Whether what a guard asks is so, as far as it is known."""
        match guard:
            case Guard.IN_TIME:
                return self.in_time
            case Guard.LATE:
                return None if self.in_time is None else not self.in_time
            case Guard.IN_REMIT:
                return self.in_remit
            case Guard.OUT_OF_REMIT:
                return None if self.in_remit is None else not self.in_remit
            case Guard.FORM_READY:
                return self.form_ready
            case Guard.FINE_ALLOWED:
                return self.fine_allowed


@dataclass(frozen=True, slots=True)
class AppealStep:
    """An act, the states it may follow, the state it leads to (none: it stays), and what must be so.

    *says* is the act in words; *brings* what comes with it.
    """

    clause: Clause
    act: str
    after: tuple[str, ...]
    to: str | None = None
    needs: tuple[Guard, ...] = ()
    says: str = ""
    brings: Brings | None = None

    @property
    def shown(self) -> str:
        """The act as readers see it."""
        return self.says or self.act


@dataclass(frozen=True, slots=True)
class AppealCourse:
    """The whole course of an appeal; it must hang together, or it cannot be made. *called* are states in words."""

    clause: Clause
    start: str
    ends: tuple[str, ...]
    steps: tuple[AppealStep, ...]
    called: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        reached = {self.start, *(step.to for step in self.steps if step.to)}
        for step in self.steps:
            if lost := [state for state in step.after if state not in reached]:
                raise DirectorError(
                    "The step “{act}” follows the state “{lost}”, but no step leads to that state",
                    clause=step.clause,
                    act=step.act,
                    lost=lost[0],
                )
            if over := [state for state in step.after if state in self.ends]:
                raise DirectorError(
                    "The step “{act}” cannot follow “{over}”, which is a final state",
                    clause=step.clause,
                    act=step.act,
                    over=over[0],
                )
        if unreached := [end for end in self.ends if end not in reached]:
            raise DirectorError(
                "No step leads to the final state {unreached}", clause=self.clause, unreached=unreached[0]
            )
        steps = [(state, step.act) for step in self.steps for state in step.after]
        if twice := [step for step in steps if steps.count(step) > 1]:
            state, act = twice[0]
            raise DirectorError(
                "Two steps from the state “{state}” are both named “{act}”", clause=self.clause, state=state, act=act
            )

    @property
    def states(self) -> frozenset[str]:
        """Every state an appeal may be in."""
        return frozenset((self.start, *(step.to for step in self.steps if step.to)))

    def in_words(self, state: str) -> str:
        """A state as readers see it."""
        return self.called.get(state, state)

    def open_to(self, state: str) -> tuple[AppealStep, ...]:
        """The steps that may follow a state."""
        return tuple(step for step in self.steps if state in step.after)


class AppealRefused(DirectorError):
    """An act that cannot be taken now, with those that can."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """Where an appeal stands, the acts that led there, and what an official should look at."""

    state: str
    acts: tuple[str, ...] = ()
    flags: tuple[Phrase, ...] = ()


def act(appeal: Appeal, name: str, course: AppealCourse, case: Case = Case()) -> Appeal:  # noqa: B008 - frozen
    """The appeal after one more act; refused, unchanged, if the act is out of turn or the facts forbid it."""
    steps = course.open_to(appeal.state)
    step = next((step for step in steps if step.act == name), None)
    if step is None:
        raise AppealRefused(
            "The appeal is {state}, so the step “{step}” cannot follow",
            clause=course.clause,
            remedy="Possible next steps: {may:;}." if steps else "The appeal has ended.",
            state=course.in_words(appeal.state),
            step=next((each.shown for each in course.steps if each.act == name), name),
            may=tuple(each.shown for each in steps),
        )
    if failed := [guard for guard in step.needs if case.answer(guard) is False]:
        raise AppealRefused(
            "The condition for “{name}” is not met: {failed}",
            clause=step.clause,
            remedy="Check the facts, or take a different step.",
            name=step.shown,
            failed=failed[0],
        )
    unknown = tuple(
        phrase("“{name}”: the condition “{guard}” was not checked", name=step.shown, guard=guard)
        for guard in step.needs
        if case.answer(guard) is None
    )
    return Appeal(step.to or appeal.state, (*appeal.acts, name), (*appeal.flags, *unknown))


def walk(acts: Iterable[str], course: AppealCourse) -> Appeal:
    """An appeal after a row of acts, from its start."""
    appeal = Appeal(course.start)
    for name in acts:
        appeal = act(appeal, name, course)
    return appeal


@dataclass(frozen=True, slots=True)
class LodgingRule:
    """How an appeal is lodged: to whom, and with how many signatures; *concurrence* is whom else to ask, and why."""

    clause: Clause
    to: str
    signatures: int
    concurrence: Clause | None = None


@dataclass(frozen=True, slots=True)
class Lodging:
    """Whether an appeal is properly lodged, what is wrong with it, and what should be asked."""

    faults: tuple[Phrase, ...]
    flags: tuple[Phrase, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults


def lodging(*, on_form: bool, signatures: int, concur: bool, to: str, rule: LodgingRule) -> Lodging:
    """Whether an appeal is lodged as the rule asks; want of concurrence is flagged and voids nothing."""
    faults = []
    if not on_form:
        faults.append(phrase("the prescribed form was not used"))
    if signatures < rule.signatures:
        faults.append(
            phrase(
                "the form has {signatures:#signature} and needs {needed}",
                signatures=signatures, needed=rule.signatures,
            )
        )  # fmt: skip
    if to != rule.to:
        faults.append(phrase("the form was given to the {to}, not to the {right}", to=to, right=rule.to))
    if concur or not rule.concurrence:
        return Lodging(tuple(faults), ())
    flag = phrase("the partner or captain has not concurred ({clause})", clause=rule.concurrence)
    return Lodging(tuple(faults), (flag,))


def ruling_too_late(ruling: datetime, limit: Deadline) -> Phrase | None:
    """What to tell the director when the ruling came after the time for appealing it; else `None`."""
    if limit.is_met(ruling):
        return None
    return phrase(
        "the ruling was given after the time to appeal had run out ({clause}): the director may extend the time",
        clause=limit.clause,
    )


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of the form: who fills it, its fields, and whether it must be full before the form is sent on.

    *by* is the person who fills it in. *step* is the act with which it is filled in.
    """

    by: str
    fields: tuple[str, ...]
    first: bool = False
    step: str = ""


@dataclass(frozen=True, slots=True)
class FormRule:
    """The parts of the appeal form, in order; *optional* fields may stay empty."""

    clause: Clause
    parts: tuple[FormPart, ...]
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormState:
    """What must still be filled before the form is sent, and what is filled later."""

    missing: tuple[str, ...]
    later: tuple[str, ...]

    @property
    def ready(self) -> bool:
        """Whether it can be sent to the committee."""
        return not self.missing


def form_state(filled: Collection[str], rule: FormRule) -> FormState:
    """How far a form has been filled."""

    def empty(*, first: bool) -> tuple[str, ...]:
        fields = (field for part in rule.parts if part.first is first for field in part.fields)
        return tuple(field for field in fields if field not in filled and field not in rule.optional)

    return FormState(empty(first=True), empty(first=False))


@dataclass(frozen=True, slots=True)
class HearingRule:
    """The hearing when no one agrees on an earlier one: so many days on, so long before play starts."""

    clause: Clause
    days: int
    minutes_before: Exact


def hearing(lodged: datetime, usual_start: time, rule: HearingRule, agreed: datetime | None = None) -> datetime:
    """When an appeal is heard: as agreed, else on the fallback date before the usual start of play."""
    if agreed is not None:
        return agreed
    day = lodged.date() + timedelta(days=rule.days)
    return datetime.combine(day, usual_start) - span(rule.minutes_before)


def may_sit(members: Sequence[str], involved: Collection[str]) -> tuple[str, ...]:
    """The committee's members who may hear a case: those not directly involved in it."""
    return tuple(member for member in members if member not in involved)


@dataclass(frozen=True, slots=True)
class RemitRule:
    """Which body hears appeals from which class of event; a class not named is the organiser's question.

    *own* is the body whose course this is; *events* are the events of each class, by their ids.
    """

    clause: Clause
    bodies: Mapping[str, str]
    own: str = ""
    events: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if lost := [name for name in self.events.values() if name not in self.bodies]:
            listed = ", ".join(self.bodies)
            raise DirectorError(
                "No appeals body is named for the class “{lost}”; bodies are named only for {listed}",
                clause=self.clause,
                lost=lost[0],
                listed=listed,
            )


def body_for(event_class: str, rule: RemitRule) -> str | None:
    """The body that hears an appeal, or nothing where the regulation names none."""
    return rule.bodies.get(event_class)


@dataclass(frozen=True, slots=True)
class ReversalRule:
    """What a ruling must rest on for the committee to reverse it; otherwise it can only recommend."""

    clause: Clause
    grounds: tuple[str, ...]


def may_reverse(ground: str, rule: ReversalRule) -> bool:
    """Whether a committee may reverse a ruling that rests on *ground*."""
    return ground in rule.grounds
