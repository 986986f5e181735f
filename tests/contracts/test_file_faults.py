"""A book in a file on a disk that fails: acknowledged is present, refused is absent, and others can read it."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from apart import note
from overtrick.core.errors import OvertrickError
from overtrick.ledger import file, file_head
from overtrick.ledger.book import Draft
from overtrick.ledger.codec import UnreadablePosting
from overtrick.ledger.file import BrokenBook, FileBook, NotKept

CALLS = ("write", "fsync", "ftruncate")


class Disk:
    """The module `os`, of which one call to the disk, or each from there on, does nothing, or a part, and fails."""

    def __init__(self, fails: int, *, for_good: bool = False, part: bool = False, dies: bool = False) -> None:
        self.calls = 0
        self.fails, self.for_good, self.part, self.dies = fails, for_good, part, dies

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._counted(name, real) if name in CALLS else real

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(number: int, *given: Any) -> Any:
            self.calls += 1
            if self.calls == self.fails or (self.for_good and self.calls > self.fails):
                if self.part and name == "write":
                    data = bytes(given[0])
                    real(number, data[: len(data) // 2], *given[1:])
                if self.dies:
                    raise PowerCut
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(number, *given)

        return call


class PowerCut(BaseException):
    """The process is gone; no handler of it runs."""


def failing(monkeypatch: pytest.MonkeyPatch, **how: Any) -> Disk:
    """Have the disk fail from now on."""
    disk = Disk(**how)
    for module in (file, file_head):
        monkeypatch.setattr(module, "os", disk)
    return disk


def mend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the disk whole again."""
    for module in (file, file_head):
        monkeypatch.setattr(module, "os", os)


def keys(path: Path) -> list[str]:
    """The keys in the book, as another reader finds them."""
    with closing(FileBook(path)) as book:
        return [posting.key for posting in book.postings()]


BATCHES = {"one": [note("b")], "three": [note("b"), note("c"), note("d")]}


@pytest.mark.parametrize("part", [False, True], ids=["nothing is done", "half is done"])
@pytest.mark.parametrize("for_good", [False, True], ids=["once", "from there on"])
@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)
@pytest.mark.parametrize("legacy", [False, True], ids=["with its companion", "of an earlier version"])
def test_a_write_that_fails_at_any_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: Sequence[Draft], *, part: bool, for_good: bool, legacy: bool
) -> None:
    tried = 0
    for fails in range(1, 100):
        path = tmp_path / f"{fails}.jsonl"
        mine, other = FileBook(path), FileBook(path)
        mine.append([note("a")])
        if legacy:
            path.with_name(f"{path.name}.head").unlink()
        disk = failing(monkeypatch, fails=fails, for_good=for_good, part=part)
        try:
            mine.append(batch)
            taken = True
        except NotKept:
            taken = False
            assert [posting.key for posting in mine.postings()] == ["a"], "it reads while the disk is full"
        assert keys(path) == (["a", *(draft.key for draft in batch)] if taken else ["a"])
        mend(monkeypatch)
        assert other.append([note("x")])[0].number == (2 + len(batch) if taken else 2)
        mine.append(batch)
        mine.append([note("y")])
        expected = ["a", *(d.key for d in batch), "x"] if taken else ["a", "x", *(d.key for d in batch)]
        expected = [*expected[: 1 + len(batch)], "x", "y"] if taken else [*expected, "y"]
        assert keys(path) == expected
        assert [posting.key for posting in mine.postings()] == expected
        mine.close()
        other.close()
        if disk.calls < fails:
            break
        tried += 1
    assert tried >= 4, "a mark, the lines, their flush, a mark"


@pytest.mark.parametrize("part", [False, True], ids=["nothing is done", "half is done"])
def test_the_power_is_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, part: bool) -> None:
    """A batch is there whole or not at all, what was acknowledged is there, and posting goes on."""
    for fails in range(1, 100):
        path = tmp_path / f"{fails}.jsonl"
        with closing(FileBook(path)) as book:
            book.append([note("a")])
        book = FileBook(path)
        disk = failing(monkeypatch, fails=fails, for_good=True, part=part, dies=True)
        done = False
        try:
            book.append(BATCHES["three"])
            done = True
        except PowerCut:
            pass
        mend(monkeypatch)
        book.close()
        found = keys(path)
        assert found in (["a"], ["a", "b", "c", "d"])
        assert not done or len(found) == 4
        with closing(FileBook(path)) as again:
            again.append([note("e")])
        assert keys(path) == [*found, "e"]
        if disk.calls < fails:
            break


