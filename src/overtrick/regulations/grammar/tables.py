"""Converts tables of a file to the core's own classes, by the type hints of their fields.

A rule's name is looked up where a rule is expected. Faults are collected with their positions, so that all faults of a
file are reported together.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from dataclasses import replace as changed
from difflib import get_close_matches
from functools import reduce
from operator import or_
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.forms import (
    HERE_PATH,
    Form,
    Word,
    cites,
    form_of,
    has_form,
    is_stated,
    known_words,
    needed_words,
    parts_of,
    tree_of,
)
from overtrick.regulations.grammar.place import (
    CLAUSE,
    NOTHING,
    READINGS,
    Alone,
    Below,
    Fault,
    FilePosition,
    Misread,
    Scope,
)
from overtrick.regulations.grammar.values import BAD, TEXTS, VALUES, NotAWord, choice_of, members

CALLED = ("id", "name", "currency")
"""The words that hold a table's name; the first of these that it has."""
UNCITED = Clause("", "")
"""A placeholder for a missing clause, so that it is reported only once."""
K = TypeVar("K")


def read(hint: Any, value: object, at: FilePosition) -> Any:
    """A value as an object of a type; `BAD`, with a fault recorded, where that is not possible."""
    if hasattr(hint, "read_at"):
        return hint.read_at(value, at)
    value = at.below.get((), value) if at.below else value
    if is_stated(hint):
        return _rule(hint, value, at)
    if hint is Clause:
        return _clause(value, at)
    if hint in TEXTS or hint in VALUES:
        return _value(hint, value, at)
    options = members(hint)
    if options is not None:
        return _one_of(reduce(or_, options), options, value, at)
    return _read_made(hint, value, at) if get_origin(hint) or has_form(hint) else _value(hint, value, at)


def _read_made(hint: Any, value: object, at: FilePosition) -> Any:
    """A reference, a list, a table of names, a word of a closed set, or an object of a class."""
    origin, inner = get_origin(hint), get_args(hint)
    if hasattr(origin, "reads"):
        return origin.reads(inner[0], value, at)
    if origin is tuple:
        return read_list(inner, value, at)
    if origin in (dict, Mapping):
        return _mapping(hint, inner[1], value, at)
    return _value(hint, value, at) if origin is Literal else _rule(hint, value, at)


def _value(hint: Any, value: object, at: FilePosition) -> Any:
    try:
        reads = TEXTS.get(hint) or VALUES.get(hint)
        return reads(value) if reads else choice_of(hint, value)
    except NotAWord as error:
        return at.bad(str(error), error.meant)
    except (ValueError, DirectorError) as error:
        return at.bad(str(error))


def _one_of(hint: Any, options: tuple[Any, ...], value: object, at: FilePosition) -> Any:
    """The member of a union that fits a value: by its tag, by its words, or the first that accepts it."""
    if len(options) == 1 or is_stated(hint) or hint in TEXTS:
        return read(hint, value, at)
    tables = [each for each in options if has_form(each)]
    if isinstance(value, str) and len(tables) == len(options):
        return _look_up(hint, value, at)
    if isinstance(value, dict) and tables:
        if any(form_of(each).tag for each in tables):
            return _read_tagged(tables, value, at)
        given = value.keys() | {str(path[0]) for path in at.below if path}
        fits = [each for each in tables if given <= known_words(each)]
        if not fits and len(apart := _apart(tables, given)) > 1:
            return at.bad(f"give one of {', '.join(apart[:-1])} and {apart[-1]}")
        fits = fits or tables
        return read(
            max(fits, key=lambda each: len(needed_words(each) & given) - len(needed_words(each) - given)), value, at
        )
    for each in options:
        trial = changed(at, faults=[])
        made = read(each, value, trial)
        if not trial.faults:
            return made
    return at.bad(f"“{value}” cannot stand here")


def _apart(tables: Sequence[Any], given: set[str]) -> list[str]:
    """Words of a table that only one member of a union knows, the first for each member."""
    own = [
        given & known_words(each) - set().union(*(known_words(other) for other in tables if other is not each))
        for each in tables
    ]
    return [min(words) for words in own if words]


def _read_tagged(tables: Sequence[Any], value: dict[str, Any], at: FilePosition) -> Any:
    by_tag = {form_of(each).tag: each for each in tables}
    if "kind" not in value:
        at.missing("kind")
        return BAD
    if value["kind"] not in by_tag:
        listed = ", ".join(f"“{tag}”" for tag in by_tag)
        return at.child("kind").bad(f"“{value['kind']}” is not one of the words here: {listed}")
    return read(by_tag[value["kind"]], value, at)


def read_list(inner: tuple[Any, ...], value: object, at: FilePosition) -> Any:
    if not isinstance(value, list | tuple):
        return at.bad(f"a list is wanted, like [ … ], not “{value}”")
    if len(inner) == 2 and inner[1] is Ellipsis:
        kinds = inner[:1] * len(value)
    elif len(inner) != len(value):
        return at.bad(f"{len(inner)} values are wanted, not {len(value)}")
    else:
        kinds = inner
    made = [
        read(kind, part, at.named_child(n, table_name(part)))
        for n, (kind, part) in enumerate(zip(kinds, value, strict=True))
    ]
    return BAD if any(part is BAD for part in made) else tuple(made)


