"""The explanation of a match: victory points, net IMPs, boards, scores and results."""

from collections.abc import Sequence

import click

from overtrick.cli.entries import read_rows
from overtrick.cli.options import Counting, as_json, depth
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.laws.table_score import Credit
from overtrick.core.model import Side
from overtrick.core.provenance import Figure, Json, explain
from overtrick.core.provenance import why as why_of
from overtrick.core.scoring.field import FieldScore, TableResult, score_field
from overtrick.core.scoring.match import NetImps
from overtrick.core.scoring.rounds import Scoring, score_teams_match
from overtrick.core.scoring.teams import teams_board
from overtrick.formats.results_csv import ResultRow, compared_once
from overtrick.regulations.read.library import library


@click.command
@click.argument("file")
@click.option(
    "--scoring",
    metavar="NAME",
    help="Scoring rule, like nsw-swiss-pairs/match; `overtrick rules list --kind scoring` lists them.",
)
@click.option("--match", type=Counting(), help="Match number, which selects the datum and the results.")
@click.option("--table", type=Counting(), help="The table whose match to explain.")
@click.option("--pair", metavar="NAME", help="Pair or team to explain, at any table.")
@click.option("--board", type=Counting(), help="Explain this board only.")
@click.option("--stage", help="In a book: the stage (default: the pair's last).")
@click.option("--also", metavar="NAME", help="In a book: the total in an additional ranking, like a handicap.")
@depth
@as_json
def why(
    file: str,
    scoring: str | None,
    match: int | None,
    table: int | None,
    pair: str | None,
    board: int | None,
    stage: str | None,
    also: str | None,
    depth: int | None,
    as_json: bool,
) -> None:
    """Explain the score of a match in FILE (CSV, - for standard input), down to the results and the clauses.

    Without --table or --pair, every table in the file is explained briefly. For a book (.jsonl), give --pair to explain
    its total, --match to explain one of its matches, and --board to explain a board of that match.

    \b
    Example: overtrick why examples/match5.csv --scoring nsw-swiss-pairs/match --table 3
             overtrick why examples/match5.csv --scoring nsw-swiss-pairs/match --pair 12 --depth 3
             overtrick why examples/match5.csv --scoring anc-2026/butler --match 5 --table 3 --board 7 --json
             overtrick why book.jsonl --pair 7 --match 3
    """
    if file.endswith(".jsonl"):
        _book(file, pair, (stage, match, board, also), depth, as_json=as_json)
        return
    if scoring is None:
        raise click.UsageError("Add --scoring with a scoring rule, like nsw-swiss-pairs/match.")
    named = library().scoring(scoring)
    rows = read_rows(file)
    number = _match_number(rows, named, match, file)
    chosen_rows = [row for row in rows if number in (None, row.round)]
    results = [row.table_result() for row in chosen_rows]
    if named.in_rooms:
        reasons = _teams(results, named, board)
    else:
        compared_once(chosen_rows, file)
        reasons = _field(score_field(results, named, match or number or 1), table, pair, board)
    if as_json:
        show_json({name: _reason_json(reason, depth) for name, reason in reasons.items()})
        return
    chosen = table is not None or pair is not None or named.in_rooms
    level = depth if depth is not None or chosen else 1
    show_lines("\n\n".join(f"{name}\n{_words(reason, level)}" for name, reason in reasons.items()))


