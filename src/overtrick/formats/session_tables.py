"""A session as tables for spreadsheets: standings, matches, results, travellers and entries, as CSV or one .xlsx."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from types import MappingProxyType
from typing import TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from overtrick.core.exact import Exact, decimal_text, exact_text
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import write_result
from overtrick.formats.session import Session, SessionLine
from overtrick.formats.xml_writing import element, printable

Cell: TypeAlias = str | Exact | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """A heading and rows; a cell is text, a number, or `None`."""

    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def csv_file(session: Session, name: str) -> bytes:
    """One of the tables as CSV: UTF-8 with a byte order mark for spreadsheets, and nothing that could run there."""
    table = TABLES[name](session)
    written = StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    rows.writerow(table.heading)
    rows.writerows([harmless(_cell_text(cell)) for cell in row] for row in table.rows)
    return written.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """A cell that no spreadsheet reads as a formula: an apostrophe precedes what looks like one, except for numbers.

    >>> harmless("=HYPERLINK(1)"), harmless("-50"), harmless("@x"), harmless("Ann")
    ("'=HYPERLINK(1)", '-50', "'@x", 'Ann')
    """
    numeric = text[1:].replace(".", "", 1).isdecimal() and text[:1] in "+-"
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and not numeric else text


def _cell_text(cell: Cell) -> str:
    return "" if cell is None else printable(cell) if isinstance(cell, str) else exact_text(cell)


def _standings(session: Session) -> SessionTable:
    heading = (
        "place", "number", "name", "players", "direction", "section", "total", "percent", "boards", "carried",
        "penalty", "masterpoints",
    )  # fmt: skip
    rows: Iterator[tuple[Cell, ...]] = (
        (
            each.place, each.number, each.name, ", ".join(person.name for person in each.people), each.direction,
            each.section, each.total, each.percent, each.boards, each.carried, each.penalty, each.masterpoints,
        )
        for each in session.contestants
    )  # fmt: skip
    return SessionTable(heading, tuple(rows))


def _matches(session: Session) -> SessionTable:
    heading = ("round", "table", "home", "away", "home score", "away score", "home VPs", "away VPs", "boards")
    rows: Iterator[tuple[Cell, ...]] = (
        (
            each.round, each.table, each.home, each.away, each.home_score, each.away_score, each.home_vps,
            each.away_vps, len(each.boards) or None,
        )
        for each in session.matches
    )  # fmt: skip
    return SessionTable(heading, tuple(rows))


_LINE = ("session", "section", "round", "table", "room", "board", "ns", "ew", "south", "west", "result", "lead")


def _results(session: Session) -> SessionTable:
    """The results as they were entered, in a form that can be imported again."""
    return SessionTable(_LINE, tuple(_line(line) for line in session.lines))


def _travellers(session: Session) -> SessionTable:
    """The results board by board, the best for North-South first, with their scores."""
    ordered = sorted(
        session.lines, key=lambda line: (session.key(line), line.ns_points is None, -(line.ns_points or 0))
    )
    rows: Iterator[tuple[Cell, ...]] = (
        (*_line(line), line.score, line.ns_points, line.ew_points, line.clause) for line in ordered
    )
    return SessionTable((*_LINE, "score", "ns points", "ew points", "clause"), tuple(rows))


def _line(line: SessionLine) -> tuple[Cell, ...]:
    return (
        line.session or None, line.section, line.round, line.table, line.room, line.board, line.ns, line.ew,
        line.south, line.west, write_result(line.result) if line.result is not None else "", line.lead,
    )  # fmt: skip


def _entries(session: Session) -> SessionTable:
    """All contestants, with a row for each player."""
    ordered = sorted(session.contestants, key=lambda each: entry_order(each.number))
    rows: list[tuple[Cell, ...]] = [
        (each.number, each.name, person.name, person.number) for each in ordered for person in each.people
    ]
    return SessionTable(("number", "team", "player", "federation number"), tuple(rows))


TABLES: Mapping[str, Callable[[Session], SessionTable]] = MappingProxyType(
    {
        "standings": _standings,
        "matches": _matches,
        "results": _results,
        "travellers": _travellers,
        "entries": _entries,
    }
)
"""Every table by its name."""

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def workbook(session: Session) -> bytes:
    """All tables as the sheets of one spreadsheet. Text stays text and never becomes a formula."""
    return _xlsx({name: table(session) for name, table in TABLES.items()})


def _xlsx(tables: Mapping[str, SessionTable]) -> bytes:
    names = list(tables)
    parts = {
        "[Content_Types].xml": _content_types(names),
        "_rels/.rels": _relations(["officeDocument"], ["xl/workbook.xml"]),
        "xl/workbook.xml": _book(names),
        "xl/_rels/workbook.xml.rels": _relations(
            ["worksheet"] * len(names), [f"worksheets/sheet{place}.xml" for place, _ in enumerate(names, start=1)]
        ),
    }
    parts |= {f"xl/worksheets/sheet{place}.xml": _sheet(tables[name]) for place, name in enumerate(names, start=1)}
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for path, text in parts.items():
            archive.writestr(ZipInfo(path), _XML + text, ZIP_DEFLATED)  # no timestamp: the file is reproducible
    return written.getvalue()


def _content_types(names: Sequence[str]) -> str:
    sheets = [
        element(
            "Override",
            given={"PartName": f"/xl/worksheets/sheet{place}.xml", "ContentType": f"{_SHEET_TYPE}.worksheet+xml"},
        )
        for place, _ in enumerate(names, start=1)
    ]
    fixed = [
        element(
            "Default",
            given={"Extension": "rels", "ContentType": "application/vnd.openxmlformats-package.relationships+xml"},
        ),
        element("Default", given={"Extension": "xml", "ContentType": "application/xml"}),
        element("Override", given={"PartName": "/xl/workbook.xml", "ContentType": f"{_SHEET_TYPE}.sheet.main+xml"}),
    ]
    return element("Types", [*fixed, *sheets], {"xmlns": f"{_PACKAGE}/content-types"})


def _relations(kinds: Sequence[str], targets: Sequence[str]) -> str:
    made = [
        element("Relationship", given={"Id": f"rId{place}", "Type": f"{_LINKS}/{kind}", "Target": target})
        for place, (kind, target) in enumerate(zip(kinds, targets, strict=True), start=1)
    ]
    return element("Relationships", made, {"xmlns": f"{_PACKAGE}/relationships"})


def _book(names: Sequence[str]) -> str:
    sheets = [
        element("sheet", given={"name": name.capitalize(), "sheetId": str(place), "r:id": f"rId{place}"})
        for place, name in enumerate(names, start=1)
    ]
    return element("workbook", [element("sheets", sheets)], {"xmlns": _MAIN, "xmlns:r": _LINKS})


def _sheet(table: SessionTable) -> str:
    rows = [element("row", [_cell(cell) for cell in row]) for row in (table.heading, *table.rows)]
    return element("worksheet", [element("sheetData", rows)], {"xmlns": _MAIN})


def _cell(cell: Cell) -> str:
    """A cell: a number as a number, to ten decimals where it does not terminate, everything else as text."""
    if cell is None or cell == "":
        return element("c")
    if isinstance(cell, str):
        return element("c", [element("is", [element("t", cell)])], {"t": "inlineStr"})
    said = exact_text(cell)
    return element("c", [element("v", decimal_text(cell, 10) if "/" in said else said)])
