"""A crowd of readers with an open page: thousands of streams in one process, on epoll.

A reader does what a browser does: it keeps the stream for its page's address open, unpacks one gzip stream, verifies
the checksum of each message, and notes the number of its content. It uses HTTP/1.0, for which the server ends a
response by closing the connection, so that the body is the stream itself. When its connection is cut it reconnects
after the time that the server gave.
"""

import heapq
import json
import random
import select
import socket
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

WINDOW = 16 + zlib.MAX_WBITS
HOSTS = 4
"""Addresses of this machine for readers: each has its own 28,000 ports."""


@dataclass(eq=False, slots=True)
class Reader:
    """One reader: its connection, what it was sent, and the content it has had since when."""

    place: int
    line: Any = None
    headed: bool = False
    kept: bytes = b""
    unpack: Any = None
    again: float = 1.0
    held: int = -1
    steps: list[tuple[float, int]] = field(default_factory=list)


class Crowd:
    """Many readers of one address."""

    def __init__(self, port: int, addresses: list[str], count: int) -> None:
        self.port = port
        self.addresses = addresses
        self.readers = [Reader(place) for place in range(count)]
        self.poll = select.epoll()
        self.by_line: dict[int, Reader] = {}
        self.due: list[tuple[float, int]] = []
        self.verified: set[bytes] = set()
        self.received = self.wrong = self.cuts = 0

    def connect(self, reader: Reader) -> None:
        """Open a reader's connection."""
        line = socket.socket()
        line.setblocking(False)
        line.bind((f"127.0.{1 + reader.place % HOSTS}.1", 0))
        with suppress(BlockingIOError):
            line.connect(("127.0.0.1", self.port))
        reader.line, reader.headed, reader.kept, reader.unpack = line, False, b"", zlib.decompressobj(WINDOW)
        self.by_line[line.fileno()] = reader
        self.poll.register(line.fileno(), select.EPOLLOUT)

    def close(self, reader: Reader) -> None:
        """Cut a reader's connection; it reconnects after the given time."""
        if reader.line is None:
            return
        self.poll.unregister(reader.line.fileno())
        del self.by_line[reader.line.fileno()]
        reader.line.close()
        reader.line = None
        heapq.heappush(self.due, (time.time() + reader.again, reader.place))

    def cut(self) -> None:
        """Cut all connections at once."""
        self.cuts += 1
        for reader in self.readers:
            self.close(reader)

    def run(self, seconds: float) -> None:
        """Read for some seconds."""
        until = time.time() + seconds
        while (now := time.time()) < until:
            while self.due and self.due[0][0] <= now:
                self.connect(self.readers[heapq.heappop(self.due)[1]])
            for number, what in self.poll.poll(min(0.05, max(0.0, until - now))):
                reader = self.by_line.get(number)
                if reader is None:
                    continue
                if what & select.EPOLLOUT and not what & (select.EPOLLERR | select.EPOLLHUP):
                    self._ask(reader)
                else:
                    self._read(reader)

    def all_hold(self) -> int:
        """How many readers have any content."""
        return sum(reader.held >= 0 and reader.line is not None for reader in self.readers)

    def _ask(self, reader: Reader) -> None:
        address = self.addresses[reader.place % len(self.addresses)]
        said = f"GET {address} HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
        try:
            reader.line.send(said.encode())
            self.poll.modify(reader.line.fileno(), select.EPOLLIN)
        except OSError:
            self.close(reader)

    def _read(self, reader: Reader) -> None:
        try:
            data = reader.line.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close(reader)
            return
        self.received += len(data)
        if not reader.headed:
            reader.kept += data
            head, end, data = reader.kept.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 200 " not in head.split(b"\r\n", 1)[0]:
                self.close(reader)
                return
            reader.headed, reader.kept = True, b""
        reader.kept += reader.unpack.decompress(data)
        *blocks, reader.kept = reader.kept.split(b"\n\n")
        for block in blocks:
            self._take(reader, block)

    def _take(self, reader: Reader, block: bytes) -> None:
        if block.startswith(b"retry: "):
            reader.again = int(block[7:]) / 1000
        elif block.startswith(b"event: frame\nid: "):
            if block not in self.verified:
                total, _, said = block.partition(b"\ndata: ")[2].partition(b" ")
                if zlib.adler32(said) != int(total) or json.loads(said)["frame"] is None:
                    self.wrong += 1
                self.verified.add(block)
                if len(self.verified) > 1000:
                    self.verified.pop()
            number = int(block[17 : block.index(b"\n", 17)])
            if number < reader.held:
                self.wrong += 1
            if number > reader.held:
                reader.held = number
                reader.steps.append((time.time(), number))


def read(port: int, addresses: list[str], count: int, line: Any) -> None:
    """Run a crowd under the control of *line*: `seconds` to read, `cut`, or `end`, which sends all results."""
    crowd = Crowd(port, addresses, count)
    dice = random.Random(1)
    now = time.time()
    for reader in crowd.readers:
        heapq.heappush(crowd.due, (now + dice.random() * count / 1000, reader.place))
    while True:
        if line.poll():
            asked = line.recv()
            if asked == "end":
                break
            if asked == "cut":
                crowd.cut()
            elif asked == "bytes":
                line.send(crowd.received)
            elif asked == "hold":
                line.send(crowd.all_hold())
        crowd.run(0.1)
    line.send((crowd.received, crowd.wrong, [reader.steps for reader in crowd.readers]))
