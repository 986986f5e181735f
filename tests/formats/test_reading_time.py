"""Files made to be read slowly: the time grows with their length, and the largest are refused at once.

Processor time of this process, the least of three runs, so that a busy machine changes nothing.
"""

import contextlib
import io
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from time import process_time

import pytest

from formats.bridgemate.test_bws import AT, PLAN
from formats.test_results_readers import game_file
from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.bridgemate.bws import write_bws
from overtrick.formats.bridgemate.jet import PAGE, JetFile
from overtrick.formats.bridgemate.plan import Play
from overtrick.formats.deals.files import read_boards
from overtrick.formats.plain_text import plain_text
from overtrick.formats.recognition import read_session
from overtrick.formats.spreadsheets import spreadsheet_text
from overtrick.formats.tables import read_table

pytestmark = pytest.mark.whole

TIMES = (1, 2, 4, 8)
PER_DOUBLING = 2.5
LEAST = 0.01
"""Seconds below which a time is noise."""


def seconds(read: Callable[[bytes], object], data: bytes) -> float:
    """The processor time of one reading, whether the file is refused or not."""

    def once() -> float:
        began = process_time()
        with contextlib.suppress(DirectorError):
            read(data)
        return process_time() - began

    return min(once() for _ in range(3))


def workbook(*parts: tuple[str, str]) -> bytes:
    """A spreadsheet of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in parts:
            archive.writestr(path, content.encode("utf-8", "surrogatepass"))
    return file.getvalue()


def one_sheet(content: str) -> bytes:
    return workbook(("xl/worksheets/sheet1.xml", content))


def sheet(data: bytes) -> object:
    return spreadsheet_text(data, "x.xlsx")


def session(data: bytes) -> object:
    return read_session(data, "x")


def deals(data: bytes) -> object:
    return read_boards(data, "x")


def table(data: bytes) -> object:
    return read_table(plain_text(data, "x").text, "x", {"contestant": ()}, ("contestant",))


def usebio(inside: str) -> bytes:
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS">{inside}</EVENT></USEBIO>'.encode()


def lin(*tables: str, head: str = "") -> bytes:
    return f"vg|A,B,I|{head}{''.join(tables)}".encode()


def moved_rows(pages: int) -> bytes:
    """A .bws with pages of rows that all say they stand where one row of 999 boards does."""
    plan = replace(PLAN, plays=(Play("A", 1, 1, 3, 8, tuple(range(1, 1000))),))
    whole = write_bws(plan, AT)
    owner = JetFile(whole, "x").tables["RoundData"].page
    place = next(
        at for at in range(0, len(whole), PAGE)
        if whole[at] == 1 and int.from_bytes(whole[at + 4 : at + 8], "little") == owner
    )  # fmt: skip
    rows = 600
    page = bytearray(PAGE)
    page[0] = 1
    page[4:8] = owner.to_bytes(4, "little")
    struct.pack_into("<H", page, 12, rows)
    for row in range(rows):
        start = PAGE - 4 * (row + 1)
        struct.pack_into("<H", page, 14 + 2 * row, start | 0x4000)
        page[start : start + 4] = b"\0" + (place // PAGE).to_bytes(3, "little")
    return whole + bytes(page) * pages


def sections_alike() -> bytes:
    """A game file with fifty events, whose hundred sections are all the same 200 boards with 200 results each."""
    data = bytearray(game_file()) + bytes(0x4000)
    for event in range(50):
        struct.pack_into("<I", data, 0x12 + 4 * event, 0xA00)
    for section in range(100):
        data[0x13E + 22 * section] = 1
        struct.pack_into("<II", data, 0x13E + 22 * section + 4, 0xC00, 0x2000)
    struct.pack_into("<H", data, 0x2000 + 4, 200)
    for board in range(200):
        struct.pack_into("<HHI", data, 0x2000 + 0x26 + 8 * board, board + 1, 200, 0x3000)
    return bytes(data)


SEATED = "pn|a,b,c,d|"
MB = 2**20

FILES: dict[str, tuple[Callable[[bytes], object], Callable[[int], bytes]]] = {
    "a tag of a sheet that never ends": (sheet, lambda n: one_sheet('<a b="' + "0" * (n * MB))),
    "a comment of a sheet that never ends": (sheet, lambda n: one_sheet("<a><!--" + "0" * (n * MB))),
    "a cell that goes on": (sheet, lambda n: one_sheet("<a><row><c><v>" + "0" * (n * MB))),
    "a cell in pieces": (sheet, lambda n: one_sheet("<a><row><c><v>" + "0&#48;<!---->" * (n * MB // 13))),
    "a blank text that every cell names": (
        sheet,
        lambda n: workbook(
            ("xl/sharedStrings.xml", f"<sst><si><t>{' ' * (n * MB // 2)}</t></si></sst>"),
            ("xl/worksheets/sheet1.xml", "<a><row>" + '<c t="s"><v>0</v></c>' * (n * 2_000) + "</row></a>"),
        ),
    ),
    "sheets without rows": (
        sheet,
        lambda n: workbook(*((f"xl/worksheets/sheet{place}.xml", f"<a>{' ' * MB}</a>") for place in range(n))),
    ),
    "a tag of USEBIO that never ends": (session, lambda n: b'<USEBIO a="' + b"0" * (n * 900_000)),
    "elements of USEBIO": (session, lambda n: usebio("<BOARD/>" * (n * 4_000))),
    "calls of LIN": (session, lambda n: lin("qx|o1|", SEATED, "md|1|", f"mb|{'p' * (n * 20_000)}|")),
    "a hand of LIN": (session, lambda n: lin("qx|o1|", SEATED, f"md|1S{'A' * (n * 40_000)},S,S|")),
    "boards of LIN's head": (
        session,
        lambda n: lin("qx|o1|md|1|" * (n * 500), head=f"pn|a,b,c,d|bn|{'9,' * (n * 5_000)}|"),
    ),
    "a hand of LIN's deals": (deals, lambda n: f"md|1S{'A' * (n * 40_000)},S,S|".encode()),
    "rows of a .bws that have moved": (session, lambda n: moved_rows(5 * n)),
    "columns of PBN, again in every game": (
        session,
        lambda n: (
            f'[Board "1"]\n[ScoreTable "{"a;" * (n * 10_000)}"]\n' + '[ScoreTable "#"]\n' * (n * 1_000)
        ).encode(),
    ),
    "keys of an object of JSON, the last twice": (
        table,
        lambda n: ("[{" + "".join(f'"{key}":1,' for key in range(n * 2_000)) + '"x":1,"x":1}]').encode(),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_the_time_of_reading_grows_with_the_length(name: str) -> None:
    read, make = FILES[name]
    took = {times: seconds(read, make(times)) for times in TIMES}
    assert took[8] < max(took[1], LEAST) * PER_DOUBLING**3, took


BOMBS: dict[str, tuple[Callable[[bytes], object], Callable[[], bytes]]] = {
    "six sheets of 19 MB": (
        sheet,
        lambda: workbook(*((f"xl/worksheets/sheet{n}.xml", f'<a b="{"0" * (19 * MB)}"/>') for n in range(1, 7))),
    ),
    "sheets of blanks, of 10 MB each": (
        sheet,
        lambda: workbook(*((f"xl/worksheets/sheet{n}.xml", f"<a>{' ' * (10 * MB)}</a>") for n in range(1, 9))),
    ),
    "cells without a row": (sheet, lambda: one_sheet("<a>" + "<c/>" * (4 * MB) + "</a>")),
    "rows of one cell far to the right": (
        sheet,
        lambda: one_sheet("<a>" + '<row><c r="KN1"><v>1</v></c></row>' * limits.LINES + "</a>"),
    ),
    "sections of a game file": (session, sections_alike),
    "rows of a .bws that have moved": (session, lambda: moved_rows(400)),
}
SECONDS = 3.0


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_that_unpacks_to_far_more_is_refused_at_once(name: str) -> None:
    read, make = BOMBS[name]
    data = make()
    with pytest.raises(DirectorError, match=r"too large|cannot be read|not a valid game file|damaged"):
        read(data)
    assert seconds(read, data) < SECONDS


def test_a_spreadsheet_packed_in_an_unusual_way_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "<a><row><c><v>1</v></c></row></a>")
    with pytest.raises(DirectorError, match="cannot be read as a spreadsheet"):
        sheet(file.getvalue())


@pytest.mark.parametrize("elements", [limits.ELEMENTS // 2, limits.ELEMENTS + 1])
def test_xml_is_read_up_to_its_elements_and_no_further(elements: int) -> None:
    with pytest.raises(DirectorError, match="too large" if elements > limits.ELEMENTS else "no event"):
        session(b"<USEBIO>" + b"<A/>" * (elements - 1) + b"</USEBIO>")
