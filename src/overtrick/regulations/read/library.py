"""The rulebook by name, as the core's own objects.

A rule is read on first use. An unknown name is refused with similar ones.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, TypeVar, cast

from overtrick.core.draws.swiss_draws import Settings, Swiss, SwissDraw
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.provenance import Clause
from overtrick.core.scales import Scale
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.core.wording import Phrase, phrase
from overtrick.regulations.grammar.files import NotFound, TablesByName
from overtrick.regulations.grammar.place import NOTHING, Below, FilePosition
from overtrick.regulations.grammar.readings import Reading
from overtrick.regulations.grammar.rules import RULES, WORD_OF, ClauseText, Document, words_of
from overtrick.regulations.grammar.scales import ColumnWords, PrintedTable, Repair
from overtrick.regulations.grammar.tables import read_table
from overtrick.regulations.grammar.values import members
from overtrick.regulations.read.editions import by_edition, in_force, shipped_edition, use_edition
from overtrick.regulations.read.load import RuleText, TextFile, document_files, rule_files, text_files

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RepairedRow:
    """A row that is read differently than printed; *printed* is `None` where the row is missing."""

    row: int
    win: Exact
    printed: tuple[Exact, ...] | None
    reading: str


@dataclass(frozen=True, slots=True)
class StatedRule:
    """A rule as stated in a file: its words, and their position."""

    kind: str
    words: Mapping[str, Any]
    file: RuleText
    place: int

    @property
    def id(self) -> str:
        """Its name in the rulebook."""
        return str(self.words["id"])

    @property
    def clause(self) -> Clause:
        """The clause it stands on."""
        return Clause.parse(str(self.words["clause"]), self.readings)

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings it depends on."""
        return tuple(self.words.get("readings", ()))

    @property
    def citations(self) -> Iterator[Clause]:
        """Its clause, and those of all its parts that have one."""
        yield from _citations(self.words)


def _citations(words: object) -> Iterator[Clause]:
    if isinstance(words, Mapping):
        if "clause" in words:
            yield Clause.parse(str(words["clause"]), words.get("readings", ()))
        words = tuple(words.values())
    if isinstance(words, list | tuple):
        for part in words:
            yield from _citations(part)


