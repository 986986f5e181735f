"""Prints the keys that files of the rulebook set and that nothing reads: run by a test, in a process of its own.

Every access to a word of the grammar's own classes is written down while the whole rulebook is read, checked,
described and built. What becomes a class of the core is read by becoming it, and a function that makes one uses every
parameter, as the linter proves.
"""

import dataclasses
from collections import defaultdict
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations import grammar
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.grammar import files, refs, tables
from overtrick.regulations.grammar.files import FILES
from overtrick.regulations.grammar.forms import Word
from overtrick.regulations.lint.events import lint_events, sizes
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.selection import load_selection, selection_folders
from overtrick.regulations.read.documents import load, load_flow
from overtrick.regulations.read.library import shipped_rulebook
from overtrick.regulations.read.load import folders, has

READ: set[tuple[str, str]] = set()
SET: defaultdict[str, set[str]] = defaultdict(set)
OWN: set[type] = set()
WHOLE = {*FILES}
"""Whole files, whose tables are asked for by name."""


def traced(self: Any, name: str) -> Any:
    """A word of a table, written down when it is read."""
    READ.add((type(self).__name__, name))
    return object.__getattribute__(self, name)


def trace() -> None:
    """Write down what is set in tables of the grammar's own classes, and what is read of them."""
    for found in iter_modules(grammar.__path__):
        module = import_module(f"{grammar.__name__}.{found.name}")
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and dataclasses.is_dataclass(kind)
                and kind.__module__ == module.__name__
                and kind not in WHOLE
            ):
                OWN.add(kind)
    fill = tables.fill_form

    def noted(form: Any, tree: Any, table: dict[str, Any], at: Any, known: set[str]) -> Any:
        made = fill(form, tree, table, at, known)
        if form.make in OWN:
            SET[form.make.__name__] |= {tree[key].gives for key in table if isinstance(tree.get(key), Word)}
        SET[f"beside {getattr(form.make, '__name__', '')}"] |= table.keys() & form.beside
        return made

    tables.fill_form = files.fill_form = noted  # type: ignore[attr-defined]
    for kind in OWN:
        setattr(kind, "__getattribute__", traced)  # noqa: B010 - a method is not assigned to
    for module in (dataclasses, refs):  # copying, and looking for references, is not reading
        module.getattr = object.__getattribute__  # type: ignore[attr-defined]


def everything() -> None:
    """Read, check, describe and build all there is."""
    trace()
    book = shipped_rulebook()
    for file in book.rules:
        book.faults(file)
    lint(book)
    lint_events(book)
    for event in event_files().values():
        for choices in ((), *((choice.id,) for choice in event.choice)):
            for entered in sizes(event):
                build_event(event, Entrants(entered), choices)
            with suppress(OvertrickError):
                list(describe_event(event, Entrants(event.event.usual), choices))
    for said in FILES:
        for folder in (each for each in folders() if has(each, FILES[said])):
            load(said, folder)
    for folder in selection_folders():
        load_selection(folder)
    for folder in folders():
        if has(folder, "flow.toml"):
            load_flow(folder)


if __name__ == "__main__":
    everything()
    for table in sorted(SET):
        for key in sorted(SET[table]):
            if (table, key) not in READ:
                print(f"{table}.{key}".replace(" ", "-"))  # noqa: T201 - the test reads it
