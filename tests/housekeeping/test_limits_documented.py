"""The page of limits says the numbers of the source."""

from pathlib import Path

import pytest

from overtrick.core import limits as read
from overtrick.web import limits as served

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
MIB = 1024 * 1024


@pytest.mark.parametrize(
    "row",
    [
        f"| {read.NUMBER} characters; {read.DIGITS} digits | an exact number; a whole number |",
        f"| {read.RESULT} characters | a result |",
        f"| {read.NAME} characters; {read.PROSE:,} | a name; prose |",
        f"| {read.PARTS:,} | members of a list",
        f"| {read.LINE} characters | a line typed at the desk |",
        f"| {read.MESSAGE:,} bytes; {read.ACT:,} | a phone's message; an act posted by a program |",
        f"| {read.DEPTH} levels | lists and objects in JSON |",
        f"| {read.FILE:,} characters | a file:",
        f"| {read.SESSION:,} bytes | a session scored by another program |",
        f"| {read.FOLDER:,} bytes, {read.FOLDER_FILES} files | a folder of rules",
        f"| {read.WORKBOOK:,} bytes | a spreadsheet",
        f"| {read.ELEMENTS:,} elements; {read.TAG:,} bytes | an XML file",
        f"| {read.COLUMNS} columns, {read.LINES:,} lines; {read.CELL:,} characters | a table in a file",
        f"| {read.ROUNDS:,} rounds, {read.BOARDS:,} boards, {read.ENTRIES:,} entries | an event's rules |",
        f"| {served.HEADER} | the head of a request",
        f"| {served.BODY_PAUSE}; {served.BODY} | the pause between two pieces of a body; a whole body | 408 |",
        f"| {served.REQUEST} | a page, including its wait",
        f"| {served.TAKE} | a reader accepting",
        f"| {served.ENDING} | a page still being rendered",
        f"| {served.STATEMENT} | one query to PostgreSQL",
        f"| {served.LOCK} | a lock:",
        f"| {served.IDLE} | an idle transaction",
        f"at most {served.BODY_BYTES // MIB} MiB, and a process holds at most {served.BODIES_BYTES // MIB} MiB",
        f"monitoring ({served.WATCHERS} requests)",
        f"phones, desks and everything posted ({served.WORKERS:,})",
        f"readers ({served.READERS})",
        f"up to {served.KEPT_POSTINGS:,} postings together",
        f"no one has requested for {served.KEPT_FOR // 60} minutes",
        f"has been rendering for {served.STUCK} seconds",
        f"{served.PAUSE} seconds ([decision",
    ],
)
def test_a_limit_is_documented_as_it_is(row: str) -> None:
    assert row in PAGE
