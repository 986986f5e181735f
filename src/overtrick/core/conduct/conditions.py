"""The single conditions a rule is composed of: born when, how many, which rank, lived where, lodged by when.

A condition holds, does not hold, or cannot be told from what has been stated.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction

from overtrick.core.conduct.clocks import moment_phrase
from overtrick.core.conduct.facts import Facts, Moment, Residence
from overtrick.core.conduct.shares import Least
from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Share
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ConditionOutcome:
    """Whether a condition holds (`None`: it cannot be told), and what was found, in words."""

    holds: bool | None
    says: Phrase


def _missing_fact(what: Phrase | str) -> ConditionOutcome:
    return ConditionOutcome(None, phrase("not stated: {what}", what=what))


@dataclass(frozen=True, slots=True)
class DateCondition:
    """A day on or after one day, and before another.

    >>> print(DateCondition("born", before=date(1962, 1, 1)).check(Facts(moments={"born": date(1961, 12, 31)})).says)
    born 31 December 1961; must be before 1 January 1962
    """

    what: str = "born"
    on_or_after: date | None = None
    before: date | None = None

    def check(self, facts: Facts) -> ConditionOutcome:
        when = facts.moments.get(self.what)
        if when is None:
            return _missing_fact(self.what)
        day = _day(when)
        holds = (self.on_or_after is None or day >= self.on_or_after) and (self.before is None or day < self.before)
        limits = [phrase("on or after {day:date}", day=self.on_or_after)] if self.on_or_after else []
        limits += [phrase("before {day:date}", day=self.before)] if self.before else []
        says = phrase("{what} {day:date}; must be {limits}", what=self.what, day=day, limits=tuple(limits))
        return ConditionOutcome(holds, says)


@dataclass(frozen=True, slots=True)
class AgeCondition:
    """Of an age on a day; the age is fixed here or is itself stated, where another body sets it."""

    on: str
    least: int | None = None

    def check(self, facts: Facts) -> ConditionOutcome:
        born, on = facts.moments.get("born"), facts.moments.get(self.on)
        least = self.least if self.least is not None else facts.amount("least age")
        if born is None or on is None or least is None:
            return _missing_fact("born" if born is None else self.on if on is None else "least age")
        age = whole_years(_day(born), _day(on))
        says = phrase("aged {age} on {day:date}; must be at least {least}", age=age, day=_day(on), least=least)
        return ConditionOutcome(age >= least, says)


@dataclass(frozen=True, slots=True)
class AmountCondition:
    """How many of something, against limits; summed over every body it is held with.

    *silent* is how many there are when no one has said.
    """

    what: str
    under: Exact | None = None
    at_least: Exact | None = None
    at_most: Exact | None = None
    odd: bool | None = None
    at: date | None = None
    silent: Exact | None = None

    def check(self, facts: Facts) -> ConditionOutcome:
        amount = facts.amount(self.what, self.at)
        value = self.silent if amount is None else amount
        if value is None:
            return _missing_fact(phrase("{what}[ on {at:date}]", what=self.what, at=self.at))
        holds = (
            (self.under is None or value < self.under)
            and (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.odd is None or (value % 2 == 1) is self.odd)
        )
        says = phrase(
            "{what}[ on {at:date}]: {value}; must be {limits}",
            value=value, what=self.what, at=self.at, limits=tuple(self._limits()),
        )  # fmt: skip
        return ConditionOutcome(holds, says)

    def _limits(self) -> Iterator[Phrase | Exact]:
        if self.at_least is not None and self.at_least == self.at_most:
            yield self.at_least
            return
        if self.under is not None:
            yield phrase("fewer than {limit}", limit=self.under)
        if self.at_least is not None:
            yield phrase("at least {limit}", limit=self.at_least)
        if self.at_most is not None:
            yield phrase("at most {limit}", limit=self.at_most)
        if self.odd is not None:
            yield phrase("odd") if self.odd else phrase("even")


@dataclass(frozen=True, slots=True)
class ShareCondition:
    """A share of something out of all there is of it."""

    what: str
    of: str
    least: Least

    def check(self, facts: Facts) -> ConditionOutcome:
        done, there = facts.amount(self.what), facts.amount(self.of)
        if done is None or there is None:
            return _missing_fact(self.what if done is None else self.of)
        needed = self.least.count_for(int(there))
        says = phrase(
            "{done} {what} of {there}; {needed} needed ({least})",
            done=done, what=self.what, there=there, needed=needed, least=self.least,
        )  # fmt: skip
        return ConditionOutcome(done >= needed, says)


@dataclass(frozen=True, slots=True)
class RankCondition:
    """A rank below another on a ladder of ranks, lowest first; a rank the ladder lacks is for a person to place."""

    what: str
    below: str
    ladder: tuple[str, ...]

    def check(self, facts: Facts) -> ConditionOutcome:
        rank = facts.words.get(self.what)
        if rank is None:
            return _missing_fact(self.what)
        if rank not in self.ladder:
            return ConditionOutcome(
                None, phrase("{rank} is not one of the ranks {ladder:,}", rank=rank, ladder=self.ladder)
            )
        holds = self.ladder.index(rank) < self.ladder.index(self.below)
        return ConditionOutcome(holds, phrase("{rank}; must be below {below}", rank=rank, below=self.below))


@dataclass(frozen=True, slots=True)
class ClearOfLower:
    """Ranks that all stand clear of the lower part of a field: a share of it, made whole."""

    ranks: tuple[str, ...]
    of: str
    share: Exact
    whole: Share

    def lower(self, field: int) -> tuple[int, ...]:
        """The ranks of the lower part.

        >>> ClearOfLower((), "teams", Fraction(1, 2), Share.FLOOR).lower(13)
        (8, 9, 10, 11, 12, 13)
        """
        return tuple(range(field - self.whole.whole(Fraction(self.share) * field) + 1, field + 1))

    def check(self, facts: Facts) -> ConditionOutcome:
        field = facts.amount(self.of)
        ranks = {rank: facts.amount(rank) for rank in self.ranks}
        missing = [name for name, rank in (*ranks.items(), (self.of, field)) if rank is None]
        if field is None or missing:
            return _missing_fact(missing[0])
        lower = self.lower(int(field))
        low = [phrase("{name} {rank}", name=name, rank=rank) for name, rank in ranks.items() if rank in lower]
        says = phrase(
            "in the lower part of the field ({one:rank|ranks} {lower:span}): {low:,}",
            low=tuple(low) or (phrase("none"),), one=len(lower) == 1, lower=lower,
        )  # fmt: skip
        return ConditionOutcome(not low, says)


@dataclass(frozen=True, slots=True)
class StatementCondition:
    """Something stated yes or no: a registration, a consent, a leave given; *silent* is what silence means."""

    what: str
    is_so: bool = True
    silent: bool | None = None

    def check(self, facts: Facts) -> ConditionOutcome:
        stated = facts.said.get(self.what, self.silent)
        if stated is None:
            return _missing_fact(self.what)
        says = phrase("{what}", what=self.what) if stated else phrase("the answer to “{what}” is no", what=self.what)
        return ConditionOutcome(stated is self.is_so, says)


@dataclass(frozen=True, slots=True)
class Word:
    """A word that is one of some, or none of others: a stage, a form of scoring, a region."""

    what: str
    one_of: tuple[str, ...] = ()
    none_of: tuple[str, ...] = ()

    def check(self, facts: Facts) -> ConditionOutcome:
        word = facts.words.get(self.what)
        if word is None:
            return _missing_fact(self.what)
        holds = (not self.one_of or word in self.one_of) and word not in self.none_of
        if self.one_of:
            says = phrase("{what}: {word}; must be one of {words:,}", what=self.what, word=word, words=self.one_of)
        else:
            says = phrase("{what}: {word}; must not be one of {words:,}", what=self.what, word=word, words=self.none_of)
        return ConditionOutcome(holds, says)


@dataclass(frozen=True, slots=True)
class SameWord:
    """Two words that are the same: the state played for, and the home state."""

    one: str
    two: str

    def check(self, facts: Facts) -> ConditionOutcome:
        one, two = facts.words.get(self.one), facts.words.get(self.two)
        if one is None or two is None:
            return _missing_fact(self.one if one is None else self.two)
        says = phrase(
            "{first} {one}, {second} {two}", first=self.one, one=one, second=self.two, two=two
        )  # fmt: skip
        return ConditionOutcome(one == two, says)


@dataclass(frozen=True, slots=True)
class ResidenceCondition:
    """Living in the place concerned for so many months up to the day before something starts.

    Without *mostly* the whole time without a break; with it, on more than half of its days.
    """

    place: str
    months: int
    until: str
    mostly: bool = False

    def check(self, facts: Facts) -> ConditionOutcome:
        place, start = facts.words.get(self.place), facts.moments.get(self.until)
        if place is None or start is None:
            return _missing_fact(self.place if place is None else self.until)
        first, last = months_before(_day(start), self.months), _day(start) - timedelta(days=1)
        days = (last - first).days + 1
        lived = days_in(place, facts.residence, first, last)
        needed = days // 2 + 1 if self.mostly else days
        says = phrase(
            "{lived} of {days:#day} in {place} from {first:date} to {last:date}; {needed} needed",
            lived=lived, days=days, place=place, first=first, last=last, needed=needed,
        )  # fmt: skip
        return ConditionOutcome(lived >= needed, says)


@dataclass(frozen=True, slots=True)
class Belongs:
    """Belonging to a named body, or to any club of the place concerned; in a year, or now."""

    body: str = ""
    place: str = ""
    year: int | None = None

    def check(self, facts: Facts) -> ConditionOutcome:
        place = facts.words.get(self.place) if self.place else ""
        if place is None:
            return _missing_fact(self.place)
        holds = any(
            (not self.body or membership.body == self.body)
            and (not place or membership.place == place)
            and (self.year is None or self.year in membership.years)
            for membership in facts.memberships
        )
        if self.body:
            says = phrase(
                "{holds:a member|not a member} of {body}[ in {year}]", holds=holds, body=self.body, year=self.year
            )
        else:
            says = phrase(
                "{holds:a member|not a member} of a club in {place}[ in {year}]",
                holds=holds, place=place, year=self.year,
            )  # fmt: skip
        return ConditionOutcome(holds, says)


@dataclass(frozen=True, slots=True)
class InTime:
    """Something done by a moment: one fixed here, or so long before another; *strict* if it must be earlier.

    *by* is the fixed moment. With *at* the deadline is that time of its day. A deadline that is a bare day lasts until
    the day ends.
    """

    what: str
    by: Moment | None = None
    before: str = ""
    days: int = 0
    minutes: int = 0
    at: time | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if (self.by is None) is (self.before == ""):
            raise RegulationErrors(["give either by, a moment, or before, what it is before"])

    def deadline(self, moments: Mapping[str, Moment]) -> Moment | None:
        """The last moment, if what it hangs on has been stated."""
        start = self.by if self.by is not None else moments.get(self.before)
        if start is None:
            return None
        last = start - timedelta(days=self.days, minutes=self.minutes)
        return last if self.at is None else datetime.combine(_day(last), self.at)

    def check(self, facts: Facts) -> ConditionOutcome:
        when, last = facts.moments.get(self.what), self.deadline(facts.moments)
        if when is None or last is None:
            return _missing_fact(self.what if when is None else self.before)
        if isinstance(last, datetime) and isinstance(when, datetime):
            holds = when < last if self.strict else when <= last
        elif isinstance(last, datetime) and _day(when) == last.date():
            return _missing_fact(phrase("{what} (time of day)", what=self.what))
        else:
            holds = _day(when) < _day(last) if self.strict else _day(when) <= _day(last)
        says = phrase(
            "{what} {when}; must be {strict:before|by} {last}",
            what=self.what, when=moment_phrase(when), strict=self.strict, last=moment_phrase(last),
        )  # fmt: skip
        return ConditionOutcome(holds, says)


Condition = (
    DateCondition | AgeCondition | AmountCondition | ShareCondition | RankCondition | ClearOfLower | StatementCondition
    | Word | SameWord | ResidenceCondition | Belongs | InTime
)  # fmt: skip


def _day(moment: Moment) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def whole_years(born: date, on: date) -> int:
    """How many birthdays have passed by a day, that day's included.

    >>> whole_years(date(1960, 11, 7), date(2020, 11, 7)), whole_years(date(1960, 11, 8), date(2020, 11, 7))
    (60, 59)
    """
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def months_before(day: date, months: int) -> date:
    """The same day of the month so many months earlier, or the last day of a month too short for it.

    >>> months_before(date(2026, 7, 4), 6), months_before(date(2026, 5, 31), 3), months_before(date(2021, 5, 14), -12)
    (datetime.date(2026, 1, 4), datetime.date(2026, 2, 28), datetime.date(2022, 5, 14))
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    following = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return min(date(year, month + 1, 1) + timedelta(days=day.day - 1), following - timedelta(days=1))


def days_in(place: str, residence: Iterable[Residence], first: date, last: date) -> int:
    """On how many days of a period someone lived in a place; a day told twice counts once."""
    total, counted = 0, first - timedelta(days=1)
    for stay in sorted((stay for stay in residence if stay.place == place), key=lambda stay: stay.since):
        since = max(stay.since, counted + timedelta(days=1))
        until = last if stay.until is None else min(stay.until, last)
        if since <= until:
            total, counted = total + (until - since).days + 1, until
    return total
