"""The tables of GNOT18 as its rule file holds them, printed and repaired."""

from typing import Any

from clauses.vectors import Vector, answers
from overtrick.regulations.brackets import load_brackets

FILE = "gnot2018"
CALLED = {
    "triangle": "tri", "triangle_to_dko": "tri_dko", "triangle_to_sko": "tri_sko", "teams": "sko_r1",
    "losers": "losers_to_swiss_r2",
}  # fmt: skip
TABLES = {"GNOT18 A1.table-1A": "1A", "GNOT18 A1.table-1B": "1B", "GNOT18 A1.SKO.table": "SKO1"}


@answers(FILE, "load Table 1A as printed")
@answers(FILE, "load Table 1B as printed")
@answers(FILE, "load the SKO Round 1 table as printed")
def printed(vector: Vector) -> Any:
    return shown(vector, repaired=False)


@answers(FILE, "load Table 1B repaired")
@answers(FILE, "load the SKO Round 1 table repaired")
def mended(vector: Vector) -> Any:
    return shown(vector, repaired=True)


def shown(vector: Vector, *, repaired: bool) -> Any:
    table = load_brackets("gnot-nsw-2018").tables[TABLES[vector.clause]]
    entries = [str(row[0]) for row in table.rows]
    rows = [list(table.counts(entry).values()) for entry in entries] if repaired else [row[1:] for row in table.rows]
    columns = [CALLED.get(column, column) for column in table.columns]
    # Only the table of odd entries has two rows for one number, and so entries that are words.
    named: list[list[Any]] = [
        [entry if table.name == "1B" else int(entry), *cells] for entry, cells in zip(entries, rows, strict=True)
    ]
    if table.name == "SKO1":
        # The remark beside an odd Swiss: three of its teams play a triangle (reading Q38).
        columns.append("swiss_r2_note")
        named = [[*row, f"{row[-1] - 3}+tri" if row[-1] % 2 else ""] for row in named]
    return {"columns": columns, "rows": named}
