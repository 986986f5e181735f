"""Who may: rules composed of conditions, and their verdicts with every reason.

A rule is data: conditions joined by all and any, each with the clause it stands in. Nothing here knows an
event; what a rule asks for is stated as facts under the same words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import assert_never

from overtrick.core.conduct.clocks import moment_phrase
from overtrick.core.conduct.conditions import Condition, months_before
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, all_of, any_of, one_reason
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of a rule: its clause, its short name, and what follows where it does not hold.

    *failing* is a refusal, or the rule leaves it to a person; *remedy* says who may do what.
    """

    __test__ = False

    clause: Clause
    condition: Condition
    name: str = ""
    failing: Answer = Answer.REFUSED
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class All:
    """Every part must hold."""

    parts: "tuple[Rule, ...]"


@dataclass(frozen=True, slots=True)
class Any:
    """One part that holds is enough."""

    parts: "tuple[Rule, ...]"


@dataclass(frozen=True, slots=True)
class When:
    """One part where a condition holds, another where it does not; no other part: nothing is asked."""

    condition: "Rule"
    then: "Rule"
    otherwise: "Rule | None" = None


Rule = Test | All | Any | When


def judge(rule: Rule, facts: Facts) -> Verdict:
    """What a rule says of a subject: allowed, refused or for a person, with every reason and clause.

    >>> from overtrick.core.conduct.conditions import DateCondition
    >>> youth = Test(Clause("ANC26", "3.5(a)"), DateCondition("born", on_or_after=date(2001, 1, 1)))
    >>> print(judge(youth, Facts(moments={"born": date(2000, 12, 31)})).why())
    refused
    - born 31 December 2000; must be on or after 1 January 2001 (ANC26 3.5(a)).
    >>> judge(youth, Facts()).answer
    <Answer.REFER: 'refer'>
    """
    match rule:
        case Test():
            return one_reason(_run_test(rule, facts))
        case All(parts=parts):
            return all_of(judge(part, facts) for part in parts)
        case Any(parts=parts):
            return any_of(judge(part, facts) for part in parts)
        case When(condition=condition, then=then, otherwise=otherwise):
            return _when(judge(condition, facts), then, otherwise, facts)
    assert_never(rule)


def judge_each(rule: Rule, members: Sequence[Facts]) -> Verdict:
    """A rule that every member of a pair or team must meet alone."""
    return all_of(judge(rule, member).with_player(member.name) for member in members)


def _run_test(test: Test, facts: Facts) -> Reason:
    found = test.condition.check(facts)
    if found.holds:
        return Reason(Answer.ALLOWED, test.name, found.says, test.clause)
    answer = Answer.REFER if found.holds is None else test.failing
    return Reason(answer, test.name, found.says, test.clause, test.remedy)


def _when(condition: Verdict, then: Rule, otherwise: Rule | None, facts: Facts) -> Verdict:
    match condition.answer:
        case Answer.ALLOWED:
            return judge(then, facts)
        case Answer.REFER:
            return condition
        case Answer.REFUSED if otherwise is not None:
            return judge(otherwise, facts)
        case Answer.REFUSED:
            return Verdict(Answer.ALLOWED, ())
    assert_never(condition.answer)


@dataclass(frozen=True, slots=True)
class Eligibility:
    """A rule by name: what it gives leave for, in words, and the tests."""

    id: str
    clause: Clause
    says: str
    rule: Rule

    def judge(self, facts: Facts) -> Verdict:
        """What the rule says of one subject."""
        return judge(self.rule, facts)

    def judge_each(self, members: Sequence[Facts]) -> Verdict:
        """What the rule says of every member alone."""
        return judge_each(self.rule, members)


@dataclass(frozen=True, slots=True)
class CommonRule:
    """That all members may represent one and the same club or state, and whether that club must name them."""

    clause: Clause
    of: str
    nominated: bool = False


def common_to(rule: CommonRule, each: Sequence[Iterable[str]], nominated_by: str | None = None) -> Verdict:
    """Whether there is one that every member may represent, and that named them where it must.

    >>> common_to(CommonRule(Clause("ANC26", "3.4"), "state"), [["NSW", "ACT"], ["ACT"]]).allowed
    True
    """
    shared = set.intersection(*(set(places) for places in each)) if each else set()
    holds = nominated_by in shared if rule.nominated else bool(shared)
    none = phrase("none")
    says = phrase(
        "{of} common to all: {found:,}[; nominated by: {by}]",
        of=rule.of, found=tuple(sorted(shared)) or (none,), by=(nominated_by or none) if rule.nominated else "",
    )  # fmt: skip
    answer = Answer.ALLOWED if holds else Answer.REFUSED
    return one_reason(Reason(answer, f"common {rule.of}", says, rule.clause))


