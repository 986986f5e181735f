"""The rules that an event file refers to by name."""

from dataclasses import fields
from typing import Any, TypeVar

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.event_rules import OwnRules
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.read.documents import Reach, reach
from overtrick.regulations.read.event_texts import known_as
from overtrick.regulations.read.library import Rulebook

T = TypeVar("T")


def scope_of(tables: LocatedTable) -> Reach:
    """The scope in which tables of an event file look up rules: first its own, then its document's."""
    event, rules = tables.get("event"), tables.get("rules")
    name = str(event.get("id", "")) if isinstance(event, LocatedTable) else ""
    folder = (known_as(tables) or name).partition("/")[0]
    return Reach(folder, OwnRules(rules)) if isinstance(rules, LocatedTable) else reach(folder)


def reach_of(file: EventFile) -> Reach:
    """The scope of the names in an event file."""
    return file.scope if isinstance(file.scope, Reach) else reach(file.folder)


def book_of(file: EventFile) -> Rulebook:
    """The rulebook with the event file's own rules."""
    return reach_of(file).book


def rule_of(name: Ref[T] | None) -> T | None:
    """The rule of a name; `None` without a name."""
    return name.rule if name else None


def build_from_words(kind: type[T], words: object, **others: object) -> T:
    """An object of the core from the words of an event file.

    A field that is not among *others* gets the word of the same name, with the rules for the names in it.
    """
    own = {each.name for each in fields(kind)} - others.keys()  # type: ignore[arg-type] # it is a dataclass
    said = {name: getattr(words, name) for name in own if hasattr(words, name)}
    return kind(**others, **{name: _resolve(value) for name, value in said.items()})


def _resolve(value: Any) -> Any:
    if isinstance(value, tuple) and value and isinstance(value[0], Ref):
        return tuple(name.rule for name in value)
    return rule_of(value) if isinstance(value, Ref) else value
