"""Files of one's own, checked as `rules check` and the desk do: read, planned and linted beside what there is."""

from collections.abc import Mapping
from json import dumps

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.files import FILES
from overtrick.regulations.grammar.rules import Document
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.lint.findings import Finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.lint.surprises import surprises
from overtrick.regulations.plan.checking import CheckedEvent, check_event
from overtrick.regulations.plan.event_book import is_event
from overtrick.regulations.plan.selection import FILE as SELECTION
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.plan.units import scoring_unit_faults
from overtrick.regulations.read.documents import open_file
from overtrick.regulations.read.editions import DOCUMENT, ENDING, TEXTS, Edition, in_force, under
from overtrick.regulations.read.event_texts import EVENTS
from overtrick.regulations.read.flow import load_flow
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import (
    OWN_READERS,
    RuleText,
    TextFile,
    beside,
    document_files,
    read_as,
    rule_text,
    sound,
)

Checked = tuple[list[str], list[Finding]]
"""Every fault of some files, and everything that was found in what could be read of them."""


def check_files(texts: Mapping[str, str]) -> Checked:
    """Every fault of some files of one's own, by their names, and everything that was found in them."""
    faults: dict[str, None] = {}
    read: list[RuleText] = []
    events: list[CheckedEvent] = []
    for name, text in texts.items():
        if not _no_toml(name, text) and not sound(text, name):
            faults[
                f"{name}: there is nothing in it; an event begins with [event], and rules with a table like [[scale]]"
            ] = None
            continue
        if is_event(text):
            events.append(check_event(text, name))
            faults |= events[-1].faults
            continue
        try:
            read.append(rule_text(text, name))
        except RegulationErrors as errors:
            faults |= dict.fromkeys(errors.faults)
    findings = []
    try:
        book = library().with_files(read)
        faults |= dict.fromkeys(
            fault for file in read for fault in book.faults(file) or scoring_unit_faults(file, book)
        )
        if read and not faults:
            findings += _new(book)
    except (RegulationErrors, DirectorError) as error:
        faults[str(error)] = None
        book = library()
    for event in events:
        findings += _found(event, book)
    return list(faults), findings


def _found(event: CheckedEvent, book: Rulebook) -> list[Finding]:
    """What is found in an event as it may have been meant, and what of it would surprise a director."""
    if event.file is None:
        return []
    return [*lint_event(event.file, book, units=not event.guessed), *surprises(event.file)]


def _new(book: Rulebook) -> list[Finding]:
    """What is found in a rulebook and not in the one in force."""
    known = set(lint(library()))
    return [finding for finding in lint(book) if finding not in known]


def check_folder(folder: str, texts: Mapping[str, str]) -> Checked:
    """Every fault of a folder of rules, by the paths of its texts in it, and everything that was found in them.

    What stands behind a fault is told with it: only a file that is no TOML hides what rests on it.
    """
    paths = {f"{folder}/{path}": text for path, text in texts.items()}
    faults = dict.fromkeys(fault for path, text in paths.items() for fault in _no_toml(path, text))
    if faults:
        return list(faults), []
    faults |= dict.fromkeys(_cited_twice(folder, texts[DOCUMENT], beside(in_force(), folder, {})))
    with under(beside(in_force(), folder, texts)):
        stated = {path: list(_stated_faults(path, text)) for path, text in paths.items()}
    faults |= dict.fromkeys(fault for each in stated.values() for fault in each)
    readable = {path: _in_place_of(path, text) if stated[path] else text for path, text in paths.items()}
    with under(beside(in_force(), folder, {path.partition("/")[2]: text for path, text in readable.items()})):
        try:
            book = library()
        except (RegulationErrors, DirectorError) as error:
            return list(faults | dict.fromkeys(_told(error))), []
        faults |= dict.fromkeys(fault for path, text in readable.items() for fault in _faults(path, text))
        events = {path: check_event(text, path) for path, text in paths.items() if EVENTS in path}
        for path, event in events.items():
            faults |= {**event.faults, **dict.fromkeys(_called_otherwise(path, event))}
        if faults:
            return list(faults), []
        cites = book.documents[folder].cite
        findings = [each for each in lint(book) if each.clause.partition(" ")[0] == cites]
        return [], [*findings, *(each for event in events.values() for each in _found(event, book))]


def _told(error: DirectorError | RegulationErrors) -> list[str]:
    return list(error.faults) if isinstance(error, RegulationErrors) else [str(error)]


def _no_toml(path: str, text: str) -> list[str]:
    try:
        sound(text, path)
    except RegulationErrors as error:
        return list(error.faults)
    return []


def _cited_twice(folder: str, text: str, others: Edition) -> list[str]:
    """That a folder is cited as another is: then nobody could say whose clause is meant."""
    cite = sound(text, folder).get("cite")
    same = next((each for each, document in document_files(others).items() if document.cite == cite), None)
    return [f"{folder}/{DOCUMENT}: {same} is cited as {cite}; cite this document otherwise."] if same else []


def _stated_faults(path: str, text: str) -> list[str]:
    """The faults of what a folder says of its document, its clauses and its readings, on which all else rests."""
    name = path.partition("/")[2]
    kind = Document if name == DOCUMENT else TextFile if name in TEXTS else None
    try:
        if kind is not None:
            read_as(kind, text, path)
    except (RegulationErrors, DirectorError) as error:
        return _told(error)
    return []


def _in_place_of(path: str, text: str) -> str:
    """What stands for a faulty document, or for its faulty clauses, while the rest of its folder is looked at."""
    if not path.endswith(f"/{DOCUMENT}"):
        return ""
    cite = str(sound(text, path).get("cite", ""))
    return f"cite = {dumps(cite)}\ntitle = ''\nbody = ''\nissued = ''\n"


def _called_otherwise(path: str, event: CheckedEvent) -> list[str]:
    """That an event's id is not its folder and its file."""
    wanted = path.replace(EVENTS, "/").removesuffix(ENDING)
    if event.file is None or event.file.event.id == wanted:
        return []
    return [f"{event.file.where(('event', 'id'))}: its event is called {event.file.event.id}; write {wanted}."]


def _faults(path: str, text: str) -> list[str]:
    """The faults of one text of a folder that has rules."""
    folder, _, name = path.partition("/")
    said = next((said for said, file in FILES.items() if file == name), None)
    try:
        if said is not None:
            open_file(said, text, path)
        elif name == "flow.toml":
            load_flow(folder)
        elif name == SELECTION:
            load_selection(folder)
        elif "/" not in name and name not in (*TEXTS, *OWN_READERS):
            return library().faults(rule_text(text, path))
    except (RegulationErrors, DirectorError) as error:
        return _told(error)
    return []
