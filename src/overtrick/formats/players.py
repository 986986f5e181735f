"""The players of one entry as people type them in a line, with the federation's numbers where they have them.

`Ann Lee / Bo Tan`, `Ann Lee 123456 & Bo Tan 234567`, `123456 Ann Lee, 234567 Bo Tan`, `Lee, Ann – Tan, Bo`, `Ann Lee
(123456)` and cells of a spreadsheet are all accepted; a number alone is someone found in a list of people. A club
follows `@`: `Ann Lee @ Harbour / Bo Tan @ Bay`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from overtrick.core.model.contestants import Player, Stated

_BETWEEN = re.compile(r"\s+[-–—&+]\s+|\s*[–—/&\n]\s*|\s+and\s+", re.IGNORECASE)
"""Separators that occur only between two players."""
_CLUB = re.compile(r"(.*\S)\s+@\s*(.+)")
_CELLS = re.compile(r"[,;\t]")
_FIRST = re.compile(r"\(?(\d{5,8})\)?(?:\s+(.*))?")
_LAST = re.compile(r"(.*?)\s*(?:\((\d{4,8})\)|\s(\d{5,8}))")


def read_players(text: str) -> tuple[Player, ...]:
    """The players in a line, or one per line.

    >>> [(player.name, player.number) for player in read_players("Ann Lee 123456 / Bo Tan (234567)")]
    [('Ann Lee', '123456'), ('Bo Tan', '234567')]
    >>> [str(player) for player in read_players("Lee, Ann & Tan, Bo")]
    ['Ann Lee', 'Bo Tan']
    """
    text = _collapse_spaces(text)
    if not _BETWEEN.search(text):
        return _in_cells([cell for part in _CELLS.split(text) if (cell := part.strip())])
    found: list[Player] = []
    for part in _BETWEEN.split(text):
        cells = [cell for each in _CELLS.split(part) if (cell := each.strip())]
        found += _in_cells([_swap_names(cells)] if _surname_first(part, cells) else cells)
    return tuple(found)


def read_club(text: str) -> tuple[str, tuple[Stated, ...]]:
    """A line without the one club at its end, and that club; in a line with several clubs, each belongs to a player.

    >>> read_club("Ann Lee / Bo Tan @ Harbour")
    ('Ann Lee / Bo Tan', (Stated(what='club', value='Harbour', at='', until='', of=''),))
    """
    found = _CLUB.fullmatch(text.strip())
    if found is None or text.count("@") > 1:
        return text, ()
    return found[1], (Stated("club", found[2].strip()),)


def players_text(players: Sequence[Player]) -> str:
    """Players in such a line, which reads back unchanged.

    >>> players_text([Player("Ann Lee", "123456"), Player("Bo Tan")])
    'Ann Lee 123456 / Bo Tan'
    """
    return " / ".join(_player_text(player) for player in players)


def _collapse_spaces(text: str) -> str:
    """A text with each run of spaces, tabs or line ends reduced to one."""
    cells = ([" ".join(cell.split()) for cell in line.split("\t")] for line in text.splitlines())
    return "\n".join(line for each in cells if (line := "\t".join(filter(None, each))))


def _player_text(player: Player) -> str:
    if not player.number:
        return player.name
    return f"{player.name} {player.number}" if 5 <= len(player.number) <= 8 else f"{player.name} ({player.number})"


def _surname_first(part: str, cells: Sequence[str]) -> bool:
    return "," in part and len(cells) == 2 and " " not in cells[1] and not any(each.isdecimal() for each in cells)


def _swap_names(cells: Sequence[str]) -> str:
    return f"{cells[1]} {cells[0]}"


def _in_cells(cells: Sequence[str]) -> tuple[Player, ...]:
    """Players in cells, each with its number in the same or the next cell, or before it if the first is a number."""
    read = [_player(cell) for cell in cells]
    alone = [player.name.isdecimal() for player in read]
    if all(alone) or not any(alone):
        return tuple(read)
    numbers = [player.name if bare else "" for player, bare in zip(read, alone, strict=True)]
    found: list[Player] = []
    for place, (player, bare) in enumerate(zip(read, alone, strict=True)):
        if not bare:
            beside = place - 1 if alone[0] else place + 1
            number = numbers[beside] if 0 <= beside < len(read) else ""
            found.append(replace(player, number=player.number or number))
            if number and not player.number:
                numbers[beside] = ""
    left = [Player(number) for number in numbers if number]
    return (*found, *left)


def _player(said: str) -> Player:
    if stands := _CLUB.fullmatch(said):
        return replace(_player(stands[1]), stated=(Stated("club", stands[2]),))
    if first := _FIRST.fullmatch(said):
        return Player(first[2], first[1]) if first[2] else Player(first[1])
    last = _LAST.fullmatch(said)
    return Player(last[1], last[2] or last[3]) if last and last[1] else Player(said)
