"""Where a scale's figures are printed, and what was put right in them."""

from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.schema import ColumnWords, PrintedScaleWords, PrintedTable


@dataclass(frozen=True, slots=True)
class Repaired:
    """A row read otherwise than it is printed; *printed* is nothing where the row is missing."""

    row: int
    win: Exact
    printed: tuple[Exact, ...] | None
    reading: str


def column_of(scale: PrintedScaleWords, boards: int, tables: dict[str, PrintedTable]) -> ColumnWords | None:
    """The words of the column for a match of so many boards."""
    return next((column for column in scale.column if boards in (column.boards or tables[column.table].boards)), None)


def printed_in(column: ColumnWords, tables: dict[str, PrintedTable]) -> tuple[Clause, ...]:
    """The clauses that print a column: the one it is taken from, then its sisters."""
    return tuple(tables[name].clause for name in (column.table, *column.sisters))


def repaired(column: ColumnWords, tables: dict[str, PrintedTable]) -> tuple[Repaired, ...]:
    """The rows of a column that are read otherwise than they are printed."""
    found = {int(row[0]): row[1:] for row in tables[column.table].rows}
    return tuple(Repaired(repair.row, repair.win, found.get(repair.row), repair.reading) for repair in column.repairs)
