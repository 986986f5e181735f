"""A list of entries as a club types or pastes it: a pair, a player or a team per line, with or without a number.

`7 Ann Alder – Bob Birch`, `Ann Alder 123456 / Bob Birch 234567`, `7<tab>Ann Alder<tab>Bob Birch`; a team is `Oaks`,
`Oaks: Ann Alder, Bob Birch`, or cells: four or six are its players, five or seven begin with its name. A line with only
a number is a contestant whose names come later. A club may stand at the end, as `@ Harbour`. Lists with column names
are read by `entries_csv`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.wording import Said, phrase
from overtrick.formats.entries_csv import EntryLine, has_columns, read_entries
from overtrick.formats.plain_text import small_enough
from overtrick.formats.players import players_text, read_club, read_players
from overtrick.formats.tables import list_faults

_NUMBERED = re.compile(r"(?:#?\s*(\d{1,4})(?:\s*[.):;,\t]\s*|\s+|$))?(.*)")
_CELLS = re.compile(r"[,;\t/]")
_UNNAMED = (4, 6)
"""The numbers of cells at which all cells of a team's line are players; otherwise the first is the team's name."""
_FULL = {1: phrase("each entry has one player"), 2: phrase("a pair has two players")}


def read_list(
    text: str,
    contest: Contest,
    name: str = "the list",
    title: str = "",
    *,
    facts: Sequence[str] = (),
    taken: Collection[str] = (),
) -> tuple[EntryLine, ...]:
    """The entries of a list, with or without column names; all faults are reported together.

    A contestant without a number gets the next one that is free, in the list and in *taken*. In the file of a whole
    congress *title* says which event is meant; *facts* are names of columns with statements about players.

    >>> pairs = read_list("Ann Alder – Bob Birch\\n7 Cy Cole, Di Dorn\\n8", Contest.PAIRS)
    >>> [(each.number, [str(player) for player in each.players]) for each in pairs]
    [('1', ['Ann Alder', 'Bob Birch']), ('7', ['Cy Cole', 'Di Dorn']), ('8', [])]
    >>> [each.number for each in read_list("Player 1,Player 2\\nAnn Alder,Bob Birch", Contest.PAIRS, taken=["1"])]
    ['2']
    """
    small_enough(text, name)
    found = read_entries(text, name, title, facts) if has_columns(text, name, facts) else _lines(text, contest, name)
    faults = [
        phrase(
            "{entry}: {full}, not {players}",
            entry=each.number or players_text(each.players),
            full=_FULL[contest.members],
            players=len(each.players),
        )
        for each in found
        if contest.members is not None and len(each.players) > contest.members
    ]
    if faults:
        raise _refusal(name, faults)
    return tuple(_number_entries(found, taken))


def write_names(entries: tuple[EntryLine, ...]) -> str:
    """Entries as a list in the same form, which reads back unchanged."""
    return "\n".join(_entry_text(each) for each in entries)


def _refusal(name: str, faults: Sequence[Said]) -> DirectorError:
    return DirectorError(
        "{name} cannot be read:\n  {faults}\nNothing was entered", name=name, faults=list_faults(faults)
    )


def _lines(text: str, contest: Contest, name: str) -> tuple[EntryLine, ...]:
    found: list[EntryLine] = []
    faults: list[Said] = []
    seen: dict[str, int] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        parts = _NUMBERED.fullmatch(line.strip())
        number, rest = (parts[1] or "", parts[2].strip()) if parts else ("", line.strip())
        number = str(int(number)) if number else ""
        if number and number in seen:
            faults.append(phrase("line {line}: number {number} is listed twice", line=place, number=number))
        seen[number] = place
        found.append(_entry(number, rest, contest))
    if faults:
        raise _refusal(name, faults)
    return tuple(found)


def _number_entries(entries: Sequence[EntryLine], taken: Collection[str]) -> Iterator[EntryLine]:
    used = {*taken, *(each.number for each in entries)}
    last = 0
    for each in entries:
        if each.number:
            yield each
            last = int(each.number) if not taken and each.number.isdecimal() else last
            continue
        last = next(number for number in range(last + 1, last + len(used) + 2) if str(number) not in used)
        used.add(str(last))
        yield replace(each, number=str(last))


def _entry_text(entry: EntryLine) -> str:
    if entry.team and entry.players:
        return f"{entry.number} {entry.team}: {players_text(entry.players)}"
    return f"{entry.number} {entry.team or players_text(entry.players)}".rstrip()


def _entry(number: str, said: str, contest: Contest) -> EntryLine:
    names, club = read_club(said)
    return replace(_parse_names(number, names, contest), stated=club)


def _parse_names(number: str, said: str, contest: Contest) -> EntryLine:
    if contest is not Contest.TEAMS:
        return EntryLine(number, "", read_players(said), bare=True)
    team, mark, members = said.partition(":")
    if mark:
        return EntryLine(number, team.strip(), read_players(members), bare=True)
    cells = [cell for part in _CELLS.split(said) if (cell := part.strip())]
    if len(cells) == 1:
        return EntryLine(number, said, bare=True)
    named = 0 if len(read_players(said)) in _UNNAMED else 1
    return EntryLine(number, cells[0] if named else "", read_players("\t".join(cells[named:])), bare=True)
