"""Reads XML from outside with expat, in pieces and in a time that is linear in its length; nothing in it is fetched.

Every reader of XML uses this module, so that none permits a declaration, which could make an entity expand. Expat
reads an unfinished tag or comment from its beginning with every piece. So a tag may be no longer than a piece or two,
which no spreadsheet or file of results comes near.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn
from xml.parsers import expat

from overtrick.core import limits

PIECE = 65_536
"""The bytes fed to expat at a time."""


class XmlFault(ValueError):
    """XML that is not well-formed: the line number, and expat's word for the fault."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(fault)
        self.line, self.fault = line, fault


class TagTooLong(ValueError):
    """A tag or a comment is longer than any that a program writes."""


class Feeding:
    """Feeds one document to functions for the start and the end of an element and for text; tags have no prefix.

    *refuse* is called where the document declares anything or uses an entity. A DOCTYPE that only names a DTD is
    ignored if *doctype* is true; the DTD is never fetched.
    """

    def __init__(
        self,
        starts: Callable[[str, dict[str, str]], None],
        ends: Callable[[str], None],
        says: Callable[[str], None],
        refuse: Callable[[], NoReturn],
        *,
        encoding: str | None = None,
        doctype: bool = False,
    ) -> None:
        self._parser = parser = expat.ParserCreate(encoding)
        parser.buffer_text = True

        def refuses(*_: object) -> NoReturn:
            refuse()

        def declares(_: str, __: str | None, ___: str | None, inside: int) -> None:
            if inside or not doctype:
                refuse()

        parser.StartDoctypeDeclHandler = declares
        parser.EntityDeclHandler = parser.AttlistDeclHandler = parser.ElementDeclHandler = refuses
        parser.SkippedEntityHandler = refuses
        parser.StartElementHandler = lambda tag, given: starts(_plain(tag), given)
        parser.EndElementHandler = lambda tag: ends(_plain(tag))
        parser.CharacterDataHandler = says

    @property
    def line(self) -> int:
        """The number of the line that is being read."""
        return self._parser.CurrentLineNumber

    def feed(self, pieces: Iterable[bytes]) -> None:
        """Feed all pieces, each of at most `PIECE` bytes, and then the end."""
        parser, handed = self._parser, 0
        try:
            for piece in pieces:
                parser.Parse(piece, False)
                handed += len(piece)
                if handed - parser.CurrentByteIndex > limits.TAG:
                    raise TagTooLong
            parser.Parse(b"", True)
        except expat.ExpatError as fault:
            raise XmlFault(fault.lineno, expat.ErrorString(fault.code)) from fault


def _plain(tag: str) -> str:
    """The name of an element without any prefix."""
    return tag.rpartition(":")[2]


def pieces_of(data: bytes) -> Iterator[bytes]:
    """A text divided into pieces for feeding."""
    return (data[start : start + PIECE] for start in range(0, len(data), PIECE))