def table_name(table: object) -> str:
    """The name of a table among others."""
    return next((str(table[key]) for key in CALLED if key in table), "") if isinstance(table, dict) else ""


def _mapping(hint: Any, kind: Any, value: object, at: FilePosition) -> Any:
    if not isinstance(value, dict):
        return at.bad(f"a table is wanted, not “{value}”")
    value = {**value, **{".".join(path): each for path, each in at.below.items() if path}}
    key_of = get_args(hint)[0]
    made = {
        read(key_of, key, at.child(key)): read(kind, part, changed(at.child(key), below=NOTHING))
        for key, part in value.items()
    }
    return BAD if any(part is BAD for part in made.values()) else made


def _clause(value: object, at: FilePosition) -> Any:
    """A clause as cited, or a table that cites it with its readings."""
    if isinstance(value, dict):
        return fill_form(
            Form(_itself, (Word(CLAUSE, (CLAUSE,), Clause),)),
            {CLAUSE: Word(CLAUSE, (CLAUSE,), Clause)},
            value,
            at,
            {READINGS, "says", CLAUSE},
        )
    if not isinstance(value, str) or " " not in value.strip():
        return at.bad("a clause is cited with its document, like “ANC26 17.16”")
    return Clause.parse(value)


def _itself(clause: Clause) -> Clause:
    return clause


def _look_up(kind: Any, name: str, at: FilePosition) -> Any:
    try:
        return at.scope.find(kind, name, {path: value for path, value in at.below.items() if path})
    except DirectorError as error:
        return at.bad(str(error), getattr(error, "meant", ""))


def _rule(kind: Any, value: object, at: FilePosition) -> Any:
    if isinstance(value, str):
        return _look_up(kind, value, at)
    if isinstance(value, list):
        words = form_of(kind).words
        value = (
            {word.path[0]: part for word, part in zip(words, value, strict=False)}
            if len(value) <= len(words)
            else value
        )
    if not isinstance(value, dict):
        return at.bad(f"a table is wanted, not “{value}”")
    return fill_form(form_of(kind), tree_of(kind), value, at, known_words(kind))


def fill_form(form: Form, tree: dict[str, Any], table: dict[str, Any], at: FilePosition, known: set[str]) -> Any:
    before = len(at.faults)
    given: dict[str, Any] = {}
    if form.inherits and CLAUSE not in table and CLAUSE not in tree:
        at = at.with_clause(_with_readings(at.clause, table, READINGS))
    _fill(tree, table, at, given, known, inherits=form.inherits)
    if len(at.faults) > before or any(part is BAD for part in given.values()):
        return BAD
    special = {"scope": at.scope, "outer": given.get(CLAUSE, at.clause), "written": frozenset(table)}
    given |= {name: special[name] for name in form.special}
    try:
        return form.make(**given)
    except RegulationErrors as error:
        for fault in error.faults:
            at.bad(fault)
        return BAD
    except DirectorError as error:
        return at.bad(str(error.what))
    except Misread as error:
        at.faults.extend(((*at.path, *path), text) for path, text in error.faults)
        return BAD
    except ValueError as error:
        return at.bad(str(error))


def _fill(
    tree: dict[str, Any],
    table: dict[str, Any],
    at: FilePosition,
    given: dict[str, Any],
    known: set[str],
    *,
    inherits: bool,
) -> None:
    """Read the words of a table, and of its inner tables, into arguments."""
    if at.below:
        table = table | {str(path[0]): value for path, value in at.below.items() if len(path) == 1}
    here = changed(at, below=_in_both(table, at.below) if at.below else NOTHING, near=ChainMap(table, at.near))
    if cites(tree.get(CLAUSE)):
        here = here.with_clause(_own_clause(tree[CLAUSE], table, at, given, inherits=inherits))
    elif CLAUSE in known and isinstance(table.get(CLAUSE), str):
        here = here.with_clause(_with_readings(Clause.parse(table[CLAUSE]), table, READINGS))
    for key, word in tree.items():
        if isinstance(word, dict):
            _fill_below(key, word, table, here, given)
        elif key != CLAUSE or not cites(word):
            _fill_word(key, word, table, here, given)
    for key in table:
        if key not in known:
            near = nearest(key, known - table.keys())
            # A misspelt word is not also reported as missing.
            at.faults[:] = [(path, fault) for path, fault in at.faults if path != (*at.path, near)]
            told = f"“{key}” is not a word here. {suggestion(key, known)}"
            at.faults.append(((*at.path, key), Fault.of(told, near, keyed=True)))


