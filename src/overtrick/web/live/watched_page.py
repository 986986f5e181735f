"""A page that readers hold open: what its live parts say now, in the same bytes for all of them.

After a posting the page's frame is made once, whole (see frame.py), put into one message and compressed twice: alone,
and with the previous message as dictionary. The second is a few hundred bytes and fits every reader whose last bytes
were the previous message, because gzip refers back to what was received. A reader who has just connected or missed a
message is sent the first.
"""

import asyncio
import json
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.web.live.channel import Channel

QUICKEST = 0.425
"""The least number of seconds between two frames of a page."""
READERS_A_SECOND = 10_000
"""The most readers that a process sends a message to in a second; with more of them the pace is slower."""
LEAST_SPREAD = 300
"""The least number of milliseconds over which readers who must fetch the page itself spread their requests."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The header of a gzip stream (RFC 1952)."""

_MEMORY = 9
"""The highest memory level of zlib."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """A page's address as a reader asks for it: path and query, and headers with the name of the server."""

    address: str
    scheme: str
    headers: tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A page's frame, with the event and the posting that it was made from."""

    event: str
    number: int
    frame: str


Make: TypeAlias = Callable[[PageAddress, int], Awaitable[PageFrame | None]]
"""A function that makes the frame of a page as it stands; None if there is no such page, or it has no frames.

It is given the number of the frame that readers hold, 0 if there is none yet.
"""


class WatchedPage(Channel):
    """A page and its newest message; *serial* counts the messages."""

    def __init__(self, asked: PageAddress, first: PageFrame, make: Make) -> None:
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
        """Whether it has no readers and no frame is being made."""
        return super().idle and self._making is None

    def advance(self, last: int) -> None:
        """Make the page again, now or when the pace allows, because the book has grown or a reader has connected."""
        self._newest = max(self._newest, last)
        behind = (self._newest > self.number or self._changed) and self.readers > 0
        if behind and self.due is None and self._making is None:
            pace = pace_of(self.readers)
            self.due = asyncio.get_running_loop().call_later(self.wait_for(pace), self._begin)

    def refresh(self) -> None:
        """Make the page again though nothing was posted, because something outside the book has changed."""
        self._changed = True
        self.advance(self._newest)

    def went_back(self, last: int) -> None:
        """Make the page again because the book has lost the posting it was made from."""
        self.number = last - 1
        self._newest = last
        self.advance(last)

    def _begin(self) -> None:
        self.due = None
        self._changed = False
        self._making = asyncio.ensure_future(self._again())

    async def _again(self) -> None:
        try:
            made = await self._make(self.asked, self.number)
            if made is not None and made.number >= self.number:
                self._put(made)
            elif made is None:  # the page exists but has no frame now: readers are told to fetch it
                self._put(PageFrame(self.event, self._newest, "null"))
            self.tell()
        finally:
            self._making = None
        self.advance(self._newest)

    def _put(self, made: PageFrame) -> None:
        before, self.plain = self.plain, message_of(made, self.asked.address, spread_of(self.readers))
        self.number = made.number
        self.serial += 1
        self.alone = compress_message(self.plain)
        self.after = compress_message(self.plain, before)


def message_of(made: PageFrame, address: str, spread: int) -> bytes:
    """The message that carries a frame, before compression; it begins with a checksum."""
    said = (
        f'{{"event":{json.dumps(made.event)},"view":{json.dumps(address)},"spread":{spread},'
        f'"number":{made.number},"frame":{made.frame}}}'
    )
    return f"event: frame\nid: {made.number}\ndata: {zlib.adler32(said.encode())} {said}\n\n".encode()


def pace_of(readers: int) -> float:
    """Seconds between two frames of a page with so many readers: the more readers, the slower the pace.

    >>> [pace_of(readers) for readers in (0, 1000, 10_000, 30_000)]
    [0.425, 0.475, 1.0, 3.0]
    """
    return max(QUICKEST + readers / (2 * READERS_A_SECOND), readers / READERS_A_SECOND)


def spread_of(readers: int) -> int:
    """Milliseconds over which so many readers spread their requests: about one each, rounded up to a power of two.

    >>> [spread_of(readers) for readers in (1, 1000, 10_000)]
    [300, 1024, 16384]
    """
    return LEAST_SPREAD if readers <= LEAST_SPREAD else 1 << (readers - 1).bit_length()


def compress_message(plain: bytes, before: bytes = b"") -> bytes:
    """A message as a piece of a gzip stream that ends on a whole byte; *before* is the previous message.

    >>> alone, after = compress_message(b"data: 17.48"), compress_message(b"data: 17.52", b"data: 17.48")
    >>> zlib.decompressobj(-zlib.MAX_WBITS).decompress(alone + after)
    b'data: 17.48data: 17.52'
    """
    level = (zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY, zlib.Z_DEFAULT_STRATEGY)
    press = zlib.compressobj(*level, before) if before else zlib.compressobj(*level)
    return press.compress(plain) + press.flush(zlib.Z_SYNC_FLUSH)
