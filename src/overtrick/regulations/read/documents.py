"""What a document says in its own files, and the rules in them by name.

A rule is named by its id in the document, or by a folder and the id in it. The registry says in which file a kind of
rule stands; whatever stands in no such file is the library's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, TypeVar, cast

from overtrick.core.conduct.participation import CommonMembersRule
from overtrick.core.conduct.timetable import TimetableRow
from overtrick.core.draws.bye_rounds import ByeMoved, ByesSpread
from overtrick.core.draws.finals import AbsenceRule
from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.draws import DrawBook, Printed, Programme
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.files import FileScope, not_found
from overtrick.regulations.grammar.place import NOTHING, Below
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.read.editions import by_edition
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import RuleText, folders, has, read_tables, tables_in, text_of

T = TypeVar("T")

FILES: dict[type, str] = {
    Brackets: "brackets.toml",
    Conduct: "conduct.toml",
    DrawBook: "draws.toml",
    Eligibilities: "eligibility.toml",
    RankingRules: "ranking.toml",
    Seasons: "season.toml",
}
"""The files a document may have, by what they say."""

LISTED: dict[Any, tuple[type, Callable[[Any], Mapping[str, Any]]]] = {
    TimetableRow: (Conduct, lambda conduct: {row.event: row for row in conduct.timetable}),
    Programme: (DrawBook, lambda book: {event: each for each in book.programmes for event in each.events}),
    Printed: (DrawBook, lambda book: {**book.draws, "qualifying": book.qualifying}),
    ByeMoved: (DrawBook, lambda book: _alone(book.bye_moved)),
    ByesSpread: (DrawBook, lambda book: _alone(book.byes_spread)),
    AbsenceRule: (Brackets, lambda brackets: _alone(brackets.absence)),
    CommonMembersRule: (Eligibilities, lambda rules: _alone(rules.common_members)),
}
"""Kinds of rule that are found in a file otherwise than by the name of a table."""


def _alone(rule: T | None) -> Mapping[str, T]:
    """A rule of which a document has one at most, and which has no name."""
    return {} if rule is None else {"": rule}


@dataclass(frozen=True, slots=True)
class Beyond:
    """Where a file finds rules it names and does not have: in the other files of its document, or in the library."""

    folder: str
    own: str
    book: Rulebook | None = None

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """A rule by its kind and name."""
        for said, file in FILES.items():
            if file != self.own and kind in _kinds(said):
                if not has(self.folder, file):
                    raise not_found(kind, name, ())
                return _opened(said, self.folder).scope.find(kind, name, below)
        return (self.book or library()).find(kind, name, below)


@dataclass(frozen=True)
class EventScope:
    """Where an event file of a folder finds the rules it names: its own, its document's, or the library's."""

    folder: str
    own: RuleText

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook with the rules that the event has of its own."""
        return library().with_files([self.own]) if self.own.data else library()

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """A rule by its kind and name."""
        return find(kind, name, self.folder, self.book, below)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: what it says, and where its rules are found by name."""

    scope: FileScope
    said: Any


@cache
def _kinds(said: type) -> list[Any]:
    return [kind for kind, _, _ in FileScope(said, {}).shelves]


@by_edition
def _opened(said: type, folder: str, instead: tuple[tuple[str, str], ...] = ()) -> Opened:
    name = f"{folder}/{FILES[said]}"
    return open_file(said, text_of(folder, FILES[said]), name, dict(instead))


def open_file(said: type, text: str, name: str, instead: Mapping[str, str] = MappingProxyType({})) -> Opened:
    """A file by its text, or every fault in it at once; *name* is its folder and its own, by which faults call it.

    Rules of other files are those of the folder; *instead* are rules of this one that stand for others.
    """
    beyond = Beyond(name.partition("/")[0], FILES[said])
    tables = tables_in(text, name)
    scope = FileScope(said, tables, beyond, instead)
    return Opened(scope, read_tables(said, tables, scope))


def load(said: type[T], folder: str, instead: tuple[tuple[str, str], ...] = ()) -> T:
    """What a folder says in the file of a kind.

    >>> load(Brackets, "sabf-2020").brackets["final five"].match("PF").title
    'Preliminary Final'
    """
    return cast("T", _opened(said, folder, instead).said)


def said_of(said: type[T], folder: str) -> T | None:
    """What a folder says in the file of a kind; nothing where it has no such file."""
    return load(said, folder) if has(folder, FILES[said]) else None


def eligibility_with(folder: str, instead: Mapping[str, str]) -> Eligibilities | None:
    """What a folder says of who may play, if anything; *instead* are rules that stand for others."""
    if not has(folder, FILES[Eligibilities]):
        return None
    read = load(Eligibilities, folder, tuple(sorted(instead.items())))
    return replace(read, rules={**read.rules, **{name: read.rules[other] for name, other in instead.items()}})


def split(reference: str, folder: str) -> tuple[str, str]:
    """The folder and the id a reference means.

    >>> split("butler-final", "anc-2026"), split("anc-2026/butler-final", "my-club")
    (('anc-2026', 'butler-final'), ('anc-2026', 'butler-final'))
    """
    head, _, rest = reference.partition("/")
    return (head, rest) if rest and head in folders() else (folder, reference)


def find(kind: Any, reference: str, folder: str, book: Rulebook, below: Below = NOTHING) -> Any:
    """The rule a reference means, as another reading has it where *below* says so; or the names that come near it."""
    if kind in LISTED:
        said, listed = LISTED[kind]
        where, name = split(reference, folder)
        known: Mapping[str, Any] = listed(load(said, where)) if has(where, FILES[said]) else {}
        if name not in known:
            raise not_found(kind, name, list(known))
        return known[name]
    for said in FILES:
        if kind in _kinds(said):
            return _in_file(said, kind, reference, folder, below)
    return book.find(kind, reference, below)


def _in_file(said: type, kind: Any, reference: str, folder: str, below: Below) -> Any:
    """A rule of a document's file; an id may itself begin with the folder."""
    where, name = split(reference, folder)
    if not has(where, FILES[said]):
        raise not_found(kind, name, ())
    scope = _opened(said, where).scope
    before = len(scope.faults)
    made = scope.find(kind, reference if scope.knows(kind, reference) else name, below)
    if len(scope.faults) > before:
        faults, scope.faults[before:] = scope.faults[before:], []
        raise RegulationErrors([fault for _, fault in faults])
    return made
