"""Completes a file from what it refers to: tables of events or stages it is like, and choices with several values.

`like` names the event, or the stage of the same event, whose tables are taken over; the file's own statements take
precedence, table by table and word by word. Tables in a list correspond if they have the same name. `without` lists
what is not taken over.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.files import NotFound, not_found
from overtrick.regulations.grammar.locate import LocatedTable, Origin
from overtrick.regulations.grammar.place import CLAUSE, READINGS
from overtrick.regulations.grammar.tables import table_name

LIKE, WITHOUT, VALUE = "like", "without", "value"

FindEvent = Callable[[str, Origin], LocatedTable]
"""Returns the complete tables of another event by its id; the origin is used in fault messages."""


def like_event(file: LocatedTable, find: FindEvent) -> LocatedTable:
    """A file completed from the event it is like, and its stages from one another."""
    event = file.get("event")
    if isinstance(event, LocatedTable) and LIKE in event:
        other = find(str(event[LIKE]), event.origin_of(LIKE))
        file = complete_table(file, _exclude(other, event))
    if not _tables(file.get("stage")):
        return file
    stages: list[LocatedTable] = []
    for stage in file["stage"]:
        stages.append(complete_table(stage, _exclude(_stage(stage, stages), stage)) if LIKE in stage else stage)
    return file.with_words(stage=stages)


def _stage(stage: LocatedTable, before: Sequence[LocatedTable]) -> LocatedTable:
    known = {table_name(each): each for each in before}
    name = str(stage[LIKE])
    if name not in known:
        raise unlike(stage.origin_of(LIKE), not_found("stage before it", name, list(known)))
    return known[name]


def unlike(at: Origin, error: NotFound) -> RegulationErrors:
    """The error that the event or stage to be like does not exist."""
    return RegulationErrors([f"{at}: {LIKE}: {error}"])


def complete_table(own: LocatedTable, other: LocatedTable) -> LocatedTable:
    """A table completed from another.

    A table that cites a clause of its own does not take over the other's readings.
    """
    words = {key: value for key, value in other.items() if key not in (LIKE, WITHOUT)}
    if CLAUSE in own:
        words.pop(READINGS, None)
    taken = {key: other.origin_of(key) for key in words if key not in own}
    for key, value in own.items():
        words[key] = _merge_values(value, words.get(key))
    return LocatedTable(words, own.origin, taken)


def _merge_values(own: Any, other: Any) -> Any:
    if isinstance(own, LocatedTable) and isinstance(other, LocatedTable):
        return complete_table(own, other)
    return _by_name(own, other) if _tables(own) and _tables(other) else own


def _tables(value: Any) -> bool:
    """Whether these are tables in a list that have names."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, LocatedTable) and table_name(each) for each in value)
    )


def _by_name(own: list[LocatedTable], other: list[LocatedTable]) -> list[LocatedTable]:
    """Tables in the order of those that are taken over, followed by the new ones."""
    left = list(own)
    found = []
    for each in other:
        mine = next((table for table in left if table_name(table) == table_name(each)), None)
        if mine is not None:
            left.remove(mine)
        found.append(complete_table(mine, each) if mine is not None else each)
    return [*found, *left]


def _exclude(other: LocatedTable, says: LocatedTable) -> LocatedTable:
    """A table except what a table like it excludes."""
    for path in says.get(WITHOUT, ()):
        left = _cut(other, str(path).split("."))
        if left is None:
            raise RegulationErrors([f"{says.origin_of(WITHOUT)}: {WITHOUT}: there is no “{path}” in {says[LIKE]}."])
        other = left
    return other


def _cut(table: LocatedTable, path: Sequence[str]) -> LocatedTable | None:
    key, *below = path
    inner = table.get(key)
    if inner is None:
        return None
    if not below:
        return LocatedTable({name: part for name, part in table.items() if name != key}, table.origin, table.taken)
    if isinstance(inner, LocatedTable):
        left = _cut(inner, below)
        return None if left is None else table.with_words(**{key: left})
    if not _tables(inner) or below[0] not in map(table_name, inner):
        return None
    if len(below) == 1:
        return table.with_words(**{key: [each for each in inner if table_name(each) != below[0]]})
    parts = [_cut(each, below[1:]) if table_name(each) == below[0] else each for each in inner]
    return None if None in parts else table.with_words(**{key: parts})


def by_value(file: LocatedTable) -> LocatedTable:
    """A file in which a choice with several values becomes several choices, as do the tables that depend on it.

    `{value}` is then the value; a value that is a table gives each of its words, like `{boards}`.
    """
    choices: list[LocatedTable] = file["choice"] if _tables(file.get("choice")) else []
    if not any(VALUE in each for each in choices):
        return file
    values = {table_name(each): each[VALUE] for each in choices if VALUE in each}
    words: dict[str, Any] = {
        "choice": [each for choice in choices for each in _expand_table(choice, values.get(table_name(choice)))]
    }
    for key in ("format", "stage"):
        if key in file:
            words[key] = [_waiting(table, values) for table in file[key]]
    words["format"] = list(_expand_tables(file.get("format", ()), values))
    return file.with_words(**{key: value for key, value in words.items() if key in file})


def _waiting(stage: LocatedTable, values: dict[str, Any]) -> LocatedTable:
    return stage.with_words(instead=list(_expand_tables(stage["instead"], values))) if "instead" in stage else stage


def _expand_tables(tables: Sequence[LocatedTable], values: dict[str, Any]) -> Iterator[LocatedTable]:
    """Tables under `when`, for each value of the choice they depend on."""
    for table in tables:
        when = table.get("when")
        yield from _expand_table(table, values.get(str(when.get("choice"))) if isinstance(when, dict) else None)


def _expand_table(table: LocatedTable, values: Any) -> Iterator[LocatedTable]:
    if values is None:
        yield table
        return
    for value in values:
        given = value if isinstance(value, dict) else {VALUE: value}
        yield _fill_placeholders({key: part for key, part in table.items() if key != VALUE}, given, table.origin)


def _fill_placeholders(value: Any, given: dict[str, Any], origin: Origin) -> Any:
    """A value with its placeholders replaced."""
    if isinstance(value, dict):
        return LocatedTable(
            {key: _fill_placeholders(part, given, origin.child(key)) for key, part in value.items()}, origin
        )
    if isinstance(value, list):
        return [_fill_placeholders(part, given, origin.child(n)) for n, part in enumerate(value)]
    if not isinstance(value, str):
        return value
    for name, part in given.items():
        if value == f"{{{name}}}":
            return part
        value = value.replace(f"{{{name}}}", str(part))
    return value
