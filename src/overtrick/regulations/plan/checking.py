"""Checks an event file for all its faults at once: it is mended by guessing, so that faults behind others are found.

Nothing is ever played by a mended file: its faults have been reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.files import FileScope, read_file
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import Fault, Misread, Path
from overtrick.regulations.plan.events import check_units
from overtrick.regulations.plan.graph import graph_faults
from overtrick.regulations.plan.rules import named_faults, own_faults, reach_of, scope_of
from overtrick.regulations.read.event_texts import event_tables, known_as

STAND_INS: Mapping[str, object] = {"clause": "CLUB 1", "id": "my-club/event", "name": "It", "says": "", "by": ""}
"""Values for missing words that do not affect how an event is played."""

GUESSED: Mapping[str, Any] = {"contest": "pairs", "entries": [8, 40], "usual": 8}
"""Values for missing words that play depends on."""


@dataclass(frozen=True, slots=True)
class MendedTables:
    """The tables of a file after mending, and whether anything that play depends on had to be left out."""

    tables: LocatedTable
    lost: bool


def mend_tables(tables: LocatedTable, faults: Sequence[tuple[Path, str]]) -> MendedTables | None:
    """Tables without these faults: words as they were probably meant, or left out; `None` where that is impossible."""
    lost = False
    for path, fault in dict(reversed(faults)).items():
        holder, key = _value_at(tables, path[:-1]), path[-1] if path else None
        if not isinstance(holder, LocatedTable) or not isinstance(key, str):
            return None
        words = _words(holder, key, fault)
        if words is None:
            return None
        dropped = key not in words and not (isinstance(fault, Fault) and fault.keyed)
        lost = lost or dropped if key in holder else lost or key in GUESSED
        tables = _put(tables, path[:-1], LocatedTable(words, holder.origin, holder.taken))
    return MendedTables(tables, lost)


def _words(holder: LocatedTable, key: str, fault: str) -> dict[str, Any] | None:
    """The words of a table with the fault of one of them corrected; `None` where that cannot be guessed."""
    words: dict[str, Any] = dict(holder)
    meant, keyed = (fault.meant, fault.keyed) if isinstance(fault, Fault) else ("", False)
    if key not in words:
        guess = _fewest(words) if key == "usual" else {**STAND_INS, **GUESSED}.get(key)
        return None if guess is None else {**words, key: guess}
    value = words.pop(key)
    if keyed:
        return {**words, meant: value} if meant and meant not in words else words
    return {**words, key: meant} if meant else words


def _fewest(words: Mapping[str, Any]) -> Any:
    """Return the smallest entry that an event takes; `entries` is a number or a range, or wrong."""
    entries = words.get("entries", GUESSED["entries"])
    fewest = entries[0] if isinstance(entries, list) and entries else entries
    return fewest if isinstance(fewest, int) else GUESSED["usual"]


def _value_at(value: Any, path: Path) -> Any:
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _put(value: Any, path: Path, what: Any) -> Any:
    """A value with the part at a path replaced."""
    if not path:
        return what
    key, below = path[0], path[1:]
    inner = _put(value[key], below, what)
    if isinstance(value, list):
        return [inner if place == key else part for place, part in enumerate(value)]
    return value.with_words(**{str(key): inner})


WAVES = 12
"""How often a file is mended and read again before the remaining faults are given up."""


@dataclass(slots=True)
class CheckedEvent:
    """Every fault of an event file; *file* is the mended event, if it can be planned at all.

    If rules were *guessed*, units are not checked.
    """

    faults: dict[str, None] = field(default_factory=dict)
    file: EventFile | None = None
    guessed: bool = False


def check_event(text: str, name: str) -> CheckedEvent:
    """Every fault in the words, names, graph and units of an event file, each once."""
    checked = CheckedEvent()
    try:
        tables = event_tables(text, name)
    except RegulationErrors as errors:
        checked.faults |= dict.fromkeys(errors.faults)
        return checked
    file, lost = _readable(tables, checked)
    if file is None:
        return checked
    own = list(own_faults(file.rules, reach_of(file)))
    checked.faults |= dict.fromkeys(own)
    named = list(named_faults(file))
    checked.faults |= dict.fromkeys(f"{file.where(path)}: {fault}" for path, fault in named)
    if named and file.tables is not None:
        again = mend_tables(file.tables, named)
        file, worse = _readable(again.tables, checked) if again is not None else (None, True)
        lost = lost or worse or (again is not None and again.lost)
    if file is None or lost or own or (named and list(named_faults(file))):
        return checked
    checked.file, checked.guessed = file, bool(named)
    if not named:
        checked.faults |= dict.fromkeys(f"{file.where(('graph',))}: {fault}" for fault in graph_faults(file))
        try:
            check_units(file)
        except RegulationErrors as errors:
            checked.faults |= dict.fromkeys(errors.faults)
            checked.guessed = True  # they are reported already
    return checked


def _readable(tables: LocatedTable, checked: CheckedEvent) -> tuple[EventFile | None, bool]:
    """The event in tables, mended until it can be read; and whether anything of it was lost on the way."""
    lost = False
    for _ in range(WAVES):
        try:
            scope = scope_of(tables)
            file = read_file(EventFile, tables, FileScope(EventFile, tables, scope))
        except Misread as error:
            checked.faults |= dict.fromkeys(f"{tables.find_origin(path)}: {fault}" for path, fault in error.faults)
            again = mend_tables(tables, error.faults)
            if again is None:
                return None, True
            tables, lost = again.tables, lost or again.lost
        else:
            return replace(file, tables=tables, known_as=known_as(tables), scope=scope), lost
    return None, True
