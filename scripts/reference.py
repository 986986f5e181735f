"""Writes the generated pages of the reference from the program itself, so that nothing has to be written twice.

python scripts/reference.py [FOLDER]
"""

import json
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from importlib.util import find_spec
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import click
from asvs import asvs_page
from event_file_page import event_file_page
from not_implemented import not_implemented_section

import overtrick
from overtrick.cli import EXIT_CODES
from overtrick.cli import overtrick as command_line
from overtrick.core.event.acts import ACTS, NoteMade, Posting
from overtrick.core.model.results import Result
from overtrick.core.provenance import Clause
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import AnyRow, Inverse
from overtrick.ledger.codec import line_hash, write_posting
from overtrick.regulations.describe.scoring import describe_datum, describe_scale, describe_words, words_of
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.json_schema import schema_of
from overtrick.regulations.lint.coverage import KINDS, Count, clause_states, coverage
from overtrick.regulations.lint.readings import Choosable, choosable
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.library import Rulebook, shipped_rulebook

PAGES = Path(__file__).parents[1] / "docs" / "reference" / "generated"
WIDTH = 100

NOT_FOR_PROGRAMS = ("cli", "rulebook")
"""Packages without an API: the command line, and the data."""


def commands(name: str, command: click.Command, parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Every command with its help, groups before their members."""
    context = click.Context(command, info_name=name, parent=parent, max_content_width=WIDTH, terminal_width=WIDTH)
    context.help_option_names = ["-h", "--help"]
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for member in command.list_commands(context):
            found = command.get_command(context, member)
            if found is not None:
                yield from commands(member, found, context)


def cli_page() -> Iterator[str]:
    """Every command with its help, and the exit codes."""
    yield "# Commands\n"
    yield "Look up a command: its help, as `--help` prints it. Scores are from North–South's side.\n"
    for path, told in commands("overtrick", command_line):
        yield f"## {path}\n\n```text\n{told}\n```\n"
    yield "## Exit codes\n"
    yield from _table(("code", "meaning"), ((f"`{code}`", meaning) for code, meaning in EXIT_CODES.items()))


def rulebook_page(book: Rulebook) -> Iterator[str]:
    """Every rule of the rulebook, with its clause."""
    yield "# The rulebook\n"
    yield "Look up a rule by its id. `overtrick rules list` and `overtrick rules show` print the same.\n"
    yield "## Documents\n"
    documents = ((d.cite, d.title, d.body, d.issued, f"`{folder}`") for folder, d in book.documents.items())
    yield from _table(("cite", "title", "body", "issued", "folder"), documents)
    yield "## Events\n"
    for name, file in event_files().items():
        event = file.event
        stages = "; ".join(f"{stage.name}: `{stage.scoring}` ({stage.clause})" for stage in file.stage)
        yield f"- `{name}` {event.name} ({event.clause}), {event.entries} {event.contest}. {stages}"
    yield "\n## Scales\n"
    for name, rule in book.stated["scale"].items():
        yield from _described(name, rule.clause, describe_scale(book.scale(name)))
    yield "## Datums\n"
    for name, rule in book.stated["datum"].items():
        yield from _described(name, rule.clause, describe_datum(book.datum(name)))
    for kind, rules in book.kinds.items():
        if kind in ("scale", "datum") or not rules:
            continue
        meaning = " ".join((getdoc(type(next(iter(rules.values())))) or "").split("\n\n")[0].split())
        yield f"## {kind.capitalize()}\n\n{meaning}\n"
        for name, words in rules.items():
            yield from _described(name, words.clause, describe_words(words_of(words), indent=""))


def _described(name: str, clause: Clause, lines: Iterable[str]) -> Iterator[str]:
    text = "\n".join(lines)
    yield f"### `{name}`\n\n{clause}\n\n```text\n{text}\n```\n"


def readings_page(book: Rulebook) -> Iterator[str]:
    """Every reading of every document."""
    yield "# Readings\n"
    yield "Look up what we do where a document is silent, contradicts itself or is misprinted, and the alternatives.\n"
    for document in book.documents.values():
        if not book.readings[document.cite]:
            continue
        yield f"## {document.cite}\n\n{document.title}.\n"
        chosen = {each.id: each for each in choosable(book, document.cite)}
        for r in book.readings[document.cite].values():
            other = f" *Or:* {_cell('; '.join(r.other))}. {_chosen(chosen[r.id])}" if r.other else ""
            yield f"- **{r.id}** on {', '.join(r.on)}. {_cell(r.matter)} *We read:* {_cell(r.we)}{other}"
        yield ""


def _chosen(each: Choosable) -> str:
    """The events in which an alternative may be chosen, or why there are none."""
    events = dict.fromkeys(event for where in each.ways.values() for event in where)
    listed = ", ".join(f"`{event}`" for event in events)
    return f"*An organiser may choose so in* {listed}." if events else f"*Only described:* {_cell(each.why_not)}"


LINE = (
    ("v", "the version of this form, 1"),
    ("n", "the number of the posting, from 1 without gaps"),
    ("at", "the time by the poster's clock, in ISO 8601 with its offset"),
    ("by", "who posted it"),
    ("key", "a key that the poster chose, unique in the book, so that a repeated request changes nothing"),
    ("act", "the name of the act, as below; the fields of the act follow"),
    ("prev", "the SHA-256 of the line before, in hexadecimal and without its newline; empty in the first line"),
)
"""The parts of every line of a book."""


def parts_of(*kinds: type[Any]) -> Iterator[type[Any]]:
    """The types of objects that occur inside these types, and inside one another; one may come several times."""
    for kind in kinds:
        for _, hint in _fields_of(kind):
            inner = [each for each in (hint, *get_args(hint)) if isinstance(each, type) and is_dataclass(each)]
            for each in inner if hint not in (Result, Result | None) else ():
                yield each
                yield from parts_of(each)


def postings_page() -> Iterator[str]:
    """The written form of a book: its lines, and every act that may occur in one."""
    yield "# Postings\n"
    yield (
        "Read or write a book: a text file in UTF-8, with one posting per line. A line is one JSON object without "
        "spaces between its parts. Fields that have their default are left out. The names never change. "
        "[How an event is stored and replayed](../../developers/book.md) explains books and acts.\n"
    )
    example = Posting(413, NoteMade("Tea is at four."), "director", "2026-07-04T14:02:11+10:00", "console-88")
    yield f"```json\n{write_posting(example, line_hash('the line before'))}\n```\n"
    yield "## A line\n"
    yield from _table(("field", "holds"), ((f"`{name}`", holds) for name, holds in LINE))
    yield "## Values\n"
    kinds = (
        ("text", "a JSON string"),
        ("whole number", "a JSON number"),
        ("exact number", 'a JSON number if it is whole, otherwise text: `"2.5"`, `"7/3"`'),
        ("yes or no", "`true` or `false`"),
        ("result", "text, as [results are written](../result-notation.md): `4SX S +1`"),
        ("list", "a JSON array"),
        *((_called(part), f"a JSON object: {_inside(part)}") for part in dict.fromkeys(parts_of(*ACTS))),
    )
    yield from _table(("type", "written as"), kinds)
    yield "## Acts\n"
    for act in ACTS:
        yield f"### {act.called}\n\n{_said(act)}\n"
        yield f"{_in_its_row(ROWS[act])}\n"
        rows = [(f"`{field.name}`", _type(hint), _default(field)) for field, hint in _fields_of(act)]
        if rows:
            yield from _table(("field", "type", "default"), rows)


def _in_its_row(row: AnyRow) -> str:
    """Whose permission an act needs, and how it is corrected."""
    if isinstance(row.inverse, Inverse):
        right = f"It can be corrected from the history: *{row.inverse.says}*."
    else:
        right = f"No single act can correct it: {row.inverse.why}."
    return f"Posting it needs {row.office.value} permission. {right}"


def _fields_of(kind: type[Any]) -> Iterator[tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return ((field, hints[field.name]) for field in fields(kind))


def _inside(kind: type[Any]) -> str:
    named = ((field, f"`{field.name}` ({_type(hint)})") for field, hint in _fields_of(kind))
    listed = ", ".join(text if field.default is MISSING else f"{text[:-1]}, may be left out)" for field, text in named)
    return f"{listed}. {_said(kind)}"


def _said(kind: type[Any]) -> str:
    """The docstring of a type, as running text."""
    return re.sub(r"\*(\w+)\*", r"`\1`", " ".join((getdoc(kind) or "").split()))


def _type(hint: Any) -> str:
    """The type of a field in words."""
    if hint in (Result, Result | None):
        return "result" if hint == Result else "result or `null`"
    if isinstance(hint, UnionType):
        return "exact number" + (" or `null`" if NoneType in get_args(hint) else "")
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        many = "" if inner[-1] is Ellipsis else f"{len(inner)} "
        return f"list of {many}{_plural(_type(inner[0]))}"
    return {str: "text", int: "whole number", bool: "yes or no"}.get(hint) or _called(hint)


def _plural(named: str) -> str:
    if named.startswith("list "):
        return named.replace("list ", "lists ", 1)
    return named if named.endswith("`") else f"{named}s"


def _called(kind: type[Any]) -> str:
    return f"`{kind.__name__}`"


def _default(field: Field[Any]) -> str:
    if field.default is MISSING:
        return ""
    return f"`{json.dumps(list(field.default) if isinstance(field.default, tuple) else field.default)}`"


def coverage_page(book: Rulebook) -> Iterator[str]:
    """Which clauses passing tests prove, by document and clause."""
    counted = coverage(book, clause_states())
    yield "# Clause coverage\n"
    yield (
        "Find out which clauses are implemented. A clause is *done* when the tests that cite it pass, none of its "
        "vectors is unanswered and the product reaches what they test; *in part* when that holds for some tests; and "
        "*not yet* otherwise. A clause that only informs asks nothing of software and is not counted. "
        "`overtrick coverage` prints the same figures.\n"
    )
    kinds = KINDS[:-1]
    rows = ((one.cite, *(_count(one.kinds[kind]) for kind in kinds)) for one in counted)
    yield from _table(("document", *kinds), rows)
    yield from not_implemented_section()
    for one in counted:
        yield f"## {one.cite}\n\n{one.title}.\n"
        clauses = book.clauses[one.cite]
        listed = (
            (number, clauses[number].kind, "in part" if state == "part" else state, clauses[number].says)
            for number, state in one.states.items()
            if clauses[number].kind != "informs"
        )
        yield from _table(("clause", "kind", "state", "what it asks"), listed)


def _count(count: Count) -> str:
    part = f" (+{count.part} in part)" if count.part else ""
    return f"{count.done} of {count.of}{part}"


def api_pages() -> dict[str, Iterator[str]]:
    """The API: a page for each package, and one that lists them; the generator fills them from the docstrings."""
    rooms: dict[str, list[str]] = {}
    for floor in sorted(room.name for room in pkgutil.iter_modules(overtrick.__path__) if room.ispkg):
        if floor not in NOT_FOR_PROGRAMS:
            for module in modules(floor):
                rooms.setdefault(_room(module), []).append(module)
    return {"api": _rooms(rooms), **{f"api/{room}": _room_page(room, found) for room, found in rooms.items()}}


def modules(floor: str) -> list[str]:
    """The public packages and modules of a top-level package."""
    prefix = f"overtrick.{floor}."
    found = pkgutil.walk_packages([str(Path(overtrick.__path__[0]) / floor)], prefix)
    return sorted(name for _, name, _ in found if not name.rpartition(".")[2].startswith("_"))


def _room(module: str) -> str:
    """The page of a module: its package, which may be the top-level one."""
    names = module.split(".")[1:]
    found = find_spec(module)
    package = len(names) > 2 or (found is not None and bool(found.submodule_search_locations))
    return ".".join(names[:2] if package else names[:1])


def _rooms(rooms: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "# Python API\n"
    yield "Look up a module by its package. The core needs only the standard library.\n"
    for room, found in rooms.items():
        yield f"- [`{room}`](api/{room}.md): {', '.join(name.rpartition('.')[2] for name in found)}"


def _room_page(room: str, found: Sequence[str]) -> Iterator[str]:
    yield f"# {room}\n"
    for module in found:
        yield f"::: {module}\n"


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headers) + " |"
    yield "|" + " --- |" * len(headers)
    for row in rows:
        yield "| " + " | ".join(_cell(cell) for cell in row) + " |"
    yield ""


def _cell(text: str) -> str:
    """Text for a table cell, with Markdown characters escaped."""
    flat = " ".join(text.split())
    for mark in "|*_<[#":
        flat = flat.replace(mark, f"\\{mark}") if "`" not in flat else flat
    return flat


def main(folder: Path) -> None:
    """Write the pages into a folder.

    The folder is never deleted meanwhile, as tests read the documentation while it is written.
    """
    book = shipped_rulebook()
    pages = {
        "cli": cli_page(),
        "rulebook": rulebook_page(book),
        "readings": readings_page(book),
        "coverage": coverage_page(book),
        "postings": postings_page(),
        "asvs": asvs_page(),
        "event-file": event_file_page(schema_of(EventFile)),
        **api_pages(),
    }
    (folder / "api").mkdir(parents=True, exist_ok=True)
    for old in set(folder.rglob("*.md")) - {folder / f"{name}.md" for name in pages}:
        old.unlink()
    for name, lines in pages.items():
        (folder / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES)
