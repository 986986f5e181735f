"""The rules an event file means by the names it has for them."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, overload

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.locate import Origin, Table
from overtrick.regulations.grammar.place import NOTHING, Below
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.read.documents import resolve
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import RuleText

T = TypeVar("T")


def own_rules(file: EventFile) -> RuleText:
    """The rules an event file has of its own."""
    rules = file.rules if isinstance(file.rules, Table) else Table.marked(file.rules, Origin(file.event.id, ""))
    return RuleText(file.event.id, rules)


def book_of(file: EventFile) -> Rulebook:
    """The rulebook with the rules an event file has of its own."""
    return library().with_files([own_rules(file)]) if file.rules else library()


@overload
def rule_of(file: EventFile, name: Ref[T], below: Below = NOTHING) -> T: ...


@overload
def rule_of(file: EventFile, name: Ref[T] | None, below: Below = NOTHING) -> T | None: ...


def rule_of(file: EventFile, name: Ref[T] | None, below: Below = NOTHING) -> T | None:
    """The rule a name of an event file means, as another reading has it where *below* says so; none without a name."""
    return resolve(name, file.folder, book_of(file), below) if name else None


def _as_read(_: str) -> Below:
    return NOTHING


def built(
    kind: type[T], words: object, file: EventFile, below: Callable[[str], Below] = _as_read, **others: object
) -> T:
    """A thing of the core from the words an event file has for it.

    A field that has no value among *others* is the word of its own name, with the rules for the names in it; *below*
    is what another reading sets in the rule of a word.
    """
    own = {each.name for each in fields(kind)} - others.keys()  # type: ignore[arg-type] # it is a dataclass
    said = {name: getattr(words, name) for name in own if hasattr(words, name)}
    return kind(**others, **{name: _meant(value, file, below(name)) for name, value in said.items()})


def _meant(value: Any, file: EventFile, below: Below) -> Any:
    if isinstance(value, tuple) and value and isinstance(value[0], Ref):
        return tuple(rule_of(file, name) for name in value)
    return rule_of(file, value, below) if isinstance(value, Ref) else value
