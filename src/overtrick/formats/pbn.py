"""Deals from a PBN file (Portable Bridge Notation 2.1): the boards, with dealer and vulnerability as the file says.

Only the tags Board, Dealer, Vulnerable and Deal are read; auctions, play, tables and comments are ignored. A value of
`#` repeats that of the previous game. This reader does not check whether a deal is possible; the director layer does.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.formats.plain_text import small_enough

_TAG = re.compile(r'^[ \t\r\f\v]*+\[\s*+(\w++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]', re.MULTILINE)
"""A tag at the beginning of a line. The pattern never backtracks, so that its time is linear in the text."""
_WANTED = frozenset({"Board", "Dealer", "Vulnerable", "Deal"})


@dataclass(frozen=True, slots=True)
class DealtLine:
    """A board of a file: its hands as written, and its dealer and vulnerability if given."""

    board: int
    deal: str
    dealer: str = ""
    vulnerable: str = ""


def read_deals(text: str, name: str) -> tuple[DealtLine, ...]:
    """The boards of a file in the order of their numbers; a repeated board must be the same each time.

    >>> file = '[Board "3"]\\n[Dealer "S"]\\n[Vulnerable "EW"]\\n[Deal "N:... ... ... ..."]'
    >>> read_deals(file, "x")
    (DealtLine(board=3, deal='N:... ... ... ...', dealer='S', vulnerable='EW'),)
    """
    small_enough(text, name)
    found: dict[int, DealtLine] = {}
    for game in _games(text):
        line = _line(game, name)
        if found.setdefault(line.board, line) != line:
            raise DirectorError(
                "{name} has two different versions of board {board}",
                remedy="Keep only the set of boards that was played, and try again.",
                name=name,
                board=line.board,
            )
    if not found:
        raise DirectorError(
            "{name} has no readable deals",
            remedy='Choose a PBN file, with lines like [Board "1"] and [Deal "N:…"].',
            name=name,
        )
    return tuple(found[board] for board in sorted(found))


def _games(text: str) -> Iterator[Mapping[str, str]]:
    """The tags of each game that has a deal: a repeated tag begins the next game."""
    game: dict[str, str] = {}
    before: dict[str, str] = {}
    for tag, written in _TAG.findall(_without_comments(text)):
        if tag not in _WANTED:
            continue
        if tag in game:
            before = game
            if "Deal" in game:
                yield game
            game = {}
        game[tag] = before.get(tag, "") if written == "#" else written.strip()
    if "Deal" in game:
        yield game


def _without_comments(text: str) -> str:
    """The text without comments in braces; a brace that is never closed begins no comment."""
    kept: list[str] = []
    start = 0
    while (opened := text.find("{", start)) >= 0 and (closed := text.find("}", opened)) >= 0:
        kept.append(text[start:opened])
        start = closed + 1
    return "".join((*kept, text[start:]))


def _line(game: Mapping[str, str], name: str) -> DealtLine:
    board = game.get("Board", "")
    if not (board.isascii() and board.isdecimal() and len(board) < 5):
        raise DirectorError(
            "{name} has a deal without a valid board number",
            remedy='Each deal needs a line like [Board "1"].',
            name=name,
        )
    dealer, vulnerable = ("" if (said := game.get(tag, "")) == "?" else said for tag in ("Dealer", "Vulnerable"))
    return DealtLine(int(board), game["Deal"], dealer, vulnerable)
