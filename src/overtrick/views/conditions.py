"""The conditions of contest as a page, with the text and sections of `overtrick rules describe`."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase
from overtrick.regulations.describe.conditions import Conditions
from overtrick.regulations.describe.event import conditions_of
from overtrick.regulations.describe.sentences import Sentence
from overtrick.regulations.grammar.readings import Reading
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.editions import Edition, use_edition
from overtrick.regulations.read.library import edition_said, library
from overtrick.views.texts import Text


@dataclass(slots=True)
class Paragraph:
    """One numbered sentence, or one reading."""

    number: str
    text: Text


@dataclass(slots=True)
class ConditionsSection:
    """A section and its sentences; the last section holds the readings and has no number."""

    number: str
    title: Text
    paragraphs: list[Paragraph]


@dataclass(frozen=True, slots=True)
class ConditionsPage:
    """An event's conditions of contest, for its entry."""

    name: str
    about: tuple[Text, ...]
    sections: tuple[ConditionsSection, ...]


def conditions_page(event: Tournament, rules: str, edition: Edition) -> ConditionsPage:
    """The conditions of contest by an edition, for the current entry, or a usual one while the entry is too small."""
    return arrange_page(_conditions(event, rules, edition))


def _conditions(event: Tournament, rules: str, edition: Edition) -> Conditions:
    with use_edition(edition):
        file, entrants = find_event(rules), event.planned_for or event.entrants
        if not event.entries_closed and entrants.entered not in file.event.entries:
            entrants = Entrants(file.event.usual)
        if entrants.contend == entrants.entered:
            entrants = Entrants(entrants.entered, house=entrants.house)
        return conditions_of(file, entrants, event.choices, event.readings)


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """A reading: its name, its subject, how it is read in this event, and its clauses."""

    cite: str
    text: Text
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClausePage:
    """A clause in our own words, or a reading: its document and edition, and the event's conditions based on it.

    *readings* are those of the clause, each as this event has it.
    """

    cite: str
    says: Text
    document: str
    issued: str
    edition: Text
    paragraphs: tuple[Paragraph, ...]
    readings: tuple[ReadingLine, ...]
    is_reading: bool


def clause_page(event: Tournament, rules: str, edition: Edition, cite: str) -> ClausePage:
    """What a clause says, which conditions of an event follow from it, and how it is read there."""
    sections = _conditions(event, rules, edition).sections
    told = [each for section in sections if section.number for each in section.paragraphs if each.rests_on(cite)]
    chosen = {each.number: each.text for section in sections if not section.number for each in section.paragraphs}
    clause = Clause.parse(cite)
    with use_edition(edition):
        known = library()
        document = next((each for each in known.documents.values() if each.cite == clause.document), None)
        text = known.clauses.get(clause.document, {}).get(clause.number)
        every = known.readings.get(clause.document, {})
        own = every.get(clause.number)
        found = (own,) if own is not None else tuple(each for each in every.values() if clause.number in each.on)
        return ClausePage(
            cite,
            text.says if text is not None else "",
            document.title if document is not None else "",
            f"{document.body}, {document.issued}" if document is not None else "",
            edition_said(clause.document) or "",
            tuple(Paragraph(each.number, each.text) for each in told),
            tuple(_reading(clause.document, each, chosen) for each in found),
            own is not None,
        )


def _reading(document: str, reading: Reading, chosen: Mapping[str, Text]) -> ReadingLine:
    cite = f"{document} {reading.id}"
    read = phrase("{matter} Our reading: {we}", matter=reading.matter, we=reading.we)
    text = chosen.get(reading.id) or chosen.get(cite) or read
    return ReadingLine(cite, text, tuple(f"{document} {number}" for number in reading.on))


def arrange_page(found: Conditions) -> ConditionsPage:
    """Conditions of contest as a page."""
    sections = (
        ConditionsSection(each.number, each.title, [Paragraph(part.number, part.text) for part in each.paragraphs])
        for each in found.sections
    )
    return ConditionsPage(
        found.name, tuple(each.phrased if isinstance(each, Sentence) else each for each in found.about), tuple(sections)
    )
