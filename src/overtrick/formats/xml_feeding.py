"""XML handed to expat piece by piece, in a time that grows with its length alone.

Expat reads an unfinished tag or comment again from its beginning with every piece. A tag may therefore be no longer
than a piece or two, which none of a spreadsheet or a file of results comes near.
"""

from collections.abc import Iterable, Iterator
from xml.parsers import expat

from overtrick.core import limits

PIECE = 65_536
"""Bytes that expat is handed at a time."""


class TagTooLong(ValueError):
    """A tag or a comment goes on for longer than any that a program writes."""


def feed(parser: expat.XMLParserType, pieces: Iterable[bytes]) -> None:
    """Hand all pieces to a parser, each of at most `PIECE` bytes, and then the end."""
    handed = 0
    for piece in pieces:
        parser.Parse(piece, False)
        handed += len(piece)
        if handed - parser.CurrentByteIndex > limits.TAG:
            raise TagTooLong
    parser.Parse(b"", True)


def pieces_of(data: bytes) -> Iterator[bytes]:
    """A text in pieces that can be fed."""
    return (data[start : start + PIECE] for start in range(0, len(data), PIECE))
