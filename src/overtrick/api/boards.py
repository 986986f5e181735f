"""The games clubs play: one board over all tables, and a whole session from its results."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import Line, TableScore, bare, points, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import NotPlayed, PointsResult, Result
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import score_board
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor
from overtrick.core.scoring.datum import datum as _datum
from overtrick.director.imports.sessions import METHODS, ImportedFile, ImportOptions, bring_in
from overtrick.regulations.read.library import library
from overtrick.views.slugs import slugify

Score: TypeAlias = int | str | Result | Figure[Exact] | None
"""A table's score from North-South's side: points, a result as text or read, a figure, or `None` if not played."""
Rows: TypeAlias = Iterable[Mapping[str, object]]


def matchpoints(scores: Sequence[Score], *, board: int | None = None, expected: int | None = None) -> tuple[Line, ...]:
    """Matchpoints of every table on a board (Law 78A), in the order of *scores*; each line has `ns` and `ew`.

    *board* is needed for contracts, whose score depends on the vulnerability. *expected* is the number of results that
    the top is made for, if this board has fewer than the others (Neuberg).

    >>> [str(line.ns) for line in matchpoints([420, 420, 450, -50])]
    ['3 matchpoints', '3 matchpoints', '6 matchpoints', '0 matchpoints']
    """
    return score_board(_tables(scores, board), MatchpointRule(), expected=expected).lines


def cross_imps(scores: Sequence[Score], *, board: int | None = None, divisor: str = "results") -> tuple[Line, ...]:
    """Cross-IMPs of every table on a board: each score against all the others, the sum divided by *divisor*.

    *divisor* is the number of `results`, of `comparisons` (one fewer) or of `tables`, or `none` for the sum.

    >>> [str(line.ns) for line in cross_imps([420, 170], divisor="comparisons")]
    ['+6 IMPs', '−6 IMPs']
    """
    return score_board(_tables(scores, board), cross_imps_rule(divisor)).lines


def datum(scores: Sequence[Score], rule: str, *, board: int | None = None, match: int = 1) -> Figure[Exact]:
    """The datum of a board by a rule of the rulebook, the score that a Butler compares every table with.

    *match* is for rules that change during an event. A table's IMPs are `imps(score, datum)`.

    >>> print(datum([420, 450, -50, 420, 170], "nsw-swiss-pairs/datum").line())
    +340 points  datum from 3 of 5 scores, rounded from +336.67  (NSWSP 1.4, readings S-08, S-09)
    """
    return _datum([table.field for table in _tables(scores, board)], library().datum(rule), match)


def cross_imps_rule(divisor: str) -> CrossImpsRule:
    """The rulebook's rule with this divisor, or one under the Law that leaves the divisor to the organiser."""
    if divisor not in {each.value for each in Divisor}:
        raise DirectorError(
            "There is no divisor called “{divisor}”",
            remedy="The divisors are {known:,}.",
            divisor=divisor,
            known=tuple(each.value for each in Divisor),
        )
    known = list(library().all(CrossImpsRule).values())
    for rule in known:
        if rule.divisor is Divisor(divisor):
            return rule
    left = next(rule for rule in known if rule.clause.document == "Law")
    return CrossImpsRule(left.clause, Divisor(divisor))


def _tables(scores: Sequence[Score], board: int | None) -> list[TableScore]:
    return [_table(score, board) for score in scores]


def _table(score: Score, board: int | None) -> TableScore:
    if score is None or isinstance(score, Figure):
        return bare(score)
    if score == 0:
        return bare(points(0)[0])
    result = PointsResult(score) if isinstance(score, int) else read_result(score) if isinstance(score, str) else score
    if board is not None:
        return table_score(Board.from_number(board), result)
    if isinstance(result, PointsResult):
        return bare(points(result.ns)[0])
    if isinstance(result, NotPlayed):
        return bare(None)
    if hasattr(result, "contract"):
        raise ResultRefused(
            "“{score}” needs a board number, because the score depends on the vulnerability",
            clause="Law 77",
            remedy="Give the number of the board.",
            score=score,
        )
    return table_score(Board.from_number(1), result)


def import_session(results: str | Path | Rows, method: str, scoring: str, title: str, program: str) -> ImportedFile:
    """The session that results make, from a file or from rows; a frame of polars or pandas has rows too."""
    if method and method not in METHODS:
        raise DirectorError(
            "There is no scoring method called “{method}”",
            remedy="The scoring methods are {known:,}.",
            method=method,
            known=tuple(METHODS),
        )
    if isinstance(results, str | Path):
        path = Path(results)
        if not path.is_file():
            raise DirectorError("There is no file {path}", remedy="Check the file name and folder.", path=path)
        data, name = path.read_bytes(), path.name
    else:
        data, name = _csv(_rows(results)).encode(), "results.csv"
    wanted = ImportOptions(METHODS[method] if method else None, scoring, title)
    return bring_in(data, name, wanted, called=slugify(Path(name).stem) or "session", program=program)


def _rows(results: Any) -> list[dict[str, object]]:
    """The rows of a list of mappings, or of a frame."""
    if hasattr(results, "to_dicts"):  # polars
        return list(results.to_dicts())
    if hasattr(results, "to_dict"):  # pandas
        return list(results.to_dict("records"))
    return [dict(row) for row in results]


def _csv(rows: Sequence[Mapping[str, object]]) -> str:
    if not rows:
        raise DirectorError("There are no results", remedy="Give one row for each table and board.")
    written = io.StringIO()
    sheet = csv.DictWriter(written, list(dict.fromkeys(name for row in rows for name in row)))
    sheet.writeheader()
    sheet.writerows({name: _cell(cell) for name, cell in row.items()} for row in rows)
    return written.getvalue()


def _cell(cell: object) -> str:
    """A cell as text; a frame has NaN where it has nothing, and makes whole numbers floats beside it."""
    if cell is None or cell != cell:  # noqa: PLR0124 - only NaN differs from itself
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
