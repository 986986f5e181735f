"""The conditions of contest as a page: the lines that `overtrick rules describe` prints, in their sections."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from overtrick.core.event.plan import Entrants
from overtrick.core.event.tournament import Tournament
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.editions import Edition, under

_SECTION = re.compile(r"(\d+)\. (.+)")
_PARAGRAPH = re.compile(r"   (\d+\.\d+)\s+(.+)")
_READING = re.compile(r"   (\S+)\s\s+(.+)")


@dataclass(slots=True)
class Paragraph:
    """One numbered sentence, or one reading."""

    number: str
    text: str


@dataclass(slots=True)
class Section:
    """A section and its sentences; the last has no number and holds the readings."""

    number: str
    title: str
    paragraphs: list[Paragraph]


@dataclass(frozen=True, slots=True)
class ConditionsPage:
    """An event's conditions of contest, for its entry."""

    name: str
    about: tuple[str, ...]
    sections: tuple[Section, ...]


def conditions_page(event: Tournament, rules: str, edition: Edition) -> ConditionsPage:
    """The conditions of contest by an edition, for the entry there is; for a usual one while it is too small."""
    with under(edition):
        return _conditions(event, find_event(rules))


def _conditions(event: Tournament, file: EventFile) -> ConditionsPage:
    entrants = event.entrants
    if not event.entries_closed and entrants.entered not in file.event.entries:
        entrants = Entrants(file.event.usual)
    if entrants.contend == entrants.entered:
        entrants = Entrants(entrants.entered, house=entrants.house)
    return arranged(list(describe_event(file, entrants, event.choices, event.readings)))


@dataclass(frozen=True, slots=True)
class ClausePage:
    """A clause: what of the event's conditions rests on it, and the readings of it that were chosen."""

    cite: str
    paragraphs: tuple[Paragraph, ...]
    readings: tuple[Paragraph, ...]


def clause_page(event: Tournament, rules: str, edition: Edition, cite: str, readings: Collection[str]) -> ClausePage:
    """What the conditions of an event say by a clause, and how it is read there."""
    page = conditions_page(event, rules, edition)
    cited = re.compile(rf"(?<![\w.]){re.escape(cite)}(?![\w#]|\.\d)")
    told = [each for section in page.sections if section.number for each in section.paragraphs]
    read = [each for section in page.sections if not section.number for each in section.paragraphs]
    return ClausePage(
        cite,
        tuple(each for each in told if cited.search(each.text)),
        tuple(each for each in read if each.number in readings),
    )


def arranged(lines: list[str]) -> ConditionsPage:
    """Printed lines in their sections.

    >>> page = arranged(["Cup", "Conditions of contest for 8 pairs", "", "1. The event", "   1.1  One day,", "  long."])
    >>> page.sections[0].paragraphs[0].text
    'One day, long.'
    """
    about: list[str] = []
    sections: list[Section] = []
    for line in lines[1:]:
        if section := _SECTION.fullmatch(line):
            sections.append(Section(section[1], section[2], []))
        elif not line.startswith(" "):
            if line and sections:
                sections.append(Section("", line, []))
            elif line:
                about.append(line)
        elif sections:
            _add(sections[-1], line)
    return ConditionsPage(lines[0], tuple(about), tuple(sections))


def _add(section: Section, line: str) -> None:
    begins = (_PARAGRAPH if section.number else _READING).fullmatch(line)
    if begins:
        section.paragraphs.append(Paragraph(begins[1], begins[2]))
    elif section.paragraphs:
        section.paragraphs[-1].text += f" {line.strip()}"
