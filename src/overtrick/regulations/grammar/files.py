"""Whole files: lists of tables by name, and the rules in them found by kind and name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from dataclasses import replace as changed
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.regulations.grammar.forms import AS, Form, Word, WordPlace, form_of, has_form, known_words
from overtrick.regulations.grammar.place import (
    CLAUSE,
    NOTHING,
    READINGS,
    Alone,
    Below,
    FilePosition,
    Further,
    Misread,
    Path,
)
from overtrick.regulations.grammar.tables import CALLED, fill_form, read, read_list, table_name
from overtrick.regulations.grammar.values import BAD, members

K = TypeVar("K")


class Row:
    """A table with these words that is read as a tuple of their values."""

    def __init__(self, **hints: Any) -> None:
        words = tuple(Word(name, (name,), hint) for name, hint in hints.items())
        self.form = Form(lambda **given: tuple(given[name] for name in hints), words)

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The values of the table."""
        if not isinstance(value, dict):
            return at.bad(f"a table is wanted, not “{value}”")
        own = {READINGS} if CLAUSE in self.form.tree() else set()
        return fill_form(self.form, self.form.tree(), value, at, {*self.form.tree(), *own})


class Many:
    """A list of values of the hint's type."""

    def __init__(self, hint: Any, least: int = 0) -> None:
        self.hint, self.least = hint, least

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The list of values."""
        value = at.below.get((), value)
        if isinstance(value, list) and len(value) < self.least:
            return at.bad("at least one is wanted")
        return read_list((self.hint, ...), value, at)


class OneOrMore(Many):
    """A list of values of the hint's type, or a single one."""

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The list of values, or the only one in a list."""
        value = at.below.get((), value)
        if isinstance(value, list):
            return super().read_at(value, at)
        one = read(self.hint, value, at)
        return one if one is BAD else (one,)


class TablesByName:
    """Tables in a list, by name: by their *key*; or kept as *listed* and only looked up by name."""

    def __init__(self, kind: Any, key: str = "", *, listed: bool = False) -> None:
        self.kind, self.key, self.listed = kind, key, listed

    def for_field(self, hint: Any) -> "TablesByName":
        """The tables of a field by name; their kind is the field's unless another is given."""
        return self if self.kind is not None else TablesByName(get_args(hint)[1], self.key)

    def key_of(self, table: Mapping[str, Any]) -> str:
        """The key that holds a table's name."""
        keys = self.key.split() or CALLED
        return next((key for key in keys if key in table), keys[0])

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The tables by name."""
        if not isinstance(value, list):
            return at.bad("a list of tables is wanted, like [[ … ]]")
        made: dict[Any, Any] = {}
        for n, table in enumerate(value):
            inner = at.named_child(n, table_name(table))
            if not isinstance(table, dict):
                inner.bad(f"a table is wanted, not “{table}”")
                continue
            key = self.key_of(table)
            names = table.get(key)
            if names is None and not self._is_word(key):
                inner.missing(key)
                continue
            one = self.read_one(table, inner)
            for name in names if isinstance(names, list) else (names,):
                if name is not None and name in made:
                    inner.bad(f"there are two called “{name}”")
                made[name] = changed(one, name=name) if isinstance(names, list) and hasattr(one, "name") else one
        if any(part is BAD for part in made.values()):
            return BAD
        return tuple(made.values()) if self.listed else made

    def _is_word(self, key: str) -> bool:
        """Whether the key that holds a table's name is also one of its words, which reports its own absence."""
        return any(key in known_words(each) for each in members(self.kind) or (self.kind,))

    def read_one(self, table: dict[str, Any], at: FilePosition) -> Any:
        """One of the tables; the key that holds its name may also be a word of it."""
        called_by = self.key_of(table)
        once = getattr(at.scope, "once", None)
        words = table if self._is_word(called_by) else {key: table[key] for key in table if key != called_by}
        return once(self.kind, table, words, at) if once else read(self.kind, words, at)


