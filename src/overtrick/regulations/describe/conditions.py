"""Conditions of contest as objects: numbered sentences in sections, and the readings they rest on; printed last."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from overtrick.core.wording import Phrase, Said, phrase
from overtrick.regulations.describe.sentences import Sentence

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One sentence under its number, or one reading under its name."""

    number: str
    says: Sentence | Phrase

    @property
    def text(self) -> Phrase:
        """The sentence on one line, whatever lines it was written in."""
        return phrase("{says:folded}", says=self.says)

    def rests_on(self, cite: str) -> bool:
        """Whether a clause is among those it cites."""
        return isinstance(self.says, Sentence) and any(clause.cite == cite for clause in self.says.clauses)


@dataclass(frozen=True, slots=True)
class Section:
    """A section and its sentences; the last has no number and holds the readings."""

    number: str
    title: Said
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """An event's conditions of contest for an entry: its name, what they are *about*, and their sections."""

    name: str
    about: tuple[Sentence | Phrase, ...]
    sections: tuple[Section, ...]


def printed(conditions: Conditions) -> Iterator[str]:
    """The lines of a page, folded at its width.

    >>> from overtrick.core.wording import phrase
    >>> event = Section("1", "The event", (Paragraph("1.1", Sentence(phrase("{n:words} day", n=1))),))
    >>> list(printed(Conditions("Cup", (phrase("For {n} pairs", n=8),), (event,))))
    ['Cup', 'For 8 pairs', '', '1. The event', '   1.1  One day.']
    """
    yield conditions.name
    yield from map(str, conditions.about)
    for section in conditions.sections:
        yield ""
        yield f"{section.number}. {section.title}" if section.number else str(section.title)
        for each in section.paragraphs:
            first = f"   {each.number}".ljust(8) + ("" if section.number else " ")
            indent = " " * (8 if section.number else 9)
            yield from wrap(
                str(each.text), WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
            )
