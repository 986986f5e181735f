"""A book in a file: one posting per line, on the disk before it is acknowledged.

Each line carries the hash of the one before, and a small companion file says where the book ends (`ledger.file_head`):
so a changed line is detected, the last one included, and so is a truncated book. Data that was cut off while it was
written, a line or part of several posted together, was never acknowledged. It is not part of the book: the next process
that posts sets it aside, and it is reported. A posting that could not be written is undone at once.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Posting
from overtrick.ledger.book import Draft, LedgerMoved
from overtrick.ledger.codec import line_hash, read_posting, write_posting
from overtrick.ledger.file_head import AS_IT_IS, DamagedHead, End, HeadFile, Mark, keep_name, read_at
from overtrick.ledger.memory import new_drafts
from overtrick.ledger.texts import EditionTexts, is_text, text_lines
from overtrick.regulations.read.editions import Edition


class BrokenBook(OvertrickError):
    """A book whose lines do not follow from each other: someone changed it, or the disk is faulty."""


class NotKept(OvertrickError):
    """The disk refused a posting, and nothing of it is in the book."""


class FileBook:
    """A book in a file, shared between processes: each takes the file's lock to read on and to post.

    *kept* are the editions of the rules that the file holds beside the postings. Reading needs neither write permission
    nor space on the disk. *torn* is incomplete data after the end of the book that is not part of it; empty if there is
    none.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = ""
        self.kept = EditionTexts()
        self._postings: list[Posting] = []
        self._keys: dict[str, Posting] = {}
        self._hashes: list[str] = []
        self._end = End()
        self._head = HeadFile(path)
        self._mark: Mark | None = None
        self._proved: End | None = None
        self._file: int | None = None
        self._writes = False
        self._new = False
        self._thread = Lock()
        try:
            with self._lock():
                self._catch_up()
        except OvertrickError:
            self.close()
            raise

    def last(self) -> int:
        """The number of the last posting this process has read."""
        return len(self._postings)

    def postings(self, after: int = 0) -> Iterator[Posting]:
        """The postings after a number, including those that others have posted meanwhile."""
        with self._lock():
            self._catch_up()
        return iter(self._postings[after:])

    def hashes(self) -> list[str]:
        """The hash of every posting's line, in order, as far as this process has read."""
        return list(self._hashes)

    def append(
        self, drafts: Sequence[Draft], seen: int | None = None, keep: Sequence[Edition] = ()
    ) -> tuple[Posting, ...]:
        """Post these acts together, or none of them; on the disk when this returns.

        *keep* are editions of the rules that they name, stored with them in the file unless it has them.
        """
        try:
            with self._lock(writes=True):
                self._catch_up()
                new = new_drafts(drafts, self._keys)
                if new and seen is not None and seen != self.last():
                    raise LedgerMoved(self._postings[seen:])
                texts = [line for edition in keep for line in text_lines(edition, self.kept)]
                if new or texts:
                    self._write(new, texts)
        except FileNotFoundError as fault:
            raise NotKept(
                f"Nothing was posted: there is no folder {self.path.parent}. Create the folder, or choose another."
            ) from fault
        except OSError as fault:
            raise NotKept(
                f"Nothing was posted: {self.path.name} cannot be written ({fault.strerror or fault}). "
                "Free some space or check the permissions of the file, and post again."
            ) from fault
        return tuple(self._keys[draft.key] for draft in drafts)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
        self._file, self._writes = None, False

    @contextmanager
    def _lock(self, *, writes: bool = False) -> Iterator[None]:
        """Lock the book against other threads and processes; readers share the lock."""
        import portalocker  # a program without books in files starts faster without it

        with self._thread:
            self._open(writes=writes)
            if self._file is None:
                yield
                return
            try:
                portalocker.lock(self._file, portalocker.LOCK_EX if writes else portalocker.LOCK_SH)
            except portalocker.LockException as fault:
                raise OSError(f"the file cannot be locked: {fault}") from fault
            try:
                yield
            finally:
                if self._file is not None:
                    portalocker.unlock(self._file)

    def _open(self, *, writes: bool) -> None:
        """Open the file, for writing only once something is posted; a book without postings has no file."""
        if writes and not self._writes:
            try:
                opened = os.open(self.path, os.O_RDWR | os.O_APPEND | AS_IT_IS)
            except FileNotFoundError:
                opened = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | AS_IT_IS, 0o666)
                self._new = True
                keep_name(self.path)
            self.close()
            self._file, self._writes = opened, True
        elif self._file is None:
            with suppress(FileNotFoundError):
                self._file = os.open(self.path, os.O_RDONLY | AS_IT_IS)

    def _write(self, drafts: Sequence[Draft], texts: Sequence[str]) -> None:
        """Write lines after the end, so that either all of them or none are in the book when this returns."""
        lines, made, hashes, prev = [*texts], [], [], self._end.hash
        for number, draft in enumerate(drafts, start=self.last() + 1):
            posting = Posting(number, draft.act, draft.by, draft.at, draft.key)
            line = write_posting(posting, prev)
            prev = line_hash(line)
            lines.append(line)
            made.append(posting)
            hashes.append(prev)
        first = line_hash(lines[0])
        written = "".join(f"{line}\n" for line in lines).encode()
        end = End(self._end.size + len(written), self.last() + len(made), prev)
        seq = self._mark.seq if self._mark else 0
        self._tidy()
        try:
            self._head.write(Mark(seq + 1, self._end, end, first))
            self._put(written)
        except OSError:
            self._take_back()
            raise
        try:
            self._head.write(Mark(seq + 2, end))
        except OSError:
            with suppress(OSError):  # it may have been written all the same: record that the lines do not count
                self._head.write(Mark(seq + 3, self._end, end, first), seq + 2)
            self._take_back()
            raise
        with suppress(OSError):  # in both slots, so that damage to one does no harm; one is enough
            self._head.write(Mark(seq + 2, end), seq + 1, at_once=False)
        self._mark = Mark(seq + 2, end)
        self._end = end
        self._hashes += hashes
        for line in texts:
            self.kept.take(line)
        for posting in made:
            self._postings.append(posting)
            self._keys[posting.key] = posting

    def _put(self, written: bytes) -> None:
        assert self._file is not None  # noqa: S101 - it is open and locked
        rest = memoryview(written)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        os.fsync(self._file)

    def _take_back(self) -> None:
        """Remove what the disk did not take completely. If that fails too, the companion says what does not count."""
        assert self._file is not None  # noqa: S101 - it is open and locked
        with suppress(OSError):
            os.ftruncate(self._file, self._end.size)
            os.fsync(self._file)

    def _tidy(self) -> None:
        """Set aside data after the end that is not part of the book, before anything is written there."""
        assert self._file is not None  # noqa: S101 - it is open and locked
        length = os.fstat(self._file).st_size
        if length <= self._end.size:
            return
        torn = read_at(self._file, length - self._end.size, self._end.size)
        with self.path.with_suffix(self.path.suffix + ".torn").open("ab") as aside:
            aside.write(torn + b"\n")
        os.ftruncate(self._file, self._end.size)
        os.fsync(self._file)

    def _catch_up(self) -> None:
        """Read what others have posted since, and check it against the companion."""
        if self._file is None:
            return
        length = os.fstat(self._file).st_size
        if self._new and not length:
            self._head.path.unlink(missing_ok=True)  # from an earlier book here that was removed
        self._new = False
        self._mark = self._read_head()
        new = read_at(self._file, length - self._end.size, self._end.size)
        sure = max(self._mark.end.size - self._end.size, 0) if self._mark else 0
        self._take(new[:sure])
        if self._mark is not None:
            self._prove_end(self._mark.end)
        self._take_behind(new[sure:])

    def _read_head(self) -> Mark | None:
        try:
            return self._head.read()
        except DamagedHead:
            raise BrokenBook(
                f"{self._head.path.name} is damaged. {self.path.name} may be whole: compare it with a copy, and take "
                f"{self._head.path.name} away to go on with it."
            ) from None

    def _prove_end(self, end: End) -> None:
        """Check that the book ends where its companion says, or continues from where it was read before."""
        if end in (self._end, self._proved):
            self._proved = end
            return
        name, told = (
            self.path.name,
            f"Restore it from a copy; if it is an older copy, take {self._head.path.name} away.",
        )
        if self._end.number < end.number:
            raise BrokenBook(f"{name} ends at posting {self._end.number}, and had {end.number}: it was cut. {told}")
        if self._end.number == end.number:
            raise BrokenBook(f"{name}: posting {end.number}, the last, is not what was posted: it was changed. {told}")
        raise BrokenBook(f"{name} has {self._end.number} postings, and its head says {end.number}. {told}")

    def _take_behind(self, rest: bytes) -> None:
        """Handle data after the end: valid lines of a program that keeps no companion, or something unknown."""
        whole, newline, torn = rest.rpartition(b"\n")
        lines = whole.split(b"\n") if newline else []
        hashed = [line_hash(line.decode(errors="replace")) for line in lines]
        if self._mark is not None and self._mark.tells_of(hashed):
            self.torn = rest.decode(errors="replace")
            return
        self._take(whole + newline)
        self.torn = torn.decode(errors="replace")

    def _take(self, written: bytes) -> None:
        """Read complete lines, each following from the one before."""
        for each in written.split(b"\n")[:-1]:
            line = self._decode(each)
            if is_text(line):
                self.kept.take(line)
                self._end = End(self._end.size + len(each) + 1, self._end.number, self._end.hash)
                continue
            posting, prev = read_posting(line)
            if prev != self._end.hash or posting.number != self.last() + 1:
                raise BrokenBook(
                    f"{self.path.name}: posting {posting.number} does not follow from the line before it. "
                    "The book was changed: restore it from a copy."
                )
            self._postings.append(posting)
            self._keys[posting.key] = posting
            self._hashes.append(line_hash(line))
            self._end = End(self._end.size + len(each) + 1, posting.number, self._hashes[-1])

    def _decode(self, line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise BrokenBook(
                f"{self.path.name}: the line of posting {self.last() + 1} is no text. The book was changed: restore it "
                "from a copy."
            ) from None
