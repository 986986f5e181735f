"""The content of a document's own files, and the rules in them by name.

A rule is named by its id in the document, or by a folder and the id in it. The registry says which file holds a kind of
rule; kinds in no such file are in the library. An event's own rules come first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, TypeVar, cast

from overtrick.core.conduct.participation import CommonMembersRule
from overtrick.core.conduct.timetable import TimetableRow
from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.finals import AbsenceRule
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.flow.formats import FlowRules, course_faults
from overtrick.core.ranking.awards import HousePairRule
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.draws import DrawBook, PrintedDrawRef, Programme
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event_rules import OwnRules
from overtrick.regulations.grammar.files import FILES, KINDS, FileScope, TablesByName, not_found
from overtrick.regulations.grammar.flow import FLOW
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import NOTHING, Below
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.grammar.rules import RuleFile
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import RuleText, folders, has, read_as, read_tables, tables_in, tables_of, text_of

T = TypeVar("T")

LISTED: dict[Any, tuple[type, Callable[[Any], Mapping[str, Any]]]] = {
    TimetableRow: (Conduct, lambda conduct: {row.event: row for row in conduct.timetable}),
    Programme: (DrawBook, lambda book: {event: each for each in book.programmes for event in each.events}),
    PrintedDrawRef: (DrawBook, lambda book: {**book.draws, "qualifying": book.qualifying}),
    ByeMoved: (DrawBook, lambda book: _alone(book.bye_moved)),
    ByesSpread: (DrawBook, lambda book: _alone(book.byes_spread)),
    AbsenceRule: (Brackets, lambda brackets: _alone(brackets.absence)),
    HousePairRule: (RankingRules, lambda ranking: _alone(ranking.house_pair)),
    CommonMembersRule: (Eligibilities, lambda rules: _alone(rules.common_members)),
}
"""Kinds of rule that are not found in a file by the name of a table."""


def _alone(rule: T | None) -> Mapping[str, T]:
    """A rule of which a document has at most one, without a name."""
    return {} if rule is None else {"": rule}


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """A file that was read: its content, and the scope for its rules."""

    scope: FileScope
    said: Any

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """A rule of the file by name; raises an error with every fault of it."""
        before = len(self.scope.faults)
        made = self.scope.find(kind, name, below)
        if len(self.scope.faults) > before:
            faults, self.scope.faults[before:] = self.scope.faults[before:], []
            raise RegulationErrors([fault for _, fault in faults])
        return made


@cache
def _kinds(said: type) -> list[Any]:
    return [kind for kind, _, _ in FileScope(said, {}).shelves]


def _file_of(kind: Any, own: str = "") -> type | None:
    """The file of a document that holds rules of a kind, if not its rule files; the file *own* is preferred."""
    if kind in LISTED:
        return LISTED[kind][0]
    having = [said for said in FILES if kind in _kinds(said)]
    return next((said for said in having if FILES[said] == own), next(iter(having), None))


class Reach:
    """The scope of an event's or a document's files: its *own* rules, its folder's, and the library's."""

    def __init__(self, folder: str, own: OwnRules | None = None) -> None:
        self.folder, self.own = folder, own or OwnRules.none()
        self._opened: dict[tuple[type, tuple[tuple[str, str], ...]], LoadedFile | None] = {}

    @cached_property
    def book(self) -> Rulebook:
        """The library with these own rules."""
        rules = self.own.tables_of(RuleFile)
        return library().with_files([RuleText(rules.origin.name, rules)]) if rules else library()

    def abroad(self, name: str) -> bool:
        """Whether a name refers to a rule of another folder."""
        return split(name, self.folder)[0] != self.folder

    def find_file(self, said: type, instead: tuple[tuple[str, str], ...] = ()) -> LoadedFile | None:
        """The file of a kind, with own content before the folder's; `None` where neither has any.

        *instead* are rules of it that replace others.
        """
        if (said, instead) not in self._opened:
            own, path = self.own.tables_of(said), f"{self.folder}/{FILES[said]}"
            document = tables_of(path) if has(self.folder, FILES[said]) else None
            tables = _merge_tables(said, own, document or LocatedTable({}, own.origin)) if own else document
            self._opened[said, instead] = None if tables is None else _read(said, tables, self, dict(instead))
        return self._opened[said, instead]

    def content(self, said: type[T]) -> T | None:
        """What the event and its folder say in the file of a kind; `None` where there is none."""
        opened = self.find_file(said)
        return cast("T", opened.said) if opened is not None else None

    def find(self, kind: Any, reference: str, below: Below = NOTHING, own: str = "") -> Any:
        """The rule of a reference, with words of another reading where *below* sets them; an error lists similar names.

        If several files have rules of a kind, it is in the file *own*.
        """
        said = _file_of(kind, own)
        if said is None:
            return self.book.find(kind, reference, below)
        where, name = split(reference, self.folder)
        opened = self.find_file(said)
        if opened is not None and reference in opened.scope.rule_names(kind):
            return opened.find(kind, reference, below)
        if where != self.folder:
            opened = reach(where).find_file(said)
        if kind in LISTED:
            listed = LISTED[kind][1](opened.said) if opened is not None else {}
            if name not in listed:
                raise not_found(kind, name, list(listed))
            return listed[name]
        if opened is None or name not in opened.scope.rule_names(kind):
            known = opened.scope.rule_names(kind) if opened is not None else []
            if where != self.folder:
                raise not_found(kind, reference, [f"{where}/{each}" for each in known])
            raise not_found(kind, name, known, _elsewhere(said, kind))
        return opened.find(kind, name, below)


def _elsewhere(said: type, kind: Any) -> list[str]:
    """The rules of a kind in every document, each with its folder."""
    having = [folder for folder in folders() if has(folder, FILES[said])]
    return [
        name if name.startswith(f"{folder}/") else f"{folder}/{name}"
        for folder in having
        for name in FileScope(said, tables_of(f"{folder}/{FILES[said]}")).rule_names(kind)
    ]


def _merge_tables(said: type, own: LocatedTable, document: LocatedTable) -> LocatedTable:
    """The tables of a document's file after an event's own; one with the same name as an own table is left out."""
    words = {**document, **own}
    for _, key, by in FileScope(said, {}).shelves:
        if isinstance(mine := own.get(key), list) and isinstance(theirs := document.get(key), list):
            named = {name for table in mine if isinstance(table, dict) for name in _names(table, by)}
            words[key] = [*mine, *(table for table in theirs if not named & {*_names(table, by)})]
    return LocatedTable(words, own.origin, {key: document.origin_of(key) for key in document if key not in own})


def _names(table: dict[str, Any], by: TablesByName) -> list[str]:
    names = table.get(by.key_of(table))
    return [str(name) for name in (names if isinstance(names, list) else [names])]


@dataclass(frozen=True, slots=True)
class ListedRule:
    """A rule of a document's own files for a listing: the name of its kind, its id, and its words."""

    kind: str
    id: str
    words: Mapping[str, Any]

    @property
    def clause(self) -> str:
        """The clause it cites."""
        return str(self.words.get("clause", ""))


