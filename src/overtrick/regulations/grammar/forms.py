"""Forms: how tables are written that become objects of the core, that is, which words give which fields.

A field is a word of the table with its own name and type, unless a form says otherwise. A function may be used instead
of a class: its parameters are then the words.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from dataclasses import replace as changed
from functools import cache
from typing import Any, TypeVar, get_origin, get_type_hints

from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.place import CLAUSE, READINGS
from overtrick.regulations.grammar.values import members

HERE_PATH = ("*",)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a table: the argument it gives, the path of keys to it, its type, and its default."""

    gives: str
    path: tuple[str, ...]
    hint: Any
    default: Any = field(default_factory=lambda: MISSING)
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """How a table becomes an object: the function that makes it, its words, and words it does not need (*beside*)."""

    make: Callable[..., Any]
    words: tuple[Word, ...]
    beside: frozenset[str] = frozenset()
    inherits: bool = False
    tag: str = ""
    special: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The description of the object, from the docstrings of its class and of the bases that have fields."""
        bases = self.make.__mro__[1:] if inspect.isclass(self.make) else ()
        kinds = (self.make, *(each for each in bases if "__dataclass_fields__" in vars(each)))
        return "\n\n".join(inspect.cleandoc(each.__doc__ or "") for each in kinds)

    def tree(self) -> dict[str, Any]:
        """The words by key, with those of an inner table in a tree of their own."""
        found: dict[str, Any] = {}
        for word in self.words:
            if word.path == HERE_PATH:
                found[f"*{word.gives}"] = word
                continue
            inner = found
            for key in word.path[:-1]:
                inner = inner.setdefault(key, {})
            inner[word.path[-1]] = word
        return found


@dataclass(frozen=True, slots=True)
class WordPlace:
    """The place of a field in its table, and its type there, where these are not its own name and type."""

    path: str
    hint: Any = None
    default: Any = field(default_factory=lambda: MISSING)


_NEEDED = object()
NEEDED = WordPlace("", default=_NEEDED)
"""A word that a table must have, although its field has a default."""


HIDDEN = WordPlace("", hint=_NEEDED)
"""A field that no table states."""
HERE = WordPlace("*")
"""A field whose own words are in the same table."""


def usually(default: Any) -> WordPlace:
    """A word with this default in tables, whatever the default of its field."""
    return WordPlace("", default=default)


_FORMS: dict[Any, Form] = {}
F = TypeVar("F", bound=Callable[..., Any])


def form(
    kind: Any, /, *, made: Any = None, inherits: bool = False, tag: str = "", beside: str = "", **words: str | WordPlace
) -> None:
    """Define how tables of a kind are written: where fields are, and words that are *beside* them.

    One that *inherits* uses the clause around it where it has none. A *tag* is its value of `kind`. A kind that exists
    only in files is *made* into an object of another class.
    """
    _FORMS[kind] = _make_form(made or kind, words, tag, beside, inherits=inherits)


def makes(
    kind: Any, *, inherits: bool = False, tag: str = "", beside: str = "", **words: str | WordPlace
) -> Callable[[F], F]:
    """Define that a function makes objects of a kind: its parameters are the words of their table."""

    def stated(make: F) -> F:
        _FORMS[kind] = _make_form(make, words, tag, beside, inherits=inherits)
        return make

    return stated


def stand(kind: Any, form: Form) -> None:
    """Define the form of a kind directly."""
    _FORMS[kind] = form


def either(kind: Any, **hints: Any) -> None:
    """Define that an object of a kind is under one of these words, each with its type."""

    def one(**given: Any) -> Any:
        named = [name for name, part in given.items() if part is not None]
        if len(named) != 1:
            raise ValueError(f"give one of {', '.join(hints)}; here: {', '.join(named) or 'none'}")
        return given[named[0]]

    _FORMS[kind] = Form(one, tuple(Word(name, (name,), hint, None) for name, hint in hints.items()))


AS = "as"
"""The metadata key under which a field says where it is written."""


def grammar_field(path: str = "", hint: Any = None, *, optional: bool = False, **default: Any) -> Any:
    """A field of a class of the grammar: where it is written, and as what type.

    An *optional* one may be missing even if the table that would contain it is present.
    """
    return field(**default, metadata={AS: WordPlace(path, hint, default["default"] if optional else MISSING)})


def _make_form(make: Any, words: Mapping[str, str | WordPlace], tag: str, beside: str, *, inherits: bool) -> Form:
    plain = _plain_form(make)
    told = {name: WordPlace(where) if isinstance(where, str) else where for name, where in words.items()}
    shown = [word for word in plain.words if told.get(word.gives) is not HIDDEN]
    own = tuple(_place_word(word, told[word.gives]) if word.gives in told else word for word in shown)
    return changed(plain, words=own, beside=frozenset(beside.split()), inherits=inherits, tag=tag)


def _place_word(word: Word, told: WordPlace) -> Word:
    default = {id(MISSING): word.default, id(_NEEDED): MISSING}.get(id(told.default), told.default)
    path = tuple(told.path.split(".")) if told.path else word.path
    hint = told.hint.for_field(word.hint) if hasattr(told.hint, "for_field") else told.hint or word.hint
    return Word(word.gives, path, hint, default, told.default is not MISSING)


WRITTEN = "written"
SPECIAL = ("scope", "outer", WRITTEN)
"""Parameters that are not words: the scope for rules, the clause around the table, and the words written in it."""


def _plain_form(kind: Any) -> Form:
    hints = get_type_hints(kind.__init__ if inspect.isclass(kind) and not is_dataclass(kind) else kind)
    if is_dataclass(kind):
        words = [
            _place_word(
                Word(each.name, (each.name.rstrip("_"),), hints[each.name], _default(each)),
                each.metadata.get(AS, WordPlace("")),
            )
            for each in fields(kind)
            if each.init and each.name != WRITTEN
        ]
        return Form(kind, tuple(words), special=tuple(each.name for each in fields(kind) if each.name == WRITTEN))  # type: ignore[arg-type]
    params = inspect.signature(kind).parameters.values()
    words = [
        Word(
            each.name,
            (each.name.rstrip("_"),),
            hints[each.name],
            MISSING if each.default is each.empty else each.default,
        )
        for each in params
        if each.name not in SPECIAL
    ]
    return Form(kind, tuple(words), special=tuple(each.name for each in params if each.name in SPECIAL))


def _default(each: Any) -> Any:
    return each.default_factory if each.default_factory is not MISSING else each.default


@cache
def form_of(kind: Any) -> Form:
    """How tables of a kind are written."""
    of = get_origin(kind) or kind
    return _FORMS.get(kind) or _FORMS.get(of) or _plain_form(of)


def is_stated(kind: Any) -> bool:
    """Whether a form is defined for a kind."""
    return kind in _FORMS


def has_form(kind: Any) -> bool:
    """Whether objects of a kind are written as tables."""
    return kind in _FORMS or is_dataclass(get_origin(kind) or kind) or inspect.isfunction(kind)


def parts_of(hint: Any) -> tuple[Any, ...]:
    """The kinds of table that are allowed for a type."""
    return (hint,) if is_stated(hint) else members(hint) or (hint,)


@cache
def tree_of(kind: Any) -> dict[str, Any]:
    """The words of a kind's tables by key."""
    return form_of(kind).tree()


@cache
def known_words(kind: Any) -> set[str]:
    """Every word allowed in tables of a kind."""
    form = form_of(kind)
    more = {"kind"} if form.tag else set()
    companions = {f"{key}_{READINGS}" for key, word in tree_of(kind).items() if cites(word) and key != CLAUSE}
    own = {READINGS, "says"} if cites(tree_of(kind).get(CLAUSE)) else set()
    for word in form.words:
        if word.path == HERE_PATH:
            more |= {key for each in parts_of(word.hint) for key in known_words(each)}
    return {
        *tree_of(kind),
        *form.beside,
        *more,
        *companions,
        *own,
        *({CLAUSE, READINGS, "says"} if form.inherits else ()),
    }


@cache
def needed_words(kind: Any) -> set[str]:
    """The words that tables of a kind must have, besides their clause."""
    words = form_of(kind).words
    return {word.path[0] for word in words if word.default is MISSING and word.path not in ((CLAUSE,), HERE_PATH)}


def cites(word: Any) -> bool:
    """Whether a word is a clause."""
    return isinstance(word, Word) and (word.hint is Clause or Clause in (members(word.hint) or ()))