class FileScope:
    """The tables of one file, found by the kind of rule they state and by name; others are looked up *beyond* it.

    Each table is read once. *instead* are rules of it that replace others.
    """

    def __init__(
        self,
        kind: Any,
        data: dict[str, Any],
        beyond: Further | None = None,
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.data, self.beyond, self.instead = data, beyond or Alone(), instead
        self.faults: list[tuple[Path, str]] = []
        self.shelves = [(by.kind, key, by) for key, by in _shelves(kind)]
        self._read: dict[int, Any] = {}
        self._names: dict[str, tuple[dict[str, int], list[Any]]] = {}

    def once(self, kind: Any, table: dict[str, Any], words: dict[str, Any], at: FilePosition) -> Any:
        """A table's rule, read on first use and cached."""
        if at.below:
            return read(kind, words, at)
        if id(table) not in self._read:
            self._read[id(table)] = None
            self._read[id(table)] = read(kind, words, at)
        if self._read[id(table)] is None:
            raise DirectorError("“{called}” refers to itself", called=table_name(table))
        return self._read[id(table)]

    def rule_names(self, kind: Any) -> list[str]:
        """The names of the rules of a kind in this file."""
        return [name for of, key, by in self.shelves if of == kind for name in self._index_names(key, by)[1] if name]

    def _index_names(self, key: str, by: TablesByName) -> tuple[dict[str, int], list[Any]]:
        """The position of each name in a list of tables, and all names as shown to users; cached."""
        if key not in self._names:
            listed = self.data.get(key)
            tables = listed if isinstance(listed, list) else []
            owns = [table.get(by.key_of(table)) if isinstance(table, dict) else None for table in tables]
            every = [(n, name) for n, own in enumerate(owns) for name in (own if isinstance(own, list) else [own])]
            places = {name: n for n, name in reversed(every) if isinstance(name, str)}
            self._names[key] = places, [name if name is None else str(name) for _, name in every]
        return self._names[key]

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """A rule of this file by its name, or one beyond it."""
        name = self.instead.get(name, name)
        for of, key, by in self.shelves:
            if of == kind:
                places, known = self._index_names(key, by)
                if name in places:
                    table = self.data[key][places[name]]
                    return by.read_one(table, FilePosition((key, places[name]), self.faults, self, None, below))
                if None in known:
                    return BAD  # one of them has no name, which is reported as its fault
                if not self.beyond.abroad(name):
                    raise not_found(of, name, known)
        return self.beyond.find(kind, name, below)


KINDS: dict[Any, str] = {}
"""The names of the kinds of rule in documents, for users."""


class NotFound(DirectorError):
    """An unknown name, reported with similar ones; *meant* is the most similar."""

    def __init__(self, what: Said, remedy: Said, meant: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.meant = meant


def not_found(kind: Any, name: str, known: Sequence[str], elsewhere: Sequence[str] = ()) -> NotFound:
    """The error for an unknown name, with similar names, here or in other folders (*elsewhere*)."""
    near = get_close_matches(name, [*known, *elsewhere], n=3, cutoff=0.3)
    close = near or sorted(known)[:5] or list(elsewhere)[:5]
    none = (
        phrase("The file has none of this kind, so add one to it.")
        if isinstance(kind, str)
        else phrase("No document defines a rule of this kind, so add one under [rules].")
    )
    remedy = phrase("Did you mean {close:or}?", close=tuple(close)) if close else none
    what = phrase("There is no {kind} called “{name}”", kind=_name_of(kind), name=name)
    return NotFound(what, remedy, next(iter(near), ""))


def _name_of(kind: Any) -> str:
    """The name of a kind of rule for users; without one of its own, the words of its class: “timetable row”."""
    name = KINDS.get(kind)
    if name:
        return name
    written = str(getattr(kind, "__name__", kind))
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in written).strip()


_CALLED = "called"


def tables_field(word: str = "", called: str = "", key: str = "") -> Any:
    """A field for tables in a list, by name: their *word*, what one is *called*, and the *key* that names it."""
    return field(default_factory=dict, metadata={AS: WordPlace(word, TablesByName(None, key)), _CALLED: called})


FILES: dict[type, str] = {}
"""The files a document may have, by their classes."""


def document_file(name: str) -> Callable[[type[K]], type[K]]:
    """Register a class for a whole file of a document, by its name, so that its tables can be found by name."""

    def stated(kind: type[K]) -> type[K]:
        hints, own = get_type_hints(kind), fields(kind)  # type: ignore[arg-type] # it is a dataclass
        called = {each.name: each.metadata[_CALLED] for each in own if each.metadata.get(_CALLED)}
        KINDS.update({get_args(hints[word])[1]: what for word, what in called.items()})
        FILES[kind] = name
        return kind

    return stated


def _shelves(kind: Any) -> Iterator[tuple[str, TablesByName]]:
    for word in form_of(kind).words:
        if isinstance(word.hint, TablesByName):
            yield word.path[0], word.hint
        elif get_origin(word.hint) is Mapping and (of := get_args(word.hint)[1]) and _as_tables(of):
            yield word.path[0], TablesByName(of)


def _as_tables(kind: Any) -> bool:
    return all(has_form(each) for each in members(kind) or (kind,))


def read_file(kind: type[K], data: dict[str, Any], scope: FileScope | None = None, below: Below = NOTHING) -> K:
    """A whole file as the class of its tables; raises `Misread` with every fault in it."""
    scope = scope or FileScope(kind, data)
    made = read(kind, data, FilePosition((), scope.faults, scope, below=below))
    if scope.faults:
        raise Misread(list(dict.fromkeys(scope.faults)))
    return made  # type: ignore[no-any-return]
