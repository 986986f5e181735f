"""Standings and results as tables, for notebooks and for polars without losing exact numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from html import escape
from types import MappingProxyType
from typing import Any, TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, decimal_text, exact_text, short_text
from overtrick.core.provenance import Figure
from overtrick.core.provenance.telling import notebook
from overtrick.core.ranking import standings as ranked
from overtrick.formats.session import Session
from overtrick.formats.session_tables import TABLES

Cell: TypeAlias = str | Exact | Figure[Exact] | None

PLACES = 10
"""The decimals of a number in a frame; one with more, or without end, is complete in the column beside it."""
DIGITS = 38
"""The number of digits that polars keeps of a decimal."""
MOST_ROWS = 200
"""The maximum number of rows in a notebook."""
MOST_LINES = 500
"""The maximum number of lines of reasons for a table in a notebook, over all its figures."""
EXACT = " exact"
"""The suffix of the column beside a calculated number, which has the number itself as text."""


class ColumnKind(Enum):
    """The content of a column: text, whole numbers, or calculated numbers."""

    TEXT = "text"
    WHOLE = "whole numbers"
    COMPUTED = "computed numbers"


_WHOLE = frozenset({"place", "boards", "round", "table", "session", "board", "score"})
_COMPUTED = frozenset(
    {
        "total", "percent", "carried", "penalty", "masterpoints", "home score", "away score", "home VPs", "away VPs",
        "ns points", "ew points",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with their kinds, and rows. A cell is text, a number, a figure with its reasons, or `None`."""

    title: str
    columns: tuple[tuple[str, ColumnKind], ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        """Its title, its columns, and how many rows it has."""
        return f"<Table {self.title}, {len(self)} rows of {', '.join(name for name, _ in self.columns)}>"

    def to_polars(self) -> Any:
        """The table as a `polars.DataFrame`; it needs `overtrick[data]`.

        Whole numbers are Int64. A calculated number is a Decimal with ten places, halves rounded away from zero, and
        the next column, named *name* exact, has the number itself as text: an integer, a decimal, or a ratio like 55/6.
        There are no floats.
        """
        try:
            import polars as pl
        except ImportError:
            raise DirectorError(
                "polars is not installed", remedy="Install it with: pip install 'overtrick[data]'"
            ) from None
        kinds: dict[ColumnKind, Any] = {
            ColumnKind.TEXT: pl.String,
            ColumnKind.WHOLE: pl.Int64,
            ColumnKind.COMPUTED: pl.Decimal(DIGITS, PLACES),
        }
        return pl.DataFrame([pl.Series(name, cells, dtype=kinds[kind]) for name, kind, cells in self._series()])

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`, with the columns of `to_polars`; it needs pandas.

        Whole numbers are Int64, which has room for missing ones; calculated numbers are `Decimal` objects.
        """
        try:
            import pandas as pd
        except ImportError:
            raise DirectorError("pandas is not installed", remedy="Install it with: pip install pandas") from None
        kinds = {ColumnKind.TEXT: "object", ColumnKind.WHOLE: "Int64", ColumnKind.COMPUTED: "object"}
        return pd.DataFrame({name: pd.Series(cells, dtype=kinds[kind]) for name, kind, cells in self._series()})

    def _series(self) -> Iterator[tuple[str, ColumnKind, list[Any]]]:
        """The columns of a frame: each with its kind and its cells, and after a calculated number its exact text."""
        for at, (name, kind) in enumerate(self.columns):
            cells = [_bare(row[at]) for row in self.rows]
            yield name, kind, [_decimal(cell) for cell in cells] if kind is ColumnKind.COMPUTED else cells
            if kind is ColumnKind.COMPUTED:
                texts = [None if cell is None or isinstance(cell, str) else exact_text(cell) for cell in cells]
                yield f"{name}{EXACT}", ColumnKind.TEXT, texts

    def _repr_html_(self) -> str:
        """The table for a notebook; reasons of a figure can be opened, less deeply than those of a single figure."""
        head = "".join(f"<th>{escape(name)}</th>" for name, _ in self.columns)
        shown = self.rows[:MOST_ROWS]
        lines = MOST_LINES // max(1, sum(isinstance(cell, Figure) for row in shown for cell in row))
        body = "".join(f"<tr>{''.join(f'<td>{_cell_html(cell, lines)}</td>' for cell in row)}</tr>" for row in shown)
        left = len(self.rows) - MOST_ROWS
        more = f"<p>and {left} more rows</p>" if left > 0 else ""
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{more}"
        )


@dataclass(frozen=True, slots=True)
class Standings(ranked.Standings):
    """The standings of a stage, from the top, for notebooks and polars; *names* are by contestant."""

    title: str = ""
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        """The stage, and the number of rows."""
        return f"<Standings {self.title}, {len(self.rows)} rows>"

    @property
    def table(self) -> Table:
        """The place, the contestant, the total, the tie-breaks, and the reason why each is above the next."""
        measures = [measure for measure, _ in self.rows[0].columns] if self.rows else []
        columns = (
            ("place", ColumnKind.WHOLE), ("contestant", ColumnKind.TEXT), ("name", ColumnKind.TEXT),
            ("total", ColumnKind.COMPUTED), *((str(measure), ColumnKind.COMPUTED) for measure in measures),
            ("because", ColumnKind.TEXT),
        )  # fmt: skip
        return Table(self.title, columns, tuple(self._cells()))

    def to_polars(self) -> Any:
        """The standings as a `polars.DataFrame`, with exact numbers beside rounded ones; see `Table.to_polars`."""
        return self.table.to_polars()

    def to_pandas(self) -> Any:
        """The standings as a `pandas.DataFrame`; see `Table.to_pandas`."""
        return self.table.to_pandas()

    def _repr_html_(self) -> str:
        """The standings for a notebook: every total can be opened."""
        return self.table._repr_html_()

    def _cells(self) -> Iterator[tuple[Cell, ...]]:
        for row in self.rows:
            place = row.place if row.placed else None
            named = self.names.get(row.contestant, "")
            yield (place, row.contestant, named, row.total, *(figure for _, figure in row.columns), row.why)


def table_of(session: Session, name: str) -> Table:
    """One of the tables in which a session is exported, by its name."""
    if name not in TABLES:
        raise DirectorError(
            "There is no data table called “{table}”",
            remedy="The data tables are {tables:,}.",
            table=name,
            tables=tuple(TABLES),
        )
    found = TABLES[name](session)
    return Table(session.title, tuple((each, _kind(each)) for each in found.heading), found.rows)


def _kind(name: str) -> ColumnKind:
    return ColumnKind.WHOLE if name in _WHOLE else ColumnKind.COMPUTED if name in _COMPUTED else ColumnKind.TEXT


def _bare(cell: Cell) -> str | Exact | None:
    return cell.value if isinstance(cell, Figure) else cell


def _decimal(cell: str | Exact | None) -> Decimal | None:
    return None if cell is None or isinstance(cell, str) else Decimal(decimal_text(cell, PLACES))


def _cell_html(cell: Cell, lines: int) -> str:
    if isinstance(cell, Figure):
        return notebook(cell, lines)
    return escape(cell or "" if cell is None or isinstance(cell, str) else short_text(cell))
