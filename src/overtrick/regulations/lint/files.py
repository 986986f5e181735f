"""Checks of custom files, for `rules check` and the desk: read, planned and linted together with the rulebook.

Custom events also get warnings about what would surprise a director although nothing refuses it, such as words that
have no effect.
"""

from collections.abc import Iterator, Mapping
from json import dumps
from typing import TypeAlias

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.session_movements import session_movement
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.files import FILES
from overtrick.regulations.grammar.rules import Document
from overtrick.regulations.grammar.stages import PlayWord, StageWords
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.lint.findings import Finding, make_finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.plan.checking import CheckedEvent, check_event
from overtrick.regulations.plan.event_book import is_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.formats import runs
from overtrick.regulations.plan.selection import FILE as SELECTION
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.plan.units import scoring_unit_faults
from overtrick.regulations.read.documents import load_flow, open_file
from overtrick.regulations.read.editions import DOCUMENT, ENDING, TEXTS, Edition, in_force, use_edition
from overtrick.regulations.read.event_texts import EVENTS
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import (
    OWN_READERS,
    RuleText,
    TextFile,
    add_folder,
    document_files,
    read_as,
    rule_text,
    sound,
)

Checked = tuple[list[str], list[Finding]]
"""Every fault of some files, and all findings in what could be read of them."""

_Ignored: TypeAlias = Mapping[str, str]
"""Words that a way to play ignores, with what to write instead."""

_MATCHES: _Ignored = dict.fromkeys(("bye", "forfeit", "unplayed", "compared", "unmet", "home"), "")
_IGNORED: Mapping[PlayWord, _Ignored] = {
    "sessions": {
        "matches": "write rounds in the row of a movement",
        "boards": "write session_boards under [stage.draw]",
        "first_boards": "",
        **_MATCHES,
    },
    "tally": {"matches": "", "boards": "", **_MATCHES},
}


def check_files(texts: Mapping[str, str]) -> Checked:
    """Every fault of some custom files, by their names, and all findings in them."""
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
        findings += _event_findings(event, book)
    return list(faults), findings


def _event_findings(event: CheckedEvent, book: Rulebook) -> list[Finding]:
    """The findings in an event, mended where it has faults, and what would surprise a director."""
    if event.file is None:
        return []
    return [*lint_event(event.file, book, units=not event.guessed), *_surprises(event.file)]


def _new(book: Rulebook) -> list[Finding]:
    """The findings in a rulebook that are not in the one in force."""
    known = set(lint(library()))
    return [finding for finding in lint(book) if finding not in known]


def check_folder(folder: str, texts: Mapping[str, str]) -> Checked:
    """Every fault of a folder of rules, by the paths of its texts in it, and all findings in them.

    Faults hidden behind other faults are reported too: only a file that is not TOML hides what depends on it.
    """
    paths = {f"{folder}/{path}": text for path, text in texts.items()}
    faults = dict.fromkeys(fault for path, text in paths.items() for fault in _no_toml(path, text))
    if faults:
        return list(faults), []
    faults |= dict.fromkeys(_cited_twice(folder, texts[DOCUMENT], add_folder(in_force(), folder, {})))
    with use_edition(add_folder(in_force(), folder, texts)):
        stated = {path: list(_stated_faults(path, text)) for path, text in paths.items()}
    faults |= dict.fromkeys(fault for each in stated.values() for fault in each)
    readable = {path: _in_place_of(path, text) if stated[path] else text for path, text in paths.items()}
    with use_edition(add_folder(in_force(), folder, {path.partition("/")[2]: text for path, text in readable.items()})):
        try:
            book = library()
        except (RegulationErrors, DirectorError) as error:
            return list(faults | dict.fromkeys(_error_messages(error))), []
        faults |= dict.fromkeys(fault for path, text in readable.items() for fault in _faults(path, text))
        events = {path: check_event(text, path) for path, text in paths.items() if EVENTS in path}
        for path, event in events.items():
            faults |= {**event.faults, **dict.fromkeys(_called_otherwise(path, event))}
        if faults:
            return list(faults), []
        cites = book.documents[folder].cite
        findings = [each for each in lint(book) if each.clause.partition(" ")[0] == cites]
        return [], [*findings, *(each for event in events.values() for each in _event_findings(event, book))]


