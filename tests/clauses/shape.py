"""The shapes vectors are written in: bare scores as table scores, exact numbers as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from overtrick.core.exact import Exact, decimal_text, exact_text, read_exact
from overtrick.core.laws.lines import Credit
from overtrick.core.laws.table_score import TableScore, bare, points
from overtrick.core.provenance import IMPS, MATCHPOINTS, VPS, Clause, Figure, Unit
from overtrick.core.scales import PrintedScale, Scale, vps
from overtrick.core.scoring.boards import ButlerRule, ScoredBoard, score_board
from overtrick.core.scoring.datum import DatumRule, datum, kept_scores

GIVEN = Clause("vector", "given")
"""What a vector's own numbers rest on."""


def given(value: Any, unit: Unit = IMPS) -> Figure[Exact]:
    """A number of a vector as a figure."""
    return Figure(read_exact(str(value)), unit, GIVEN, (), "as given")


def matchpoints(value: Any) -> Figure[Exact]:
    """Matchpoints of a vector as a figure."""
    return given(value, MATCHPOINTS)


def victory_points(values: Sequence[Any]) -> list[Exact]:
    """Victory points of a vector, exact."""
    return [given(value, VPS).value for value in values]


def tables(scores: Sequence[int | None]) -> list[TableScore]:
    """North-South's scores of a board, table by table; nothing where a table has no bridge result."""
    return [bare(None if score is None else points(score)[0]) for score in scores]


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
    case = rule.case(len(field), match, sum(score is not None for score in field))
    entered = [score for score in field[: case.window.considered(len(field))] if score is not None]
    return Worked(
        case.drop.dropped(len(entered)),
        kept_scores(field, rule, match),
        datum(field, replace(rule, round_to=None), match).value,
        datum(field, rule, match).value,
        score_board(board, ButlerRule(rule), match),
    )


def both(scale: Scale, boards: int, net: Any) -> tuple[Exact, Exact]:
    """The victory points of a net and of its opposite."""
    own = given(net)
    opposite = given(-own.value)
    return vps(own, boards, scale).value, vps(opposite, boards, scale).value


def rows(scale: Scale, boards: int) -> list[tuple[int, Exact, Exact]]:
    """A printed scale's column: margin, winner, loser."""
    assert isinstance(scale, PrintedScale)
    column = scale.column(boards)
    assert column is not None
    return [(margin, *both(scale, boards, margin)) for margin in range(len(column.wins))]


def texts(values: Mapping[str, Exact]) -> dict[str, str]:
    """Every value to two places."""
    return {key: two(number) for key, number in values.items()}
