"""The course of an event as its document sets it out, and its format for each number of entries.

A course may lose no contestant on the way: `course_faults` proves that for every number of entries and every printed
row that it uses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from overtrick.core.by_entry import CountTable
from overtrick.core.draws.seeding import SeedBlockRule, SeedBlocks, seed_blocks
from overtrick.core.errors import DirectorError
from overtrick.core.flow.balance import Equation, faults
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.final import FeeRule, PlayoffRule, QuotaRule, ReplacementRule, TableRule
from overtrick.core.flow.graph import Flow, lay_out
from overtrick.core.flow.stages import Counts, FirstRound, NoFlow, StageRule
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase


@dataclass(frozen=True, slots=True)
class Variants:
    """The rows printed for one number of entries, and the one used unless the organiser chooses."""

    entry: int
    rows: tuple[str, ...]
    standard: str


@dataclass(frozen=True, slots=True)
class FormatRule:
    """A format for some numbers of entries."""

    clause: Clause
    entries: tuple[int, ...]
    status: str
    says: str = ""
    confirm: bool = False
    table: str | None = None
    next: str | None = None
    variants: tuple[Variants, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryFormat:
    """The format for one number of entries: where it is printed, whether it must be confirmed, and its flow."""

    entry: int
    status: str
    says: str
    confirm: bool
    table: str
    row: str
    blocks: SeedBlocks
    flow: Flow
    clause: Clause


class PrintedCounts(Protocol):
    """The printed numbers of a document: tables of counts by name, and the blocks of seeds by number of entries."""

    @property
    def tables(self) -> Mapping[str, CountTable]: ...

    @property
    def seed_blocks(self) -> Mapping[int, SeedBlockRule]: ...


@dataclass(frozen=True, slots=True)
class FlowFile:
    """The course of an event as written in a document."""

    stages: tuple[StageRule, ...]
    formats: tuple[FormatRule, ...]
    balances: Mapping[str, tuple[Equation, ...]]
    columns: Mapping[str, str]
    drop_in: DropInRule
    final_table: TableRule
    play_off: PlayoffRule
    ranking: Clause
    quotas: tuple[QuotaRule, ...]
    replacement: ReplacementRule
    fee: FeeRule


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRules(FlowFile):
    """The course of an event in a document, for any number of entries."""

    brackets: PrintedCounts

    @property
    def entries(self) -> tuple[int, ...]:
        """The numbers of entries that have a format."""
        return tuple(sorted(entry for words in self.formats for entry in words.entries))

    def stage(self, name: str, entry: int) -> StageRule:
        """A stage by name, as it is played with this number of entries."""
        for stage in self.stages:
            if stage.name == name and stage.applies_to(entry):
                return stage
        raise DirectorError("There is no stage {name} with {entry:#team}", name=name, entry=entry)

    def first_round(self, entry: int) -> FirstRound:
        """How this number of entries is split at the start."""
        blocks = self.blocks(entry)
        return FirstRound(blocks.matches, blocks.triangles)

    def blocks(self, entry: int) -> SeedBlocks:
        """The blocks of the first draw."""
        return seed_blocks(entry, self.brackets.seed_blocks[entry])

    def format(self, entry: int, variant: str | None = None) -> EntryFormat:
        """The format for a number of entries; *variant* is the row that the organiser chose if two are printed."""
        words = next((each for each in self.formats if entry in each.entries), None)
        if words is None:
            least, most = self.entries[0], self.entries[-1]
            raise DirectorError(
                "The regulations have formats for {least} to {most} entries only",
                remedy="Ask the organiser which format to play.",
                least=least,
                most=most,
            )
        row = _row(words, entry, variant)
        counts, status = self._counts(words, entry, row), words.status
        if words.table and any(each[0] == row for each in self.brackets.tables[words.table].repaired):
            status += ", repaired"
        flow = lay_out(entry, self.stages, counts, self.first_round(entry))
        return EntryFormat(
            entry, status, words.says, words.confirm, words.table or "", row if words.table else "",
            self.blocks(entry), flow, words.clause,
        )  # fmt: skip

    def _counts(self, words: FormatRule, entry: int, row: str) -> Counts:
        if words.table is None or words.next is None:
            return Counts()
        tables = self.brackets.tables
        cells = tables[words.table].counts(row) | tables[words.next].counts(str(entry))
        names = {stage.lucky for stage in self.stages if stage.lucky}
        return Counts(tuple((name, cells[name]) for name in sorted(names)))

    def row_faults(self, table: str, row: Mapping[str, int]) -> tuple[Phrase, ...]:
        """Every equation that a row of a printed table breaks."""
        return faults(row, self.balances[table])


def _row(words: FormatRule, entry: int, variant: str | None) -> str:
    rows = next((each for each in words.variants if each.entry == entry), None)
    if variant is None:
        return rows.standard if rows else str(entry)
    if rows is None or variant not in rows.rows:
        raise DirectorError(
            "The format table has no row {variant} for {entry:#team}",
            clause=words.clause,
            remedy="Choose row {row:or}.",
            variant=variant,
            entry=entry,
            row=tuple(rows.rows) if rows else (str(entry),),
        )
    return variant


def course_faults(rules: FlowRules) -> Iterator[str]:
    """Rows in use that do not balance, and numbers of entries whose flow fails or disagrees with the tables."""
    yield from _row_faults(rules)
    yield from _flow_faults(rules)


def _row_faults(rules: FlowRules) -> list[str]:
    """Rows in use that do not balance."""
    found = []
    for table in rules.balances:
        printed = rules.brackets.tables[table]
        for row in printed.rows:
            entry = str(row[0])
            cells = {"entry": int(entry.rstrip("ab")), **printed.counts(entry)}
            found += [f"table {table}, row {entry}: {fault}" for fault in rules.row_faults(table, cells)]
    return found


def _flow_faults(rules: FlowRules) -> list[str]:
    """Numbers of entries whose flow fails or disagrees with the printed tables."""
    found = []
    for words in rules.formats:
        for entry in words.entries:
            variants = next((each.rows for each in words.variants if each.entry == entry), (None,))
            for variant in variants:
                try:
                    found += _disagreements(rules, rules.format(entry, variant))
                except NoFlow as fault:
                    found.append(f"{variant or entry} teams: {fault}")
    return found


def _disagreements(rules: FlowRules, made: EntryFormat) -> list[str]:
    words = next(each for each in rules.formats if made.entry in each.entries)
    cells: dict[str, int] = {}
    if words.table and words.next:
        tables = rules.brackets.tables
        cells = tables[words.table].counts(made.row) | tables[words.next].counts(str(made.entry))
    return [
        f"{made.row} teams: {column} is {cells[column]} and {stage} has {made.flow.teams(stage)}"
        for column, stage in rules.columns.items()
        if column in cells and cells[column] != made.flow.teams(stage)
    ]