def _having_names(tables: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The tables of a kind that have a name, each with its position; a table without a name is reported as a fault."""
    for place, words in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(words, Mapping) and isinstance(words.get("id"), str):
            yield place, words


class Rulebook:
    """Rule files and the documents they belong to; *texts* reads the clauses and readings on demand."""

    def __init__(
        self,
        rules: Sequence[RuleText],
        documents: Mapping[str, Document],
        texts: Callable[[], Sequence[tuple[str, TextFile]]],
    ) -> None:
        self.rules, self.documents, self._texts = tuple(rules), dict(documents), texts
        self.stated: dict[str, dict[str, StatedRule]] = {word: {} for word in RULES}
        self._made: dict[tuple[str, str], Any] = {}
        for file in rules:
            for word, known in self.stated.items():
                for place, words in _having_names(file.data.get(word)):
                    rule = StatedRule(word, words, file, place)
                    if rule.id in known:
                        raise RegulationErrors([f"{file.name}: there are two of {RULES[word].called} named {rule.id}."])
                    known[rule.id] = rule

    def with_files(self, more: Sequence[RuleText]) -> "Rulebook":
        """This rulebook with additional rule files."""
        return Rulebook((*self.rules, *more), self.documents, lambda: self.texts)

    @property
    def kinds(self) -> dict[str, Mapping[str, StatedRule]]:
        """Every kind of rule there is, each by id."""
        return {word.replace("_", "-"): self.stated[word] for word, kind in RULES.items() if kind.listed}

    def get(self, kind: type[T], name: str) -> T:
        """A rule of a kind by name.

        >>> from overtrick.core.scoring.unplayed import ByeRule
        >>> shipped_rulebook().get(ByeRule, "sabf-2020/bye").clause.cite
        'SABF20 15.1'
        """
        return cast("T", self.find(kind, name))

    def find(self, kind: Any, name: str, below: Below = NOTHING) -> Any:
        """A rule by name, of a kind that may be one of several."""
        word = WORD_OF.get(kind) or self._word_of(kind, name)
        if below:
            return self._read(self.find_stated(word, name), below)
        if (word, name) not in self._made:
            self._made[word, name] = self._read(self.find_stated(word, name), NOTHING)
        return self._made[word, name]

    def all(self, kind: type[T]) -> dict[str, T]:
        """Every rule of a kind, by id."""
        return {name: self.get(kind, name) for name in self.stated[WORD_OF[kind]]}

    def _word_of(self, kind: Any, name: str) -> str:
        words = [word for each in members(kind) or (kind,) for word in words_of(each)]
        if not words:
            raise DirectorError("a table is expected here, not “{name}”", name=name)
        return next((word for word in words if name in self.stated[word]), words[0])

    def _read(self, rule: StatedRule, below: Below) -> Any:
        try:
            at = FilePosition((rule.kind, rule.place), scope=self, below=below)
            made = TablesByName(RULES[rule.kind].rule, "id").read_one(dict(rule.words), at)
        except DirectorError as error:
            raise RegulationErrors([f"{rule.file.name}: {rule.id}: {error}"]) from error
        if at.faults:
            raise RegulationErrors(rule.file.faults(at.faults))
        return made

    def faults(self, file: RuleText) -> list[str]:
        """Every fault of a file's rules, and of the rules they name."""
        return file.faults(file.check(self))

    def find_stated(self, word: str, name: str) -> StatedRule:
        """A rule as stated, by the word of its tables and its name."""
        known = self.stated[word]
        if name not in known:
            near = _near(name, known)
            close = near or sorted(known)[:3]
            raise NotFound(
                phrase("There is no {kind} called “{name}”", kind=RULES[word].called, name=name),
                phrase("Did you mean {close:or}, or another rule in `overtrick rules list`?", close=tuple(close)),
                next(iter(near), ""),
            )
        return known[name]

    @cached_property
    def texts(self) -> Sequence[tuple[str, TextFile]]:
        """The files of clauses and readings."""
        return self._texts()

    @cached_property
    def clauses(self) -> dict[str, dict[str, ClauseText]]:
        """Every restated clause: by the document's citation, then by number."""
        return {
            document.cite: {clause.id: clause for file in self._folder_files(folder) for clause in file.clause}
            for folder, document in self.documents.items()
        }

    @cached_property
    def readings(self) -> dict[str, dict[str, Reading]]:
        """Every reading: by the document's citation, then by id."""
        return {
            document.cite: {reading.id: reading for file in self._folder_files(folder) for reading in file.reading}
            for folder, document in self.documents.items()
        }

    def _folder_files(self, folder: str) -> list[TextFile]:
        return [file for path, file in self.texts if path.startswith(f"{folder}/")]

    def scale(self, name: str, *, as_printed: bool = False) -> Scale:
        """A scale by name; with *as_printed*, including its misprints."""
        return cast("Scale", self.find(Scale, name, {("as_printed",): True} if as_printed else NOTHING))

    def columns(self, name: str) -> tuple[ColumnWords, ...]:
        """The columns of a printed scale, or of the one it adopts; empty where it is not printed."""
        words = self.find_stated("scale", name).words
        if words["kind"] == "same":
            return self.columns(words["scale"])
        return cast("tuple[ColumnWords, ...]", read_table(tuple[ColumnWords, ...], words.get("column", [])))

    def column(self, name: str, boards: int) -> ColumnWords | None:
        """The column of a scale for a match of this many boards; `None` where it is not printed."""
        return next(
            (each for each in self.columns(name) if boards in (each.boards or self.table(each.table).boards)), None
        )

    def table(self, name: str) -> PrintedTable:
        """A printed table by name."""
        return self.get(PrintedTable, name)

    def printed_tables(self, name: str, boards: int) -> tuple[PrintedTable, ...]:
        """The tables that print a scale for a match of this many boards: its source, then its sisters."""
        column = self.column(name, boards)
        return tuple(self.table(each) for each in (column.table, *column.sisters)) if column else ()

    def repairs(self, name: str, boards: int) -> tuple[RepairedRow, ...]:
        """The rows of a scale, for a match of this many boards, that are read differently than printed."""
        column = self.column(name, boards)
        if column is None:
            return ()
        found = {int(row[0]): row[1:] for row in self.table(column.table).rows}
        return tuple(RepairedRow(each.row, each.win, found.get(each.row), each.reading) for each in column.repairs)

    def datum(self, name: str) -> DatumRule:
        """A datum rule by name."""
        return self.get(DatumRule, name)

    def artificial(self, name: str) -> ArtificialRule:
        """What artificial scores are worth, by name."""
        return self.get(ArtificialRule, name)

    def forfeit(self, name: str, scale: str | None = None, boards: int = 0) -> ForfeitRule:
        """A forfeit rule by name; a minimum in IMPs is converted by *scale* for a match of *boards*."""
        return self.get(ForfeitRule, name).with_scales({boards: self.scale(scale)} if scale else {}, boards)

    def swiss(self, name: str, settings: Settings) -> Swiss:
        """A Swiss draw by name, for an event that decides what its document leaves open."""
        return self.get(SwissDraw, name).resolve(settings)

    def scoring(self, name: str) -> Scoring:
        """A whole way of scoring, by name."""
        return self.get(Scoring, name)


def _near(name: str, known: Collection[str]) -> list[str]:
    """The ids most similar to a name, with their folder or without; shared ones come first."""
    tails: dict[str, list[str]] = {}
    for each in known:
        tails.setdefault(each.rpartition("/")[2], []).append(each)
    having = {path.partition("/")[0] for path in in_force().paths if "/events/" in path}
    whole = get_close_matches(name, known, n=3, cutoff=0.6) if "/" in name else []
    near = get_close_matches(name.rpartition("/")[2], tails, n=3, cutoff=0.5)
    inner = sorted((each for tail in near for each in tails[tail]), key=lambda each: each.partition("/")[0] in having)
    return list(dict.fromkeys([*whole, *inner, *get_close_matches(name, known, n=3, cutoff=0.3)]))[:3]


def repaired_rows(book: Rulebook) -> dict[tuple[str, int], Repair]:
    """The rows of printed tables that a reading repairs, by table and row."""
    return {
        (column.table, repair.row): repair
        for name, rule in book.stated["scale"].items()
        if rule.words["kind"] == "printed"
        for column in book.columns(name)
        for repair in column.repairs
    }


@by_edition
def library() -> Rulebook:
    """The rulebook in force: the program's own, unless an event with another edition is shown."""
    edition = in_force()
    return Rulebook(rule_files(edition), document_files(edition), lambda: text_files(edition))


def edition_said(cite: str) -> Phrase | None:
    """The edition of a document in the rulebook in force, in words; `None` where none is recorded.

    >>> print(edition_said("NSWSP"))
    Edition 5 of NSWSP, from 18 November 2026
    """
    document = next((each for each in library().documents.values() if each.cite == cite), None)
    if document is None or not document.edition:
        return None
    last = document.edition[-1]
    return phrase("Edition {edition} of {cite}, from {since:date}", edition=last.id, cite=cite, since=last.since)


def shipped_rulebook() -> Rulebook:
    """The rulebook that ships with the program, whatever is in force or beside it."""
    with use_edition(shipped_edition()):
        return library()
