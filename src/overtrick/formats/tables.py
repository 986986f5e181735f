"""Tables as people upload them: CSV with a line of column names, or JSON as a list of objects.

Columns may be in any order and case, and have alternative names; other columns are ignored.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.typed_numbers import NotANumber, read_exact, read_whole
from overtrick.core.wording import Phrase, Said, count_of, phrase
from overtrick.formats.given_json import read_json
from overtrick.formats.plain_text import small_enough

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its position, and its cells by column; with *decimal_comma* 12,5 is a number."""

    where: str
    cells: Mapping[str, str]
    decimal_comma: bool = False

    def text(self, column: str) -> str:
        """A cell as written; empty where it is empty or the column is missing."""
        return self.cells.get(column, "")

    def require(self, column: str) -> str:
        """A cell that must not be empty."""
        if not self.text(column):
            raise DirectorError("the {column} is missing", column=column)
        return self.text(column)

    def whole(self, column: str, default: int | None = None) -> int:
        """A whole number from 1 up."""
        text = self.text(column)
        if not text and default is not None:
            return default
        return whole_from_one(text, column)

    def exact(self, column: str) -> Exact:
        """An exact number; an empty cell is 0."""
        text = self.text(column)
        try:
            return read_exact(text.replace(",", ".") if self.decimal_comma else text) if text else 0
        except NotANumber as error:
            raise DirectorError(
                "the {column} “{text}” is not a number", remedy=error.remedy, column=column, text=f"{text:.40}"
            ) from error


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its name, its columns by their proper names, and its lines."""

    name: str
    columns: frozenset[str]
    rows: tuple[Row, ...]

    def read_rows(self, read: Callable[[Row], T]) -> tuple[T, ...]:
        """Read every line; all lines that cannot be read are reported together."""
        found: list[T] = []
        faults: list[Said] = []
        for row in self.rows:
            try:
                found.append(read(row))
            except DirectorError as fault:
                faults.append(phrase("{where}: {fault:plain}.", where=row.where, fault=fault))
        if faults:
            count = count_of(len(faults), "line")
            raise DirectorError(
                "{called} has {count} that cannot be read:\n  {faults}\nNothing was done",
                called=self.name,
                count=count,
                faults=list_faults(faults),
            )
        return tuple(found)

    def once(self, things: Iterable[Sequence[Said]]) -> None:
        """Refuse a table in which two lines are about the same thing; *things* gives the subject of each line."""
        first: dict[Said, Row] = {}
        faults: list[Said] = []
        for row, about in zip(self.rows, things, strict=True):
            for thing in about:
                if thing in first:
                    faults.append(
                        phrase(
                            "{before} and {where}: {thing} is listed twice",
                            before=first[thing].where,
                            where=row.where,
                            thing=thing,
                        )
                    )
                first.setdefault(thing, row)
        if faults:
            raise DirectorError(
                "{called} contradicts itself:\n  {faults}\nNothing was done",
                remedy="Keep only one of the lines in each case.",
                called=self.name,
                faults=list_faults(faults),
            )


def read_table(text: str, name: str, columns: Mapping[str, Sequence[str]], needed: Iterable[str]) -> Table:
    """The table in a text; *columns* are the proper names, each with its alternative names.

    >>> read_table("No,VP\\n7,20", "x", {"contestant": ("no",), "vps": ("vp",)}, ("contestant",)).rows[0].cells
    {'contestant': '7', 'vps': '20'}
    """
    small_enough(text, name)
    proper = {other: column for column, others in columns.items() for other in (column, *others)}
    as_json = text.lstrip()[:1] in ("[", "{")
    lines = _json(text, name) if as_json else _csv(text, name, proper)
    decimal_comma = not as_json and delimiter_of(text.splitlines()) != ","
    if not lines:
        raise DirectorError(
            "{name} contains no data",
            remedy="The file needs these columns: {needed:,}.",
            name=name,
            needed=tuple(needed),
        )
    rows = []
    for where, cells in lines:
        known = {proper[_key(column)]: cell for column, cell in cells.items() if _key(column) in proper}
        rows.append(Row(where, known, decimal_comma))
    found = frozenset(column for row in rows for column in row.cells)
    missing = [column for column in needed if column not in found]
    if missing:
        there = ", ".join(dict.fromkeys(column for _, cells in lines for column in cells))
        raise DirectorError(
            "Columns are missing from {name}[, which has {there}]",
            remedy="The file also needs {missing:;}.",
            missing=tuple(_column_label(column, columns[column]) for column in missing),
            name=name,
            there=there or phrase("none"),
        )
    return Table(name, found, tuple(row for row in rows if any(row.cells.values())))


def whole_from_one(text: str, called: str) -> int:
    """A whole number from 1 up; *called* names it in a refusal."""
    try:
        return read_whole(text, 1)
    except NotANumber as fault:
        raise DirectorError(
            "the {called} “{text}” is not a whole number of 1 or more", called=called, text=f"{text:.40}"
        ) from fault


def list_faults(faults: Sequence[Said], count: int | None = None) -> Phrase:
    """Faults, one per line; of very many only the first, and how many more of *count* or of those given."""
    more = (len(faults) if count is None else count) - limits.FAULTS
    rest = (phrase("and {more} more", more=more),) if more > 0 else ()
    return phrase("{faults:lines}", faults=(*faults[: limits.FAULTS], *rest))


def csv_lines(lines: Iterable[str], name: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The lines of a CSV text with their numbers, without empty ones."""
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for row in reader:
            if reader.line_num > limits.LINES:
                raise DirectorError(
                    "{name} has more than {lines} lines",
                    remedy="Split the file into parts.",
                    name=name,
                    lines=limits.LINES,
                )
            if len(row) > limits.COLUMNS or any(len(cell) > limits.CELL for cell in row):
                raise _too_long(name, reader.line_num)
            if row:
                yield reader.line_num, row
    except csv.Error as fault:
        raise _too_long(name, reader.line_num) from fault


