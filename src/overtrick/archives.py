"""Zip archives from outside, unpacked in memory and only up to a limit: the sizes that they state are not trusted."""

import struct
import zlib
from collections.abc import Callable, Iterator
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

PIECE = 65_536
"""The bytes unpacked at a time."""
BROKEN = (
    BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError, LookupError,
)  # fmt: skip
"""Exceptions of the standard library for an archive that is invalid, truncated or inconsistent."""


def has_known_packing(part: ZipInfo) -> bool:
    """Whether a part is stored or deflated, as every common program does."""
    return part.compress_type in (ZIP_STORED, ZIP_DEFLATED)


class Unpacking:
    """Unpacks parts of an archive, which may have at most *most* bytes together; *refusal* makes the error."""

    def __init__(self, archive: ZipFile, most: int, refusal: Callable[[], Exception]) -> None:
        self._archive, self._left, self._refusal = archive, most, refusal

    def pieces(self, part: str | ZipInfo) -> Iterator[bytes]:
        """The content of a part, of which no more is unpacked than is used."""
        with self._archive.open(part) as packed:
            while piece := packed.read(PIECE):
                self._left -= len(piece)
                if self._left < 0:
                    raise self._refusal()
                yield piece

    def whole(self, part: str | ZipInfo) -> bytes:
        """The content of a part at once."""
        return b"".join(self.pieces(part))
