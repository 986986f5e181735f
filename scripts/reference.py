"""Writes the generated pages of the reference from the program itself: nothing there is typed twice."""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from inspect import getdoc
from pathlib import Path
from shutil import rmtree

import click

import overtrick
from overtrick.cli import EXIT_CODES
from overtrick.cli import overtrick as command_line
from overtrick.core.provenance import Clause
from overtrick.regulations.coverage import KINDS, Count, coverage, recorded
from overtrick.regulations.describe import describe_datum, describe_scale, describe_words, words_of
from overtrick.regulations.library import Rulebook, shipped

PAGES = Path(__file__).parents[1] / "docs" / "reference" / "generated"
WIDTH = 100

NOT_FOR_PROGRAMS = ("cli", "rulebook")
"""Rooms without an API: the command line, and the data."""


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
    yield "What each command says of itself with `--help`. Scores are from North-South's side.\n"
    for path, told in commands("overtrick", command_line):
        yield f"## {path}\n\n```text\n{told}\n```\n"
    yield "## Exit codes\n"
    yield from _table(("code", "meaning"), ((f"`{code}`", meaning) for code, meaning in EXIT_CODES.items()))


def rulebook_page(book: Rulebook) -> Iterator[str]:
    """Every rule of the rulebook, with its clause."""
    yield "# The rulebook\n"
    yield "Every rule by its id, as `overtrick rules list` and `overtrick rules show` have it.\n"
    yield "## Documents\n"
    documents = ((d.cite, d.title, d.body, d.issued, f"`{folder}`") for folder, d in book.documents.items())
    yield from _table(("cite", "title", "body", "issued", "folder"), documents)
    yield "## Events\n"
    for event in book.events.values():
        stages = "; ".join(
            f"{stage.name}: `{stage.scoring}`{f', {stage.boards} boards' if stage.boards else ''} ({stage.clause})"
            for stage in event.stage
        )
        yield f"- `{event.id}` {event.name} ({event.clause}). {stages}"
    yield "\n## Scales\n"
    for name in book.scales:
        yield from _described(name, book.scales[name].cited, describe_scale(book.scale(name)))
    yield "## Datums\n"
    for name in book.datums:
        yield from _described(name, book.datums[name].cited, describe_datum(book.datum(name)))
    for kind, rules in book.kinds.items():
        if kind in ("event", "scale", "datum") or not rules:
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
    yield "Where a document is silent, contradicts itself or is misprinted: what we do, and what else could be done.\n"
    for document in book.documents.values():
        if not book.readings[document.cite]:
            continue
        yield f"## {document.cite}\n\n{document.title}.\n"
        for r in book.readings[document.cite].values():
            other = f" *Or:* {_cell('; '.join(r.other))}." if r.other else ""
            yield f"- **{r.id}** on {', '.join(r.on)}. {_cell(r.matter)} *We read:* {_cell(r.we)}{other}"
        yield ""


def coverage_page(book: Rulebook) -> Iterator[str]:
    """Which clauses passing tests prove, by document and clause."""
    counted = coverage(book, recorded())
    yield "# Clause coverage\n"
    yield (
        "A clause is *done* when tests that cite it pass and no vector of it is left unanswered, *in part* when "
        "some are, and *not yet* otherwise. A clause that only informs asks nothing of software and is not counted. "
        "`overtrick coverage` prints the same figures.\n"
    )
    kinds = KINDS[:-1]
    rows = ((one.cite, *(_count(one.kinds[kind]) for kind in kinds)) for one in counted)
    yield from _table(("document", *kinds), rows)
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
    """The API: a page for each room, and one that lists them; the generator fills them from the docstrings."""
    rooms: dict[str, list[str]] = {}
    for floor in sorted(room.name for room in pkgutil.iter_modules(overtrick.__path__) if room.ispkg):
        if floor not in NOT_FOR_PROGRAMS:
            for module in modules(floor):
                rooms.setdefault(_room(module), []).append(module)
    return {"api": _rooms(rooms), **{f"api/{room}": _room_page(room, found) for room, found in rooms.items()}}


def modules(floor: str) -> list[str]:
    """The public packages and modules of a floor."""
    prefix = f"overtrick.{floor}."
    found = pkgutil.walk_packages([str(Path(overtrick.__path__[0]) / floor)], prefix)
    return sorted(name for _, name, _ in found if not name.rpartition(".")[2].startswith("_"))


def _room(module: str) -> str:
    """The page a module stands on: its package, which may be the floor itself."""
    names = module.split(".")[1:]
    package = len(names) > 2 or bool(find_spec(module).submodule_search_locations)  # type: ignore[union-attr]
    return ".".join(names[:2] if package else names[:1])


def _rooms(rooms: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "# Python API\n"
    yield "Everything a program may use, room by room. The core needs nothing but the standard library.\n"
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
    """Text that stands in one cell and means nothing else to Markdown."""
    flat = " ".join(text.split())
    for mark in "|*_<[#":
        flat = flat.replace(mark, f"\\{mark}") if "`" not in flat else flat
    return flat


def main() -> None:
    """Write the pages."""
    book = shipped()
    pages = {
        "cli": cli_page(),
        "rulebook": rulebook_page(book),
        "readings": readings_page(book),
        "coverage": coverage_page(book),
        **api_pages(),
    }
    rmtree(PAGES, ignore_errors=True)
    (PAGES / "api").mkdir(parents=True)
    for name, lines in pages.items():
        (PAGES / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
