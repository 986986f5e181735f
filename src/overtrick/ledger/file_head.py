"""The companion of a book in a file: `BOOK.head` says where the book ends, and what is being added to it.

A chain of hashes proves every line but the last, and cannot tell whether a line was cut off or never existed. So the
length, number and hash of the end are stored beside the book. Before lines are written the companion announces them;
when they are on the disk it says that they belong to the book. Announced lines are either all in the book or all
dropped.

It has two slots of fixed length, written in turn, each with its own checksum: if writing one is interrupted the other
is intact, and overwriting one needs no space on the disk. A book without a companion, as earlier versions and exports
wrote it, is read to its last complete line; the next posting creates one.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SLOT = 512
"""Bytes of a slot: a disk writes this much atomically."""
_AT_ONCE = getattr(os, "O_DSYNC", 0)
AS_IT_IS = getattr(os, "O_BINARY", 0)
"""The flag for opening a file so that Windows writes line ends unchanged."""
_CLOSED = f',"check":"{"0" * 16}"}}\n'
"""The end of a slot: its checksum is written last, so that a partial slot is never taken for a complete one."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a book ends: its length in bytes, the number of its last posting, and the hash of that line."""

    size: int = 0
    number: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """The content of the companion: the book's end, and any lines being added (their end, their first one's hash)."""

    seq: int
    end: End
    coming: End | None = None
    first: str = ""

    def tells_of(self, hashed: Sequence[str]) -> bool:
        """Whether the lines after the end, by their hashes, are those that were being added and so do not count."""
        return self.coming is not None and (not hashed or hashed[0] == self.first)


class DamagedHead(Exception):
    """Neither slot can be read."""


class HeadFile:
    """The companion of one book."""

    def __init__(self, book: Path) -> None:
        self.path = book.with_name(f"{book.name}.head")

    def read(self) -> Mark | None:
        """The current mark, or `None` if there is none yet."""
        try:
            kept = os.open(self.path, os.O_RDONLY | AS_IT_IS)
        except FileNotFoundError:
            return None
        try:
            written = read_at(kept, 2 * SLOT, 0)
        finally:
            os.close(kept)
        slots = [slot for slot in (written[:SLOT], written[SLOT:]) if slot.strip(b"\0")]
        found = [each for slot in slots if (each := _read(slot)) is not None]
        if not found:
            if len(slots) == 2:
                raise DamagedHead
            return None  # the very first mark was cut off
        return max(found, key=lambda mark: mark.seq)

    def write(self, mark: Mark, slot: int | None = None, *, at_once: bool = True) -> None:
        """Write a new mark, on the disk when this returns if *at_once*; the other slot keeps the previous mark."""
        said: dict[str, object] = {"v": 1, "seq": mark.seq, **_end_fields(mark.end)}
        if mark.coming is not None:
            said["coming"] = {**_end_fields(mark.coming), "first": mark.first}
        text = json.dumps(said, separators=(",", ":"))
        written = f'{{"head":{text}'.ljust(SLOT - len(_CLOSED)) + _CLOSED.replace("0" * 16, _check(text))
        new = not self.path.exists()
        kept = os.open(self.path, os.O_RDWR | os.O_CREAT | AS_IT_IS | (_AT_ONCE if at_once else 0), 0o666)
        try:
            os.lseek(kept, (mark.seq if slot is None else slot) % 2 * SLOT, os.SEEK_SET)
            if os.write(kept, written.encode()) != SLOT:
                raise OSError("the head of the book was not written whole")
            if at_once and not _AT_ONCE:
                os.fsync(kept)
        finally:
            os.close(kept)
        if new:
            keep_name(self.path)


def keep_name(path: Path) -> None:
    """Make sure that a new file's name is on the disk; Windows cannot open folders, and journals names itself."""
    if os.name == "nt":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_at(file: int, length: int, start: int) -> bytes:
    """Up to *length* bytes of an open file from a position."""
    parts = []
    os.lseek(file, start, os.SEEK_SET)
    while length > 0 and (part := os.read(file, length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _end_fields(end: End) -> dict[str, object]:
    return {"size": end.size, "number": end.number, "hash": end.hash}


def _read(slot: bytes) -> Mark | None:
    try:
        outer = json.loads(slot)
        said = outer["head"]
        if outer["check"] != _check(json.dumps(said, separators=(",", ":"))):
            return None
        coming = said.get("coming")
        return Mark(
            said["seq"],
            End(said["size"], said["number"], said["hash"]),
            End(coming["size"], coming["number"], coming["hash"]) if coming else None,
            coming["first"] if coming else "",
        )
    except (ValueError, KeyError, TypeError):
        return None


def _check(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