@dataclass(frozen=True, slots=True)
class SelectionFor:
    """That an *event* selects the team of a *state* for another, which is called *team* here."""

    event: str
    team: str
    state: str


@dataclass(frozen=True, slots=True)
class FirstEnteredRule:
    """That a player with a choice of states plays for the one whose selection was entered first.

    *selections* are the events that are known to select; others are not looked for. One entered more than so many
    *days* before selected for another year; without a number the day does not matter.
    """

    clause: Clause
    refer: str
    days: int | None = None
    selections: tuple[SelectionFor, ...] = ()


@dataclass(frozen=True, slots=True)
class Represents:
    """The state a player plays for; none while a person has still to say."""

    state: str | None
    verdict: Verdict


def state_represented(
    rule: FirstEnteredRule, eligible: Sequence[str], entered: Sequence[tuple[str, date]]
) -> Represents:
    """The one state of several a player may represent: the first whose selection event was entered.

    No such entry, or two states on the first day, is referred.
    """
    entries = [(day, state) for state, day in entered if state in eligible]
    first = {state for day, state in entries if day == min(entries)[0]}
    if len(eligible) == 1:
        first = set(eligible)
    if len(first) == 1:
        [state] = first
        if entries:
            says = phrase("the selection event of {state} was entered first", state=state)
        else:
            says = phrase("{state} is the only choice", state=state)
        return Represents(state, one_reason(Reason(Answer.ALLOWED, "state", says, rule.clause)))
    says = (
        phrase("selection events of more than one state were entered on the same day")
        if first
        else phrase("no selection event was entered")
    )
    remedy = phrase("Refer to {whom}.", whom=rule.refer)
    return Represents(None, one_reason(Reason(Answer.REFER, "state", says, rule.clause, remedy)))


THIS_RUNNING, NEXT_RUNNING = "rest of this competition", "next competition"
"""What rules call the event that a bar was given in, and the next one by the same regulation."""


@dataclass(frozen=True, slots=True)
class BarRule:
    """How long, and from what, someone is kept out: months from the day, or a year; or only liable to be.

    A bar that is not *automatic* waits for the body named in *by*. *excused* is what lifts it.
    """

    clause: Clause
    of: tuple[str, ...]
    months: int | None = None
    years_later: int | None = None
    automatic: bool = True
    by: str = ""
    excused: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """Someone kept out: of what, from one day to another, both included; open where the rule names no days."""

    clause: Clause
    of: tuple[str, ...]
    first: date | None
    last: date | None
    automatic: bool
    by: str = ""

    def covers(self, event: str, on: date) -> bool:
        """Whether this bar keeps someone out of an event on a day."""
        return event in self.of and self.runs_on(on)

    def runs_on(self, day: date) -> bool:
        """Whether this bar runs on a day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def bar(rule: BarRule, on: date, *, excused: bool = False) -> Bar | None:
    """The bar that follows what happened on a day; none if it was excused.

    >>> print(bar(BarRule(Clause("SABF20", "19.5"), ("selection",), months=12), date(2021, 5, 14)).last)
    2022-05-13
    """
    if excused:
        return None
    if rule.months is not None:
        last = months_before(on, -rule.months) - timedelta(days=1)
        return Bar(rule.clause, rule.of, on, last, rule.automatic, rule.by)
    if rule.years_later is not None:
        year = on.year + rule.years_later
        return Bar(rule.clause, rule.of, date(year, 1, 1), date(year, 12, 31), rule.automatic, rule.by)
    return Bar(rule.clause, rule.of, None, None, rule.automatic, rule.by)


def free_of_bars(bars: Sequence[Bar], event: str, on: date) -> Verdict:
    """Whether someone is kept out of an event on a day; a bar that is not automatic is referred."""
    return all_of(one_reason(_bar_reason(each)) for each in bars if each.covers(event, on))


def _bar_reason(given: Bar) -> Reason:
    says = phrase(
        "barred from {of:,}[ from {first}][ to {last}]",
        of=given.of,
        first=moment_phrase(given.first) if given.first else None,
        last=moment_phrase(given.last) if given.last else None,
    )
    if given.automatic:
        return Reason(Answer.REFUSED, "barred", says, given.clause)
    remedy = phrase("Refer to {whom}.", whom=given.by) if given.by else ""
    return Reason(Answer.REFER, "barred", says, given.clause, remedy)
