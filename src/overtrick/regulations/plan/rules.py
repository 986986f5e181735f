"""The rules that an event file refers to by name, and the check that each exists, with the line that names it."""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import fields
from typing import Any, TypeVar

from overtrick.core.by_entry import FormatRow
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.scoring.deductions import DeductionRule, SubstituteGuide
from overtrick.regulations.grammar.event import EventFile, FormatOf
from overtrick.regulations.grammar.event_rules import OwnRules
from overtrick.regulations.grammar.files import NotFound, not_found
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import Fault, Path
from overtrick.regulations.grammar.refs import Ref, references
from overtrick.regulations.grammar.rules import RuleFile
from overtrick.regulations.read.documents import Reach, reach
from overtrick.regulations.read.event_texts import known_as
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import RuleText, folders, has

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


def reference_faults(file: EventFile) -> Iterator[str]:
    """Every invalid reference, and every fault of the event's own rules."""
    yield from own_faults(file.rules, reach_of(file))
    yield from (f"{file.where(path)}: {fault}" for path, fault in named_faults(file))


def own_faults(rules: OwnRules, scope: Reach) -> Iterator[str]:
    """Every fault of the event's own rules."""
    stated = rules.tables_of(RuleFile)
    yield from scope.book.faults(RuleText(stated.origin.name, stated)) if stated else ()
    for said in rules.kinds():
        try:
            scope.find_file(said)
        except RegulationErrors as errors:
            yield from errors.faults


def named_faults(file: EventFile) -> Iterator[tuple[Path, Fault]]:
    """Every invalid reference, with its place and what was probably meant."""
    for path, name in (*references(file), *_indirect_references(file)):
        try:
            _ = name and name.rule
        except RegulationErrors:
            continue  # a faulty rule is reported where it is stated
        except DirectorError as error:
            yield path, _fault(path, error)
    for path, kind, wanted, known in _names(file):
        if wanted not in known:
            yield path, _fault(path, not_found(kind, wanted, list(known)))


def _fault(path: Path, error: DirectorError) -> Fault:
    return Fault.of(f"{'.'.join(map(str, path))}: {error}", error.meant if isinstance(error, NotFound) else "")


def _indirect_references(file: EventFile) -> Iterator[tuple[Path, Ref[Any]]]:
    """The rules that those an event names refer to: the guide to the cost of a substitute, tables of formats."""
    for path, name in references(file):
        if name and name.kind is DeductionRule:
            yield path, Ref.make(SubstituteGuide, name, name.scope)
    for path, table, row in _rows(file):
        if table.then is not None and table.then in row.cells:
            yield path, Ref.make(table.table.kind, str(row.cells[table.then]), table.table.scope)


def _rows(file: EventFile) -> Iterator[tuple[Path, FormatOf, FormatRow]]:
    """The rows of tables of formats, one column of which names another table."""
    for place, table in enumerate(file.format):
        if table.then is not None:
            with suppress(DirectorError, RegulationErrors):  # a missing table is reported by its own name
                yield from ((("format", place, "then"), table, row) for row in table.table.rule.rows)


def _names(file: EventFile) -> Iterator[tuple[Path, str, str, Collection[str]]]:
    """The names that are not rules' names, with their kind and the known ones: columns, choices, stages, readings."""
    choices, stages = [choice.id for choice in file.choice], [stage.name for stage in file.stage]
    for path, table, row in _rows(file):
        yield path, "column", table.then or "", row.cells
    waits = [((*path, "when"), words.when) for path, words in file.stages_said()]
    waits += [(("format", place, "when"), table.when) for place, table in enumerate(file.format)]
    for path, when in waits:
        if when is not None and when.choice is not None:
            yield (*path, "choice"), "choice", when.choice, choices
    for path, words in file.stages_said():
        for name in words.draw.play.adds_up if words.draw else ():
            yield (*path, "draw", "stages"), "stage", name, stages
        for n, source in enumerate(words.source):
            if not source.event:
                yield (*path, "source", n, "stage"), "stage before it", source.stage, stages[: int(path[1])]
    if file.graph is not None and file.graph.flow is not None:
        known = [folder for folder in folders() if has(folder, "flow.toml")]
        yield ("graph", "flow"), "document with a flow", file.graph.flow, known
    if file.graph is not None and file.graph.confirm is not None:
        yield ("graph", "confirm"), "choice", file.graph.confirm, choices
    yield from _readings(file, [*stages, "honours", *(["graph"] if file.graph else [])])


def _readings(file: EventFile, starts: Collection[str]) -> Iterator[tuple[Path, str, str, Collection[str]]]:
    """The names of readings, of their alternatives, and of the stages that paths start at."""
    known = library().readings.get(file.cites, {})
    for place, reading in enumerate(file.reading):
        if file.cites in library().readings:
            yield ("reading", place, "id"), "reading", reading.id, known
        for number, way in enumerate(reading.other):
            at: Path = ("reading", place, "other", number)
            if reading.id in known:
                yield (*at, "way"), "listed way", way.way, known[reading.id].other
            for path in way.sets:
                yield (*at, "sets"), "stage", path.partition(".")[0], starts
