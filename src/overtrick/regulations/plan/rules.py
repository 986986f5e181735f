"""The rules an event file means by the names it has for them."""

from typing import TypeVar, overload

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.place import NOTHING, Below
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.read.documents import resolve
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import RuleText

T = TypeVar("T")


def own_rules(file: EventFile) -> RuleText:
    """The rules an event file has of its own."""
    return RuleText(file.called or file.event.id, file.text, file.rules, ("rules",))


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
