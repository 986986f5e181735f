"""Real names behind user names of an online club, from a table that the club keeps.

Columns by name: `username`, `name`, and `number` (or `ABF number`) where there is one.
"""

from collections.abc import Mapping
from dataclasses import replace

from overtrick.formats.session import Contestant, Person, Session
from overtrick.formats.tables import Row, read_table

_COLUMNS = {
    "username": ("user", "user_name", "handle", "bbo"),
    "name": ("player", "player_name"),
    "number": ("abf_number", "abf_no", "no", "federation_number"),
}


def read_name_map(text: str, name: str) -> Mapping[str, Person]:
    """People by their user names, in lower case.

    >>> read_name_map("username,ABF number,name\\nreedy,1234567,A. Reed", "x")["reedy"]
    Person(name='A. Reed', number='1234567')
    """
    table = read_table(text.lstrip("\ufeff"), name, _COLUMNS, ("username", "name"))
    found = table.read_rows(_entry)
    table.once([(f"the name {username}",) for username, _ in found])
    return dict(found)


def _entry(row: Row) -> tuple[str, Person]:
    return row.require("username").casefold(), Person(row.require("name"), row.text("number"))


def with_names(session: Session, known: Mapping[str, Person]) -> Session:
    """The session with every known user name replaced by the person's name."""

    def named(each: Contestant) -> Contestant:
        return replace(each, people=tuple(known.get(person.name.casefold(), person) for person in each.people))

    return replace(session, contestants=tuple(map(named, session.contestants)))
