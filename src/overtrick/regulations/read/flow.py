"""Reads the flow of an event from its document's `flow.toml`, and proves that nobody is lost for any entry."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from overtrick.core.draws.seed_blocks import SeedBlocks, seed_blocks
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.flow.balance import faults
from overtrick.core.flow.graph import Flow, lay_out
from overtrick.core.flow.stages import Counts, FirstRound, NoFlow, StageRule
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.flow import FlowFile, FormatWords
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.load import read_as, text_of


@dataclass(frozen=True, slots=True)
class Format:
    """The format for one entry: where it is printed, whether the organiser must confirm it, and its flow."""

    entry: int
    status: str
    says: str
    confirm: bool
    table: str
    row: str
    blocks: SeedBlocks
    flow: Flow
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRules(FlowFile):
    """Everything a document says of the course of an event, for any entry."""

    brackets: Brackets

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries there is a format for."""
        return tuple(sorted(entry for words in self.formats for entry in words.entries))

    def stage(self, name: str, entry: int) -> StageRule:
        """A stage by name, as it is held for an entry."""
        for stage in self.stages:
            if stage.name == name and stage.held(entry):
                return stage
        raise DirectorError(f"There is no stage {name} with {entry} teams")

    def first_round(self, entry: int) -> FirstRound:
        """How an entry is split at the start."""
        blocks = self.blocks(entry)
        return FirstRound(blocks.matches, blocks.triangles)

    def blocks(self, entry: int) -> SeedBlocks:
        """The blocks of the first draw."""
        return seed_blocks(entry, self.brackets.seed_blocks[entry])

    def format(self, entry: int, variant: str | None = None) -> Format:
        """The format for an entry; *variant* is the row the organiser chose where two are printed."""
        words = next((each for each in self.formats if entry in each.entries), None)
        if words is None:
            least, most = self.entries[0], self.entries[-1]
            raise DirectorError(f"entry outside {least}-{most}", remedy="There is no format for this number of teams.")
        row = _row(words, entry, variant)
        counts, status = self._counts(words, entry, row), words.status
        if words.table and any(each[0] == row for each in self.brackets.tables[words.table].repaired):
            status += ", repaired"
        flow = lay_out(entry, self.stages, counts, self.first_round(entry))
        return Format(
            entry, status, words.says, words.confirm, words.table or "", row if words.table else "",
            self.blocks(entry), flow, words.clause,
        )  # fmt: skip

    def _counts(self, words: FormatWords, entry: int, row: str) -> Counts:
        if words.table is None or words.next is None:
            return Counts()
        tables = self.brackets.tables
        cells = tables[words.table].counts(row) | tables[words.next].counts(str(entry))
        names = {stage.lucky for stage in self.stages if stage.lucky}
        return Counts(tuple((name, cells[name]) for name in sorted(names)))

    def row_faults(self, table: str, row: Mapping[str, int]) -> tuple[str, ...]:
        """Every balance a row of a printed table breaks."""
        return faults(row, self.balances[table])


def _row(words: FormatWords, entry: int, variant: str | None) -> str:
    rows = next((each for each in words.variants if each.entry == entry), None)
    if variant is None:
        return rows.standard if rows else str(entry)
    if rows is None or variant not in rows.rows:
        raise DirectorError(
            f"{variant} is not a row for {entry} teams", clause=str(words.clause),
            remedy=f"Choose {' or '.join(rows.rows if rows else (str(entry),))}.",
        )  # fmt: skip
    return variant


@by_edition
def load_flow(folder: str) -> FlowRules:
    """The flow of one folder of the rulebook, proved for every entry and every printed row it uses.

    >>> load_flow("gnot-nsw-2018").format(23).flow.teams("SKO1")
    12
    """
    text = text_of(folder, "flow.toml")
    return read_flow(text, f"{folder}/flow.toml", load(Brackets, folder))


def read_flow(text: str, name: str, brackets: Brackets) -> FlowRules:
    """The flow in a text, or every fault in it at once; *name* is what the faults call it."""
    words = read_as(FlowFile, text, name)
    rules = FlowRules(brackets=brackets, **{each.name: getattr(words, each.name) for each in fields(words)})
    wrong = [f"{name}: {fault}" for fault in (*_row_faults(rules), *_flow_faults(rules))]
    if wrong:
        raise RegulationErrors(wrong)
    return rules


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
    """Entries whose flow does not work out, or does not come to what the tables print."""
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


def _disagreements(rules: FlowRules, made: Format) -> list[str]:
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
