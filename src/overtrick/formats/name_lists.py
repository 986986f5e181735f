"""A list of names as a club types it: a pair, a player or a team a line, with its number before it or without.

`7 Ann Alder – Bob Birch`, `Ann Alder / Bob Birch`, `Ann Alder, Bob Birch`; a team is `Oaks` or `Oaks: Ann Alder, Bob
Birch`. A line with a number and nothing else is somebody whose names come later.
"""

import re

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.model.contestants import Player
from overtrick.formats.entries_csv import EntryLine
from overtrick.formats.plain_text import small_enough
from overtrick.formats.tables import listed

_NUMBERED = re.compile(r"(?:#?\s*(\d{1,4})(?:\s*[.):;,\t]\s*|\s+|$))?(.*)")
_BETWEEN = re.compile(r"\s+[-–—&+]\s+|\s*[–—/&]\s*|\s+and\s+|\t+", re.IGNORECASE)
_COMMAS = re.compile(r"\s*[,;]\s*")
_FULL = {1: "a player a line", 2: "a pair has two players"}


def read_names(text: str, contest: Contest) -> tuple[EntryLine, ...]:
    """The entries of a list, in its order; whoever has no number has the next one. Every fault is told at once.

    >>> pairs = read_names("Ann Alder – Bob Birch\\n7 Cy Cole, Di Dorn\\n8", Contest.PAIRS)
    >>> [(each.number, [str(player) for player in each.players]) for each in pairs]
    [('1', ['Ann Alder', 'Bob Birch']), ('7', ['Cy Cole', 'Di Dorn']), ('8', [])]
    """
    small_enough(text, "the list")
    found: dict[str, EntryLine] = {}
    faults = []
    last = 0
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        parts = _NUMBERED.fullmatch(line.strip())
        number, rest = (parts[1], parts[2].strip()) if parts else ("", line.strip())
        last = int(number) if number else last + 1
        if str(last) in found:
            faults.append(f"line {place}: number {last} is there twice")
        entry = _entry(str(last), rest, contest)
        if contest.members is not None and len(entry.players) > contest.members:
            faults.append(f"line {place}: {_FULL[contest.members]}, not {len(entry.players)}: {rest:.80}")
        found[str(last)] = entry
    if faults:
        raise DirectorError("The list cannot be read:\n  {faults}\nNothing was entered", faults=listed(faults))
    return tuple(found.values())


def write_names(entries: tuple[EntryLine, ...]) -> str:
    """Entries as such a list, which reads back as they are."""
    return "\n".join(_written(each) for each in entries)


def _written(entry: EntryLine) -> str:
    players = [player.name for player in entry.players]
    if entry.team and players:
        return f"{entry.number} {entry.team}: {', '.join(players)}"
    return f"{entry.number} {entry.team or ' – '.join(players)}".rstrip()


def _entry(number: str, said: str, contest: Contest) -> EntryLine:
    team, mark, members = said.partition(":")
    if contest is Contest.TEAMS:
        return EntryLine(number, team.strip() or said, _players(members) if mark else ())
    return EntryLine(number, "", _players(said))


def _players(said: str) -> tuple[Player, ...]:
    split = _BETWEEN if _BETWEEN.search(said) else _COMMAS
    return tuple(Player(name.strip()) for name in split.split(said) if name.strip())
