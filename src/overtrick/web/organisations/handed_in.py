"""Uploaded event files: read, checked as `overtrick rules check` does, and refused with their faults by line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.formats.plain_text import small_enough
from overtrick.lab.trial import refusals
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.locate import at_line
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import OWN, is_event, read_event
from overtrick.regulations.read.editions import Edition, program_edition, use_edition
from overtrick.views.slugs import slugify
from overtrick.web.translation import plain

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,50}\.toml")
SHOWN = 100
"""The most faults that are shown for one file."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault in a line of a file, with the line's text; line 0 stands for the file as a whole.

    *file* is set if there are several.
    """

    line: int
    text: str
    says: str
    file: str = ""

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The fault, after the line that it is in."""
        return phrase(
            "[{file}, ][line {line}: ]{says}", file=self.file if self.line else "", line=self.line, says=self.says
        )


class RulesRefused(DirectorError):
    """A file is refused, with all its faults."""

    def __init__(
        self, told: Said, /, faults: list[LineFault] | None = None, *, remedy: Said = "", **values: object
    ) -> None:
        super().__init__(told, clause="", remedy=remedy, **values)
        self.faults = faults or []


@dataclass(frozen=True, slots=True)
class EventText:
    """A valid event file: its name, its text, its event, and warnings about what may surprise a director."""

    name: str
    text: str
    event: EventFile
    warnings: tuple[LineFault, ...] = ()

    @property
    def edition(self) -> Edition:
        """The edition of its event: the file, and the parts of the built-in rulebook that it refers to."""
        return edition_of_text(self.name, self.text)


def by_line(faults: list[str], texts: Mapping[str, str]) -> list[LineFault]:
    """Faults of files, each with the text of its line."""
    lines = {
        at_line(name, number): (number, line, name if len(texts) > 1 else "")
        for name, text in texts.items()
        for number, line in enumerate(text.split("\n"), start=1)
    }
    found = []
    for each in faults[:SHOWN]:
        where, _, says = each.partition(": ")
        number, line, file = lines.get(where, (0, "", ""))
        found.append(LineFault(number, line.strip()[:200], says if number else each, file))
    return found


def checked_event(name: str, text: str) -> EventText:
    """The event in a file; refused with every fault that makes `rules check` exit with 1."""
    name, text = name.strip().lower(), text.replace("\r\n", "\n")
    if not _NAME.fullmatch(name):
        raise RulesRefused(
            "This is not a valid name for an event file",
            remedy="Use at most 51 letters, digits and hyphens, then .toml, like winter-teams.toml.",
        )
    small_enough(text, name)
    with use_edition(program_edition()):
        faults, findings = check_files({name: text})
        if not is_event(text):
            raise RulesRefused(
                "This is not an event file, because it has no {event} section",
                by_line(faults, {name: text}),
                remedy="Put your own rules in an event file, under {rules}.",
                event="[event]",
                rules="[rules]",
            )
        wrong = [*faults, *(each.located for each in findings if each.fault)] or refusals(event_of_text(name, text))
    if wrong:
        kept = phrase("{name} was not saved: it has {wrong:#error}", name=name, wrong=len(wrong))
        raise RulesRefused(kept, by_line(wrong, {name: text}))
    warnings = by_line([each.located for each in findings], {name: text})
    return EventText(name, text, event_of_text(name, text), tuple(warnings))


def handed_in(request: HttpRequest) -> tuple[str, str]:
    """The name and the text of an uploaded file, or of pasted text."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("name", "")[: limits.NAME], request.POST.get("text", "")
    name = file.name or plain(phrase("the file"))
    if (file.size or 0) > limits.FILE:
        raise RulesRefused(
            "{name} is too large: the limit is {most} kB",
            remedy="Choose the right file, or split this one into parts.",
            name=name,
            most=limits.FILE // 1000,
        )
    return name, _text(file.read(), name)


def _text(data: bytes, name: str) -> str:
    """The text of a file, which must be UTF-8 as TOML requires."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        number = data[: fault.start].count(b"\n") + 1
        raise RulesRefused(
            "{name} is not UTF-8, as TOML requires: line {number} has an invalid byte",
            remedy="Save the file as UTF-8 in your editor.",
            name=name,
            number=number,
        ) from fault
    if "\0" in text:
        raise RulesRefused(
            "{name} is not a text file", remedy="Upload your event file, whose name ends with .toml.", name=name
        )
    return text


def file_name(given: str, otherwise: str = "event") -> str:
    """A valid file name made from any name: lower-case letters, digits and hyphens.

    >>> file_name("C:\\\\Rules\\\\Winter Teams (2).TOML")
    'winter-teams-2.toml'
    """
    last = re.split(r"[/\\]", given)[-1]
    stem = last[: -len(OWN)] if last.lower().endswith(OWN) else last
    return f"{slugify(stem).replace('_', '-')[:50].strip('-') or otherwise}{OWN}"


@lru_cache(maxsize=32)
def event_of_text(name: str, text: str) -> EventFile:
    """The event in a file's text."""
    with use_edition(program_edition()):
        return read_event(text, name)


@lru_cache(maxsize=32)
def edition_of_text(name: str, text: str) -> Edition:
    """The edition of a file's text and the parts of the built-in rulebook that it refers to."""
    return program_edition().with_own(name, text).reached_from([name])
