"""The grammar of `eligibility.toml`: who may play, how much, with what and by when.

A table of a rule holds exactly one test. A part without a clause of its own stands in its rule's clause.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any as Anything

from overtrick.core.conduct.conditions import (
    Aged,
    Belongs,
    ClearOfLower,
    Condition,
    Counted,
    Dated,
    InTime,
    Lived,
    Ranked,
    Said,
    SameWord,
    Shared,
    Word,
)
from overtrick.core.conduct.eligibility import (
    All,
    Any,
    BarRule,
    CommonRule,
    Eligibility,
    FirstEnteredRule,
    Rule,
    Test,
    When,
)
from overtrick.core.conduct.entries import (
    ClubPlacesRule,
    FieldFormat,
    FieldRule,
    FreeWithdrawalRule,
    OfferRule,
    ReentryRule,
    RejectionRule,
    ReplacementRule,
    WithdrawalRule,
)
from overtrick.core.conduct.participation import AbsenceRule, CommonMembersRule, Limb, PlayRule, SubstituteRule
from overtrick.core.conduct.shares import AllBut, MoreThan, ShareOf
from overtrick.core.conduct.systems import ClassifyingRule, DefenceRule, PsychicRule, SystemRules
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Share
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar import tables
from overtrick.regulations.grammar.files import KINDS, By
from overtrick.regulations.grammar.forms import HERE, As, also_makes, form, makes, usually
from overtrick.regulations.grammar.forms import Word as FormWord
from overtrick.regulations.grammar.place import At

form(MoreThan, share="more_than")
form(AllBut, count="all_but")
form(ShareOf, whole=usually(Share.CEILING))
form(Shared, least=HERE)
form(Limb, inherits=True, least=HERE)
form(CommonMembersRule, least=HERE)
form(ClubPlacesRule, least="least_places", share=HERE)


class Masterpoints:
    """Limits on masterpoints."""


class Stated:
    """Something stated, by name or with what silence means."""

    @staticmethod
    def read_at(value: object, at: At) -> Anything:
        """What is stated."""
        return Said(value) if isinstance(value, str) else tables.read(Said, value, at)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Ranks in order, lowest first."""

    name: str
    clause: Clause
    ranks: tuple[str, ...]


form(Said, is_so="is")


@makes(Masterpoints)
def masterpoints(
    *,
    under: Exact | None = None,
    at_least: Exact | None = None,
    at_most: Exact | None = None,
    odd: bool | None = None,
    at: date | None = None,
    silent: Exact | None = None,
) -> Counted:
    """Limits on masterpoints, at a date; *silent* is the number when nobody has said."""
    return Counted("masterpoints", under, at_least, at_most, odd, at, silent)


@makes(Dated)
def born(*, on_or_after: date | None = None, before: date | None = None) -> Dated:
    """A birth date on or after one day, or before another."""
    return Dated("born", on_or_after, before)


@makes(Ranked)
def ranked(*, what: str, below: str, ladder: Ladder) -> Ranked:
    """A rank below another, on a ladder of the file."""
    return Ranked(what, below, ladder.ranks)


@makes(InTime)
def in_time(
    *,
    what: str,
    by: date | datetime | None = None,
    before: str = "",
    days: int = 0,
    minutes: int = 0,
    at: time | None = None,
    strict: bool = False,
) -> InTime:
    """A deadline: a moment, or so long before another; *at* is its time of day."""
    if (by is None) is (before == ""):
        raise ValueError("give either by, a moment, or before, what it is before")
    return InTime(what, by, before, timedelta(days=days, minutes=minutes), at, strict)


@makes(When)
def when(*, if_: Rule, then: Rule, else_: Rule | None = None) -> When:
    """One test where a condition holds, another where it does not."""
    return When(if_, then, else_)


TESTS = (
    "born", "aged", "masterpoints", "count", "share", "rank", "clear_of_lower", "said", "word", "same", "lived",
    "member", "in_time", "all", "any", "when", "rule",
)  # fmt: skip


@makes(Rule, inherits=True, masterpoints=As("", Masterpoints), said=As("", Stated))
def one_test(
    *,
    clause: Clause,
    name: str = "",
    failing: Answer = Answer.REFUSED,
    remedy: str = "",
    born: Dated | None = None,
    aged: Aged | None = None,
    masterpoints: Counted | None = None,
    count: Counted | None = None,
    share: Shared | None = None,
    rank: Ranked | None = None,
    clear_of_lower: ClearOfLower | None = None,
    said: Said | None = None,
    word: Word | None = None,
    same: SameWord | None = None,
    lived: Lived | None = None,
    member: Belongs | None = None,
    in_time: InTime | None = None,
    all_: tuple[Rule, ...] | None = None,
    any_: tuple[Rule, ...] | None = None,
    when: When | None = None,
    rule: Eligibility | None = None,
) -> Rule:
    """One test, or several joined; its clause, its short name, and what follows where it fails."""
    conditions: tuple[Condition | None, ...] = (
        born, aged, masterpoints, count, share, rank, clear_of_lower, said, word, same, lived, member, in_time
    )  # fmt: skip
    given = (*conditions, all_, any_, when, rule)
    named = [test for test, part in zip(TESTS, given, strict=True) if part is not None]
    if len(named) != 1:
        raise ValueError(f"a rule holds exactly one of {', '.join(TESTS)}; here: {', '.join(named) or 'none'}")
    if rule is not None:
        return rule.rule
    if all_ is not None or any_ is not None:
        return All(all_) if all_ is not None else Any(any_ or ())
    condition = next((each for each in conditions if each is not None), None)
    return when if condition is None and when else Test(clause, condition, name, failing, remedy)  # type: ignore[arg-type]


