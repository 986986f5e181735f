"""Tables of people: one line per person with number, club and state, or the real name behind a user name.

Columns by name, in any order and case: `Name`, `ABF Number` (or `Number`), `Club`, `State`.

Columns by name: `username`, `name`, and `number` (or `ABF number`) where there is one.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from io import StringIO

from overtrick.core.wording import phrase
from overtrick.formats.session import Contestant, Person, Session
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
    table.once([(phrase("the number {number}", number=each.number),) if each.number else () for each in found])
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


_USER_COLUMNS = {
    "username": ("user", "user_name", "handle", "bbo"),
    "name": ("player", "player_name"),
    "number": ("abf_number", "abf_no", "no", "federation_number"),
}


def read_name_map(text: str, name: str) -> Mapping[str, Person]:
    """People by their user names, in lower case.

    >>> read_name_map("username,ABF number,name\\nreedy,1234567,A. Reed", "x")["reedy"]
    Person(name='A. Reed', number='1234567')
    """
    table = read_table(text.lstrip("\ufeff"), name, _USER_COLUMNS, ("username", "name"))
    found = table.read_rows(_entry)
    table.once([(phrase("the user name {name}", name=username),) for username, _ in found])
    return dict(found)


def _entry(row: Row) -> tuple[str, Person]:
    return row.require("username").casefold(), Person(row.require("name"), row.text("number"))


def with_names(session: Session, known: Mapping[str, Person]) -> Session:
    """The session with every known user name replaced by the person's name."""

    def named(each: Contestant) -> Contestant:
        return replace(each, people=tuple(known.get(person.name.casefold(), person) for person in each.people))

    return replace(session, contestants=tuple(map(named, session.contestants)))
