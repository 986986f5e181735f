"""Jet 4, the databases of Access 2000 to 2003, read in pure Python: tables and their rows.

The file is read once from front to back. Each page says which table it belongs to, so no references are followed that
could form a loop, except the pages of a definition and rows that have moved, and those are counted. A damaged file is
refused.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.wording import phrase

Value: TypeAlias = int | float | str | bool | datetime | None
Row: TypeAlias = dict[str, Value]
Answer = TypeVar("Answer")

PAGE: Final = 4096
MAGIC: Final = b"Standard Jet DB\0"
"""The bytes from position 4 of every such file."""
BYTES: Final = 64 * 1024 * 1024
"""The largest file that is read."""
ROWS: Final = 200_000
"""The most rows read from one table; no session has that many."""
EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - a .bws knows no zones
BOOL, SHORT, LONG, DATE, TEXT = 1, 3, 4, 8, 10
_BYTE, _SINGLE, _DOUBLE, _MEMO = 2, 6, 7, 12
_FIXED: Final = {_BYTE: "<B", SHORT: "<h", LONG: "<i", _SINGLE: "<f", _DOUBLE: "<d", DATE: "<d"}
_CATALOGUE: Final = 2
_DEFINITION: Final = 16
_COLUMNS: Final = 255
_TABLES: Final = 500
_VALUES: Final = 2_000_000
"""The most values, rows times columns, read from one table."""
_DELETED, _MOVED, _OFFSET = 0x8000, 0x4000, 0x1FFF


@dataclass(frozen=True, slots=True)
class JetColumn:
    """A column as defined by its table: *place* is its bit in the null mask, *order* its position among the texts.

    *auto* means that its values number the rows.
    """

    name: str
    kind: int
    place: int
    order: int
    fixed: bool
    offset: int
    length: int
    auto: bool


@dataclass(frozen=True, slots=True)
class JetTable:
    """A table: the page of its definition, and its columns in the order of their creation."""

    name: str
    page: int
    columns: tuple[JetColumn, ...]
    variable: int
    indexes: int


def is_jet(data: bytes) -> bool:
    """Whether a file is such a database, by its content.

    >>> is_jet(bytes(4) + b"Standard Jet DB" + bytes(9)), is_jet(b"PK")
    (True, False)
    """
    return data[4 : 4 + len(MAGIC)] == MAGIC


class JetFile:
    """A database: its tables by name, and the rows of each."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        if not is_jet(data):
            raise DirectorError(
                "{name} is not an Access database", remedy="Choose the .bws file of the session.", name=name
            )
        if len(data) > BYTES:
            raise DirectorError(
                "{name} is too large ({size} MB)", remedy="Choose the file of one session; it must be under 64 MB.",
                name=name, size=len(data) // 1_000_000,
            )  # fmt: skip
        if len(data) < 3 * PAGE or data[0x14] == 0:
            old = data[0x14:0x15] == b"\0"
            raise DirectorError(
                "{name} is in Access 97 format" if old else "{name} is incomplete",
                remedy=phrase("Save the file in Access 2000 format.") if old else phrase("Copy the file again."),
                name=name,
            )
        self.data = data
        self.pages = len(data) // PAGE
        self._owned: dict[int, list[int]] = {}
        self._moved_left = 0
        for page in range(self.pages):
            if data[page * PAGE] == 1:
                owner = int.from_bytes(data[page * PAGE + 4 : page * PAGE + 8], "little")
                self._owned.setdefault(owner, []).append(page)
        self.tables = self._guard(self._tables)

    def rows(self, name: str) -> list[Row]:
        """The rows of a table, in stored order; empty where the file has no such table."""
        table = self.tables.get(name)
        return self._guard(lambda: list(self._rows(table))) if table is not None else []

    def _guard(self, read: Callable[[], Answer]) -> Answer:
        """The result of a reading function; any error that a damaged file causes is reported as damage."""
        try:
            return read()
        except (struct.error, IndexError, ValueError, OverflowError) as fault:
            raise self._damage_error() from fault

    def _damage_error(self) -> DirectorError:
        return DirectorError(
            "{name} is damaged, or was copied while it was being written", remedy="Copy the file again.", name=self.name
        )

    def _tables(self) -> dict[str, JetTable]:
        catalogue = self._table("MSysObjects", _CATALOGUE)
        found = {}
        for row in self._rows(catalogue):
            name, kind, page = row.get("Name"), row.get("Type"), row.get("Id")
            if kind == 1 and isinstance(name, str) and isinstance(page, int) and not name.startswith("MSys"):
                found[name] = self._table(name, page & 0xFFFFFF)
                if len(found) > _TABLES:
                    raise self._damage_error()
        return found

    def _page(self, number: int) -> bytes:
        if not 0 < number < self.pages:
            raise self._damage_error()
        return self.data[number * PAGE : (number + 1) * PAGE]

    def _definition(self, number: int) -> bytes:
        """The definition of a table, from all its pages."""
        parts: list[bytes] = []
        page, seen = number, 0
        while page:
            content = self._page(page)
            seen += 1
            if content[0] != 2 or seen > _DEFINITION:
                raise self._damage_error()
            parts.append(content[8:] if parts else content)
            page = int.from_bytes(content[4:8], "little")
        return b"".join(parts)

    def _table(self, name: str, page: int) -> JetTable:
        written = self._definition(page)
        variable, count = struct.unpack_from("<HH", written, 43)
        (indexes,) = struct.unpack_from("<I", written, 51)
        at = 63 + 12 * indexes
        names = at + 25 * count
        if count > _COLUMNS or names > len(written):
            raise self._damage_error()
        columns = []
        for each in range(at, names, 25):
            (length,) = struct.unpack_from("<H", written, names)
            called = written[names + 2 : names + 2 + length].decode("utf-16-le")
            names += 2 + length
            place, order = struct.unpack_from("<HH", written, each + 5)
            offset, size = struct.unpack_from("<HH", written, each + 21)
            flags = written[each + 15]
            columns.append(
                JetColumn(called, written[each], place, order, bool(flags & 1), offset, size, bool(flags & 4))
            )
        return JetTable(name, page, tuple(columns), variable, indexes)

    def _rows(self, table: JetTable) -> Iterator[Row]:
        count = 0
        self._moved_left = len(self.data)
        for page in self._owned.get(table.page, ()):
            for start, end, flags in self._slots(page):
                if flags & _DELETED:
                    continue
                count += 1
                if count > ROWS or count * len(table.columns) > _VALUES:
                    raise DirectorError(
                        "{name}: {table} has more rows than one session needs",
                        remedy="Choose the file of one session.",
                        name=self.name, table=table.name,
                    )  # fmt: skip
                row = self.data[start:end]
                yield self._row(table, self._moved_row(row) if flags & _MOVED else row)

    def _slots(self, page: int) -> list[tuple[int, int, int]]:
        """The start and end of each row of a page in the file, and its flags; rows fill a page from its end."""
        base = page * PAGE
        (count,) = struct.unpack_from("<H", self.data, base + 12)
        if 14 + 2 * count > PAGE:
            raise self._damage_error()
        end, found = PAGE, []
        for (told,) in struct.iter_unpack("<H", self.data[base + 14 : base + 14 + 2 * count]):
            start = told & _OFFSET
            if not 14 + 2 * count <= start <= end:
                raise self._damage_error()
            found.append((base + start, base + end, told))
            end = start
        return found

    def _moved_row(self, pointer: bytes) -> bytes:
        """A row that has grown and is stored elsewhere; it cannot have moved again from there.

        Each row is in the file once, so all rows of a table together cannot be longer than the file.
        """
        slot, page = pointer[0], int.from_bytes(pointer[1:4], "little")
        start, end, flags = self._slot(self._page(page), slot)
        self._moved_left -= end - start
        if flags & _MOVED or self._moved_left < 0:
            raise self._damage_error()
        return self.data[page * PAGE + start : page * PAGE + end]

    def _slot(self, page: bytes, slot: int) -> tuple[int, int, int]:
        """The start and end of one row within its page, and its flags."""
        (count,) = struct.unpack_from("<H", page, 12)
        if slot >= count:
            raise self._damage_error()
        (told,) = struct.unpack_from("<H", page, 14 + 2 * slot)
        end = struct.unpack_from("<H", page, 12 + 2 * slot)[0] & _OFFSET if slot else PAGE
        if not 14 + 2 * count <= told & _OFFSET <= end <= PAGE:
            raise self._damage_error()
        return told & _OFFSET, end, told

    def _row(self, table: JetTable, row: bytes) -> Row:
        (count,) = struct.unpack_from("<H", row)
        mask_at = len(row) - (count + 7) // 8
        ends: list[int] = []
        if table.variable:
            (many,) = struct.unpack_from("<H", row, mask_at - 2)
            first = mask_at - 2 - 2 * (many + 1)
            if first < 2:
                raise self._damage_error()
            ends = list(struct.unpack_from(f"<{many + 1}H", row, first))[::-1]
        values: Row = {}
        for column in table.columns:
            there = column.place < count and bool(row[mask_at + column.place // 8] >> column.place % 8 & 1)
            if column.kind == BOOL:
                values[column.name] = there
            elif not there:
                values[column.name] = None
            elif column.fixed:
                values[column.name] = _fixed_value(column, row)
            else:
                values[column.name] = self._variable(column, row[ends[column.order] : ends[column.order + 1]])
        return values

    def _variable(self, column: JetColumn, written: bytes) -> Value:
        if column.kind == TEXT:
            return _text(written)
        if column.kind == _MEMO and len(written) >= 12:
            return _text(written[12:] if written[3] & 0x80 else self._moved_row(written[4:8]))
        return None


def _fixed_value(column: JetColumn, row: bytes) -> Value:
    form = _FIXED.get(column.kind)
    if form is None:
        return None
    value: int | float = struct.unpack_from(form, row, 2 + column.offset)[0]
    return EPOCH + timedelta(seconds=round(value * 86_400)) if column.kind == DATE else value


def _text(written: bytes) -> str:
    """A text with two bytes per character; after FF FE with one, and zero bytes around characters that need two."""
    if not written.startswith(b"\xff\xfe"):
        return written.decode("utf-16-le")
    parts = written[2:].split(b"\0")
    return "".join(part.decode("utf-16-le" if place % 2 else "latin-1") for place, part in enumerate(parts))
