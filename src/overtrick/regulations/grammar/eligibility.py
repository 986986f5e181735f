"""The grammar of conditions in `eligibility.toml`: born when, how many, which rank, by when; joined by all and any.

A table of a rule holds exactly one test. A part without a clause of its own stands in its rule's clause.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated

from pydantic import Field, model_validator

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
from overtrick.core.conduct.eligibility import All, Any, Eligibility, Rule, Test, When
from overtrick.core.conduct.shares import AllBut, AtLeast, Least, MoreThan, ShareOf
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.exact import Share
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.words import Cite, Cited, Number, ShareWord, Table, word

FailingWord = Annotated[Answer, word(Answer)]


class LeastWords(Table):
    """The least of something: a count, a share made whole, more than a share, or all but so many."""

    count: int | None = None
    share: Number | None = None
    whole: ShareWord = Share.CEILING
    more_than: Number | None = None
    all_but: int | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> "LeastWords":
        if sum(value is not None for value in (self.count, self.share, self.more_than, self.all_but)) != 1:
            raise ValueError("give one of count, share, more_than and all_but")
        return self

    @property
    def least(self) -> Least:
        if self.count is not None:
            return AtLeast(self.count)
        if self.all_but is not None:
            return AllBut(self.all_but)
        return ShareOf(self.share, self.whole) if self.share is not None else MoreThan(self.more_than or 0)


class BornWords(Table):
    """A birth date on or after one day, or before another."""

    on_or_after: date | None = None
    before: date | None = None


class AgedWords(Table):
    """An age on a day; no age here means that another body's rule sets it."""

    on: str
    least: int | None = None


class LimitWords(Table):
    """Limits on a number, at a date; *silent* is the number when nobody has said."""

    under: Number | None = None
    at_least: Number | None = None
    at_most: Number | None = None
    odd: bool | None = None
    at: date | None = None
    silent: Number | None = None

    def counted(self, what: str) -> Counted:
        return Counted(what, self.under, self.at_least, self.at_most, self.odd, self.at, self.silent)


class CountWords(LimitWords):
    """Limits on how many there are of something."""

    what: str


class ShareWords(LeastWords):
    """So much of something out of all there is of it."""

    what: str
    of: str


class RankWords(Table):
    """A rank below another, on a ladder of the file."""

    what: str
    below: str
    ladder: str


class LowerWords(Table):
    """Ranks clear of the lower part of a field."""

    ranks: tuple[str, ...]
    of: str
    share: Number
    whole: ShareWord


class SaidWords(Table):
    """Something stated; *silent* is what silence means."""

    what: str
    is_so: bool = Field(default=True, alias="is")
    silent: bool | None = None


class WordWords(Table):
    """A word that is one of some, or none of others."""

    what: str
    one_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()


class LivedWords(Table):
    """Months lived in a place up to the day before something; *mostly* on more than half of the days."""

    place: str
    months: int
    until: str
    mostly: bool = False


class MemberWords(Table):
    """Membership of a named body, or of any club of a place."""

    body: str = ""
    place: str = ""
    year: int | None = None


class InTimeWords(Table):
    """A deadline: a moment, or so long before another; *at* is its time of day."""

    what: str
    by: date | datetime | None = None
    before: str = ""
    days: int = 0
    minutes: int = 0
    at: time | None = None
    strict: bool = False

    @model_validator(mode="after")
    def _one_of_them(self) -> "InTimeWords":
        if (self.by is None) is (self.before == ""):
            raise ValueError("give either by, a moment, or before, what it is before")
        return self


