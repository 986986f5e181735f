"""Results in a CSV file or a spreadsheet: one line per table and board, as rows or as a session.

Columns by name, in any order and case: `board`, and either `result` (“4SX S +1”, “A6040”, “-100”) or `contract`,
`declarer` and `tricks` (or `made`, like “+1”). Optional: `round` (or `match`), `table`, `ns`, `ew`, `lead`. Without
`table` the lines of a board are tables 1, 2, 3 …
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.laws.table_score import table_score
from overtrick.core.model import Board, Result, read_result
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import OTHER_LANGUAGES, strain_letters
from overtrick.core.scoring.field import TableResult
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.formats.session import Contestant, EventKind, Method, Session, SessionLine
from overtrick.formats.tables import columns_once, csv_table, list_faults, whole_from_one

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
        """This line as input for scoring, with the line as its source."""
        score = table_score(Board.from_number(self.board), self.result, self.source)
        return TableResult(self.table, self.board, self.ns, self.ew, score)


def read_results(lines: Iterable[str], name: str) -> list[ResultRow]:
    """The results in a CSV file; all lines that cannot be read are reported together."""
    headings, values = csv_table(lines, name)
    if not headings:
        raise DirectorError(
            "{name} contains no data", remedy="The file needs a header line, like board,table,result.", name=name
        )
    columns = {field: _ALIASES.get(_key(field), _key(field)) for field in headings}
    if any(_key(field) == "result" for field in headings):  # then a score column is only the value of the result
        columns = {field: "points" if _key(field) == "score" else column for field, column in columns.items()}
    columns_once(name, headings, {_key(field): column for field, column in columns.items()})
    named = set(columns.values())
    if "board" not in named or not ({"result"} <= named or {"contract"} <= named):
        raise DirectorError(
            "Columns are missing from {name}, which has {headings}",
            remedy="The file needs a board column, and either a result column or columns for contract, "
            "declarer and tricks.",
            name=name,
            headings=tuple(headings),
        )
    rows: list[ResultRow] = []
    faults: list[Said] = []
    contracts: list[tuple[int, str]] = []
    seen: defaultdict[tuple[int, int], int] = defaultdict(int)
    for line, cells in values:
        row = {columns[key]: value for key, value in cells.items()}
        try:
            rows.append(_row(row, line, name, seen))
            contracts.append((line, _result_text(row)))
        except (DirectorError, ValueError) as fault:
            faults.append(phrase("line {line}: {fault_what}", line=line, fault_what=fault))
    faults += _doubtful_clubs(contracts)
    if faults:
        count = phrase("{n:#line}", n=len(faults))
        raise DirectorError(
            "{name} has {count} that cannot be read:\n  {faults}\nNothing was scored",
            name=name,
            count=count,
            faults=list_faults(faults),
        )
    if not rows:
        raise DirectorError(
            "{name} has a header line but no results", remedy="Add a line for each table and board.", name=name
        )
    _refuse([*_against_itself(rows), *_again(rows), *_two_opponents(rows)], name)
    return rows


def compared_once(rows: Sequence[ResultRow], name: str) -> None:
    """Refuse results that are compared with one another in which someone has a board twice, as only a team may.

    Lines without names are identified by their table.
    """
    _refuse(_twice(rows), name)


def _doubtful_clubs(contracts: Sequence[tuple[int, str]]) -> Iterator[Phrase]:
    """Clubs written C in a file that names strains in another language, where C may be hearts."""
    other = next((each for each in contracts if strain_letters(each[1]) in OTHER_LANGUAGES), None)
    if other is None:
        return
    for line, text in contracts:
        if strain_letters(text) == "C":
            yield phrase(
                "line {line}: “{text}” is unclear: line {other} (“{foreign}”) is in another language, in which C may "
                "be hearts. Write ♣ or ♥.",
                line=line,
                text=text,
                other=other[0],
                foreign=other[1],
            )


def _against_itself(rows: Iterable[ResultRow]) -> Iterator[Phrase]:
    for row in rows:
        if row.ns and row.ns == row.ew:
            yield phrase("line {line}: {name} plays against itself", line=row.line, name=row.ns)


def _again(rows: Iterable[ResultRow]) -> Iterator[Phrase]:
    """Repeated lines about one board at one table of one round."""
    first: dict[tuple[int, int, int], ResultRow] = {}
    for row in rows:
        before = first.setdefault((row.round, row.table, row.board), row)
        if before is row:
            continue
        same = (before.ns, before.ew, before.result) == (row.ns, row.ew, row.result)
        board = phrase("board {board} at table {table}", board=row.board, table=row.table)
        if same:
            how = phrase("{board} is listed twice", board=board)
        elif before.result != row.result:
            how = phrase(
                "{board} has two results, “{one}” and “{other}”", board=board, one=before.result, other=row.result
            )
        else:
            how = phrase(
                "{board} is listed for {ns} against {ew}, and for {other_ns} against {other_ew}",
                board=board,
                ns=before.ns,
                ew=before.ew,
                other_ns=row.ns,
                other_ew=row.ew,
            )
        yield phrase("lines {before} and {line}: {fault}", before=before.line, line=row.line, fault=how)


def _two_opponents(rows: Iterable[ResultRow]) -> Iterator[Phrase]:
    """Contestants who have a board of a round against two opponents, or twice in one direction, which is impossible."""
    met: dict[tuple[int, int, str], list[tuple[str, str, ResultRow]]] = defaultdict(list)
    for row in rows:
        if row.ns == row.ew:
            continue
        for who, other, way in ((row.ns, row.ew, "NS"), (row.ew, row.ns, "EW")):
            for opponent, sat, before in met[row.round, row.board, who] if who else ():
                if before.table != row.table and (opponent != other or sat == way):
                    lines = {"before": before.line, "line": row.line, "name": who, "board": row.board}
                    if opponent != other:
                        yield phrase(
                            "lines {before} and {line}: {name} has board {board} against {one} and {other}",
                            **lines,
                            one=opponent,
                            other=other,
                        )
                    else:
                        yield phrase(
                            "lines {before} and {line}: {name} has board {board} twice as {way}", **lines, way=way
                        )
            met[row.round, row.board, who].append((other, way, row))


def _twice(rows: Iterable[ResultRow]) -> Iterator[Phrase]:
    first: dict[tuple[int, Said], ResultRow] = {}
    for row in rows:
        contestants: tuple[Said, ...] = (row.ns, row.ew)
        for who in contestants if any(contestants) else (phrase("table {table}", table=row.table),):
            before = first.setdefault((row.board, who), row)
            if who and before is not row:
                yield phrase(
                    "lines {before} and {line}: {name} has board {board} twice",
                    before=before.line,
                    line=row.line,
                    name=who,
                    board=row.board,
                )


def _refuse(faults: Iterable[Phrase], name: str) -> None:
    told = list(dict.fromkeys(faults))
    if told:
        raise DirectorError(
            "{name} contradicts itself:\n  {told}\nNothing was scored",
            remedy="Correct these lines, and number the matches in a “match” column if boards are played in more "
            "than one match.",
            name=name,
            told=list_faults(told),
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
        read_result(_result_text(row)),
        row.get("lead", ""),
        f"{name}, line {line}",
    )


def _whole(row: Mapping[str, str], key: str, default: int | None = None) -> int:
    text = row.get(key, "")
    if not text and default is not None:
        return default
    if not text:
        raise DirectorError("the {column} is missing", column=key)
    return whole_from_one(text, key)


def _result_text(row: Mapping[str, str]) -> str:
    """The result as one text, from the columns that have it."""
    if contract := row.get("contract", ""):
        return f"{contract} {row.get('declarer', '')} {row.get('tricks', '')}"
    if result := row.get("result", ""):
        return result
    raise DirectorError("the {column} is missing", column="result")


def read_results_session(text: str, name: str) -> Session:
    """The session in a table of results, at matchpoints until another method is chosen."""
    rows = read_results(text.splitlines(), name)
    nameless = [row.line for row in rows if not (row.ns and row.ew)]
    if nameless:
        raise DirectorError(
            "{name}: line {line} does not say who played",
            remedy="Each line needs pair numbers in the columns ns and ew.",
            name=name,
            line=nameless[0],
        )
    compared_once(rows, name)
    rounds = len({row.round for row in rows}) > 1
    numbers = sorted({number for row in rows for number in (row.ns, row.ew)}, key=entry_order)
    return Session(
        name.rpartition(".")[0] or name,
        EventKind.PAIRS,
        Method.MATCHPOINTS,
        tuple(map(Contestant, numbers)),
        tuple(_line(row, rounds=rounds) for row in rows),
    )


def _line(row: ResultRow, *, rounds: bool) -> SessionLine:
    return SessionLine(
        row.board, row.ns, row.ew, row.result, lead=row.lead, round=row.round if rounds else None,
        table=row.table if rounds else None, where=f"line {row.line}",
    )  # fmt: skip