def test_lines_of_a_batch_that_was_torn_off_are_dropped_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the batch is cut, between its lines too."""
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([note("a")])
    start, head = path.read_bytes(), path.with_name("book.jsonl.head")
    book = FileBook(path)
    failing(
        monkeypatch, fails=4, dies=True
    )  # the mark, the lines and their flush are done; not the word that they count
    with pytest.raises(PowerCut):
        book.append(BATCHES["three"])
    mend(monkeypatch)
    book.close()
    whole, marked = path.read_bytes(), head.read_bytes()
    assert len(whole.splitlines()) == 4
    for cut in range(len(start), len(whole) + 1):
        path.write_bytes(whole[:cut])
        head.write_bytes(marked)
        assert keys(path) == ["a"]
        with closing(FileBook(path)) as again:
            assert again.torn == whole[len(start) : cut].decode(errors="replace")
            again.append([note("e")])
        assert keys(path) == ["a", "e"]


def test_every_bit_of_the_last_line_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([note("a")])
        book.append([note("b")])
    whole = path.read_bytes()
    start = len(whole.splitlines(keepends=True)[0])
    for place in range(start, len(whole)):
        for bit in range(8):
            flipped = bytearray(whole)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            with pytest.raises((BrokenBook, UnreadablePosting)):
                FileBook(path)


def test_every_bit_of_the_companion_may_flip_and_the_book_is_read(tmp_path: Path) -> None:
    """One slot is damaged: the other one says enough. Nothing that was acknowledged is dropped for it."""
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        for each in ("a", "b"):
            book.append([note(each), note(f"{each} too")])
    head = path.with_name("book.jsonl.head")
    whole = head.read_bytes()
    for place in range(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 1
        head.write_bytes(flipped)
        assert keys(path) == ["a", "a too", "b", "b too"]
    head.write_bytes(b"x" * len(whole))
    with pytest.raises(BrokenBook, match=r"book\.jsonl\.head is damaged"):
        FileBook(path)


@pytest.mark.parametrize("lost", [1, 5])
def test_a_book_that_was_cut_is_found(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([note(str(number)) for number in range(9)])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-lost]))
    with pytest.raises(BrokenBook, match=f"ends at posting {9 - lost}, and had 9: it was cut"):
        FileBook(path)
    path.with_name("book.jsonl.head").unlink()
    assert len(keys(path)) == 9 - lost, "without its companion it is an older copy"


def test_lines_of_an_earlier_version_behind_the_end_are_in_the_book(tmp_path: Path) -> None:
    """A program that keeps no companion went on with the book: nothing of that is lost."""
    path, plain = tmp_path / "book.jsonl", tmp_path / "plain.jsonl"
    for each in (path, plain):
        with closing(FileBook(each)) as book:
            book.append([note("a")])
    with closing(FileBook(plain)) as book:
        book.append([note("b"), note("c")])
    path.write_bytes(plain.read_bytes())
    with closing(FileBook(path)) as book:
        assert [posting.key for posting in book.postings()] == ["a", "b", "c"]
        assert [posting.key for posting in book.postings()] == ["a", "b", "c"]
        book.append([note("d")])
    assert keys(path) == ["a", "b", "c", "d"]


def test_reading_needs_no_right_to_write(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([note("a")])
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    program = (
        "import os, portalocker, sys; from pathlib import Path; from apart import note\n"
        "from overtrick.ledger.file import FileBook, NotKept\n"
        "if os.geteuid() == 0: os.setgid(65534); os.setuid(65534)\n"
        "assert [each.key for each in FileBook(Path(sys.argv[1])).postings()] == ['a']\n"
        "try: FileBook(Path(sys.argv[1])).append([note('b')])\n"
        "except NotKept: sys.exit(0)\n"
        "sys.exit('it was written')\n"
    )
    for each in (tmp_path, *tmp_path.parents):
        if each == Path(gettempdir()):
            break  # the tests' own folders stand below it
        each.chmod(0o755)
    path.chmod(0o444)
    tests = Path(__file__).parents[1]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tests), *sys.path])}
    done = subprocess.run([sys.executable, "-c", program, path], env=paths, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


@pytest.mark.parametrize("line", [b"\xff\xfe\n", b"[" * 100_000 + b"\n", b'{"v":1,"n":' + b"9" * 5000 + b"}\n"])
def test_a_line_that_no_program_wrote_is_told_in_words(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "book.jsonl"
    path.write_bytes(line)
    with pytest.raises(OvertrickError):
        FileBook(path)


def test_a_new_book_where_an_old_one_was_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([note("a"), note("b")])
    path.unlink()
    with closing(FileBook(path)) as book:
        book.append([note("c")])
    assert keys(path) == ["c"]
