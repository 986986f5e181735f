"""A table of results (CSV, or a spreadsheet) as a session: who played is who its lines name."""

from overtrick.core.errors import DirectorError
from overtrick.core.model.contestants import entry_order
from overtrick.formats.results_csv import ResultRow, compared_once, read_results
from overtrick.formats.session import Contestant, Kind, Line, Method, Session


def read_results_session(text: str, name: str) -> Session:
    """The session in a table of results, at matchpoints until somebody says otherwise."""
    rows = read_results(text.splitlines(), name)
    nameless = [row.line for row in rows if not (row.ns and row.ew)]
    if nameless:
        raise DirectorError(
            "{name}: line {line} does not say who played",
            remedy="Add the columns ns and ew, with the number of the pair in each.",
            name=name,
            line=nameless[0],
        )
    compared_once(rows, name)
    rounds = len({row.round for row in rows}) > 1
    numbers = sorted({number for row in rows for number in (row.ns, row.ew)}, key=entry_order)
    return Session(
        name.rpartition(".")[0] or name,
        Kind.PAIRS,
        Method.MATCHPOINTS,
        tuple(map(Contestant, numbers)),
        tuple(_line(row, rounds=rounds) for row in rows),
    )


def _line(row: ResultRow, *, rounds: bool) -> Line:
    return Line(
        row.board, row.ns, row.ew, row.result, lead=row.lead, round=row.round if rounds else None,
        table=row.table if rounds else None, where=f"line {row.line}",
    )  # fmt: skip
