"""The event files: those that ship with the program, by id or by name, and any other by its path."""

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.event_words import EventFile
from overtrick.regulations.graph import graph_faults
from overtrick.regulations.load import folders, read_as, rulebook, rulebook_hash

OWN = ".toml"
"""What the path of an event file ends with."""


def read_event(text: str, name: str) -> EventFile:
    """The event in the text of a file; *name* is what its faults call it.

    Raises `RegulationErrors` with every fault at once: the line, what is wrong, what may stand there, and
    every reference to a rule that is not there, every place where unlike units meet.
    """
    from overtrick.regulations.events import check_units

    file = _referring(text, name)
    check_units(file)
    return file


def _referring(text: str, name: str) -> EventFile:
    """The event in a text whose references all lead somewhere; of those that ship a test proves the units."""
    from overtrick.regulations.event_references import reference_faults

    file = read_as(EventFile, text, name).read_from(text, name)
    if faults := list(reference_faults(file, text, name)):
        raise RegulationErrors(faults)
    if faults := [f"{name}: {fault}" for fault in graph_faults(file)]:
        raise RegulationErrors(faults)
    return file


def is_event(text: str) -> bool:
    """Whether a text is an event file: it has an [event] table, where rule files have lists of tables."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        return False
    return isinstance(data.get("event"), dict) or "stage" in data


@cache
def event_files() -> Mapping[str, EventFile]:
    """The event files that ship with the program, by id; all faults of all files at once."""
    found: dict[str, EventFile] = {}
    faults: list[str] = []
    for path, text in shipped_event_texts():
        try:
            file = _referring(text, path)
        except RegulationErrors as errors:
            faults.extend(errors.faults)
            continue
        if file.event.id != path.replace("/events/", "/").removesuffix(".toml"):
            faults.append(f"{path}: its event is called {file.event.id}; the id is the folder and the file's name.")
        found[file.event.id] = file
    if faults:
        raise RegulationErrors(faults)
    return found


def shipped_event_texts() -> Iterator[tuple[str, str]]:
    """The texts of the event files, with their paths in the rulebook."""
    for folder in folders():
        events = rulebook() / folder / "events"
        if events.is_dir():
            for entry in sorted(events.iterdir(), key=lambda each: each.name):
                if entry.name.endswith(".toml"):
                    yield f"{folder}/events/{entry.name}", entry.read_text(encoding="utf-8")


@cache
def shipped_events() -> frozenset[str]:
    """The ids of the events that ship with the program, by the names of their files alone."""
    return frozenset(
        f"{folder}/{entry.name.removesuffix('.toml')}"
        for folder in folders()
        if (events := rulebook() / folder / "events").is_dir()
        for entry in events.iterdir()
        if entry.name.endswith(".toml")
    )


@cache
def _shipped_event(name: str) -> EventFile:
    """One event of the rulebook: its words alone, as `rules check` proves every reference of them all."""
    folder, _, own = name.partition("/")
    path = rulebook() / folder / "events" / f"{own}.toml"
    text, called = path.read_text(encoding="utf-8"), f"{folder}/events/{own}.toml"
    return read_as(EventFile, text, called).read_from(text, called)


def find_event(name: str) -> EventFile:
    """An event by its id, by its name, or by the path of a file of one's own.

    >>> find_event("Bridge NSW Swiss Pairs Congress").event.id
    'nsw-swiss-pairs/congress'
    """
    if name in shipped_events():
        return _shipped_event(name)
    known = event_files()
    for file in known.values():
        if file.event.name.casefold() == name.casefold():
            return file
    if name.endswith(OWN):
        path = Path(name)
        if not path.is_file():
            raise DirectorError(f"There is no file {name}", remedy="Give the path of an event file.")
        return read_event(path.read_text(encoding="utf-8"), path.name)
    names = [*known, *(file.event.name for file in known.values())]
    close = get_close_matches(name, names, n=3, cutoff=0.3) or sorted(known)[:3]
    raise DirectorError(
        f"There is no event called “{name}”",
        remedy=f"Did you mean {' or '.join(close)}? `overtrick rules list --kind event` has them all.",
    )


def rules_name(name: str) -> str:
    """What a book writes down of where its rules came from: an event's id, or the path of a file of one's own.

    >>> rules_name("Bridge NSW Swiss Pairs Congress")
    'nsw-swiss-pairs/congress'
    """
    event = find_event(name).event.id
    return event if event in shipped_events() and not name.endswith(OWN) else name


def rules_hash(name: str) -> str:
    """The fingerprint of everything an event stands on: the rulebook, and its own file if it has one."""
    if not name.endswith(OWN):
        return rulebook_hash()
    return sha256(f"{rulebook_hash()}\n{Path(name).read_text(encoding='utf-8')}".encode()).hexdigest()