def _book(
    file: str,
    pair: str | None,
    where: tuple[str | None, int | None, int | None, str | None],
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    from overtrick.cli.books import book_figure

    if pair is None:
        raise click.UsageError("Add --pair to say whose total to explain.")
    figure, names = book_figure(file, pair, *where)
    if as_json:
        show_json(explain(figure, depth, names))
        return
    show_lines(why_of(figure, 2 if depth is None else depth, names))


def _match_number(rows: Sequence[ResultRow], scoring: Scoring, match: int | None, file: str) -> int | None:
    """Return the number of the match in the file; None if all lines belong to it."""
    rounds = sorted({row.round for row in rows})
    if len(rounds) == 1:
        return None if match is not None else rounds[0]
    if match is None and all(isinstance(conversion, NetImps) for _, conversion in scoring.match.conversions):
        return None
    if match not in rounds:
        listed = ", ".join(map(str, rounds))
        raise DirectorError(
            "{file} contains matches {listed}", remedy="Add --match to choose one of them.", file=file, listed=listed
        )
    return match


def _field(field: FieldScore, table: int | None, pair: str | None, board: int | None) -> dict[str, Credit | None]:
    """Return the scores to explain in a field, by name: of a board, a pair, or the match at each table."""
    if board is not None:
        return _on_board(field, table, pair, board)
    if pair is not None:
        return {f"Pair {pair}": field.total_of(pair).credited}
    if moved := _moving_pair(field):
        if table is not None:
            raise DirectorError(
                "Pair {moved} sat at more than one table, so a table has no score of its own",
                remedy="Explain a pair with --pair, or one board of the table with --board.",
                moved=moved,
            )
        return {f"Pair {name}": field.total_of(name).credited for name in _pairs(field)}
    reasons: dict[str, Credit | None] = {}
    for result in {result.table: result for result in field.results}.values():
        if table in (None, result.table):
            for side in Side:
                reasons[_where(result, side)] = field.match_at(result.table, side).credited
    if not reasons:
        tables = sorted({result.table for result in field.results})
        raise DirectorError(
            "There is no table {table}",
            remedy="The tables are {tables:,}.",
            table=table,
            tables=tuple(map(str, tables)),
        )
    return reasons


def _on_board(field: FieldScore, table: int | None, pair: str | None, board: int) -> dict[str, Credit | None]:
    """Return the scores of one board: at a table, of a pair, or at every table that played it."""
    reasons = {
        f"Board {board}, {_where(result, side)}": line.side(side)
        for result, line in zip(field.results, field.lines, strict=True)
        for side in Side
        if result.board == board and table in (None, result.table) and pair in (None, _contestant_at(result, side))
    }
    if not reasons:
        whose = " of pair " + pair if pair is not None else f" at table {table}" if table is not None else ""
        raise DirectorError(
            "There is no result for board {board}{whose}", remedy="Check the numbers.", board=board, whose=whose
        )
    return reasons


def _contestant_at(result: TableResult, side: Side) -> str:
    return result.ns if side is Side.NS else result.ew


def _where(result: TableResult, side: Side) -> str:
    named = _contestant_at(result, side)
    return f"Table {result.table}, {side}{f' (pair {named})' if named else ''}"


def _pairs(field: FieldScore) -> list[str]:
    """Return every named pair, in numerical order."""
    names = {_contestant_at(result, side) for side in Side for result in field.results}
    return sorted(names - {""}, key=lambda name: (len(name), name))


def _moving_pair(field: FieldScore) -> str:
    """Return a pair that sat at more than one table; an empty string if none did."""
    tables: dict[str, set[int]] = {}
    for result in field.results:
        for side in Side:
            tables.setdefault(_contestant_at(result, side), set()).add(result.table)
    return next((name for name, sat in tables.items() if name and len(sat) > 1), "")


def _teams(results: Sequence[TableResult], scoring: Scoring, board: int | None) -> dict[str, Credit | None]:
    """Return the scores of both teams, from a file of a match at two tables."""
    names = list(dict.fromkeys(name for result in results for name in (result.ns, result.ew)))
    if len(names) != 2:
        raise DirectorError(
            "A teams match has two teams, not {names}",
            clause=scoring.clause,
            remedy="Put the teams in the columns ns and ew, for both tables.",
            names=len(names),
        )
    home, visitors = names
    boards = []
    for number in sorted({result.board for result in results if board in (None, result.board)}):
        tables = {result.ns: result.score for result in results if result.board == number}
        if set(tables) != {home, visitors}:
            raise DirectorError(
                "Board {number} does not have a result at both tables", remedy="Add the missing result.", number=number
            )
        boards.append((tables[home], tables[visitors]))
    if board is not None and boards:
        line = teams_board(*boards[0], scoring.compared_by)
        return {f"Board {board}, {home}": line.home, f"Board {board}, {visitors}": line.visitors}
    _, scored = score_teams_match(boards, len(boards), scoring)
    return {home: scored.ns.credited, visitors: scored.ew.credited}


def _words(reason: Credit | None, depth: int | None) -> str:
    return reason.why(depth) if isinstance(reason, Figure) else str(reason or "not played")


def _reason_json(reason: Credit | None, depth: int | None) -> Json:
    return reason.explained(depth) if isinstance(reason, Figure) else str(reason or "not played")
