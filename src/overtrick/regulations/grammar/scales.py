"""The grammar of scales and of the printed tables behind them, and the scales made from them."""

from dataclasses import dataclass, replace

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, Scale, ScaleColumn
from overtrick.regulations.grammar.forms import NEEDED, WordPlace, form, form_of, makes, stand
from overtrick.regulations.grammar.place import NOTHING, Scope


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table as its document prints it, misprints and missing rows included."""

    id: str
    clause: Clause
    columns: tuple[str, ...]
    rows: tuple[tuple[Exact, ...], ...]
    boards: tuple[int, ...] = ()
    open: bool = False
    printed_note: str = ""


@dataclass(frozen=True, slots=True)
class BandTable:
    """A table of limits by bands of match length, as its document prints it."""

    id: str
    clause: Clause
    boards: tuple[tuple[int, int], ...]
    vps: tuple[int, ...]
    beyond: int
    rows: tuple[tuple[Exact, ...], ...]
    printed_note: str = ""


@dataclass(frozen=True, slots=True)
class Repair:
    """A row that is misprinted or missing, as it must be read."""

    row: int
    win: Exact
    reading: str


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """One match length of a printed scale: the *table* it is taken from, and the *sisters* that print it too."""

    table: str
    boards: tuple[int, ...] = ()
    clause: Clause | None = None
    readings: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    sisters: tuple[str, ...] = ()


@makes(PrintedScale, tag="printed")
def printed_scale(
    *,
    id: str,  # noqa: A002 - a rule's id is its id
    name: str,
    clause: Clause,
    total: Exact,
    column: tuple[ColumnWords, ...],
    scope: Scope,
    formula: Clause | None = None,
    as_printed: bool = False,
) -> PrintedScale:
    """A scale taken from printed tables, with misprints repaired by the readings that say so.

    *formula* cites the clause that extends it by the WBF formula; *as_printed* keeps the misprints.
    """
    columns = tuple(
        _column(each, scope.find(PrintedTable, each.table, NOTHING), as_printed=as_printed) for each in column
    )
    return PrintedScale(id, name, clause, total, columns, formula)


def _column(words: ColumnWords, table: PrintedTable, *, as_printed: bool) -> ScaleColumn:
    printed = {int(row[0]): row for row in table.rows}
    repaired = {each.row: each for each in words.repairs if not (as_printed and each.row in printed)}
    losses = tuple(
        (each.row, printed[each.row][2])
        for each in words.repairs
        if each.row not in repaired and len(table.columns) > 2
    )
    wins: dict[int, Exact] = {margin: row[1] for margin, row in printed.items()}
    wins.update({row: repair.win for row, repair in repaired.items()})
    missing = [margin for margin in range(len(wins)) if margin not in wins]
    if missing:
        raise RegulationErrors([f"{table.clause}: no row for a margin of {missing[0]} IMPs."])
    readings = dict.fromkeys((*words.readings, *(repair.reading for repair in words.repairs)))
    clause = (words.clause or table.clause).reading(*readings)
    return ScaleColumn(words.boards or table.boards, clause, tuple(wins[margin] for margin in range(len(wins))), losses)


form(CornerScale, tag="corners", beside="as_printed", takes=WordPlace("of", default=NEEDED.default))


@makes(BandScale, tag="bands", beside="as_printed")
def band_scale(*, id: str, name: str, clause: Clause, total: Exact, table: BandTable) -> BandScale:  # noqa: A002 - its id
    """A scale of whole victory points by the limits of a *table*."""
    return BandScale(id, name, clause, total, table.boards, table.rows)


@dataclass(frozen=True, slots=True)
class SameScale:
    """A scale that adopts another one by a clause of its own."""


@makes(SameScale, tag="same", beside="as_printed")
def same_scale(*, id: str, name: str, clause: Clause, scale: Scale, fractions: bool = False) -> Scale:  # noqa: A002 - its id
    """A scale that adopts another one by a clause of its own.

    With *fractions* a margin that is not a whole number of IMPs is used in the formula unrounded.
    """
    match scale:
        case PrintedScale():
            columns = tuple(ScaleColumn(c.boards, clause, c.wins) for c in scale.columns)
            return PrintedScale(id, name, clause, scale.total, columns, clause if scale.formula else None, fractions)
        case CornerScale() | BandScale():
            return replace(scale, id=id, name=name, clause=clause)


ScaleWords = PrintedScale | CornerScale | BandScale | SameScale
"""The kinds of scale a file may state."""


class PrintedColumns:
    """A scale taken from printed tables, even with missing rows; lint finds those."""


stand(PrintedColumns, replace(form_of(PrintedScale), make=lambda **given: given["column"]))

ScaleAsWritten = PrintedColumns | CornerScale | BandScale | SameScale
"""The kinds of scale as a file is checked: tables as they are printed."""
