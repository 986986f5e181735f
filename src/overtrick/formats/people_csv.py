"""A list of people: one line per person, with the federation's number, club and state where known.

Columns by name, in any order and case: `Name`, `ABF Number` (or `Number`), `Club`, `State`.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO

from overtrick.formats.tables import Row, read_table

_COLUMNS = {
    "name": ("player", "player_name"),
    "number": ("abf_number", "abf_no", "abf_no.", "no", "federation_number"),
    "club": ("home_club", "club_name"),
    "state": ("region",),
}
_HEADINGS = ("Name", "ABF Number", "Club", "State")


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person as a list has them."""

    name: str
    number: str = ""
    club: str = ""
    state: str = ""


def read_people(text: str, name: str) -> tuple[PersonLine, ...]:
    """The people in a list; lines that cannot be read and repeated numbers are reported together.

    >>> read_people("Name,ABF Number,Club\\nA. Reed,1234567,Harbour", "x")
    (PersonLine(name='A. Reed', number='1234567', club='Harbour', state=''),)
    """
    table = read_table(text.lstrip("\ufeff"), name, _COLUMNS, ("name",))
    found = table.read_rows(_person)
    table.once([(f"the number {each.number}",) if each.number else () for each in found])
    return found


def write_people(people: Iterable[PersonLine]) -> str:
    """A list of people as a file.

    >>> print(write_people([PersonLine("A. Reed", "1234567")]), end="")
    Name,ABF Number,Club,State
    A. Reed,1234567,,
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_HEADINGS)
    writer.writerows((each.name, each.number, each.club, each.state) for each in people)
    return file.getvalue()


def _person(row: Row) -> PersonLine:
    return PersonLine(
        " ".join(row.require("name").split())[:120],
        row.text("number")[:20],
        row.text("club")[:100],
        row.text("state")[:40],
    )
