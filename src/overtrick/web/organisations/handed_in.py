"""An event file that somebody hands in: its text read, checked as `overtrick rules check` does, and refused by line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.formats.plain_text import small_enough
from overtrick.lab.trial import refusals
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.locate import at_line
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import OWN, is_event, read_event
from overtrick.regulations.read.editions import Edition, program_edition, under
from overtrick.views.slugs import slugify

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,50}\.toml")
SHOWN = 100
"""Faults that are shown of one file."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong in a line of a file, with the line's own text; line 0 is the file as a whole.

    *file* is named where there are several.
    """

    line: int
    text: str
    says: str
    file: str = ""

    def __str__(self) -> str:
        where = ", ".join([*([self.file] if self.file else []), f"line {self.line}"])
        return f"{where}: {self.says}" if self.line else self.says


class RulesRefused(DirectorError):
    """A file that is not taken, with everything that is wrong with it."""

    def __init__(self, told: Said, /, faults: list[LineFault] | None = None, **values: object) -> None:
        super().__init__(told, clause="", remedy="", **values)
        self.faults = faults or []


@dataclass(frozen=True, slots=True)
class EventText:
    """An event file found right: its name, its text, its event, and what would surprise a director."""

    name: str
    text: str
    event: EventFile
    warnings: tuple[LineFault, ...] = ()

    @property
    def edition(self) -> Edition:
        """The edition that its event stands on: its file, and what it reaches of what ships."""
        return edition_of_text(self.name, self.text)


def by_line(faults: list[str], texts: Mapping[str, str]) -> list[LineFault]:
    """Faults of files as they are told, each with the text of the line it is about."""
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
    """The event in a file; refused with every fault that `rules check` finds, where it would exit with 1."""
    name, text = name.strip().lower(), text.replace("\r\n", "\n")
    if not _NAME.fullmatch(name):
        raise RulesRefused("The file's name has small letters, figures and hyphens, and ends with .toml")
    small_enough(text, name)
    with under(program_edition()):
        faults, findings = check_files({name: text})
        if not is_event(text):
            told = "This is no event file: it has no [event]. Rules of your own stand in one, under [rules]"
            raise RulesRefused(told, by_line(faults, {name: text}))
        wrong = [*faults, *(each.located for each in findings if each.fault)] or refusals(event_of_text(name, text))
    if wrong:
        kept = phrase("{name} is not kept: it has {wrong:#fault}", name=name, wrong=len(wrong))
        raise RulesRefused(kept, by_line(wrong, {name: text}))
    warnings = by_line([each.located for each in findings], {name: text})
    return EventText(name, text, event_of_text(name, text), tuple(warnings))


def handed_in(request: HttpRequest) -> tuple[str, str]:
    """The name and the text of a file that is uploaded, or of what was pasted."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("name", "")[: limits.NAME], request.POST.get("text", "")
    name = file.name or "the file"
    if (file.size or 0) > limits.FILE:
        raise RulesRefused("{name} is too large: rules have at most {most} characters", name=name, most=limits.FILE)
    return name, _text(file.read(), name)


def _text(data: bytes, name: str) -> str:
    """The text of a file, which TOML has in UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        number = data[: fault.start].count(b"\n") + 1
        told = f"{name} is not UTF-8, and TOML is: line {number} has a byte that nothing is written with"
        raise RulesRefused("{told}. Save it as UTF-8 in your editor", told=told) from fault
    if "\0" in text:
        raise RulesRefused("{name} is no text. Hand in the file that you wrote, which ends with .toml", name=name)
    return text


def file_name(given: str, otherwise: str = "event") -> str:
    """A name for a file, of what somebody calls it: small letters, figures and hyphens.

    >>> file_name("C:\\\\Rules\\\\Winter Teams (2).TOML")
    'winter-teams-2.toml'
    """
    last = re.split(r"[/\\]", given)[-1]
    stem = last[: -len(OWN)] if last.lower().endswith(OWN) else last
    return f"{slugify(stem).replace('_', '-')[:50].strip('-') or otherwise}{OWN}"


@lru_cache(maxsize=32)
def event_of_text(name: str, text: str) -> EventFile:
    """The event in a file's text."""
    with under(program_edition()):
        return read_event(text, name)


@lru_cache(maxsize=32)
def edition_of_text(name: str, text: str) -> Edition:
    """A file's text, and what it reaches of what ships."""
    return program_edition().with_own(name, text).reached_from([name])
