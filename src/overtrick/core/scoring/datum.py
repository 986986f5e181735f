"""The datum: the mean of a field's scores without its extremes.

A regulation says which tables are considered, how many scores are dropped at each end and how the mean
is rounded; it may say so differently for small and large fields, and for early and late matches. Each
such case has its own clause, and the datum cites the one that made it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact, Halves, Share, plain, round_to
from overtrick.core.provenance import POINTS, Clause, Figure, From, Made
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class DropCount:
    """A fixed number of scores at each end."""

    count: int

    def dropped(self, scores: int) -> int:
        """How many go at each end of *scores*; never all of them."""
        return min(self.count, (scores - 1) // 2)

    @property
    def phrased(self) -> Phrase:
        """How many."""
        return phrase("{count} at each end", count=self.count) if self.count else phrase("none")

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class DropShare:
    """A share of the scores at each end, made whole as the clause says.

    >>> [DropShare(Fraction(1, 10), Share.HALF_UP).dropped(n) for n in (4, 5, 14, 15, 26)]
    [0, 1, 1, 2, 3]
    """

    share: Fraction
    whole: Share

    def dropped(self, scores: int) -> int:
        """How many go at each end of *scores*; never all of them."""
        return min(self.whole.whole(scores * self.share), max(0, (scores - 1) // 2))

    @property
    def phrased(self) -> Phrase:
        """Which share, and how it becomes whole."""
        return phrase("{share:ratio} of the scores at each end, {whole}", share=self.share, whole=self.whole)

    def __str__(self) -> str:
        return str(self.phrased)


Drop: TypeAlias = DropCount | DropShare


@dataclass(frozen=True, slots=True)
class AllTables:
    """Every table is considered."""

    def considered(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return tables


@dataclass(frozen=True, slots=True)
class TopTables:
    """The top so many tables, in the order of the draw."""

    tables: int

    def considered(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return min(self.tables, tables)


@dataclass(frozen=True, slots=True)
class TopShare:
    """The top share of the tables, in the order of the draw."""

    share: Fraction
    whole: Share

    def considered(self, tables: int) -> int:
        """How many tables are considered of those in play."""
        return self.whole.whole(tables * self.share)


Window: TypeAlias = AllTables | TopTables | TopShare


@dataclass(frozen=True, slots=True)
class Span:
    """From one whole number to another, both included; open at the top without *most*."""

    least: int = 0
    most: int | None = None

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.least <= number and (self.most is None or number <= self.most)

    @property
    def phrased(self) -> Phrase:
        """From how many to how many."""
        if self.most is None:
            return phrase("{least} or more", least=self.least)
        if not self.least:
            return phrase("up to {most}", most=self.most)
        return phrase("{least} to {most}", least=self.least, most=self.most)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class DatumCase:
    """One case of a datum rule: the fields and matches it is for, and what it does with them."""

    clause: Clause
    drop: Drop
    tables: Span = Span()
    matches: Span = Span()
    scores: Span = Span()
    window: Window = AllTables()


class TopBy(Enum):
    """By what the top tables of a field are known."""

    DRAW = "draw order"
    RANKING = "ranking with penalties"
    TABLE = "room number"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class DatumRule:
    """How a regulation makes its datums: its cases, and the rounding they share.

    *round_to* is the step the mean is rounded to, if it is; *least* is the number of scores under which
    there is no datum, and *remedy* says what happens then. *too_few* is the clause by which both sides of a table
    whose board has fewer scores than that have average plus; without one the director decides. *top_by* says which
    tables are the top ones.
    """

    clause: Clause
    cases: tuple[DatumCase, ...]
    round_to: Exact | None = 10
    halves: Halves = Halves.AWAY
    least: int = 1
    remedy: str = "Give an artificial adjusted score."
    too_few: Clause | None = None
    top_by: TopBy = TopBy.DRAW

    def case(self, tables: int, match: int, scores: int) -> DatumCase:
        """The first case that covers this field and this match."""
        for case in self.cases:
            if tables in case.tables and match in case.matches and scores in case.scores:
                return case
        raise NoDatum(
            "The rule has no datum for {tables} tables, {scores} scores and match {match}",
            clause=str(self.clause),
            remedy=self.remedy,
            tables=tables,
            scores=scores,
            match=match,
        )


@dataclass(frozen=True, slots=True)
class Weight:
    """Scores from another field that played the same boards, and the weight of each."""

    scores: tuple[Figure[Exact], ...]
    each: Exact


@dataclass(frozen=True, slots=True)
class Trimmed:
    """The scores of a field as a datum takes them: how many tables are considered, the scores there, those kept."""

    clause: Clause
    considered: int
    entered: tuple[Figure[Exact], ...]
    dropped: int
    kept: tuple[Exact, ...]


def trim(scores: Sequence[Figure[Exact] | None], rule: DatumRule, match: int = 1) -> Trimmed:
    """The considered scores of a field, and those that are left when the extremes are dropped, lowest first."""
    case = rule.case(len(scores), match, sum(score is not None for score in scores))
    considered = case.window.considered(len(scores))
    entered = tuple(score for score in scores[:considered] if score is not None)
    _enough(len(entered), rule, case)
    dropped = case.drop.dropped(len(entered))
    kept = tuple(sorted(score.value for score in entered)[dropped : len(entered) - dropped])
    return Trimmed(case.clause, considered, entered, dropped, kept)


def datum(
    scores: Sequence[Figure[Exact] | None], rule: DatumRule, match: int = 1, outside: Weight | None = None
) -> Figure[Exact]:
    """The mean of the considered scores without their extremes, rounded as the rule says.

    *scores* are North-South's, table by table in the order of the draw, `None` where a table has no
    bridge result. The field is as large as the tables in play; what is dropped is counted among the
    scores there are. Scores from *outside* are weighted and never dropped.

    >>> from overtrick.core.laws.table_score import points
    >>> tenth = DropShare(Fraction(1, 10), Share.HALF_UP)
    >>> rule = DatumRule(Clause("NSWSP", "1.4"), (DatumCase(Clause("NSWSP", "1.4"), tenth),))
    >>> print(datum(points(420, 450, -50, 420, 170), rule).line())
    +340 points  datum of 3 of 5 scores, from +336.67  (NSWSP 1.4)
    """
    trimmed = trim(scores, rule, match)
    exact = _mean(trimmed.kept, outside)
    value = exact if rule.round_to is None else round_to(exact, rule.round_to, rule.halves)
    of = (*trimmed.entered, *outside.scores) if outside else trimmed.entered
    note = _note(trimmed, len(scores), outside)
    told = note if exact == value else From(note, exact, POINTS)
    return Figure(value, POINTS, trimmed.clause, of, told, Made.TRIMMED)


def _enough(scores: int, rule: DatumRule, case: DatumCase) -> None:
    if scores < rule.least:
        raise NoDatum(
            "{scores:#score is/scores are} too few for a datum, which needs {least}",
            clause=str(case.clause),
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


def _note(trimmed: Trimmed, tables: int, outside: Weight | None) -> Phrase:
    note = phrase("datum of {kept} of {entered} scores", kept=len(trimmed.kept), entered=len(trimmed.entered))
    if trimmed.considered < tables:
        note = phrase(
            "{note} at the top {considered} of {tables} tables", note=note, considered=trimmed.considered, tables=tables
        )
    if outside:
        note = phrase("{note}, with {scores} scores from another field", note=note, scores=len(outside.scores))
    return note
