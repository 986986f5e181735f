"""Files of one's own, checked as `rules check` and the desk do: read, planned and linted beside what there is."""

from collections.abc import Mapping

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.rules import Document
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.lint.findings import Finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.lint.surprises import surprises
from overtrick.regulations.plan.checking import CheckedEvent, check_event
from overtrick.regulations.plan.event_book import is_event
from overtrick.regulations.plan.units import scoring_unit_faults
from overtrick.regulations.read.documents import FILES, open_file
from overtrick.regulations.read.editions import DOCUMENT, TEXTS, Edition, in_force, under
from overtrick.regulations.read.event_texts import EVENTS
from overtrick.regulations.read.library import Rulebook, library
from overtrick.regulations.read.load import OWN_READERS, RuleText, TextFile, read_as, rule_text

Checked = tuple[list[str], list[Finding]]
"""Every fault of some files, and everything that was found in what could be read of them."""


def check_files(texts: Mapping[str, str]) -> Checked:
    """Every fault of some files of one's own, by their names, and everything that was found in them."""
    faults: dict[str, None] = {}
    read: list[RuleText] = []
    events: list[CheckedEvent] = []
    for name, text in texts.items():
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
    """Every fault of a folder of rules, by the paths of its texts in it, and everything that was found in them."""
    paths = {f"{folder}/{path}": text for path, text in texts.items()}
    others = {path: text for path, text in in_force().texts.items() if not path.startswith(f"{folder}/")}
    with under(Edition({**others, **paths})):
        faults = dict.fromkeys(fault for path, text in paths.items() for fault in _faults(path, text))
        if faults:
            return list(faults), []
        cites = library().documents[folder].cite
        findings = [each for each in lint(library()) if each.clause.partition(" ")[0] == cites]
        for path, text in paths.items():
            if EVENTS in path:
                checked = check_event(text, path)
                faults |= checked.faults
                findings += _found(checked, library())
        return list(faults), findings


def _faults(path: str, text: str) -> list[str]:
    """The faults of one text of a folder that is no event's."""
    _, _, name = path.partition("/")
    said = next((said for said, file in FILES.items() if file == name), None)
    try:
        if said is not None:
            open_file(said, text, path)
        elif name == DOCUMENT:
            read_as(Document, text, path)
        elif name in TEXTS:
            read_as(TextFile, text, path)
        elif "/" not in name and name not in OWN_READERS:
            return library().faults(rule_text(text, path))
    except (RegulationErrors, DirectorError) as error:
        return list(error.faults) if isinstance(error, RegulationErrors) else [str(error)]
    return []