def delimiter_of(lines: Iterable[str]) -> str:
    """The separator of columns, by the line of their names: a comma, unless there is none in it.

    A spreadsheet writes semicolons where a comma is part of a number; cells copied from one have tabs.

    >>> delimiter_of(["board;table"]), delimiter_of(["", "board\\ttable"]), delimiter_of(["a,b;c"]), delimiter_of([])
    (';', '\\t', ',', ',')
    """
    first = next((line for line in lines if line.strip()), "")
    return next((mark for mark in "\t;" if mark in first and "," not in first), ",")


def csv_table(lines: Iterable[str], name: str) -> tuple[list[str], Iterator[tuple[int, dict[str, str]]]]:
    """The column names of a CSV text, and its lines by them: missing cells are empty, extra ones are dropped.

    The columns may be separated by commas, semicolons or tabs.
    """
    given = list(lines)
    rows = csv_lines(given, name, delimiter_of(given))
    _, headings = next(rows, (0, []))
    return headings, (
        (number, dict(zip(headings, (*map(_bare, row), *[""] * (len(headings) - len(row))), strict=False)))
        for number, row in rows
    )


def _bare(cell: str) -> str:
    """A cell without surrounding spaces, and without the apostrophe that keeps a spreadsheet from running it."""
    said = cell.strip()
    return said[1:] if said[:1] == "'" and said[1:2] in ("=", "+", "-", "@") and len(said) > 1 else said


def _too_long(name: str, line: int) -> DirectorError:
    return DirectorError(
        "Line {line} of {name} has more than {columns} cells, or a cell of more than {cell} characters",
        remedy="Check that no quotation mark is missing and that the file is a table.",
        line=line,
        name=name,
        columns=limits.COLUMNS,
        cell=limits.CELL,
    )


def columns_once(name: str, headings: Iterable[str], proper: Mapping[str, str]) -> None:
    """Refuse a file with two columns for the same thing; *proper* gives the proper name for each column name."""
    first: dict[str, str] = {}
    for heading in headings:
        column = proper.get(_key(heading), "")
        if column in first:
            raise DirectorError(
                "{name} has two columns for the {column}: {first} and {heading}",
                remedy="Keep only one of the two.",
                name=name,
                column=column,
                first=first[column],
                heading=heading,
            )
        if column:
            first[column] = heading


def _csv(text: str, name: str, proper: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    headings, rows = csv_table(text.splitlines(), name)
    columns_once(name, headings, proper)
    return [(f"line {number}", cells) for number, cells in rows]


def _json(text: str, name: str) -> list[tuple[str, dict[str, str]]]:
    data = read_json(text, name, fraction=str, objects=_object)
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        like = phrase('Write the list like [{"contestant": "7"}].')  # literally, including the braces
        raise DirectorError("{name} is not a list of objects", remedy=like, name=name)
    return [
        (f"entry {place}", {key: _cell(cell) for key, cell in row.items()}) for place, row in enumerate(data, start=1)
    ]


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON, refused if a key is repeated."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise DirectorError(
                "A JSON object has the key “{twice}” twice", remedy="Keep only one of the two.", twice=key
            )
        found[key] = value
    return found


def _cell(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _key(column: str) -> str:
    return column.strip().lower().replace(" ", "_")


def _column_label(column: str, others: Sequence[str]) -> str:
    return column + (f" (or {', '.join(others)})" if others else "")
