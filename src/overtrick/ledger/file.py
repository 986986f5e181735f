"""A book in a file: one posting a line, on the disk before it is acknowledged.

Each line carries the hash of the one before, so that a book proves itself whole and untouched. A line that
was torn off while it was written was never acknowledged: it is set aside, and what was set aside is told.
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Posting
from overtrick.ledger.book import Draft, LedgerMoved
from overtrick.ledger.codec import line_hash, read_posting, write_posting
from overtrick.ledger.memory import new_drafts


class BrokenBook(OvertrickError):
    """A book whose lines do not follow from each other: somebody changed it, or a disk did."""


class FileBook:
    """A book in a file, shared between processes: each takes the file's lock to read on and to post.

    *torn* is what was set aside when the book was opened, empty if nothing was.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = ""
        self._postings: list[Posting] = []
        self._keys: dict[str, Posting] = {}
        self._hash = ""
        self._read_to = 0
        self._file = path.open("a+b")
        self._thread = Lock()
        try:
            with self._locked():
                self._catch_up()
        except OvertrickError:
            self._file.close()
            raise

    def last(self) -> int:
        """The number of the last posting this process has read."""
        return len(self._postings)

    def postings(self, after: int = 0) -> Iterator[Posting]:
        """The postings after a number, with what others have posted meanwhile."""
        with self._locked():
            self._catch_up()
        return iter(self._postings[after:])

    def append(self, drafts: Sequence[Draft], seen: int | None = None) -> tuple[Posting, ...]:
        """Post these acts together, or none of them; on the disk when this returns."""
        with self._locked():
            self._catch_up()
            new = new_drafts(drafts, self._keys)
            if new and seen is not None and seen != self.last():
                raise LedgerMoved(self._postings[seen:])
            self._write(new)
        return tuple(self._keys[draft.key] for draft in drafts)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """The book to ourselves, among threads and among processes."""
        with self._thread:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file.fileno(), fcntl.LOCK_UN)

    def _write(self, drafts: Sequence[Draft]) -> None:
        lines = []
        made = []
        prev = self._hash
        for number, draft in enumerate(drafts, start=self.last() + 1):
            posting = Posting(number, draft.act, draft.by, draft.at, draft.key)
            line = write_posting(posting, prev)
            prev = line_hash(line)
            lines.append(line)
            made.append(posting)
        if not lines:
            return
        written = "".join(f"{line}\n" for line in lines).encode()
        self._file.seek(0, os.SEEK_END)
        self._file.write(written)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._read_to += len(written)
        self._hash = prev
        for posting in made:
            self._postings.append(posting)
            self._keys[posting.key] = posting

    def _catch_up(self) -> None:
        """Read what others have posted since; set a torn end aside."""
        self._file.seek(self._read_to)
        new = self._file.read()
        whole, newline, torn = new.rpartition(b"\n")
        if torn:
            self._set_aside(torn, self._read_to + len(whole) + len(newline))
        for line in whole.decode().split("\n") if newline else ():
            self._take(line)
        self._read_to += len(whole) + len(newline)

    def _take(self, line: str) -> None:
        posting, prev = read_posting(line)
        if prev != self._hash or posting.number != self.last() + 1:
            raise BrokenBook(
                f"{self.path.name}: posting {posting.number} does not follow from the line before it. "
                "The book was changed: restore it from a copy."
            )
        self._postings.append(posting)
        self._keys[posting.key] = posting
        self._hash = line_hash(line)

    def _set_aside(self, torn: bytes, at: int) -> None:
        self.torn = torn.decode(errors="replace")
        with self.path.with_suffix(self.path.suffix + ".torn").open("ab") as aside:
            aside.write(torn + b"\n")
        self._file.truncate(at)
