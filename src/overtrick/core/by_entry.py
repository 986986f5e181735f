"""Formats that depend on the number of entries: tables whose rows cover a range of entries.

The entries are counted once, when the event starts. A number that no row covers is a gap in the table: the gap
says what could be played, and a person decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span

Cell: TypeAlias = int | str | bool | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FormatRow:
    """The format for one range of entries, by column."""

    entries: Span
    clause: Clause
    cells: Mapping[str, Cell]

    def number(self, column: str) -> int:
        """The whole number in a column."""
        cell = self.cells.get(column)
        if not isinstance(cell, int):
            known = ", ".join(name for name, each in self.cells.items() if isinstance(each, int))
            raise DirectorError(
                "The format for {entries} entries gives no number for “{column}”",
                remedy="Columns with a number: {known}.",
                entries=self.entries,
                column=column,
                known=known,
            )
        return cell


@dataclass(frozen=True, slots=True)
class FormatGap:
    """Numbers of entries for which the regulations give no format: the message, and what could be played.

    *row* is a number of entries whose row could be used instead.
    """

    entries: Span
    clause: Clause
    says: str
    proposes: str = ""
    row: int | None = None


@dataclass(frozen=True, slots=True)
class FormatTable:
    """The formats of an event by its number of entries; *counts* says which entries are counted."""

    id: str
    clause: Clause
    counts: str
    rows: tuple[FormatRow, ...]
    gaps: tuple[FormatGap, ...] = ()

    def find(self, entries: int) -> FormatRow | FormatGap:
        """The format for this number of entries, or the gap if the regulations give none."""
        for gap in self.gaps:
            if entries in gap.entries:
                return gap
        for row in self.rows:
            if entries in row.entries:
                return row
        return FormatGap(Span(entries, entries), self.clause, f"no format is given for {entries} {self.counts}")

    def suggested_row(self, gap: FormatGap) -> FormatRow | None:
        """The row that could be used for the entries of a gap, if one is named."""
        return next((row for row in self.rows if gap.row is not None and gap.row in row.entries), None)

    def row(self, entries: int) -> FormatRow:
        """The format for this number of entries; refuse a gap, where a person must decide.

        >>> stages = FormatRow(Span(19), Clause("ITS21", "WITS.two-stage"), {"stages": 2})
        >>> FormatTable("stages", stages.clause, "pairs", (stages,)).row(24).number("stages")
        2
        """
        found = self.find(entries)
        if isinstance(found, FormatGap):
            raise DirectorError(
                found.says,
                clause=found.clause,
                remedy="A possible alternative: {proposed}."
                if found.proposes
                else "The director or the committee decides.",
                proposed=found.proposes,
            )
        return found


@dataclass(frozen=True, slots=True)
class CountTable:
    """Counts by number of entries, as printed, and the corrected rows that replace printed ones."""

    name: str
    clause: Clause
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    repaired: tuple[tuple[str | int, ...], ...] = ()

    def __post_init__(self) -> None:
        for row in (*self.rows, *self.repaired):
            if len(row) != len(self.columns):
                raise RegulationErrors([f"row {row[0]} has {len(row)} cells for {len(self.columns)} columns"])

    def counts(self, entry: str) -> dict[str, int]:
        """The counts for a number of entries, from the corrected row if there is one."""
        for row in (*self.repaired, *self.rows):
            if row[0] == entry:
                return {name: int(cell) for name, cell in zip(self.columns[1:], row[1:], strict=True)}
        known = ", ".join(str(row[0]) for row in self.rows)
        raise DirectorError(
            "Table {called} has no row for {entry} entries",
            clause=self.clause,
            remedy="The table has rows for {known} entries.",
            called=self.name,
            entry=entry,
            known=known,
        )
