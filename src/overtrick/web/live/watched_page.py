"""A page that readers hold open: what its live parts say now, the same bytes to all of them.

After a posting the page's frame is made once, whole (see frame.py), put into one message and compressed twice: alone,
and with the message before as dictionary. The second is some hundred bytes, and fits every reader whose last bytes were
the message before, because gzip looks back into what was received; whoever comes new or missed one is sent the first.
"""

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.web.live.channel import Channel

QUICKEST = 0.425
"""Seconds between two frames of a page, at the least."""
READERS_A_SECOND = 10_000
"""Readers a process tells in a second, at the most; with more of them the pace is slower."""
LEAST_SPREAD = 300
"""Milliseconds over which readers who must fetch the page itself spread their questions, at the least."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What a stream of gzip begins with (RFC 1952)."""

_MEMORY = 9
"""What zlib may use for compressing, in its own measure: the most."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """A page's address as a reader asks for it: path and query, and headers that say by which name it is reached."""

    address: str
    scheme: str
    headers: tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A page's frame: the event whose book it is of, the number that it was made from, and what it says."""

    event: str
    number: int
    frame: str


Make: TypeAlias = Callable[[PageAddress, int], Awaitable[Made | None]]
"""Makes the frame of a page as it stands; nothing where there is no such page, or it has no frames.

It is told the number of the frame that readers hold, nought where nobody does yet.
"""


class WatchedPage(Channel):
    """A page and its newest message; *serial* counts the messages."""

    def __init__(self, asked: PageAddress, first: Made, make: Make) -> None:
        super().__init__()
        self.asked = asked
        self.event = first.event
        self.number = first.number
        self.serial = 0
        self.plain = self.alone = self.after = b""
        self._make = make
        self._making: asyncio.Task[None] | None = None
        self._newest = first.number
        self._changed = False
        self._put(first)

    @property
    def idle(self) -> bool:
        """Whether nobody reads it and nothing is being made."""
        return super().idle and self._making is None

    def moved(self, last: int) -> None:
        """The book has grown, or somebody has come: make the page again now, or when the pace allows."""
        self._newest = max(self._newest, last)
        behind = (self._newest > self.number or self._changed) and self.readers > 0
        if behind and self.due is None and self._making is None:
            pace = pace_of(self.readers)
            self.due = asyncio.get_running_loop().call_later(self.wait_for(pace), self._begin)

    def changed(self) -> None:
        """Something that the page says beside the book is another now: make it again though nothing was posted."""
        self._changed = True
        self.moved(self._newest)

    def went_back(self, last: int) -> None:
        """The book no longer has what the page was made from: make it again."""
        self.number = last - 1
        self._newest = last
        self.moved(last)

    def _begin(self) -> None:
        self.due = None
        self._changed = False
        self._making = asyncio.ensure_future(self._again())

    async def _again(self) -> None:
        try:
            made = await self._make(self.asked, self.number)
            if made is not None and made.number >= self.number:
                self._put(made)
            elif made is None:  # the page is there, but cannot be cut just now: readers are told to fetch it
                self._put(Made(self.event, self._newest, "null"))
            self.tell()
        finally:
            self._making = None
        self.moved(self._newest)

    def _put(self, made: Made) -> None:
        before, self.plain = self.plain, message_of(made, self.asked.address, spread_of(self.readers))
        self.number = made.number
        self.serial += 1
        self.alone = packed(self.plain)
        self.after = packed(self.plain, before)


def message_of(made: Made, address: str, spread: int) -> bytes:
    """What readers of a page are sent of a frame, before it is compressed; a sum of it stands before it."""
    said = (
        f'{{"event":{json.dumps(made.event)},"view":{json.dumps(address)},"spread":{spread},'
        f'"number":{made.number},"frame":{made.frame}}}'
    )
    return f"event: frame\nid: {made.number}\ndata: {zlib.adler32(said.encode())} {said}\n\n".encode()


def pace_of(readers: int) -> float:
    """Seconds between two frames of a page with so many readers; what each receives falls with their number.

    >>> [pace_of(readers) for readers in (0, 1000, 10_000, 30_000)]
    [0.425, 0.475, 1.0, 3.0]
    """
    return max(QUICKEST + readers / (2 * READERS_A_SECOND), readers / READERS_A_SECOND)


def spread_of(readers: int) -> int:
    """Milliseconds over which so many readers spread what they ask: one each, in rough steps.

    >>> [spread_of(readers) for readers in (1, 1000, 10_000)]
    [300, 1024, 16384]
    """
    return LEAST_SPREAD if readers <= LEAST_SPREAD else 1 << (readers - 1).bit_length()


def packed(plain: bytes, before: bytes = b"") -> bytes:
    """A message as a piece of gzip's stream, ended on a whole byte; *before* is what the reader was sent before it.

    >>> alone, after = packed(b"data: 17.48"), packed(b"data: 17.52", b"data: 17.48")
    >>> zlib.decompressobj(-zlib.MAX_WBITS).decompress(alone + after)
    b'data: 17.48data: 17.52'
    """
    level = (zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY, zlib.Z_DEFAULT_STRATEGY)
    press = zlib.compressobj(*level, before) if before else zlib.compressobj(*level)
    return press.compress(plain) + press.flush(zlib.Z_SYNC_FLUSH)
