"""Formats that follow from the size of the entry: tables whose rows are for so many to so many entries.

The number decides, and it is counted once, when the event starts. A table that says nothing about an
entry has a gap; the gap says so and what could be done, and a person decides.
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
    """The format for one range of entries: what each column says of it."""

    entries: Span
    clause: Clause
    cells: Mapping[str, Cell]

    def number(self, column: str) -> int:
        """A cell that is a whole number."""
        cell = self.cells.get(column)
        if not isinstance(cell, int):
            known = ", ".join(self.cells)
            raise DirectorError(
                "The format for {entries} has no number of {column}",
                remedy="It has {known}.",
                entries=self.entries,
                column=column,
                known=known,
            )
        return cell


@dataclass(frozen=True, slots=True)
class FormatGap:
    """Entries for which the regulation gives no format: what to tell, and what could be played.

    *row* is an entry of the row of the table that could be used.
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
        """What the regulation says of this entry: a format, or that it gives none."""
        for gap in self.gaps:
            if entries in gap.entries:
                return gap
        for row in self.rows:
            if entries in row.entries:
                return row
        return FormatGap(Span(entries, entries), self.clause, f"no format is given for {entries} {self.counts}")

    def proposed(self, gap: FormatGap) -> FormatRow | None:
        """The row that could be used for the entries of a gap, if one is named."""
        return next((row for row in self.rows if gap.row is not None and gap.row in row.entries), None)

    def row(self, entries: int) -> FormatRow:
        """The format for this entry; where there is none, a person must decide.

        >>> stages = FormatRow(Span(19), Clause("ITS21", "WITS.two-stage"), {"stages": 2})
        >>> FormatTable("stages", stages.clause, "pairs", (stages,)).row(24).number("stages")
        2
        """
        found = self.find(entries)
        if isinstance(found, FormatGap):
            remedy = f"It could be {found.proposes}." if found.proposes else "The director or the committee decides."
            raise DirectorError(found.says, clause=str(found.clause), remedy=remedy)
        return found


@dataclass(frozen=True, slots=True)
class CountTable:
    """Counts by number of entries, as printed, and the rows that take the place of printed ones."""

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
        """The counts for an entry, those of the repaired row where there is one."""
        for row in (*self.repaired, *self.rows):
            if row[0] == entry:
                return {name: int(cell) for name, cell in zip(self.columns[1:], row[1:], strict=True)}
        known = ", ".join(str(row[0]) for row in self.rows)
        raise DirectorError(
            "Table {called} has no row for {entry}",
            clause=str(self.clause),
            remedy="It has {known}.",
            called=self.name,
            entry=entry,
            known=known,
        )
