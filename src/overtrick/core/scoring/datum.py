"""The datum: the mean of a field's scores without its extremes; and the median, the middle score.

The regulations say which tables are considered, how many scores are dropped at each end and how the mean
is rounded. They may differ for small and large fields, and for early and late matches. Each
such case has its own clause, and the datum cites the clause that applied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, TypeVar

from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact, Halves, Share, plain, round_to
from overtrick.core.provenance import POINTS, Clause, Derivation, Figure, RoundingNote
from overtrick.core.wording import Phrase, Said, phrase

AWARD = phrase("Award an artificial adjusted score.")
"""The remedy where there is no datum and the document gives no other."""


@dataclass(frozen=True, slots=True)
class DropCount:
    """A fixed number of scores at each end."""

    count: int

    def drop_count(self, scores: int) -> int:
        """How many go at each end of *scores*; never all of them."""
        return min(self.count, (scores - 1) // 2)

    @property
    def phrased(self) -> Phrase:
        """The number of scores dropped at each end."""
        return phrase("{count} at each end", count=self.count) if self.count else phrase("none")

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class DropShare:
    """A share of the scores at each end, rounded to a whole number as the clause says.

    >>> [DropShare(Fraction(1, 10), Share.HALF_UP).drop_count(n) for n in (4, 5, 14, 15, 26)]
    [0, 1, 1, 2, 3]
    """

    share: Fraction
    whole: Share

    def drop_count(self, scores: int) -> int:
        """How many go at each end of *scores*; never all of them."""
        return min(self.whole.whole(scores * self.share), max(0, (scores - 1) // 2))

    @property
    def phrased(self) -> Phrase:
        """The share, and how it is rounded."""
        return phrase("{share:ratio} of the scores at each end, rounded {whole}", share=self.share, whole=self.whole)

    def __str__(self) -> str:
        return str(self.phrased)


Drop: TypeAlias = DropCount | DropShare


@dataclass(frozen=True, slots=True)
class AllTables:
    """Every table is considered."""

    def count_tables(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return tables


@dataclass(frozen=True, slots=True)
class TopTables:
    """A fixed number of top tables, in the order of the draw."""

    tables: int

    def count_tables(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return min(self.tables, tables)


@dataclass(frozen=True, slots=True)
class TopShare:
    """The top share of the tables, in the order of the draw."""

    share: Fraction
    whole: Share

    def count_tables(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return self.whole.whole(tables * self.share)


Window: TypeAlias = AllTables | TopTables | TopShare


@dataclass(frozen=True, slots=True)
class Span:
    """A range of whole numbers, both ends included; without *most* it has no upper end."""

    least: int = 0
    most: int | None = None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.least <= number and (self.most is None or number <= self.most)

    @property
    def phrased(self) -> Phrase:
        """The range as a phrase."""
        if self.most is None:
            return phrase("{least} or more", least=self.least)
        if not self.least:
            return phrase("up to {most}", most=self.most)
        if self.least == self.most:
            return phrase("{number}", number=self.most)
        return phrase("{least} to {most}", least=self.least, most=self.most)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class DatumCase:
    """One case of a datum rule: the fields and matches it covers, and the scores it considers and drops."""

    clause: Clause
    drop: Drop
    tables: Span = Span()
    matches: Span = Span()
    scores: Span = Span()
    window: Window = AllTables()


class TopBy(Enum):
    """The order that decides which tables of a field are the top ones."""

    DRAW = "draw order"
    RANKING = "ranking with penalties"
    TABLE = "room number"


@dataclass(frozen=True, slots=True)
class DatumRule:
    """How the regulations make datums: the cases, and the rounding they share.

    *round_to* is the step to which the mean is rounded, if it is rounded. With fewer scores than *least* there is no
    datum, and *remedy* says what happens then. *too_few* is the clause that gives both sides average plus on a board
    with fewer scores than *least*; without it the director decides. *top_by* says which tables are the top ones.
    """

    clause: Clause
    cases: tuple[DatumCase, ...]
    round_to: Exact | None = 10
    halves: Halves = Halves.AWAY
    least: int = 1
    remedy: Said = AWARD
    too_few: Clause | None = None
    top_by: TopBy = TopBy.DRAW

    def case(self, tables: int, match: int, scores: int) -> DatumCase:
        """The first case that covers this field and this match."""
        for case in self.cases:
            if tables in case.tables and match in case.matches and scores in case.scores:
                return case
        raise NoDatum(
            "The rule has no datum for {tables:#table} and {scores:#score} in match {match}",
            clause=self.clause,
            remedy=self.remedy,
            tables=tables,
            scores=scores,
            match=match,
        )


@dataclass(frozen=True, slots=True)
class Weight:
    """Scores from another field that played the same boards, and the weight of each score."""

    scores: tuple[Figure[Exact], ...]
    each: Exact


@dataclass(frozen=True, slots=True)
class DatumScores:
    """The scores that make a datum: the number of tables considered, the scores there, and those that were kept."""

    clause: Clause
    considered: int
    entered: tuple[Figure[Exact], ...]
    dropped: int
    kept: tuple[Exact, ...]


def trim(
    scores: Sequence[Figure[Exact] | None], rule: DatumRule, match: int = 1, *, in_play: int | None = None
) -> DatumScores:
    """The considered scores of a field, and those left after the extremes are dropped, lowest first."""
    tables = len(scores) if in_play is None else in_play
    case = rule.case(tables, match, sum(score is not None for score in scores))
    considered = case.window.count_tables(tables)
    window = scores if isinstance(case.window, AllTables) else scores[:considered]
    entered = tuple(score for score in window if score is not None)
    _enough(len(entered), rule, case)
    dropped = case.drop.drop_count(len(entered))
    kept = tuple(sorted(score.value for score in entered)[dropped : len(entered) - dropped])
    return DatumScores(case.clause, considered, entered, dropped, kept)


def datum(
    scores: Sequence[Figure[Exact] | None],
    rule: DatumRule,
    match: int = 1,
    outside: Weight | None = None,
    *,
    in_play: int | None = None,
) -> Figure[Exact]:
    """The mean of the considered scores without their extremes, rounded as the rule says.

    *scores* are North-South's, table by table in the order of the draw, `None` where a table has no
    bridge result. The size of the field is the number of tables *in_play*, by default all of them; the number of
    scores to drop depends on the number of results. Scores from *outside* are weighted and never dropped.

    >>> from overtrick.core.laws.table_score import points
    >>> tenth = DropShare(Fraction(1, 10), Share.HALF_UP)
    >>> rule = DatumRule(Clause("NSWSP", "1.4"), (DatumCase(Clause("NSWSP", "1.4"), tenth),))
    >>> print(datum(points(420, 450, -50, 420, 170), rule).line())
    +340 points  datum from 3 of 5 scores, rounded from +336.67  (NSWSP 1.4)
    """
    trimmed = trim(scores, rule, match, in_play=in_play)
    exact = _mean(trimmed.kept, outside)
    value = exact if rule.round_to is None else round_to(exact, rule.round_to, rule.halves)
    of = (*trimmed.entered, *outside.scores) if outside else trimmed.entered
    note = _note(trimmed, len(scores) if in_play is None else in_play, outside)
    told = note if exact == value else RoundingNote(note, exact, POINTS)
    return Figure(value, POINTS, trimmed.clause, of, told, Derivation.TRIMMED)


def _enough(scores: int, rule: DatumRule, case: DatumCase) -> None:
    if scores < rule.least:
        raise NoDatum(
            "{scores:#score is/scores are} too few for a datum, which needs {least}",
            clause=case.clause,
            remedy=rule.remedy,
            scores=scores,
            least=rule.least,
        )


def _mean(kept: Sequence[Exact], outside: Weight | None) -> Exact:
    total = Fraction(sum(kept))
    weight = Fraction(len(kept))
    if outside:
        total += outside.each * sum(score.value for score in outside.scores)
        weight += outside.each * len(outside.scores)
    return plain(total / weight)


def _note(trimmed: DatumScores, tables: int, outside: Weight | None) -> Phrase:
    note = phrase("datum from {kept} of {entered:#score}", kept=len(trimmed.kept), entered=len(trimmed.entered))
    if trimmed.considered < tables:
        note = phrase(
            "{note} at the top {considered} of {tables:#table}", note=note, considered=trimmed.considered, tables=tables
        )
    if outside:
        note = phrase("{note}, with {scores:#score} from another field", note=note, scores=len(outside.scores))
    return note


@dataclass(frozen=True, slots=True)
class PoolRule:
    """Fields with this many *tables* make their datum together with the other field."""

    id: str
    clause: Clause
    tables: Span


T = TypeVar("T")


def pool_scores(own: Sequence[T], other: Sequence[T], rule: PoolRule) -> tuple[T, ...]:
    """The scores a field's datum is made from: its own, or both fields' as one list.

    >>> rule = PoolRule("sabf", Clause("SABF20", "19.12#2"), Span(0, 3))
    >>> len(pool_scores([None] * 3, [None] * 5, rule)), len(pool_scores([None] * 4, [None] * 5, rule))
    (8, 4)
    """
    return (*own, *other) if len(own) in rule.tables else tuple(own)


class EvenMedian(Enum):
    """Which score is the median of an even number of scores."""

    MEAN = "mean of the two middle scores"
    MEAN_TO_TEN = "mean of the two middle scores, rounded to 10"
    LOWER = "lower middle score"
    HIGHER = "higher middle score"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MedianRule:
    """How the regulations take the median; the mean of two scores is exact, or rounded to 10, halves away from zero."""

    clause: Clause
    even: EvenMedian = EvenMedian.MEAN


def median(scores: Sequence[Figure[Exact] | None], rule: MedianRule) -> Figure[Exact]:
    """The median of North-South's scores on a board.

    >>> from overtrick.core.laws.table_score import points
    >>> rule = MedianRule(Clause("ITS21", "OITS.median"))
    >>> median(points(620, 650, 140, -100, 620, 170), rule).value
    395
    """
    entered = [score for score in scores if score is not None]
    if not entered:
        raise NoDatum(
            "No table has a result, so there is no median",
            clause=rule.clause,
            remedy="Award artificial adjusted scores.",
        )
    ordered = sorted(score.value for score in entered)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    match rule.even:
        case EvenMedian.MEAN:
            value = plain(Fraction(low + high) / 2)
        case EvenMedian.MEAN_TO_TEN:
            value = round_to(plain(Fraction(low + high) / 2), 10, Halves.AWAY)
        case EvenMedian.LOWER:
            value = low
        case EvenMedian.HIGHER:
            value = high
    note = (
        phrase("median of the scores ({ordered} in all)", ordered=len(ordered))
        if len(ordered) % 2
        else phrase("{even} ({ordered} scores)", even=rule.even, ordered=len(ordered))
    )
    return Figure(value, POINTS, rule.clause, tuple(entered), note, Derivation.MIDDLE)
