"""The commands that score one board across its tables: scores, datum, matchpoints and cross-IMPs."""

from collections.abc import Sequence

import click

from overtrick.api.boards import cross_imps_rule
from overtrick.cli.entries import NUMBERS, BoardEntries, board_tables, outside_scores, read_rows, read_typed
from overtrick.cli.options import Counting, as_json, board_number, json_depth, refuse_options, results_file
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.laws.table_score import BridgeScore, Credit, TableScore, table_score
from overtrick.core.model import Board
from overtrick.core.provenance import Figure, Json
from overtrick.core.scoring.boards import ButlerRule, ScoredBoard, score_board
from overtrick.core.scoring.cross_imps import Divisor
from overtrick.core.scoring.datum import Weight
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.read.library import library


@click.command(context_settings=NUMBERS)
@click.argument("results", nargs=-1, callback=refuse_options)
@board_number
@results_file
@json_depth
@as_json
def score(
    results: tuple[str, ...],
    board: int | None,
    file: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Score RESULTS on a board, from North-South's side (Law 77).

    Write a result the usual way: 4SX S +1, 3NTW=, PASS, "60% 4S S =, 40% 4S S -1".

    \b
    Example: overtrick score --board 13 "4SX S +1" 3NTW-2
             overtrick score --file examples/match5.csv --board 4
    """
    if file is None and board is None:
        raise click.UsageError("Add --board with the board number, which sets the vulnerability.")
    if file is None:
        read = zip(results, read_typed(results), strict=True)
        shown = [("", text, table_score(Board.from_number(board or 1), result)) for text, result in read]
    else:
        shown = [
            (f"board {row.board} table {row.table}", str(row.result), row.table_result().score)
            for row in read_rows(file)
            if board in (None, row.board)
        ]
    if not shown:
        raise click.UsageError("Give at least one result, or --file with a CSV file.")
    if as_json:
        show_json([_score_json(where, text, scored, depth) for where, text, scored in shown])
        return
    rows = [(where, text, _score_text(scored.ns), _score_text(scored.ew, sign=-1)) for where, text, scored in shown]
    plain_rows = rows if file else [row[1:] for row in rows]
    show_table((("where",) if file else ()) + ("result", "NS", "EW"), plain_rows)


def _score_text(shown: object, sign: int = 1) -> str:
    if isinstance(shown, BridgeScore):
        return shown.points.unit.number(sign * shown.points.value)
    return str(shown) if shown is not None else "–"


def _score_json(where: str, text: str, scored: TableScore, depth: int | None) -> dict[str, Json]:
    answer: dict[str, Json] = {"result": text, "ns": _score_text(scored.ns), "ew": _score_text(scored.ew, sign=-1)}
    if where:
        answer["where"] = where
    if scored.field is not None:
        answer["why"] = scored.field.explained(depth)
    return answer


@click.command(context_settings=NUMBERS)
@click.argument("rule")
@click.argument("scores", nargs=-1, callback=refuse_options)
@click.option("--match", type=Counting(), default=1, help="Match number; some datum rules depend on it.")
@click.option("--outside", metavar="SCORES", help='Another field\'s scores on the board, like "430 450 -50".')
@click.option("--weight", metavar="NUMBER", default="1", show_default=True, help="The weight of each outside score.")
@click.option("--depth", type=Counting(0), help="Levels of explanation (default: none; all with --json).")
@board_number
@results_file
@as_json
def datum(
    rule: str,
    scores: tuple[str, ...],
    match: int,
    outside: str | None,
    weight: str,
    board: int | None,
    file: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Calculate the datum of a board by RULE, and every table's IMPs against it.

    SCORES are North-South's, in the order of the draw, table 1 first; - is a table without a result.
    `overtrick rules list --kind datum` lists the rules.

    \b
    Example: overtrick datum nsw-swiss-pairs/datum 420 450 -50 420 170
             overtrick datum anc-2026/butler --match 5 --file examples/board13-26-tables.csv
    """
    if rule.lstrip("+-").isdecimal():
        raise DirectorError(
            "“{score}” is a score, and the name of the datum comes first",
            remedy="Write it like: overtrick datum nsw-swiss-pairs/datum 420 450 -50.",
            score=rule,
        )
    named = library().datum(rule)
    more = Weight(outside_scores(outside), read_exact(weight)) if outside else None
    entered = board_tables(scores, board, file)
    scored = [score_board(one.scores, ButlerRule(named), match, outside=more) for one in entered]
    if as_json:
        show_json([_board_json(one, result, depth) for one, result in zip(entered, scored, strict=True)])
        return
    for one, result in zip(entered, scored, strict=True):
        show_lines(result.comparisons[0].why(0 if depth is None else depth))
        _show_lines(one, result)


@click.command(context_settings=NUMBERS)
@click.argument("results", nargs=-1, callback=refuse_options)
@click.option("--expected", type=Counting(), help="Number of results the top is based on, if some are missing.")
@click.option("--rule", metavar="RULE", help="Matchpoint rule from the rulebook (default: Law 78A, exact).")
@board_number
@results_file
@json_depth
@as_json
def matchpoints(
    results: tuple[str, ...],
    expected: int | None,
    rule: str | None,
    board: int | None,
    file: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Matchpoint every table on a board (Law 78A): two for each pair beaten, one for each tie.

    RESULTS are scores from North-South's side, or contracts with --board; A6040 is 60% and 40%.
    With --expected, a board scored fewer times is adjusted to the common top (Neuberg).

    \b
    Example: overtrick matchpoints 420 420 450 -50
             overtrick matchpoints --board 13 --expected 6 "4S S =" "4S S +1" 3NTW-2 A6040
    """
    named = MatchpointRule()
    if rule is not None:
        found = library().all(MatchpointRule).get(rule)
        if found is None:
            raise DirectorError(
                "There is no matchpoint rule called “{rule}”",
                remedy="See `overtrick rules list --kind matchpoints`.",
                rule=rule,
            )
        named = found
    entered = board_tables(results, board, file)
    scored = [score_board(one.scores, named, expected=expected) for one in entered]
    _show(entered, scored, depth, as_json=as_json)


@click.command(context_settings=NUMBERS)
@click.argument("results", nargs=-1, callback=refuse_options)
@click.option(
    "--divisor",
    type=click.Choice([divisor.value for divisor in Divisor]),
    default=Divisor.RESULTS.value,
    show_default=True,
    help="Divisor for the sum of comparisons.",
)
@board_number
@results_file
@json_depth
@as_json
def crossimps(
    results: tuple[str, ...],
    divisor: str,
    board: int | None,
    file: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Score every table on a board at cross-IMPs: each score against all the others, averaged.

    \b
    Example: overtrick crossimps 420 420 450 -50 170
             overtrick crossimps --divisor comparisons --file examples/board13-26-tables.csv
    """
    named = cross_imps_rule(divisor)
    entered = board_tables(results, board, file)
    scored = [score_board(one.scores, named) for one in entered]
    _show(entered, scored, depth, as_json=as_json)


def _show(entered: Sequence[BoardEntries], scored: Sequence[ScoredBoard], depth: int | None, *, as_json: bool) -> None:
    if as_json:
        show_json([_board_json(one, result, depth) for one, result in zip(entered, scored, strict=True)])
        return
    for one, result in zip(entered, scored, strict=True):
        _show_lines(one, result)


def _show_lines(one: BoardEntries, result: ScoredBoard) -> None:
    rows = [
        (table, _score_text(shown.ns), _credit(line.ns), _credit(line.ew))
        for table, shown, line in zip(one.tables, one.scores, result.lines, strict=True)
    ]
    show_table(("table", "score", "NS", "EW"), rows, f"board {one.board}" if one.board else "")


def _credit(credit: Credit | None) -> str:
    if credit is None:
        return "–"
    return credit.unit.number(credit.value) if isinstance(credit, Figure) else str(credit)


def _board_json(one: BoardEntries, result: ScoredBoard, depth: int | None) -> dict[str, Json]:
    tables: list[Json] = [
        {"table": table, "score": _score_text(shown.ns), "ns": _credit_json(line.ns), "ew": _credit_json(line.ew)}
        for table, shown, line in zip(one.tables, one.scores, result.lines, strict=True)
    ]
    answer: dict[str, Json] = {"board": one.board, "tables": tables}
    if result.comparisons:
        comparison: Figure[Exact] = result.comparisons[0]
        answer["against"] = comparison.explained(depth)
    return answer


def _credit_json(credit: Credit | None) -> Json:
    if isinstance(credit, Figure):
        return credit.explained(0)
    return None if credit is None else str(credit)
