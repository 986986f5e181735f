"""A spreadsheet that somebody hands in (.xlsx): the cells of its first sheet, as a table with commas.

Nothing is written to a disk, and nothing in it is run or looked up elsewhere. What the archive says of itself is not
believed: all parts together are read no further than a spreadsheet may be long. A part that declares anything (a
DOCTYPE, and so an entity) is refused before it is read on.
"""

import csv
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from typing import NoReturn
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.xml_feeding import PIECE, feed

SIGN = b"PK\x03\x04"
"""What an .xlsx file begins with."""
_SHEETS, _TEXTS = "xl/worksheets/sheet", "xl/sharedStrings.xml"
_BROKEN = (
    BadZipFile, zlib.error, struct.error, expat.ExpatError, EOFError, OSError, ValueError, RuntimeError, OverflowError,
    LookupError, NotImplementedError,
)  # fmt: skip
"""What the standard library says of an archive or of XML that is none, is cut off, or lies of itself."""


class SpreadsheetRefused(DirectorError):
    """A spreadsheet that is not read."""


def spreadsheet_text(data: bytes, name: str) -> str:
    """The first sheet of a spreadsheet that has anything in it, a line for each of its rows."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _text(archive, name)
    except SpreadsheetRefused:
        raise
    except _BROKEN as fault:
        raise SpreadsheetRefused(
            "{name} cannot be read as a spreadsheet", remedy="Save it as .xlsx or as “CSV UTF-8”.", name=name
        ) from fault


def _text(archive: ZipFile, name: str) -> str:
    workbook = _Workbook(archive, name)
    texts = _Texts()
    if _TEXTS in workbook.paths:
        workbook.read(_TEXTS, texts)
    for path in workbook.sheets():
        sheet = _Sheet(name, texts.found)
        workbook.read(path, sheet)
        if sheet.rows:
            break
    else:
        raise SpreadsheetRefused(
            "{name} has no sheet with anything in it",
            remedy="Save the list as “CSV UTF-8” and hand that in.",
            name=name,
        )
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(sheet.rows)
    return written.getvalue()


def _too_much(name: str) -> SpreadsheetRefused:
    return SpreadsheetRefused(
        "{name} is too large: there is more in it than {most} characters of a list",
        remedy="Keep the sheet with the list alone, or hand it in in parts.",
        name=name,
        most=limits.FILE,
    )


def _declares(*_: object) -> NoReturn:
    raise ValueError("it declares something")


def _one_line(parts: list[str]) -> str:
    return " ".join("".join(parts).split())


@dataclass(slots=True)
class _Texts:
    """The texts of a spreadsheet, which its cells name by number; how they are spoken is left out."""

    found: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    spoken: int = 0
    reads: bool = False

    def starts(self, tag: str, _: dict[str, str]) -> None:
        if tag == "si":
            self.parts = []
        self.spoken += tag == "rPh"
        self.reads = tag == "t" and not self.spoken

    def ends(self, tag: str) -> None:
        if tag == "si":
            self.found.append(_one_line(self.parts))
        self.spoken -= tag == "rPh"
        self.reads = False

    def says(self, text: str) -> None:
        if self.reads:
            self.parts.append(text)


@dataclass(slots=True)
class _Sheet:
    """The rows of a sheet that have anything in them."""

    name: str
    texts: list[str]
    rows: list[list[str]] = field(default_factory=list)
    size: int = 0
    row: list[str] = field(default_factory=list)
    kind: str = ""
    place: int = -1
    parts: list[str] = field(default_factory=list)
    reads: bool = False

    def starts(self, tag: str, given: dict[str, str]) -> None:
        if tag == "row":
            self.row, self.place = [], -1
        elif tag == "c":
            self.kind, self.parts = given.get("t", "n"), []
            self.place = _column(given.get("r", "")) if given.get("r") else self.place + 1
        self.reads = tag in ("v", "t")

    def ends(self, tag: str) -> None:
        if tag == "c":
            text = _one_line(self.parts)
            self._cell(self.texts[int(text)] if self.kind == "s" and text else text)
        elif tag == "row" and any(self.row):
            self.rows.append(self.row)
            self.size += len(self.row)
            if len(self.rows) > limits.LINES:
                raise _too_much(self.name)
        self.reads = False

    def says(self, text: str) -> None:
        if self.reads:
            self.parts.append(text)

    def _cell(self, text: str) -> None:
        self.size += len(text)
        if self.place >= limits.COLUMNS or self.size > limits.FILE:
            raise _too_much(self.name)
        if text:
            self.row += [""] * (self.place + 1 - len(self.row))
            self.row[self.place] = text


def _column(reference: str) -> int:
    """The place of a cell in its row: the letters of `AB12`, from 0.

    >>> _column("A1"), _column("AB12")
    (0, 27)
    """
    place = 0
    for letter in reference[:4]:
        if not "A" <= letter <= "Z":
            break
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


class _Workbook:
    """The parts of an archive; all that is read of them together is bounded."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        self.archive, self.name = archive, name
        self.paths = archive.namelist()
        if len(self.paths) > limits.FOLDER_FILES:
            raise _too_much(name)
        if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in archive.infolist()):
            raise ValueError("it is packed as no spreadsheet is")
        self.bytes_left, self.elements_left = limits.WORKBOOK, limits.ELEMENTS

    def sheets(self) -> list[str]:
        """Its sheets, in the order of their numbers."""
        return sorted((path for path in self.paths if path.startswith(_SHEETS)), key=lambda path: (len(path), path))

    def read(self, path: str, into: _Texts | _Sheet) -> None:
        """Hand what stands in a part to whatever gathers it."""

        def start(tag: str, given: dict[str, str]) -> None:
            self.elements_left -= 1
            if self.elements_left < 0:
                raise _too_much(self.name)
            into.starts(_plain(tag), given)

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _declares
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda tag: into.ends(_plain(tag))
        parser.CharacterDataHandler = into.says
        feed(parser, self._pieces(path))

    def _pieces(self, path: str) -> Iterator[bytes]:
        with self.archive.open(path) as packed:
            while piece := packed.read(PIECE):
                self.bytes_left -= len(piece)
                if self.bytes_left < 0:
                    raise _too_much(self.name)
                yield piece


def _plain(tag: str) -> str:
    """The name of an element, whatever its writer puts before it."""
    return tag.rpartition(":")[2]
