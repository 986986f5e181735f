"""Finds defects in the rules themselves: tables that break their own rule, and invalid references."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TypeAlias

from overtrick.core.event.plan.units import scoring_clashes
from overtrick.core.exact import Exact, Halves, to_places
from overtrick.core.laws.adjusted import further_award
from overtrick.core.provenance import IMPS, VPS, Clause
from overtrick.core.scales import continuous_vps
from overtrick.regulations.grammar.scales import BandTable, ColumnWords, PrintedTable
from overtrick.regulations.grammar.values import number
from overtrick.regulations.lint.findings import Finding, make_finding
from overtrick.regulations.plan.units import clash_text
from overtrick.regulations.read.library import Rulebook, StatedRule, repaired_rows

Repairs: TypeAlias = Mapping[tuple[str, int], tuple[str, ...]]
"""The readings that repair a row, by its table and its margin."""


def lint(book: Rulebook) -> list[Finding]:
    """Every finding in the printed tables and the references of a rulebook."""
    return list(dict.fromkeys(finding for check in CHECKS for finding in check(book)))


def _wins(table: PrintedTable) -> dict[int, Exact]:
    return {int(row[0]): row[1] for row in table.rows}


def _scales(book: Rulebook) -> Iterator[Finding]:
    repairs = {at: (repair.reading,) for at, repair in repaired_rows(book).items()}
    for rule in book.stated["scale"].values():
        if rule.words["kind"] == "printed":
            yield from _scale(rule, book, repairs)


def _scale(rule: StatedRule, book: Rulebook, repairs: Repairs) -> Iterator[Finding]:
    for column in book.columns(rule.id):
        tables = [book.table(name) for name in (column.table, *column.sisters)]
        for table in tables:
            yield from _alone(table, number(rule.words["total"]), repairs)
        for sister in tables[1:]:
            yield from _sisters(tables[0], sister, repairs)
            yield from _repair_findings(column, tables[0], sister)
        if "formula" in rule.words:
            yield from _formula(tables[0], column)


def _alone(table: PrintedTable, total: Exact, repairs: Repairs) -> Iterator[Finding]:
    """Findings for a table that is not complete, rising and complementary, or does not end at the total."""
    wins, cite = _wins(table), str(table.clause)
    for margin in range(max(wins)):
        if margin not in wins:
            yield make_finding("no row", cite, repairs.get((table.id, margin), ()), margin=margin)
    for (low, before), (high, after) in pairwise(sorted(wins.items())):
        if after < before:
            yield make_finding("falls", cite, repairs.get((table.id, high), ()), high=high, low=low)
    for row in table.rows:
        if len(row) > 2 and row[1] + row[2] != total:
            win, loss, made = map(VPS.number, (row[1], row[2], row[1] + row[2]))
            known = repairs.get((table.id, int(row[0])), ())
            yield make_finding("adds to", cite, known, row=row[0], win=win, loss=loss, made=made)
    if wins[max(wins)] != total:
        yield make_finding("last row", cite, win=VPS.number(wins[max(wins)]), total=VPS.number(total))


def _sisters(table: PrintedTable, sister: PrintedTable, repairs: Repairs) -> Iterator[Finding]:
    """Findings for rows on which two tables disagree; where one of them is repaired, the defect is in that one."""
    ours, theirs = _wins(table), _wins(sister)
    for row in sorted(ours.keys() & theirs.keys()):
        if ours[row] != theirs[row]:
            turned = (sister.id, row) in repairs and (table.id, row) not in repairs
            here, there = (sister, table) if turned else (table, sister)
            win, other = (VPS.number(_wins(each)[row]) for each in (here, there))
            known = repairs.get((here.id, row), ())
            yield make_finding(
                "sister", str(here.clause), known, row=row, printed=known, win=win, sister=there.clause, other=other
            )


def _repair_findings(column: ColumnWords, table: PrintedTable, sister: PrintedTable) -> Iterator[Finding]:
    """Findings for repaired rows that differ from what the sister tables print."""
    theirs = _wins(sister)
    for repair in column.repairs:
        if theirs.get(repair.row, repair.win) != repair.win:
            win, other = VPS.number(repair.win), VPS.number(theirs[repair.row])
            yield make_finding(
                "repaired", str(table.clause), row=repair.row, win=win, sister=sister.clause, other=other
            )


def _formula(table: PrintedTable, column: ColumnWords) -> Iterator[Finding]:
    boards = (column.boards or table.boards)[0]
    for row, printed in _wins(table).items():
        formula = continuous_vps(row, boards)
        if printed != formula:
            win, made = VPS.number(printed), VPS.number(formula)
            yield make_finding("formula", str(table.clause), row=row, win=win, formula=made)


def _bands(book: Rulebook) -> Iterator[Finding]:
    """Findings for limits that do not rise from one victory point to the next, or fall as matches grow longer."""
    for table in book.all(BandTable).values():
        cite = str(table.clause)
        for band in range(len(table.boards)):
            for vp, (low, high) in zip(table.vps[1:], pairwise(row[band] for row in table.rows), strict=False):
                if high <= low:
                    yield make_finding("limit", cite, vp=vp, below=vp - 1, band=band + 1)
        for vp, row in zip(table.vps, table.rows, strict=True):
            for band, (short, long) in enumerate(pairwise(row), start=2):
                if long >= short:
                    yield make_finding("longer", cite, vp=vp, band=band)


def _several(book: Rulebook) -> Iterator[Finding]:
    """Findings for what a document prints for each further average-plus board, compared with its own formula."""
    for name, stated in book.stated["artificial"].items():
        printed = stated.words.get("several_table")
        if printed is None:
            continue
        table, rule = book.table(printed["table"]), book.artificial(name)
        column = printed["column"]
        for row in table.rows:
            has = row[table.columns.index(column)]
            formula = to_places(further_award(int(row[0]), rule), 0 if rule.unit == IMPS else 2, Halves.UP)
            if has != formula:
                printed_, made = str(has), str(formula)
                yield make_finding(
                    "several", str(table.clause), row=row[0], column=column, printed=printed_, formula=made
                )


def _units(book: Rulebook) -> Iterator[Finding]:
    """Findings for ways of scoring that combine different units."""
    for name, rule in book.stated["scoring"].items():
        for clash in scoring_clashes(book.scoring(name)):
            yield make_finding("units", rule.clause, name=name, clash=clash_text(clash))


def _references(book: Rulebook) -> Iterator[Finding]:
    """Findings for clauses and readings that a rule, or a part of one, cites and the document does not have."""
    for kind in book.kinds.values():
        for rule in kind.values():
            for clause in rule.citations:
                yield from _cites(clause, book, rule.id)


def _cites(clause: Clause, book: Rulebook, name: str) -> Iterator[Finding]:
    if clause.number not in book.clauses.get(clause.document, {}):
        yield make_finding("no clause", str(clause), name=name)
        return
    for reading in clause.readings:
        if reading not in book.readings[clause.document]:
            yield make_finding("no reading", clause, name=name, reading=reading)


CHECKS = (_scales, _bands, _several, _units, _references)
