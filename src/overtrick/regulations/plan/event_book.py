"""The event files: those of the rulebook in force, by id or by name, and any other by its path."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.files import FileScope
from overtrick.regulations.plan.events import check_units, plan_of
from overtrick.regulations.plan.graph import graph_faults
from overtrick.regulations.plan.rules import reference_faults, scope_of
from overtrick.regulations.read.editions import ENDING, Edition, by_edition, in_force, other_bodies
from overtrick.regulations.read.event_texts import event_paths, event_tables, known_as
from overtrick.regulations.read.file_kinds import InputKind, refuse_other_kinds
from overtrick.regulations.read.load import read_tables, read_toml

OWN = ENDING
"""The file extension of event files."""


def read_event(text: str, name: str) -> EventFile:
    """The event in the text of a file; *name* is used in the messages of its faults.

    Raises `RegulationErrors` with every fault at once: the line, what is wrong, and what is permitted there; this
    includes references to rules that do not exist, and places where different units meet.
    """
    file = _words(text, name)
    if faults := _referring(file, name):
        raise RegulationErrors(faults)
    check_units(file)
    return file


def _referring(file: EventFile, name: str) -> list[str]:
    """Every invalid reference of an event, and every fault of its graph."""
    return list(reference_faults(file)) or [f"{name}: {fault}" for fault in graph_faults(file)]


def _words(text: str, name: str) -> EventFile:
    """The words of an event file, with its tables so that faults can name a line."""
    tables = event_tables(text, name)
    scope = scope_of(tables)
    file = read_tables(EventFile, tables, FileScope(EventFile, tables, scope))
    return replace(file, tables=tables, known_as=known_as(tables), scope=scope)


def is_event(text: str) -> bool:
    """Whether a text is an event file: it has an [event] table, where rule files have lists of tables."""
    try:
        data = read_toml(text, "the file")
    except RegulationErrors:
        return False
    return isinstance(data.get("event"), dict) or "stage" in data


@by_edition
def event_files() -> Mapping[str, EventFile]:
    """The event files of the rulebook in force, by id; all faults of all files are raised together.

    `proven_event_files` checks their references too.
    """
    found: dict[str, EventFile] = {}
    faults: list[str] = []
    for name, path in event_paths().items():
        try:
            file = _event(name)
        except RegulationErrors as errors:
            faults.extend(errors.faults)
            continue
        if file.event.id != name:
            faults.append(f"{path}: its event is called {file.event.id}; the id is the folder and the file's name.")
        found[file.event.id] = file
    if faults:
        raise RegulationErrors(faults)
    return found


@by_edition
def proven_event_files() -> Mapping[str, EventFile]:
    """The event files of the rulebook in force, with all references checked; a test checks their units."""
    found = event_files()
    if faults := [fault for name, file in found.items() for fault in _referring(file, event_paths()[name])]:
        raise RegulationErrors(faults)
    return found


@by_edition
def _event(name: str) -> EventFile:
    """One event of the rulebook: only its words are checked, as `rules check` checks all references."""
    path = event_paths()[name]
    text = in_force().texts[path]
    return _words(text, path)


def find_event(name: str) -> EventFile:
    """An event by its id, by its name, or by the path of a custom file.

    >>> find_event("Bridge NSW Swiss Pairs Congress").event.id
    'nsw-swiss-pairs/congress'
    """
    if name in event_paths():
        return _event(name)
    if name.endswith(OWN):
        text, called = _own_text(name), Path(name).name
        if in_force().kept:
            return _words(text, called)
        return read_event(text, called)
    known = event_files()
    for file in known.values():
        if file.event.name.casefold() == name.casefold():
            return file
    if (folder := name.partition("/")[0]) in other_bodies():
        raise DirectorError(
            "{name} is in the rules of another body",
            remedy="Load those rules with `overtrick --rulebook {folder}`, or set OVERTRICK_RULEBOOK={folder}.",
            name=name,
            folder=folder,
        )
    names = [*known, *(file.event.name for file in known.values())]
    close = get_close_matches(name, names, n=3, cutoff=0.3) or sorted(known)[:3]
    raise DirectorError(
        "There is no event called “{name}”",
        remedy="Did you mean {row:or}, or another event in `overtrick rules list --kind event`?",
        name=name,
        row=tuple(close),
    )


def _own_text(name: str) -> str:
    """The text of an event's own file: from the edition in force, otherwise from the disk."""
    path = Path(name)
    if in_force().own == path.name:
        return in_force().texts[path.name]
    if not path.exists():
        raise DirectorError("There is no file {name}", remedy="Give the path of an event file.", name=name)
    refuse_other_kinds(path, InputKind.RULES)
    return path.read_text(encoding="utf-8")


def plan_for(name: str) -> PlanFor:
    """The regulation of an event by its id, its name or the path of its file.

    >>> from overtrick.core.event.plan.stages import Entrants
    >>> event = plan_for("nsw-swiss-pairs/congress")(Entrants(24), frozenset(), {})
    >>> [(stage.name, stage.rounds, stage.boards) for stage in event.stages]
    [('Swiss', 7, 8)]
    """
    return plan_of(find_event(name))


def rules_name(name: str) -> str:
    """The origin of rules as recorded in a book: an event's id, or the path of a custom file.

    >>> rules_name("Bridge NSW Swiss Pairs Congress")
    'nsw-swiss-pairs/congress'
    """
    event = find_event(name).event.id
    return event if event in event_paths() and not name.endswith(OWN) else name


def edition_for(name: str) -> Edition:
    """The edition that an event needs: what it reaches of the rulebook in force, and its own file if it has one.

    >>> edition_for("nsw-swiss-pairs/congress").has("nsw-swiss-pairs/events/congress.toml")
    True
    """
    if name.endswith(OWN) and name not in event_paths():
        own = Path(name).name
        return in_force().with_own(own, _own_text(name)).reached_from([own])
    return _edition(name)


@by_edition
def _edition(name: str) -> Edition:
    return in_force().reached_from([event_paths()[name]])


@by_edition
def edition_for_year(document: str) -> Edition:
    """The edition that a selection year needs: its document with all its events, and what they reach."""
    return in_force().reached_from([path for path in in_force().paths if path.startswith(f"{document}/")])
