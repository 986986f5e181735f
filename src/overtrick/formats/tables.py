"""Tables as people hand them in: CSV with a line of column names, or JSON as a list of objects.

Columns may stand in any order and case, and under the other names they go by; columns nobody asks for are
left alone.
"""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, read_exact
from overtrick.core.wording import count_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: where it stands, and its cells by column."""

    where: str
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """A cell as it stands; nothing where it is empty or the column is missing."""
        return self.cells.get(column, "")

    def needed(self, column: str) -> str:
        """A cell that must not be empty."""
        if not self.text(column):
            raise DirectorError(f"the {column} is missing")
        return self.text(column)

    def whole(self, column: str, default: int | None = None) -> int:
        """A whole number from 1 up."""
        text = self.text(column)
        if not text and default is not None:
            return default
        if not text.isdecimal() or int(text) < 1:
            raise DirectorError(f"the {column} “{text}” is not a number from 1 up")
        return int(text)

    def exact(self, column: str) -> Exact:
        """An exact number; nothing counts 0."""
        text = self.text(column)
        try:
            return read_exact(text) if text else 0
        except (ValueError, ZeroDivisionError) as error:
            raise DirectorError(f"the {column} “{text}” is not a number") from error


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what it is called, its columns by their proper names, and its lines."""

    name: str
    columns: frozenset[str]
    rows: tuple[Row, ...]

    def each(self, read: Callable[[Row], T]) -> tuple[T, ...]:
        """Every line read; all those that cannot be are told at once."""
        found: list[T] = []
        faults: list[str] = []
        for row in self.rows:
            try:
                found.append(read(row))
            except DirectorError as fault:
                faults.append(f"{row.where}: {str(fault).rstrip('.')}.")
        if faults:
            listed = "\n  ".join(faults)
            count = count_of(len(faults), "line")
            raise DirectorError(f"{self.name} has {count} that cannot be read:\n  {listed}\nNothing was done")
        return tuple(found)

    def once(self, things: Iterable[Sequence[str]]) -> None:
        """Refuse a table in which two lines are about one thing; *things* are what each line is about, line by line."""
        first: dict[str, Row] = {}
        faults: list[str] = []
        for row, about in zip(self.rows, things, strict=True):
            for thing in about:
                if thing in first:
                    faults.append(f"{first[thing].where} and {row.where}: {thing} is there twice")
                first.setdefault(thing, row)
        if faults:
            listed = "\n  ".join(faults)
            raise DirectorError(
                f"{self.name} contradicts itself:\n  {listed}\nNothing was done", remedy="Keep one line each."
            )


def read_table(text: str, name: str, columns: Mapping[str, Sequence[str]], needed: Iterable[str]) -> Table:
    """The table in a text; *columns* are the proper names, each with the other names it goes by.

    >>> read_table("No,VP\\n7,20", "x", {"contestant": ("no",), "vps": ("vp",)}, ("contestant",)).rows[0].cells
    {'contestant': '7', 'vps': '20'}
    """
    proper = {other: column for column, others in columns.items() for other in (column, *others)}
    lines = _json(text, name) if text.lstrip()[:1] in ("[", "{") else _csv(text, name, proper)
    if not lines:
        raise DirectorError(f"{name} is empty", remedy=f"It needs the columns {', '.join(needed)}.")
    rows = []
    for where, cells in lines:
        known = {proper[_key(column)]: cell for column, cell in cells.items() if _key(column) in proper}
        rows.append(Row(where, known))
    found = frozenset(column for row in rows for column in row.cells)
    missing = [column for column in needed if column not in found]
    if missing:
        there = ", ".join(dict.fromkeys(column for _, cells in lines for column in cells))
        raise DirectorError(
            f"{name} has the columns {there or 'of nothing'}",
            remedy="; ".join(f"It needs {_called(column, columns[column])}" for column in missing) + ".",
        )
    return Table(name, found, tuple(row for row in rows if any(row.cells.values())))


def columns_once(name: str, headings: Iterable[str], proper: Mapping[str, str]) -> None:
    """Refuse a file with two columns for one thing; *proper* are the names of things by those of columns."""
    first: dict[str, str] = {}
    for heading in headings:
        column = proper.get(_key(heading), "")
        if column in first:
            raise DirectorError(
                f"{name} has two columns for the {column}: {first[column]} and {heading}", remedy="Keep one of them."
            )
        if column:
            first[column] = heading


def _csv(text: str, name: str, proper: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    reader = csv.DictReader(text.splitlines())
    columns_once(name, reader.fieldnames or (), proper)
    return [
        (f"line {reader.line_num}", {key: (cell or "").strip() for key, cell in row.items() if key is not None})
        for row in reader
    ]


def _json(text: str, name: str) -> list[tuple[str, dict[str, str]]]:
    try:
        data = json.loads(text, parse_float=str, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise DirectorError(f"{name} is not JSON: {error.msg} in line {error.lineno}") from error
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise DirectorError(f"{name} is not a list of objects", remedy='Write it like [{"contestant": "7"}].')
    return [
        (f"entry {place}", {key: _cell(cell) for key, cell in row.items()}) for place, row in enumerate(data, start=1)
    ]


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON in which nothing is said twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise DirectorError(f"An object says “{twice}” twice", remedy="Keep one of them.")
    return found


def _cell(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _key(column: str) -> str:
    return column.strip().lower().replace(" ", "_")


def _called(column: str, others: Sequence[str]) -> str:
    return column + (f" (or {', '.join(others)})" if others else "")
