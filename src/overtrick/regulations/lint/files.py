"""Files of one's own, checked as `rules check` and the desk do: read, planned and linted beside what ships."""

from collections.abc import Mapping

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.lint.findings import Finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.plan.event_book import is_event, read_event
from overtrick.regulations.plan.units import scoring_unit_faults
from overtrick.regulations.read.library import shipped
from overtrick.regulations.read.load import RuleText, rule_text


def check_files(texts: Mapping[str, str]) -> tuple[list[str], list[Finding]]:
    """Every fault of some files, by their names; or, where there is none, everything that was found in them."""
    faults: list[str] = []
    read: list[RuleText] = []
    events: list[EventFile] = []
    for name, text in texts.items():
        try:
            if is_event(text):
                events.append(read_event(text, name))
            else:
                read.append(rule_text(text, name))
        except RegulationErrors as errors:
            faults.extend(errors.faults)
    if faults:
        return faults, []
    try:
        book = shipped().with_files(read)
        if faults := [fault for file in read for fault in book.faults(file) or scoring_unit_faults(file, book)]:
            return faults, []
    except (RegulationErrors, DirectorError) as error:
        return [str(error)], []
    known = set(lint(shipped()))
    findings = [finding for finding in lint(book) if finding not in known]
    return [], [*findings, *(finding for file in events for finding in lint_event(file, book))]
