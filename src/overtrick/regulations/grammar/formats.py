"""The grammar of formats by entry: columns, a row for each range of entries, and the gaps the text leaves."""

from pydantic import model_validator

from overtrick.core.by_entry import Cell, FormatGap, FormatRow, FormatTable
from overtrick.regulations.grammar.words import Cited, Spanned


class GapWords(Cited):
    """Entries without a format; *row* names the entries of the row that could be used."""

    entries: Spanned
    says: str
    proposes: str = ""
    row: int | None = None


class FormatWords(Cited):
    """Formats by the number of entries: columns, then a row for each range, or another table's rows."""

    id: str
    says: str = ""
    counts: str = "entries"
    same: str | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Spanned, tuple[Cell, ...]], ...] = ()
    gap: tuple[GapWords, ...] = ()

    @model_validator(mode="after")
    def _full_rows(self) -> "FormatWords":
        if (self.same is None) != bool(self.rows):
            raise ValueError("a format has rows, or is the same as another, not both")
        for span, cells in self.rows:
            if len(cells) != len(self.columns):
                raise ValueError(f"the row for {span} has {len(cells)} cells for {len(self.columns)} columns")
        return self

    def rule(self, tables: dict[str, FormatTable]) -> FormatTable:
        if self.same is not None:
            taken = tables[self.same].rows
            rows = tuple(FormatRow(row.entries, self.cited, row.cells) for row in taken)
        else:
            rows = tuple(
                FormatRow(span, self.cited, dict(zip(self.columns, cells, strict=True))) for span, cells in self.rows
            )
        gaps = tuple(
            FormatGap(
                gap.entries, gap.cited, gap.says, gap.proposes,
                next((row for row in rows if gap.row is not None and gap.row in row.entries), None),
            )
            for gap in self.gap
        )  # fmt: skip
        return FormatTable(self.id, self.cited, self.counts, rows, gaps)