def listed_rules() -> Iterator[ListedRule]:
    """Every rule in the documents' own files, by folder and file."""
    for folder in folders():
        for said, file in FILES.items():
            tables = tables_of(f"{folder}/{file}") if has(folder, file) else {}
            shelves = [(KINDS[kind], key, by) for kind, key, by in FileScope(said, {}).shelves if kind in KINDS]
            for called, key, by in shelves:
                for table in tables.get(key, ()):
                    for name in _names(table, by):
                        id_ = name if name.startswith(f"{folder}/") else f"{folder}/{name}"
                        yield ListedRule(called.replace(" ", "-"), id_, table)


@by_edition
def reach(folder: str) -> Reach:
    """The scope of the names in a folder of the rulebook."""
    return Reach(folder)


@dataclass(frozen=True, slots=True)
class OuterScope:
    """The scope of rules that a file names and lacks: its document's other files, other documents, the library.

    *own* is the file's name.
    """

    reach: Reach
    own: str

    def abroad(self, name: str) -> bool:
        """Whether a name refers to a rule of another folder."""
        return self.reach.abroad(name)

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """A rule by its kind and name."""
        said = _file_of(kind, self.own)
        if said is not None and self.abroad(name):
            where, name = split(name, self.reach.folder)
            return reach(where).find(kind, name, below, self.own)
        if said is not None and FILES[said] == self.own:
            raise not_found(kind, name, ())
        return self.reach.find(kind, name, below, self.own)


def _read(said: type, tables: LocatedTable, reach: Reach, instead: Mapping[str, str]) -> LoadedFile:
    scope = FileScope(said, tables, OuterScope(reach, FILES[said]), instead)
    return LoadedFile(scope, read_tables(said, tables, scope))


def open_file(said: type, text: str, name: str) -> LoadedFile:
    """A file from its text, or all its faults at once; *name* is its folder and file name, for messages.

    Rules in other files are those of the folder.
    """
    return _read(said, tables_in(text, name), reach(name.partition("/")[0]), {})


def load(said: type[T], folder: str) -> T:
    """The content of a folder's file of a kind.

    >>> load(Brackets, "sabf-2020").brackets["final five"].match("PF").title
    'Preliminary Final'
    """
    found = said_of(said, folder)
    if found is None:
        raise DirectorError(
            "{folder} has no {files}", remedy="Name a document that has this file.", folder=folder, files=FILES[said]
        )
    return found


def load_all(said: type[T]) -> dict[str, T]:
    """The content of the file of a kind, by folder, for every folder that has one."""
    return {folder: found for folder in folders() if (found := said_of(said, folder)) is not None}


def said_of(said: type[T], folder: str) -> T | None:
    """The content of a folder's file of a kind; `None` where it has no such file."""
    return reach(folder).content(said)


def split(reference: str, folder: str) -> tuple[str, str]:
    """The folder and the id in a reference.

    >>> split("butler-final", "anc-2026"), split("anc-2026/butler-final", "my-club")
    (('anc-2026', 'butler-final'), ('anc-2026', 'butler-final'))
    """
    head, _, rest = reference.partition("/")
    return (head, rest) if rest and head in folders() else (folder, reference)


@by_edition
def load_flow(folder: str) -> FlowRules:
    """The flow of one folder of the rulebook, checked for every entry and every printed row it uses.

    >>> load_flow("gnot-nsw-2018").format(23).flow.teams("SKO1")
    12
    """
    text = text_of(folder, "flow.toml")
    return read_flow(text, f"{folder}/flow.toml", load(Brackets, folder))


def read_flow(text: str, name: str, brackets: Brackets) -> FlowRules:
    """The flow in a text, or all its faults at once; *name* is used in the messages."""
    words = read_as(FLOW, text, name)
    rules = FlowRules(brackets=brackets, **{each.name: getattr(words, each.name) for each in fields(words)})
    if wrong := [f"{name}: {fault}" for fault in course_faults(rules)]:
        raise RegulationErrors(wrong)
    return rules
