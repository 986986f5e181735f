"""Finds defects in the regulations themselves: tables that break their own rule, references to nothing.

A finding is known when one of our readings repairs it, and new otherwise; only a new one is a fault.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from overtrick.core.event.units import scoring_clashes
from overtrick.core.exact import Exact, Halves, to_places
from overtrick.core.laws.adjusted import further_award
from overtrick.core.provenance import IMPS, VPS, Clause
from overtrick.core.scales import continuous_vps
from overtrick.regulations.grammar.scales import BandTable, ColumnWords, PrintedTable
from overtrick.regulations.grammar.values import number
from overtrick.regulations.plan.units import told
from overtrick.regulations.read.library import Rulebook, Stated, repaired_rows


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect in a document: where, what, and the reading that repairs it if there is one."""

    clause: str
    what: str
    reading: str = ""

    def __str__(self) -> str:
        known = f" [known: reading {self.reading}]" if self.reading else ""
        return f"{self.clause}: {self.what}{known}"


def lint(book: Rulebook) -> list[Finding]:
    """Every finding in the printed tables and the references of a rulebook."""
    repairs = {at: repair.reading for at, repair in repaired_rows(book).items()}
    printed = [rule for rule in book.stated["scale"].values() if rule.words["kind"] == "printed"]
    findings = [finding for rule in printed for finding in _scale(rule, book, repairs)]
    findings += [finding for table in book.all(BandTable).values() for finding in _bands(table)]
    findings += _several(book)
    findings += _units(book)
    findings += _references(book)
    return list(dict.fromkeys(findings))


def _wins(table: PrintedTable) -> dict[int, Exact]:
    return {int(row[0]): row[1] for row in table.rows}


def _scale(rule: Stated, book: Rulebook, repairs: dict[tuple[str, int], str]) -> Iterator[Finding]:
    for column in book.columns(rule.id):
        tables = [book.table(name) for name in (column.table, *column.sisters)]
        for table in tables:
            yield from _alone(table, number(rule.words["total"]), repairs)
        for sister in tables[1:]:
            yield from _sisters(tables[0], sister, repairs)
            yield from _repaired(column, tables[0], sister)
        if "formula" in rule.words:
            yield from _formula(tables[0], column)


def _alone(table: PrintedTable, total: Exact, repairs: dict[tuple[str, int], str]) -> Iterator[Finding]:
    """Complete, rising, complementary, ending on the total."""
    wins, cite = _wins(table), str(table.clause)
    for margin in range(max(wins)):
        if margin not in wins:
            yield Finding(cite, f"no row for {margin} IMPs", repairs.get((table.id, margin), ""))
    for (low, before), (high, after) in pairwise(sorted(wins.items())):
        if after < before:
            yield Finding(cite, f"{high} IMPs win less than {low}", repairs.get((table.id, high), ""))
    for row in table.rows:
        if len(row) > 2 and row[1] + row[2] != total:
            made = VPS.number(row[1] + row[2])
            what = f"{row[0]} IMPs, printed {VPS.number(row[1])} – {VPS.number(row[2])}, add to {made}"
            yield Finding(cite, what, repairs.get((table.id, int(row[0])), ""))
    if wins[max(wins)] != total:
        yield Finding(cite, f"the last row is {VPS.number(wins[max(wins)])}, not {VPS.number(total)}")


def _sisters(table: PrintedTable, sister: PrintedTable, repairs: dict[tuple[str, int], str]) -> Iterator[Finding]:
    ours, theirs = _wins(table), _wins(sister)
    for row in sorted(ours.keys() & theirs.keys()):
        if ours[row] != theirs[row]:
            for here, there, value, other in (
                (table, sister, ours[row], theirs[row]),
                (sister, table, theirs[row], ours[row]),
            ):
                if reading := repairs.get((here.id, row)):
                    what = f"{row} IMPs, printed {VPS.number(value)}, where {there.clause} has {VPS.number(other)}"
                    yield Finding(str(here.clause), what, reading)
                    break
            else:
                what = f"{row} IMPs, {VPS.number(ours[row])}, where {sister.clause} has {VPS.number(theirs[row])}"
                yield Finding(str(table.clause), what)


def _repaired(column: ColumnWords, table: PrintedTable, sister: PrintedTable) -> Iterator[Finding]:
    """A repaired row is what the sister tables print there."""
    theirs = _wins(sister)
    for repair in column.repairs:
        if theirs.get(repair.row, repair.win) != repair.win:
            have, other = VPS.number(repair.win), VPS.number(theirs[repair.row])
            yield Finding(
                str(table.clause), f"{repair.row} IMPs, repaired to {have}, where {sister.clause} has {other}"
            )


def _formula(table: PrintedTable, column: ColumnWords) -> Iterator[Finding]:
    boards = (column.boards or table.boards)[0]
    for row, printed in _wins(table).items():
        by_formula = continuous_vps(row, boards)
        if printed != by_formula:
            what = f"{row} IMPs, printed {VPS.number(printed)}, by the formula {VPS.number(by_formula)}"
            yield Finding(str(table.clause), what)


def _bands(table: BandTable) -> Iterator[Finding]:
    """Limits rise from one victory point to the next, and fall as matches grow longer."""
    cite = str(table.clause)
    for band in range(len(table.boards)):
        for vp, (low, high) in zip(table.vps[1:], pairwise(row[band] for row in table.rows), strict=False):
            if high <= low:
                yield Finding(cite, f"the limit of {vp} VPs is not above that of {vp - 1} in band {band + 1}")
    for vp, row in zip(table.vps, table.rows, strict=True):
        for band, (short, long) in enumerate(pairwise(row), start=2):
            if long >= short:
                yield Finding(cite, f"the limit of {vp} VPs does not fall in band {band}")


def _several(book: Rulebook) -> list[Finding]:
    """What a document prints for each further average-plus board, against its own formula."""
    findings = []
    for name, stated in book.stated["artificial"].items():
        printed = stated.words.get("several_table")
        if printed is None:
            continue
        table, rule = book.table(printed["table"]), book.artificial(name)
        at = table.columns.index(printed["column"])
        for row in table.rows:
            formula = to_places(further_award(int(row[0]), rule), 0 if rule.unit == IMPS else 2, Halves.UP)
            if row[at] != formula:
                what = f"board {row[0]}, {printed['column']}: printed {row[at]}, by its formula {formula}"
                findings.append(Finding(str(table.clause), what))
    return findings


def _units(book: Rulebook) -> list[Finding]:
    """Ways of scoring that take unlike units together."""
    return [
        Finding(rule.clause.cite, f"{name}: {told(clash)}")
        for name, rule in book.stated["scoring"].items()
        for clash in scoring_clashes(book.scoring(name))
    ]


def _references(book: Rulebook) -> list[Finding]:
    """Every clause and reading that a rule, or a part of one, cites is one the document has."""
    return [
        finding
        for kind in book.kinds.values()
        for rule in kind.values()
        for clause in rule.citations
        for finding in _cites(clause, book, rule.id)
    ]


def _cites(clause: Clause, book: Rulebook, name: str) -> list[Finding]:
    if clause.number not in book.clauses.get(clause.document, {}):
        return [Finding(str(clause), f"{name} cites it, but it is not in the rulebook")]
    return [
        Finding(clause.cite, f"{name} relies on reading {reading}, which the rulebook does not have")
        for reading in clause.readings
        if reading not in book.readings[clause.document]
    ]
