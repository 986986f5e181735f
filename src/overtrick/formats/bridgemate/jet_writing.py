"""Writes rows into an empty Jet 4 database, in pure Python: what a scoring program puts into a .bws.

The tables exist already and have no index and no rows. Rows are put on new pages at the end of the file; the maps say
which pages a table owns, where it has space, and which pages of the file are free.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from overtrick.core.errors import DirectorError, EngineError
from overtrick.formats.bridgemate.jet import (
    BOOL,
    DATE,
    EPOCH,
    LONG,
    PAGE,
    SHORT,
    TEXT,
    JetColumn,
    JetFile,
    JetTable,
    Value,
)

PAGES: Final = 512
"""The pages that the maps of the empty file cover: two megabytes, many times the size of a session."""
_FORMS: Final = {SHORT: "<h", LONG: "<i"}
_ROOM = PAGE - 14
_MAP_PAGES = (PAGE - 4) * 8
_OWNED, _WITH_ROOM = 55, 59


def with_rows(empty: bytes, tables: Mapping[str, Sequence[Mapping[str, Value]]], name: str) -> bytes:
    """The empty database with these rows in its tables; a column that a row does not name is null, or false.

    An `ID` column with automatic numbers gets the caller's values, from 1, or is numbered in the order of the rows.
    """
    file = JetFile(empty, name)
    data = bytearray(empty)
    for called, rows in tables.items():
        if rows:
            _Writer(data, file.tables[called], name).add(rows)
    return bytes(data)


class _Writer:
    """Adds rows to one table of a growing file."""

    def __init__(self, data: bytearray, table: JetTable, name: str) -> None:
        if table.indexes:
            raise EngineError(f"{table.name} of the empty file has an index, which nobody would keep.")
        self.data, self.table, self.name = data, table, name
        self.base = table.page * PAGE

    def add(self, rows: Sequence[Mapping[str, Value]]) -> None:
        """Add rows on new pages, each as full as possible."""
        last = 0
        page: list[bytes] = []
        for number, row in enumerate(rows, start=1):
            values = {"ID": number, **row} if self._numbers_itself else row
            given = values.get("ID")
            last = max(last, given if isinstance(given, int) else 0)
            written = self._row(values)
            if sum(map(len, page)) + len(written) + 2 * (len(page) + 1) > _ROOM:
                self._put(page)
                page = []
            page.append(written)
        self._has_room(self._put(page))
        struct.pack_into("<I", self.data, self.base + 16, len(rows))
        if self._numbers_itself:
            struct.pack_into("<I", self.data, self.base + 20, last)

    @property
    def _numbers_itself(self) -> bool:
        return any(column.name == "ID" and column.auto for column in self.table.columns)

    def _row(self, row: Mapping[str, Value]) -> bytes:
        columns = self.table.columns
        if strange := row.keys() - {column.name for column in columns}:
            raise EngineError(f"{self.table.name} has no column {min(strange)}.")
        size = max((column.offset + column.length for column in columns if column.fixed), default=0)
        fixed, texts = bytearray(size), [b""] * self.table.variable
        mask = bytearray((len(columns) + 7) // 8)
        for column in columns:
            value = row.get(column.name)
            if value is None or value == "" or (column.kind == BOOL and not value):
                continue
            mask[column.place // 8] |= 1 << column.place % 8
            if column.kind == TEXT:
                texts[column.order] = self._text(column, value)
            elif column.kind != BOOL:
                self._write_fixed(fixed, column, value)
        written = struct.pack("<H", len(columns)) + fixed
        ends = [len(written)]
        for text in texts:
            written += text
            ends.append(len(written))
        if self.table.variable:
            written += struct.pack(f"<{len(ends) + 1}H", *reversed(ends), len(texts))
        return bytes(written + mask)

    def _text(self, column: JetColumn, value: Value) -> bytes:
        written = str(value).encode("utf-16-le", "surrogatepass")
        if len(written) > column.length:
            raise self._unfit(column, value)
        return written

    def _write_fixed(self, fixed: bytearray, column: JetColumn, value: Value) -> None:
        if column.kind == DATE:
            if not isinstance(value, datetime):
                raise self._unfit(column, value)
            struct.pack_into("<d", fixed, column.offset, (value - EPOCH) / timedelta(days=1))
            return
        try:
            struct.pack_into(_FORMS[column.kind], fixed, column.offset, value)
        except struct.error:
            raise self._unfit(column, value) from None

    def _unfit(self, column: JetColumn, value: Value) -> DirectorError:
        return DirectorError(
            "{name}: “{value}” does not fit in {table}.{column}", remedy="Use a shorter text or a smaller number.",
            name=self.name, value=f"{value!s:.60}", table=self.table.name, column=column.name,
        )  # fmt: skip

    def _put(self, rows: Iterable[bytes]) -> int:
        """Add a page with these rows; return its number."""
        page = bytearray(PAGE)
        place, offsets = PAGE, []
        for row in rows:
            place -= len(row)
            page[place : place + len(row)] = row
            offsets.append(place)
        struct.pack_into(
            f"<HHIIH{len(offsets)}H", page, 0, 0x0101, place - 14 - 2 * len(offsets), self.table.page, 0,
            len(offsets), *offsets,
        )  # fmt: skip
        number = self._append(page)
        self._owns(number)
        return number

    def _append(self, page: bytearray) -> int:
        """Add a page at the end of the file and mark it as used."""
        number = len(self.data) // PAGE
        if number >= PAGES:
            raise DirectorError(
                "{name} would be too large: more than {pages} database pages",
                remedy="Write the file for one round only.", name=self.name, pages=PAGES,
            )  # fmt: skip
        self.data += page
        free = self._slot(1, 0)
        self._bit(free + 5, number, on=False)
        return number

    def _slot(self, page: int, row: int) -> int:
        """The position in the file where a row of a page begins."""
        (told,) = struct.unpack_from("<H", self.data, page * PAGE + 14 + 2 * row)
        return page * PAGE + int(told & 0x1FFF)

    def _map(self, pointer: int) -> int:
        row, page = self.data[self.base + pointer], self.data[self.base + pointer + 1 : self.base + pointer + 4]
        return self._slot(int.from_bytes(page, "little"), row)

    def _owns(self, number: int) -> None:
        """Add a page to the table's map: a list of pages of bits, the first of which is made when needed."""
        at = self._map(_OWNED)
        if self.data[at] == 0:
            self._bit(at + 5, number, on=True)
            return
        where = at + 1 + 4 * (number // _MAP_PAGES)
        (bits,) = struct.unpack_from("<I", self.data, where)
        if not bits:
            bits = self._append(bytearray(b"\x05\x01").ljust(PAGE, b"\0"))
            struct.pack_into("<I", self.data, where, bits)
        self._bit(bits * PAGE + 4, number % _MAP_PAGES, on=True)

    def _has_room(self, number: int) -> None:
        self._bit(self._map(_WITH_ROOM) + 5, number, on=True)

    def _bit(self, start: int, number: int, *, on: bool) -> None:
        if on:
            self.data[start + number // 8] |= 1 << number % 8
        else:
            self.data[start + number // 8] &= 0xFF ^ 1 << number % 8
