"""Results as a CSV file holds them: one line a table and board.

Columns by name, in any order and case: `board`, and either `result` (“4SX S +1”, “A6040”, “-100”) or
`contract`, `declarer` and `tricks` (or `made`, like “+1”). Optional: `round` (or `match`), `table`, `ns`,
`ew`, `lead`. Without `table` the lines of a board are tables 1, 2, 3 …
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.laws.table_score import table_score
from overtrick.core.model import Board, Result, read_result
from overtrick.core.scoring.field import TableResult
from overtrick.core.wording import count_of
from overtrick.formats.tables import columns_once, csv_table, listed, whole_from_one

_ALIASES = {
    "match": "round",
    "ns_pair": "ns",
    "ew_pair": "ew",
    "pair_ns": "ns",
    "pair_ew": "ew",
    "played_by": "declarer",
    "by": "declarer",
    "score": "result",
    "made": "tricks",
}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of a results file."""

    line: int
    round: int
    table: int
    board: int
    ns: str
    ew: str
    result: Result
    lead: str
    source: str

    def table_result(self) -> TableResult:
        """What this line shows the scoring, with the line as its source."""
        score = table_score(Board.numbered(self.board), self.result, self.source)
        return TableResult(self.table, self.board, self.ns, self.ew, score)


def read_results(lines: Iterable[str], name: str) -> list[ResultRow]:
    """The results in a CSV file; every line that cannot be read is told at once."""
    headings, values = csv_table(lines, name)
    if not headings:
        raise DirectorError(
            "{name} is empty", remedy="It needs a line of column names, like board,table,result.", name=name
        )
    columns = {field: _ALIASES.get(_key(field), _key(field)) for field in headings}
    if any(_key(field) == "result" for field in headings):  # then a score is only what the result came to
        columns = {field: "points" if _key(field) == "score" else column for field, column in columns.items()}
    columns_once(name, headings, {_key(field): column for field, column in columns.items()})
    named = set(columns.values())
    if "board" not in named or not ({"result"} <= named or {"contract"} <= named):
        raise DirectorError(
            "{name} has the columns {headings:,}",
            remedy="It needs board, and result or contract, declarer and tricks.",
            name=name,
            headings=tuple(headings),
        )
    rows: list[ResultRow] = []
    faults: list[str] = []
    seen: defaultdict[tuple[int, int], int] = defaultdict(int)
    for line, cells in values:
        row = {columns[key]: value for key, value in cells.items()}
        try:
            rows.append(_row(row, line, name, seen))
        except (DirectorError, ValueError) as fault:
            faults.append(f"line {line}: {fault}")
    if faults:
        count = count_of(len(faults), "line")
        raise DirectorError(
            "{name} has {count} that cannot be read:\n  {faults}\nNothing was scored",
            name=name,
            count=count,
            faults=listed(faults),
        )
    _refuse([*_against_itself(rows), *_again(rows), *_two_opponents(rows)], name)
    return rows


def compared_once(rows: Sequence[ResultRow], name: str) -> None:
    """Refuse results compared with one another in which somebody has one board twice, as only a team may.

    Lines without names go by their table.
    """
    _refuse(_twice(rows), name)


def _against_itself(rows: Iterable[ResultRow]) -> Iterator[str]:
    for row in rows:
        if row.ns and row.ns == row.ew:
            yield f"line {row.line}: {row.ns} plays against itself"


def _again(rows: Iterable[ResultRow]) -> Iterator[str]:
    """Lines about one board at one table of one round."""
    first: dict[tuple[int, int, int], ResultRow] = {}
    for row in rows:
        before = first.setdefault((row.round, row.table, row.board), row)
        if before is row:
            continue
        same = (before.ns, before.ew, before.result) == (row.ns, row.ew, row.result)
        how = "is there twice" if same else f"is “{before.result}” and “{row.result}”"
        if not same and before.result == row.result:
            how = f"is of {before.ns} and {before.ew}, and of {row.ns} and {row.ew}"
        yield f"lines {before.line} and {row.line}: board {row.board} at table {row.table} {how}"


def _two_opponents(rows: Iterable[ResultRow]) -> Iterator[str]:
    """Somebody who has a board of a round against two others, or twice the same way: no table seats that."""
    met: dict[tuple[int, int, str], list[tuple[str, str, ResultRow]]] = defaultdict(list)
    for row in rows:
        if row.ns == row.ew:
            continue
        for who, other, way in ((row.ns, row.ew, "NS"), (row.ew, row.ns, "EW")):
            for opponent, sat, before in met[row.round, row.board, who] if who else ():
                if before.table != row.table and (opponent != other or sat == way):
                    twice = f"against {opponent} and {other}" if opponent != other else f"twice as {way}"
                    yield f"lines {before.line} and {row.line}: {who} has board {row.board} {twice}"
            met[row.round, row.board, who].append((other, way, row))


def _twice(rows: Iterable[ResultRow]) -> Iterator[str]:
    first: dict[tuple[int, str], ResultRow] = {}
    for row in rows:
        for who in (row.ns, row.ew) if row.ns or row.ew else (f"table {row.table}",):
            before = first.setdefault((row.board, who), row)
            if who and before is not row:
                yield f"lines {before.line} and {row.line}: {who} has board {row.board} twice"


def _refuse(faults: Iterable[str], name: str) -> None:
    told = list(dict.fromkeys(faults))
    if told:
        raise DirectorError(
            "{name} contradicts itself:\n  {told}\nNothing was scored",
            remedy="Keep one line for each table and board; put different matches in the column match.",
            name=name,
            told=listed(told),
        )


def _key(field: str) -> str:
    return field.strip().lower().replace(" ", "_")


def _row(row: Mapping[str, str], line: int, name: str, seen: defaultdict[tuple[int, int], int]) -> ResultRow:
    board, number = _whole(row, "board"), _whole(row, "round", 1)
    seen[number, board] += 1
    table = _whole(row, "table", seen[number, board])
    return ResultRow(
        line,
        number,
        table,
        board,
        row.get("ns", ""),
        row.get("ew", ""),
        read_result(_written(row)),
        row.get("lead", ""),
        f"{name}, line {line}",
    )


def _whole(row: Mapping[str, str], key: str, default: int | None = None) -> int:
    text = row.get(key, "")
    if not text and default is not None:
        return default
    return whole_from_one(text, key)


def _written(row: Mapping[str, str]) -> str:
    """The result as one text, from whichever columns have it."""
    if contract := row.get("contract", ""):
        return f"{contract} {row.get('declarer', '')} {row.get('tricks', '')}"
    return row.get("result", "")