def _fill_word(key: str, word: Word, table: dict[str, Any], at: FilePosition, given: dict[str, Any]) -> None:
    if word.path == HERE_PATH:
        own = {name for each in parts_of(word.hint) for name in known_words(each)}
        inner = changed(at, below={path: value for path, value in at.below.items() if path and path[0] in own})
        given[word.gives] = read(word.hint, {name: table[name] for name in own & table.keys()}, inner)
    elif key in table or (at.below and any(path and path[0] == key for path in at.below)):
        made = read(word.hint, table.get(key), at.child(key))
        given[word.gives] = _with_readings(made, table, f"{key}_{READINGS}") if isinstance(made, Clause) else made
    elif word.default is MISSING:
        at.missing(key)
    else:
        given[word.gives] = _default(word)


def _default(word: Word) -> Any:
    return word.default() if callable(word.default) else word.default


def _in_both(table: dict[str, Any], below: Below) -> Below:
    """What readings set in any part of a table that names the same rule."""
    same = {
        (key, *path[1:]): value
        for path, value in below.items()
        if len(path) > 1 and isinstance(table.get(path[0]), str)
        for key, name in table.items()
        if name == table[path[0]]
    }
    return {**below, **same}


def _fill_below(
    key: str, words: dict[str, Any], table: dict[str, Any], at: FilePosition, given: dict[str, Any]
) -> None:
    inner = table.get(key)
    if inner is None:
        for word in _leaves(words):
            if word.default is MISSING:
                at.missing(key)
                return
            given[word.gives] = _default(word)
        return
    if not isinstance(inner, dict):
        at.child(key).bad(f"a table is wanted, not “{inner}”")
        return
    needed = {
        name: changed(word, default=MISSING) if isinstance(word, Word) and not word.optional else word
        for name, word in words.items()
    }
    _fill(needed, inner, at.child(key), given, {*words, CLAUSE, READINGS, "says"}, inherits=False)


def _leaves(words: dict[str, Any]) -> Iterator[Word]:
    for word in words.values():
        if isinstance(word, Word):
            yield word
        else:
            yield from _leaves(word)


def _own_clause(
    word: Word, table: dict[str, Any], at: FilePosition, given: dict[str, Any], *, inherits: bool
) -> Clause | None:
    """The clause of a table with its readings, or that of the table around it, where it may inherit."""
    if CLAUSE in table:
        made = _clause(table[CLAUSE], at.child(CLAUSE))
    elif inherits and at.clause is not None:
        made = at.clause
    else:
        if word.default is MISSING:
            at.missing(CLAUSE)
        return at.clause or UNCITED
    given[word.gives] = made = _with_readings(made, table, READINGS) if isinstance(made, Clause) else made
    return made if isinstance(made, Clause) else at.clause


def _with_readings(clause: Any, table: dict[str, Any], key: str) -> Any:
    readings = table.get(key, ())
    return clause.reading(*map(str, readings)) if isinstance(clause, Clause) and readings else clause


def nearest(key: str, known: Iterable[str]) -> str:
    """The known word most similar to an unknown one; empty if there is none."""
    return next(iter(get_close_matches(key, list(known), n=1)), "")


def suggestion(key: str, known: Iterable[str]) -> str:
    """The message that lists the known words."""
    close = nearest(key, known)
    return f"Did you mean “{close}”?" if close else f"Its words are {', '.join(sorted(known))}."


def read_table(kind: Any, table: object, scope: Scope | None = None, below: Below = NOTHING) -> Any:
    """One table as an object of its kind; raises `Misread` with every fault in it."""
    at = FilePosition(scope=scope or Alone(), below=below)
    made = read(kind, table, at)
    if at.faults:
        raise Misread(at.faults)
    return made


def otherwise(words: K, path: Sequence[str], value: object, scope: Scope) -> K:
    """The same words with the key at *path* set differently, checked like the words of a file; *scope* has its rules.

    An invalid value is a fault of the event file that names it.
    """
    key, *below = path
    known = {word.path[0]: word for word in form_of(cast("Any", type(words))).words}
    if key not in known:
        raise RegulationErrors([f"“{key}” is not a key of this table. Its keys are {', '.join(known)}."])
    word, inner = known[key], getattr(words, known[key].gives)
    made: object
    if below and hasattr(inner, "otherwise"):
        made = inner.otherwise(below, value)
    elif below and is_dataclass(inner):
        made = otherwise(inner, below, value, scope)
    elif below and isinstance(inner, tuple) and len(inner) == 1 and is_dataclass(inner[0]):
        made = (otherwise(inner[0], below, value, scope),)  # written without a list, as it is the only one
    elif below and isinstance(inner, Mapping):
        made = {**inner, ".".join(below): value}
    else:
        at = FilePosition((key, *below), scope=scope)
        made = read(word.hint, value, at)
        if at.faults:
            said = "; ".join(text.partition(": ")[2] or text for _, text in at.faults)
            raise RegulationErrors([f"“{key}” cannot be set to {value!r}: {said}"])
    return changed(words, **{word.gives: made})  # type: ignore[type-var]
