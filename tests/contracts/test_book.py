"""What every storage of a book promises: one suite for all of them."""

import json
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.db import connections

from apart import note, post_many, post_seen
from overtrick.core.event.acts import (
    ACTS,
    Act,
    EntryTaken,
    HearingSet,
    NoteMade,
    PenaltyGiven,
    Posting,
    PowerPassed,
    ResultPosted,
    Unread,
)
from overtrick.core.model import Player, read_result
from overtrick.ledger.book import Book, Draft, KeyUsed, LedgerMoved
from overtrick.ledger.codec import UnreadablePosting, line_hash, read_posting, write_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.file import BrokenBook, FileBook
from overtrick.ledger.memory import MemoryBook

Open = Callable[[], Book]


POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.django_db(transaction=True))


@pytest.fixture(params=["memory", "file", POSTGRESQL, "sqlite"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    books: list[Book] = []
    database = request.getfixturevalue(request.param) if request.param in ("postgresql", "sqlite") else ""

    def open_book() -> Book:
        if request.param == "memory":
            books.append(books[0] if books else MemoryBook())
        elif request.param == "file":
            books.append(FileBook(tmp_path / "book.jsonl"))
        else:
            books.append(DurableBook("an-event", using=database))
        return books[-1]

    yield open_book
    for book in books:
        if isinstance(book, FileBook):
            book.close()


def test_postings_are_numbered_from_one_without_gaps(opened: Open) -> None:
    book = opened()
    book.append([note("a"), note("b")])
    book.append([note("c")])
    assert [posting.number for posting in book.postings()] == [1, 2, 3]
    assert [posting.number for posting in book.postings(after=2)] == [3]
    assert book.last() == 3


def test_a_posting_sent_again_is_the_same_posting(opened: Open) -> None:
    book = opened()
    first = book.append([note("a", "k")])
    assert [book.append([note("a", "k")]) for _ in range(10)] == [first] * 10
    assert book.append([note("a", "k"), note("b"), note("b")])[1].number == 2
    assert book.last() == 2


def test_a_used_key_with_other_content_is_refused(opened: Open) -> None:
    """Nothing of the refused batch is kept, and whoever sends the first message again is answered as before."""
    book = opened()
    first = book.append([note("a", "k")])
    other_poster = Draft(NoteMade("a"), "somebody else", "2026-07-04T13:31:00+10:00", "k")
    later = Draft(NoteMade("a"), "director", "2026-07-04T13:59:00+10:00", "k")
    for wrong in ([note("b", "k")], [other_poster], [note("new"), note("b", "k")], [note("x", "n"), note("y", "n")]):
        with pytest.raises(KeyUsed) as used:
            book.append(wrong)
        assert "Use a new key for each new message, and an old key only to resend the same message" in str(used.value)
    assert book.last() == 1
    assert book.append([later]) == first
    assert book.append([note("b", "k2")])[0].number == 2


def test_what_this_program_cannot_read_keeps_its_number_and_its_key(opened: Open) -> None:
    """An act of a newer program, in a sound chain: unread, with its reason, and nobody can use its key again."""
    book = opened()
    if isinstance(book, MemoryBook):
        pytest.skip("a book in memory holds what this program made")
    lines = _lines_with_strange_acts()
    if isinstance(book, FileBook):
        book.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        book = opened()
    else:
        assert isinstance(book, DurableBook)
        book.take_lines(lines)
    read = list(book.postings())
    assert [posting.number for posting in read] == [1, 2, 3, 4, 5]
    assert [posting.act.called for posting in read] == ["note made", "danced", "note made", "note made", "note made"]
    unread = [posting.act for posting in read if isinstance(posting.act, Unread)]
    assert [act.why for act in unread] == [
        "this program does not know the act “danced”",
        "its fields cannot be read: “note made” has no field “colour”",
        "its fields cannot be read: “text” must be a text, not 7",
    ]
    with pytest.raises(KeyUsed, match="posting 2, “danced”"):
        book.append([note("b", "k2")])
    assert book.append([note("after")])[0].number == 6


def _lines_with_strange_acts() -> list[str]:
    lines: list[str] = []
    prev = ""
    strange: list[dict[str, object]] = [
        {}, {"act": "danced", "steps": [1, 2]}, {"colour": "red"}, {"text": 7}, {"text": "well"},
    ]  # fmt: skip
    for number, said in enumerate(strange, start=1):
        frame = {"v": 1, "n": number, "at": "", "by": "x", "key": f"k{number}", "act": "note made", "text": "a"}
        line = json.dumps({**frame, **said, "prev": prev}, separators=(",", ":"))
        lines.append(line)
        prev = line_hash(line)
    return lines


def test_the_later_of_two_posters_is_told_what_was_posted(opened: Open) -> None:
    one = opened()
    one.append([note("a")])
    other = opened()
    one.append([note("b")], seen=1)
    with pytest.raises(LedgerMoved) as moved:
        other.append([note("c")], seen=1)
    assert [posting.key for posting in moved.value.since] == ["b"]
    assert "2 (note made by director)" in str(moved.value)
    assert [posting.key for posting in other.postings()] == ["a", "b"]


def test_all_of_a_batch_or_none(opened: Open) -> None:
    book = opened()
    book.append([note("a")])
    with pytest.raises(LedgerMoved):
        book.append([note("b"), note("c")], seen=0)
    assert book.last() == 1


def test_what_was_posted_is_read_by_another(opened: Open) -> None:
    acts: list[Act] = [
        EntryTaken("7", "Reef", (Player("A"), Player("B", "123")), ("Youth",), contending=False, rating=Fraction(7, 3)),
        ResultPosted("Swiss", 3, 7, 13, read_result("60% 4S S =, 40% 4S S -1"), lead="HK"),
        PenaltyGiven("7", "late", "Swiss", 3, Fraction(1, 2), "VPs", "SABF20 13.14"),
    ]
    opened().append([Draft(act, "scorer", "2026-07-04T14:02:11", str(n)) for n, act in enumerate(acts)])
    assert [posting.act for posting in opened().postings()] == acts


def test_many_post_at_once_and_nothing_is_lost(opened: Open) -> None:
    book = opened()

    def post(name: int) -> None:
        for number in range(20):
            book.append([note(f"{name}-{number}")])
        connections.close_all()

    workers = [threading.Thread(target=post, args=(name,)) for name in range(4)]
    if isinstance(book, MemoryBook):
        pytest.skip("a book in memory belongs to one thread")
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len({posting.key for posting in book.postings()}) == 80
    assert [posting.number for posting in book.postings()] == list(range(1, 81))


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    """Both post as fast as they can; nothing is lost, doubled or out of order, and the chain holds."""
    path = tmp_path / "book.jsonl"
    mine = FileBook(path)
    started = get_context("spawn")
    posters = [started.Process(target=post_many, args=(str(path), name, 25)) for name in ("one", "two")]
    for poster in posters:
        poster.start()
    for number in range(25):
        mine.append([note(f"mine-{number}")])
    for poster in posters:
        poster.join(60)
    assert [poster.exitcode for poster in posters] == [0, 0]
    seen = list(mine.postings())
    mine.close()
    assert [posting.number for posting in seen] == list(range(1, 76))
    for name in ("one", "two", "mine"):
        own = [posting.key for posting in seen if posting.key.startswith(f"{name}-")]
        assert own == [f"{name}-{number}" for number in range(25)]
    again = FileBook(path)
    assert list(again.postings()) == seen
    again.close()


def test_of_two_processes_with_the_same_view_one_wins(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    book = FileBook(path)
    book.append([note("a")])
    started = get_context("spawn")
    told = started.Queue()
    posters = [started.Process(target=post_seen, args=(str(path), name, told)) for name in ("one", "two")]
    for poster in posters:
        poster.start()
    won = [told.get(timeout=60) for _ in posters]
    for poster in posters:
        poster.join(60)
    assert sorted(won) == [False, True]
    assert len(list(book.postings())) == 2
    book.close()


def test_a_torn_end_is_told_and_set_aside_by_the_next_posting(tmp_path: Path) -> None:
    """A book of an earlier version, which has no companion: it is read to its last whole line."""
    path = tmp_path / "book.jsonl"
    book = FileBook(path)
    book.append([note("a"), note("b")])
    book.close()
    whole = path.read_bytes()
    for cut in range(len(whole.splitlines(keepends=True)[0]) + 1, len(whole)):
        path.write_bytes(whole[:cut])
        path.with_name("book.jsonl.head").unlink()
        again = FileBook(path)
        assert again.last() == 1
        assert whole[:cut].endswith(again.torn.encode())
        assert path.read_bytes() == whole[:cut], "reading changes nothing"
        again.append([note("c")])
        assert [posting.key for posting in again.postings()] == ["a", "c"]
        again.close()
    assert path.with_name("book.jsonl.torn").exists()


def test_a_book_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    book = FileBook(path)
    book.append([note("first"), note("second"), note("third")])
    book.close()
    path.write_text(path.read_text(encoding="utf-8").replace('"second"', '"twice"', 1), encoding="utf-8")
    with pytest.raises(BrokenBook, match="posting 3 does not follow"):
        FileBook(path)


def test_every_act_is_named_once_and_reads_back() -> None:
    assert len({act.called for act in ACTS}) == len(ACTS)
    posting = MemoryBook().append([note("x")])[0]
    line = write_posting(posting, "")
    assert read_posting(line) == (posting, "")
    assert json.loads(line)["act"] == "note made"


@pytest.mark.parametrize(
    "act",
    [PowerPassed("seeding", "the committee", "the convenor"), HearingSet(7, step="hear", at="2026-07-05T19:00")],
    ids=["by", "at"],
)
def test_an_act_with_a_poster_or_a_time_of_its_own_leaves_the_postings_alone(act: Act) -> None:
    """They were once written over each other, and who posted was lost."""
    posting = Posting(3, act, "R. Ash", "2026-07-04T13:30:00+10:00", "k")
    line = write_posting(posting, "")
    assert read_posting(line) == (posting, "")
    older = json.loads(line)
    for name in ("by", "at"):
        older[name] = older.pop(f"act_{name}", older[name])
    assert read_posting(json.dumps(older))[0].act == act


@pytest.mark.parametrize("line", ["{", '{"v": 9}', '{"v":1,"act":"danced"}', '{"v":1,"act":"note made","n":1}', "[]"])
def test_a_line_that_cannot_be_read_says_so(line: str) -> None:
    with pytest.raises(UnreadablePosting):
        read_posting(line)