class TestWords(Table):
    """One test, or several joined; its clause, its short name, and what follows where it fails."""

    __test__ = False

    clause: Cite | None = None
    readings: tuple[str, ...] = ()
    name: str = ""
    failing: FailingWord = Answer.REFUSED
    remedy: str = ""

    born: BornWords | None = None
    aged: AgedWords | None = None
    masterpoints: LimitWords | None = None
    count: CountWords | None = None
    share: ShareWords | None = None
    rank: RankWords | None = None
    clear_of_lower: LowerWords | None = None
    said: str | SaidWords | None = None
    word: WordWords | None = None
    same: tuple[str, str] | None = None
    lived: LivedWords | None = None
    member: MemberWords | None = None
    in_time: InTimeWords | None = None
    all: "tuple[TestWords, ...] | None" = None
    any: "tuple[TestWords, ...] | None" = None
    when: "WhenWords | None" = None
    rule: str | None = None

    @model_validator(mode="after")
    def _one_test(self) -> "TestWords":
        given = [name for name in TESTS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"a rule holds exactly one of {', '.join(TESTS)}; here: {', '.join(given) or 'none'}")
        return self

    def cited_in(self, outer: Clause) -> Clause:
        """The clause of this part, or the one it stands in."""
        return (outer if self.clause is None else self.clause).reading(*self.readings)


TESTS = (
    "born", "aged", "masterpoints", "count", "share", "rank", "clear_of_lower", "said", "word", "same", "lived",
    "member", "in_time", "all", "any", "when", "rule",
)  # fmt: skip


class WhenWords(Table):
    """One test where a condition holds, another where it does not."""

    if_: TestWords = Field(alias="if")
    then: TestWords
    otherwise: TestWords | None = Field(default=None, alias="else")


class RuleWords(TestWords):
    """A whole rule: its name, its clause, and what it says in plain words."""

    id: str
    clause: Cite
    says: str


class LadderWords(Cited):
    """Ranks in order, lowest first."""

    name: str
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The ladders of a file, and the rules above the one being built."""

    ladders: Mapping[str, tuple[str, ...]]
    rules: Mapping[str, Eligibility]


def build_rule(words: RuleWords, named: Named) -> Eligibility:
    """The rule a table stands for; a name that is not there raises `KeyError` with it."""
    clause = words.clause.reading(*words.readings)
    return Eligibility(words.id, clause, words.says, _build(words, words.clause, named))


def _build(words: TestWords, outer: Clause, named: Named) -> Rule:
    clause = words.cited_in(outer)
    if words.rule is not None:
        return named.rules[words.rule].rule
    if words.all is not None:
        return All(tuple(_build(part, clause, named) for part in words.all))
    if words.any is not None:
        return Any(tuple(_build(part, clause, named) for part in words.any))
    if words.when is not None:
        otherwise = words.when.otherwise
        return When(
            _build(words.when.if_, clause, named),
            _build(words.when.then, clause, named),
            None if otherwise is None else _build(otherwise, clause, named),
        )
    condition = _counting(words) or _stating(words, named) or _timing(words)
    return Test(clause, condition, words.name, words.failing, words.remedy)


def _counting(words: TestWords) -> Condition | None:
    if words.masterpoints is not None:
        return words.masterpoints.counted("masterpoints")
    if words.count is not None:
        return words.count.counted(words.count.what)
    if words.share is not None:
        return Shared(words.share.what, words.share.of, words.share.least)
    if (lower := words.clear_of_lower) is not None:
        return ClearOfLower(lower.ranks, lower.of, lower.share, lower.whole)
    return None


def _stating(words: TestWords, named: Named) -> Condition | None:
    if words.rank is not None:
        return Ranked(words.rank.what, words.rank.below, named.ladders[words.rank.ladder])
    if isinstance(words.said, str):
        return Said(words.said)
    if words.said is not None:
        return Said(words.said.what, words.said.is_so, words.said.silent)
    if words.word is not None:
        return Word(words.word.what, words.word.one_of, words.word.none_of)
    if words.same is not None:
        return SameWord(*words.same)
    if words.member is not None:
        return Belongs(words.member.body, words.member.place, words.member.year)
    return None


def _timing(words: TestWords) -> Condition:
    if words.born is not None:
        return Dated("born", words.born.on_or_after, words.born.before)
    if words.aged is not None:
        return Aged(words.aged.on, words.aged.least)
    if (lived := words.lived) is not None:
        return Lived(lived.place, lived.months, lived.until, lived.mostly)
    assert words.in_time is not None  # noqa: S101 - a table holds exactly one test
    due = words.in_time
    margin = timedelta(days=due.days, minutes=due.minutes)
    return InTime(due.what, due.by, due.before, margin, due.at, due.strict)