def _eligibility(id: str, says: str, clause: Clause, **given: Anything) -> Eligibility:  # noqa: A002 - its id
    """A whole rule: its name, its clause, and what it says in plain words."""
    return Eligibility(id, clause, says, one_test(clause=clause, **given))


also_makes(Eligibility, Rule, _eligibility, FormWord("id", ("id",), str), FormWord("says", ("says",), str))


class DayOfYear:
    """A day of the year, written month and day, like “06-30”."""

    @staticmethod
    def read_at(value: object, at: At) -> Anything:
        """The month and the day."""
        month, _, day = str(value).partition("-")
        if not (month.isdigit() and day.isdigit()):
            return at.bad(f"“{value}” is not a day of the year; write month and day, like “06-30”")
        return int(month), int(day)


@dataclass(frozen=True, slots=True)
class Eligibilities:
    """Everything a document says of who may play, by name; nothing where it is silent."""

    ladder: Mapping[str, Ladder]
    rules: Mapping[str, Eligibility]
    common: Mapping[str, CommonRule]
    bars: Mapping[str, BarRule]
    play: Mapping[str, PlayRule]
    absences: Mapping[str, AbsenceRule]
    substitutes: Mapping[str, SubstituteRule]
    offers: Mapping[str, OfferRule]
    fields: Mapping[str, FieldRule]
    finals_teams: Mapping[str, FinalsTeamRule]
    first_entered: FirstEnteredRule | None = None
    common_members: CommonMembersRule | None = None
    systems: SystemRules | None = None
    classifying: ClassifyingRule | None = None
    defence: DefenceRule | None = None
    psychic: PsychicRule | None = None
    rejection: RejectionRule | None = None
    withdrawal: WithdrawalRule | None = None
    free_withdrawal: FreeWithdrawalRule | None = None
    reentry: ReentryRule | None = None
    replacement: ReplacementRule | None = None
    club_places: ClubPlacesRule | None = None

    @property
    def play_stages(self) -> dict[str, str]:
        """The least play laid down for stages by name."""
        return {stage: each.id for each in self.play.values() for stage in each.stages}

    @property
    def substitute_stages(self) -> dict[str, str]:
        """The substitutions laid down for stages by name."""
        return {stage: each.id for each in self.substitutes.values() for stage in each.stages}

    def play_in(self, stage: str) -> PlayRule:
        """The least play laid down for a stage, named by its event and its own name."""
        return self.play[_laid_down(self.play_stages, stage, "least play")]

    def substitutes_in(self, stage: str) -> SubstituteRule:
        """The substitutions laid down for a stage, named by its event and its own name."""
        return self.substitutes[_laid_down(self.substitute_stages, stage, "number of substitutions")]


def _laid_down(known: Mapping[str, str], name: str, kind: str) -> str:
    if name not in known:
        raise DirectorError(f"No {kind} is laid down for {name}", remedy=f"There is one for {', '.join(known)}.")
    return known[name]


form(
    Eligibilities,
    ladder=As("", By(Ladder), dict),
    rules=As("rule", By(Eligibility), dict),
    common=As("", By(CommonRule), dict),
    bars=As("bar", By(BarRule), dict),
    play=As("", By(PlayRule), dict),
    absences=As("", By(AbsenceRule), dict),
    substitutes=As("", By(SubstituteRule), dict),
    offers=As("offer", By(OfferRule), dict),
    fields=As("field", By(FieldRule), dict),
    finals_teams=As("finals_team", By(FinalsTeamRule), dict),
)
KINDS |= {
    Ladder: "ladder",
    Eligibility: "rule of eligibility",
    CommonRule: "common rule",
    PlayRule: "rule of least play",
    AbsenceRule: "list of absences",
    SubstituteRule: "number of substitutions",
    FinalsTeamRule: "rule for a finals team",
}
form(PlayRule, limbs="limb")
form(PsychicRule, below="rank")
form(WithdrawalRule, before="clause")
form(ReplacementRule, last=As("", DayOfYear))
form(FieldRule, even=usually(False), formats="format")
form(FieldFormat, most=usually(None), round_robin=usually(False))
form(FinalsTeamRule, beside="clause readings says")