def _error_messages(error: DirectorError | RegulationErrors) -> list[str]:
    return list(error.faults) if isinstance(error, RegulationErrors) else [str(error)]


def _no_toml(path: str, text: str) -> list[str]:
    try:
        sound(text, path)
    except RegulationErrors as error:
        return list(error.faults)
    return []


def _cited_twice(folder: str, text: str, others: Edition) -> list[str]:
    """The fault that a folder has the same citation as another, which makes its clauses ambiguous."""
    cite = sound(text, folder).get("cite")
    same = next((each for each, document in document_files(others).items() if document.cite == cite), None)
    return [f"{folder}/{DOCUMENT}: {same} is cited as {cite}; cite this document otherwise."] if same else []


def _stated_faults(path: str, text: str) -> list[str]:
    """The faults of a folder's document, clauses and readings, on which everything else depends."""
    name = path.partition("/")[2]
    kind = Document if name == DOCUMENT else TextFile if name in TEXTS else None
    try:
        if kind is not None:
            read_as(kind, text, path)
    except (RegulationErrors, DirectorError) as error:
        return _error_messages(error)
    return []


def _in_place_of(path: str, text: str) -> str:
    """A replacement for a faulty document, or for its faulty clauses, so that the rest of its folder can be checked."""
    if not path.endswith(f"/{DOCUMENT}"):
        return ""
    cite = str(sound(text, path).get("cite", ""))
    return f"cite = {dumps(cite)}\ntitle = ''\nbody = ''\nissued = ''\n"


def _called_otherwise(path: str, event: CheckedEvent) -> list[str]:
    """The fault that an event's id does not match its folder and file."""
    wanted = path.replace(EVENTS, "/").removesuffix(ENDING)
    if event.file is None or event.file.event.id == wanted:
        return []
    return [f"{event.file.where(('event', 'id'))}: its event is called {event.file.event.id}; write {wanted}."]


def _faults(path: str, text: str) -> list[str]:
    """The faults of one text in a folder of rules."""
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
        return _error_messages(error)
    return []


def _surprises(file: EventFile) -> Iterator[Finding]:
    """Everything in an event that a director might not expect, as warnings."""
    for place, stage in enumerate(file.stage):
        yield from _ignored_words(file, place, stage)
    yield from _two_winners(file)


def _ignored_words(file: EventFile, place: int, stage: StageWords) -> Iterator[Finding]:
    """Findings for words of a stage that have no effect."""
    written = stage.play and _IGNORED.get(stage.play, {})
    said = {key: instead for key, instead in (written or {}).items() if getattr(stage, key) not in (None, ())}
    if not stage.source:
        said |= {key: "" for key in ("carry",) if getattr(stage, key) is not None}
    for key, instead in said.items():
        finding = make_finding("ignored", stage.clause, stage=stage.name, play=stage.play, key=key, instead=instead)
        yield finding.with_line(file, "stage", place, key).as_warning()


def _two_winners(file: EventFile) -> Iterator[Finding]:
    """Findings for sizes at which two lines that never change are put into one ranking."""
    missed: dict[str, list[int]] = {}
    for entered in range(file.event.entries.least, (file.event.entries.most or file.event.entries.least) + 1):
        try:
            event = build_event(file, Entrants(entered)) if file.event.takes(entered) else None
            for stage in event.stages if event else ():
                if isinstance(stage.play, SessionPlay) and len(stage.fields.names) == 1 and not stage.sources:
                    lines = session_movement(stage.play, entered).lines
                    missed.setdefault(stage.name, []).extend([entered] if len(lines) > 1 else [])
        except (DirectorError, RegulationErrors):
            continue  # what cannot be planned is reported elsewhere
    for place, words in enumerate(file.stage):
        if sizes := missed.pop(words.name, None):
            finding = make_finding("two winners", words.clause, stage=words.name, sizes=runs(sizes))
            yield finding.with_line(file, "stage", place, "draw", "movements").as_warning()
