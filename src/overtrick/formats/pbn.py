"""Deals out of a PBN file (Portable Bridge Notation 2.1): the boards, with dealer and vulnerability as the file says.

Only the tags Board, Dealer, Vulnerable and Deal are looked at; auctions, play, tables and comments are left where they
are. A value of `#` is that of the game before. Whether a deal can be is the director's to say, not this reader's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.formats.plain_text import small_enough

_TAG = re.compile(r'^[ \t\r\f\v]*+\[\s*+(\w++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]', re.MULTILINE)
"""A tag at the beginning of a line. Nothing in it is tried twice, so that the time grows with the text alone."""
_WANTED = frozenset({"Board", "Dealer", "Vulnerable", "Deal"})


@dataclass(frozen=True, slots=True)
class DealtLine:
    """A board of a file: its hands as they are written, and its dealer and vulnerability if they are said."""

    board: int
    deal: str
    dealer: str = ""
    vulnerable: str = ""


def read_deals(text: str, name: str) -> tuple[DealtLine, ...]:
    """The boards of a file in the order of their numbers; a board that is there twice must be the same twice.

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
                "{name} has board {board} twice, with different cards",
                remedy="Leave the set that was played, and look at it again.",
                name=name,
                board=line.board,
            )
    if not found:
        raise DirectorError(
            "{name} has no deal that can be read",
            remedy='It should be a PBN file, with lines like [Board "1"] and [Deal "N:…"].',
            name=name,
        )
    return tuple(found[board] for board in sorted(found))


def _games(text: str) -> Iterator[Mapping[str, str]]:
    """The tags of each game that has a deal: a tag that comes again begins the next game."""
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
    """The text without what stands in braces; one that is never closed begins no comment."""
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
            "{name} has a deal without the number of its board",
            remedy='Each deal needs its line [Board "…"].',
            name=name,
        )
    dealer, vulnerable = ("" if (said := game.get(tag, "")) == "?" else said for tag in ("Dealer", "Vulnerable"))
    return DealtLine(int(board), game["Deal"], dealer, vulnerable)
