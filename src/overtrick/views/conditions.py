"""The conditions of contest as a page: what `overtrick rules describe` prints, in its sections."""

from collections.abc import Collection
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations.describe.conditions import Conditions
from overtrick.regulations.describe.event import conditions_of
from overtrick.regulations.describe.sentences import Sentence
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.editions import Edition, under
from overtrick.views.texts import Text


@dataclass(slots=True)
class Paragraph:
    """One numbered sentence, or one reading."""

    number: str
    text: Text


@dataclass(slots=True)
class Section:
    """A section and its sentences; the last has no number and holds the readings."""

    number: str
    title: Text
    paragraphs: list[Paragraph]


@dataclass(frozen=True, slots=True)
class ConditionsPage:
    """An event's conditions of contest, for its entry."""

    name: str
    about: tuple[Text, ...]
    sections: tuple[Section, ...]


def conditions_page(event: Tournament, rules: str, edition: Edition) -> ConditionsPage:
    """The conditions of contest by an edition, for the entry there is; for a usual one while it is too small."""
    return arranged(_conditions(event, rules, edition))


def _conditions(event: Tournament, rules: str, edition: Edition) -> Conditions:
    with under(edition):
        file, entrants = find_event(rules), event.planned_for or event.entrants
        if not event.entries_closed and entrants.entered not in file.event.entries:
            entrants = Entrants(file.event.usual)
        if entrants.contend == entrants.entered:
            entrants = Entrants(entrants.entered, house=entrants.house)
        return conditions_of(file, entrants, event.choices, event.readings)


@dataclass(frozen=True, slots=True)
class ClausePage:
    """A clause: what of the event's conditions rests on it, and the readings of it that were chosen."""

    cite: str
    paragraphs: tuple[Paragraph, ...]
    readings: tuple[Paragraph, ...]


def clause_page(event: Tournament, rules: str, edition: Edition, cite: str, readings: Collection[str]) -> ClausePage:
    """What the conditions of an event say by a clause, and how it is read there."""
    sections = _conditions(event, rules, edition).sections
    told = [each for section in sections if section.number for each in section.paragraphs if each.rests_on(cite)]
    read = [each for section in sections if not section.number for each in section.paragraphs]
    return ClausePage(
        cite,
        tuple(Paragraph(each.number, each.text) for each in told),
        tuple(Paragraph(each.number, each.text) for each in read if each.number in readings),
    )


def arranged(found: Conditions) -> ConditionsPage:
    """Conditions of contest as a page."""
    sections = (
        Section(each.number, each.title, [Paragraph(part.number, part.text) for part in each.paragraphs])
        for each in found.sections
    )
    return ConditionsPage(
        found.name, tuple(each.phrased if isinstance(each, Sentence) else each for each in found.about), tuple(sections)
    )
