"""Conditions of contest as objects: numbered sentences in sections, followed by the readings they are based on."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from overtrick.core.wording import Phrase, Said, phrase
from overtrick.regulations.describe.sentences import Sentence

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One sentence with its number, or one reading with its name."""

    number: str
    says: Sentence | Phrase

    @property
    def text(self) -> Phrase:
        """The sentence on one line, without the line breaks of its source."""
        return phrase("{says:folded}", says=self.says)

    def rests_on(self, cite: str) -> bool:
        """Whether it cites this clause."""
        return isinstance(self.says, Sentence) and any(clause.cite == cite for clause in self.says.clauses)


@dataclass(frozen=True, slots=True)
class Section:
    """A section and its sentences; the last section holds the readings and has no number."""

    number: str
    title: Said
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """An event's conditions of contest for an entry: its name, the introduction (*about*), and their sections."""

    name: str
    about: tuple[Sentence | Phrase, ...]
    sections: tuple[Section, ...]


def render_lines(conditions: Conditions) -> Iterator[str]:
    """The lines of a page, wrapped to its width.

    >>> from overtrick.core.wording import phrase
    >>> event = Section("1", "The event", (Paragraph("1.1", Sentence(phrase("{n:words} day", n=1))),))
    >>> list(render_lines(Conditions("Cup", (phrase("For {n} pairs", n=8),), (event,))))
    ['Cup', 'For 8 pairs', '', '1. The event', '   1.1  One day.']
    """
    yield conditions.name
    yield from map(str, conditions.about)
    for section in conditions.sections:
        yield ""
        yield f"{section.number}. {section.title}" if section.number else str(section.title)
        for each in section.paragraphs:
            first = f"   {each.number} ".ljust(8) + ("" if section.number else " ")
            indent = " " * (8 if section.number else 9)
            yield from wrap(
                str(each.text), WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
            )
