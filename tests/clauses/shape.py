"""The shapes vectors are written in: bare scores as table scores, exact numbers as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from overtrick.core.exact import Exact, decimal_text, exact_text, plain
from overtrick.core.laws.matchpoints import top
from overtrick.core.laws.table_score import Credit, TableScore, bare, points
from overtrick.core.model.seats import Side
from overtrick.core.provenance import IMPS, MATCHPOINTS, VPS, Clause, Figure, Unit
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, Scale, vps
from overtrick.core.scoring.boards import ButlerRule, ScoredBoard, score_board
from overtrick.core.scoring.datum import DatumRule, datum, trim
from overtrick.core.scoring.match import MatchScore, SideScore
from overtrick.core.scoring.rounds import Scoring, TeamsRule, scored_side
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.regulations.read.library import shipped_rulebook

GIVEN = Clause("vector", "given")
"""What a vector's own numbers rest on."""


def given(value: Any, unit: Unit = IMPS) -> Figure[Exact]:
    """A number of a vector as a figure."""
    return Figure(read_exact(str(value)), unit, GIVEN, (), phrase("as given"))


def matchpoints(value: Any) -> Figure[Exact]:
    """Matchpoints of a vector as a figure."""
    return given(value, MATCHPOINTS)


def victory_points(values: Sequence[Any]) -> list[Exact]:
    """Victory points of a vector, exact."""
    return [given(value, VPS).value for value in values]


def tables(scores: Sequence[int | None]) -> list[TableScore]:
    """North-South's scores of a board, table by table; nothing where a table has no bridge result."""
    return [bare(None if score is None else points(score)[0]) for score in scores]


def tables_of(count: int) -> tuple[Figure[Exact], ...]:
    """A field of so many tables, each with a score."""
    return points(*range(count))


def of_top(percent: Exact, top: Exact) -> Exact:
    """A percentage of a board, told in its matchpoints."""
    return plain(Fraction(percent) * Fraction(top) / 100)


@dataclass(frozen=True)
class RoundScore:
    """A round of pairs matches in which every table plays the same boards."""

    boards: tuple[ScoredBoard, ...]
    matches: tuple[MatchScore, ...]


def score_round(
    boards: Sequence[Sequence[TableScore]], scoring: Scoring, match: int = 1, length: int | None = None
) -> RoundScore:
    """Score each board across the tables, and each table's match, with the product's own two steps."""
    rule = scoring.board
    assert not isinstance(rule, TeamsRule)
    full = max(sum(score.field is not None for score in scores) for scores in boards)
    scored = tuple(score_board(scores, rule, match, expected=full) for scores in boards)
    long = len(boards) if length is None else length

    def side(table: int, which: Side) -> SideScore:
        return scored_side(
            [board.lines[table].side(which) for board in scored], [top(full)] * len(scored), long, scoring
        )

    sides = [(side(table, Side.NS), side(table, Side.EW)) for table in range(len(boards[0]))]
    return RoundScore(scored, tuple(MatchScore(ns, ew) for ns, ew in sides))


def two(value: Exact) -> str:
    """To two places."""
    return decimal_text(value, 2)


def like(text: str, value: Exact) -> str:
    """With as many places as *text* has; as a ratio where it would not end there."""
    places = len(text.partition(".")[2])
    return decimal_text(value, places) if value * 10**places == int(value * 10**places) else exact_text(value)


def ratio(value: Exact) -> str:
    """Whole, or as a ratio."""
    return str(Fraction(value))


def value(credit: Credit | None) -> Exact | None:
    """The number of a credit; nothing for a board not played."""
    return credit.value if isinstance(credit, Figure) else None


@dataclass(frozen=True)
class Worked:
    """A datum and all that a vector may ask about it."""

    dropped: int
    kept: tuple[Exact, ...]
    mean: Exact
    datum: Exact
    scored: ScoredBoard

    @property
    def ns(self) -> list[Exact | None]:
        return [value(line.ns) for line in self.scored.lines]

    @property
    def ew(self) -> list[Exact | None]:
        return [value(line.ew) for line in self.scored.lines]


def work(rule: DatumRule, scores: Sequence[int | None], match: int = 1) -> Worked:
    """Work a board's datum and its IMPs."""
    board = tables(scores)
    field = [score.field for score in board]
    trimmed = trim(field, rule, match)
    return Worked(
        trimmed.dropped,
        trimmed.kept,
        datum(field, replace(rule, round_to=None), match).value,
        datum(field, rule, match).value,
        score_board(board, ButlerRule(rule), match),
    )


def both(scale: Scale, boards: int, net: Any) -> tuple[Exact, Exact]:
    """The victory points of a net and of its opposite."""
    own = given(net)
    opposite = given(-own.value)
    return vps(own, boards, scale).value, vps(opposite, boards, scale).value


def scale_of(scoring: str, boards: int) -> Scale:
    """The scale by which a way of scoring turns matches of so many boards into victory points."""
    found = shipped_rulebook().scoring(scoring).match.conversion(boards)
    assert isinstance(found, PrintedScale | CornerScale | BandScale)
    return found


def rows(scale: Scale, boards: int) -> list[tuple[int, Exact, Exact]]:
    """A printed scale's column: margin, winner, loser."""
    assert isinstance(scale, PrintedScale)
    column = scale.column(boards)
    assert column is not None
    return [(margin, *both(scale, boards, margin)) for margin in range(len(column.wins))]


def slopes(wins: Sequence[Exact]) -> list[tuple[int, int, Exact]]:
    """The straight pieces a printed column is made of: from a margin, to a margin, and what each IMP brings there."""
    pieces: list[tuple[int, int, Exact]] = []
    for margin in range(1, len(wins)):
        step = plain(wins[margin] - wins[margin - 1])
        least = pieces.pop()[0] if pieces and pieces[-1][2] == step else margin - 1
        pieces.append((least, margin, step))
    return pieces


def texts(values: Mapping[str, Exact]) -> dict[str, str]:
    """Every value to two places."""
    return {key: two(number) for key, number in values.items()}
