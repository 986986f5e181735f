"""Sheets of results: a score slip has every board of one table, a traveller every table of one board.

For a teams match, each row has both rooms.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.wording import phrase
from overtrick.views.lines import Line
from overtrick.views.names import Who
from overtrick.views.results import ResultRow, board_results, table_results
from overtrick.views.whys import Number
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class Cell:
    """One box: its table, room and board, the recorded result and score, the typed text, and what is wrong with it."""

    table: int
    room: str
    board: int
    written: str
    score: Number
    value: str
    fault: str = ""

    @property
    def name(self) -> str:
        """The name of the box in the form."""
        return f"cell-{self.table}{self.room[:1]}-{self.board}"

    @property
    def changed(self) -> bool:
        """Whether the typed text differs from the recorded result."""
        return bool(self.value.strip()) and self.value.strip() != self.written


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A board of a slip or a table of a traveller: who sits there, and a box for each room."""

    label: int
    ns: Who
    ew: Who
    vulnerable: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score slip, which has a *table*, or a traveller, which has a *board*; *heads* are its rooms."""

    table: int
    board: int
    heads: tuple[Line, ...]
    rows: tuple[SheetRow, ...]

    def cells(self) -> tuple[Cell, ...]:
        """Every box, row by row."""
        return tuple(cell for row in self.rows for cell in row.cells)

    def fill(self, texts: Mapping[str, str], faults: Mapping[str, str]) -> "Sheet":
        """The sheet with typed texts and faults filled in, both by the name of the box."""

        def shown(cell: Cell) -> Cell:
            return replace(cell, value=texts.get(cell.name, cell.value), fault=faults.get(cell.name, ""))

        return replace(self, rows=tuple(replace(row, cells=tuple(map(shown, row.cells))) for row in self.rows))


def sheet_of(event: Tournament, state: StageState, number: int, *, table: int, board: int) -> Sheet | None:
    """The slip of a table, or else the traveller of a board; None if there is none in the round."""
    if number not in state.rounds:
        return None
    if table:
        slip = table_results(event, state, number, table)
        lines: Sequence[ResultRow] = slip.rows if slip else ()
    else:
        traveller = board_results(event, state, number, board) if board else None
        lines = [row for row in traveller.rows if row.line.round == number] if traveller else ()
    if not lines:
        return None
    by_row: dict[int, list[ResultRow]] = {}
    for line in lines:
        by_row.setdefault(line.board if table else line.line.table, []).append(line)
    rows = tuple(_row(label, here) for label, here in by_row.items())
    return Sheet(table, 0 if table else board, tuple(line.line for line in next(iter(by_row.values()))), rows)


_VULNERABLE = {
    Vulnerability.NONE: phrase("none"),
    Vulnerability.NS: phrase("NS"),
    Vulnerability.EW: phrase("EW"),
    Vulnerability.ALL: phrase("all"),
}


def _row(label: int, here: list[ResultRow]) -> SheetRow:
    first = here[0]
    cells = tuple(
        Cell(each.line.table, each.line.room, each.board, each.written, each.line.score, each.written) for each in here
    )
    return SheetRow(
        label,
        first.line.ns,
        first.line.ew,
        plain(_VULNERABLE[Board.from_number(first.board).vulnerability]),
        cells,
    )


def read_pasted(text: str, sheet: Sheet) -> tuple[dict[str, str], list[str]]:
    """The results for each box in a block copied from a spreadsheet, and the lines that cannot be placed.

    Each line has the row's number, then its results. A result may take several columns, the same number for each room.
    """
    rows = {str(row.label): row for row in sheet.rows}
    found: dict[str, str] = {}
    unread = []
    for line in filter(str.strip, text.splitlines()):
        label, *columns = (column.strip() for column in line.split("\t"))
        row = rows.get(label)
        wide, over = divmod(len(columns), len(sheet.heads))
        if row is None or not columns or over:
            unread.append(line.replace("\t", " ").strip()[:60])
            continue
        for place, cell in enumerate(row.cells):
            if said := " ".join(filter(None, columns[place * wide : (place + 1) * wide])):
                found[cell.name] = said
    return found, unread
