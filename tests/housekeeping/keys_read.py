"""Prints the keys that files of the rulebook set and that nothing reads: run by a test, in a process of its own.

Every access to a key of a table is written down while the whole rulebook is read, checked, described and built.
"""

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from overtrick import regulations
from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan import Entrants
from overtrick.regulations.grammar.words import Table
from overtrick.regulations.read import load

READ: set[tuple[str, str]] = set()
SET: defaultdict[str, set[str]] = defaultdict(set)
READERS = (
    "read.brackets", "read.conduct", "read.draws", "read.eligibility", "read.flow", "read.ranking", "read.season",
    "plan.selection",
)  # fmt: skip


def traced(self: Table, name: str) -> Any:
    """A key of a table, written down when it is read."""
    if not name.startswith("_") and name in type(self).model_fields:
        READ.add((type(self).__name__, name))
    return object.__getattribute__(self, name)


def note(value: object) -> None:
    """Write down every key a file sets, all the way down."""
    if isinstance(value, Table):
        for key in object.__getattribute__(value, "model_fields_set"):
            SET[type(value).__name__].add(key)
            note(object.__getattribute__(value, "__dict__")[key])
    elif isinstance(value, tuple | list):
        for each in value:
            note(each)
    elif isinstance(value, dict):
        for each in value.values():
            note(each)


def noted(read: Callable[..., Any]) -> Callable[..., Any]:
    """The reader of files, writing down what they set."""

    def reading(*args: Any, **kwargs: Any) -> Any:
        made = read(*args, **kwargs)
        note(made)
        return made

    return reading


def modules() -> Iterator[ModuleType]:
    """Every module of the regulations, reading files through ours."""
    own = load.read_as
    load.read_as = noted(own)
    for found in walk_packages(regulations.__path__, "overtrick.regulations."):
        module = import_module(found.name)
        if getattr(module, "read_as", None) is own:
            module.read_as = load.read_as  # type: ignore[attr-defined]
        yield module


def _needs(ask: Callable[..., object]) -> list[str]:
    return [each.name for each in inspect.signature(ask).parameters.values() if each.default is each.empty]


def ask_for_every_rule(book: Any) -> None:
    """Every rule of a rulebook by its name, of whoever knows it."""
    for rules in book.kinds.values():
        for name in rules:
            for method in (each for each in dir(type(book)) if not each.startswith("_")):
                ask = getattr(book, method)
                if callable(ask) and _needs(ask) in (["name"], ["scoring"]):
                    with suppress(OvertrickError, KeyError, ValueError):
                        ask(name)


def everything() -> None:
    """Read, check, describe and build all there is."""
    setattr(Table, "__getattribute__", traced)  # noqa: B010 - a method is not assigned to
    named = {module.__name__.removeprefix("overtrick.regulations."): module for module in modules()}
    book = named["read.library"].shipped()
    named["lint.rules"].lint(book)
    named["lint.events"].lint_events(book)
    ask_for_every_rule(book)
    for file in named["plan.event_book"].event_files().values():
        for choices in ((), *((choice.id,) for choice in file.choice)):
            for entered in named["lint.events"].sizes(file):
                named["plan.events"].build_event(file, Entrants(entered), choices)
            with suppress(OvertrickError):
                list(named["describe.event"].describe_event(file, Entrants(file.event.usual), choices))
    for reader in READERS:
        for loader in [each for name, each in vars(named[reader]).items() if name.startswith("load_")]:
            for folder in load.folders():
                with suppress(OvertrickError, FileNotFoundError, KeyError):
                    loader(folder)


if __name__ == "__main__":
    everything()
    for table in sorted(SET):
        for key in sorted(SET[table]):
            if (table, key) not in READ:
                print(f"{table}.{key}")  # noqa: T201 - the test reads it
