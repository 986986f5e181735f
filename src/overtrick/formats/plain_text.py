"""Plain text from files that people upload: UTF-8 where it is valid, otherwise Windows-1252 with a notice.

A spreadsheet on Windows saves “CSV” in its own code page. Such a file is read as Windows-1252, which cannot be
verified, so the user is shown the lines in question before the file is used. Characters that were lost earlier (U+FFFD,
the replacement character) cannot be recovered, and the file is refused. For a spreadsheet (.xlsx) the first sheet is
read.
"""

import codecs
from dataclasses import dataclass

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.model.written import LOST
from overtrick.core.wording import Said, phrase
from overtrick.formats.spreadsheets import SIGN, spreadsheet_text

_SHOWN = 8
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A file's text, and the lines of it that are a guess because the file does not state its encoding."""

    name: str
    text: str
    guessed: tuple[tuple[int, str], ...] = ()

    @property
    def notice(self) -> Said:
        """A notice for the user who uploaded the file, with lines to check; empty if everything is certain."""
        if not self.guessed:
            return ""
        shown = [phrase("line {number}: {line}", number=number, line=line) for number, line in self.guessed[:_SHOWN]]
        if (more := len(self.guessed) - _SHOWN) > 0:
            shown.append(phrase("{more:#more line}", more=more))
        return phrase(
            "{name} is not UTF-8; it was read as Windows-1252. Check these lines:\n  {lines:lines}",
            name=self.name, lines=tuple(shown),
        )  # fmt: skip


def plain_text(data: bytes, name: str) -> PlainText:
    """The text of a file.

    >>> plain_text("1,José".encode("cp1252"), "x").guessed
    ((1, '1,José'),)
    >>> plain_text("1,José".encode("utf-8-sig"), "x")
    PlainText(name='x', text='1,José', guessed=())
    """
    if data.startswith(SIGN):
        return PlainText(name, whole(spreadsheet_text(data, name), name))
    if data.startswith(_WIDE):
        return PlainText(name, whole(_decode(data, name, "utf-16"), name))
    try:
        return PlainText(name, whole(data.decode("utf-8-sig"), name))
    except UnicodeDecodeError:
        text = _decode(data, name, "cp1252")
    lines = enumerate(text.splitlines(), start=1)
    return PlainText(name, text, tuple((number, line) for number, line in lines if not line.isascii()))


def small_enough(text: str, name: str) -> None:
    """Refuse a text that is too large to be read."""
    if len(text) > limits.FILE:
        raise DirectorError(
            "{name} is too large: {text} characters, and the limit is {file}",
            remedy="Choose the right file, or split this one into parts.",
            name=name,
            text=len(text),
            file=limits.FILE,
        )


def whole(text: str, name: str) -> str:
    """A text, refused if characters of it were lost earlier."""
    lost = [number for number, line in enumerate(text.splitlines(), start=1) if LOST in line]
    if lost:
        lines = phrase("{one:line|lines} {lines}", one=len(lost) == 1, lines=tuple(lost[:_SHOWN]))
        raise DirectorError(
            "{name} has damaged characters ({lost}) in {lines}",
            remedy="Correct those lines, or save the file again as UTF-8 (in a spreadsheet, “CSV UTF-8”).",
            name=name,
            lost=LOST,
            lines=lines,
        )
    if "\0" in text:
        raise _not_text(name)
    return text


def _decode(data: bytes, name: str, coding: str) -> str:
    try:
        return whole(data.decode(coding), name)
    except UnicodeDecodeError as error:
        raise _not_text(name) from error


def _not_text(name: str) -> DirectorError:
    return DirectorError(
        "{name} is not plain text", remedy="In a spreadsheet, save the file as “CSV UTF-8”.", name=name
    )
