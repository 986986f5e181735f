"""A spreadsheet from outside (.xlsx): the cells of its first sheet, as a table separated by commas.

Nothing is written to a disk, and nothing in it is run or fetched. Reading stops when all parts together exceed the
limit for a spreadsheet. A part with declarations (a DOCTYPE, and so an entity) is refused at once.
"""

import csv
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from typing import NoReturn
from zipfile import ZipFile

from overtrick.archives import BROKEN, Unpacking, has_known_packing
from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.xml_feeding import Feeding

SIGN = b"PK\x03\x04"
"""The first bytes of an .xlsx file."""
_SHEETS, _TEXTS = "xl/worksheets/sheet", "xl/sharedStrings.xml"


class SpreadsheetRefused(DirectorError):
    """A spreadsheet that is not read."""


def spreadsheet_text(data: bytes, name: str) -> str:
    """The first sheet of a spreadsheet that has any content, one line per row."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _text(archive, name)
    except SpreadsheetRefused:
        raise
    except BROKEN as fault:
        raise SpreadsheetRefused(
            "{name} cannot be read as a spreadsheet", remedy="Save the file as .xlsx or as “CSV UTF-8”.", name=name
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
            "All sheets in {name} are empty",
            remedy="Choose the file that has the data, or save the data as “CSV UTF-8”.",
            name=name,
        )
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(sheet.rows)
    return written.getvalue()


def _too_much(name: str) -> SpreadsheetRefused:
    return SpreadsheetRefused(
        "{name} is too large: it has more than {most} characters, or too many rows, columns or parts",
        remedy="Keep only the sheet that you need, or split it into parts.",
        name=name,
        most=limits.FILE,
    )


def _declares() -> NoReturn:
    raise ValueError("it declares something")


def _one_line(parts: list[str]) -> str:
    return " ".join("".join(parts).split())


@dataclass(slots=True)
class _Texts:
    """The texts of a spreadsheet, which its cells refer to by number; phonetic guides are left out."""

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
    """The rows of a sheet that have any content."""

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
    """The position of a cell in its row: the letters of `AB12`, from 0.

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
    """The parts of an archive, with a limit on everything read from them together."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        self.name, self.paths = name, archive.namelist()
        if len(self.paths) > limits.FOLDER_FILES:
            raise _too_much(name)
        if not all(map(has_known_packing, archive.infolist())):
            raise ValueError("it is packed as no spreadsheet is")
        self.unpacking = Unpacking(archive, limits.WORKBOOK, lambda: _too_much(name))
        self.elements_left = limits.ELEMENTS

    def sheets(self) -> list[str]:
        """Its sheets, in the order of their numbers."""
        return sorted((path for path in self.paths if path.startswith(_SHEETS)), key=lambda path: (len(path), path))

    def read(self, path: str, into: _Texts | _Sheet) -> None:
        """Feed a part of the archive to the object that collects its content."""

        def starts(tag: str, given: dict[str, str]) -> None:
            self.elements_left -= 1
            if self.elements_left < 0:
                raise _too_much(self.name)
            into.starts(tag, given)

        Feeding(starts, into.ends, into.says, _declares).feed(self.unpacking.pieces(path))
