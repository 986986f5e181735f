"""Checks an event file for all its faults at once: faults hidden behind others are found by mending those."""

from dataclasses import dataclass, field, replace

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.files import FileScope, read_file
from overtrick.regulations.grammar.locate import LocatedTable
from overtrick.regulations.grammar.place import Misread
from overtrick.regulations.plan.events import check_units
from overtrick.regulations.plan.graph import graph_faults
from overtrick.regulations.plan.rules import named_faults, own_faults, reach_of, scope_of
from overtrick.regulations.read.event_texts import event_tables, known_as
from overtrick.regulations.read.mend import mend_tables

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
