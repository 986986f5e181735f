"""What a book in a database promises beyond the others: the database itself keeps it, and tells when it grows."""

import hashlib
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, connection, connections, transaction

from apart import note
from overtrick.ledger.book import Draft, LedgerMoved
from overtrick.ledger.durable import notices, notifier
from overtrick.ledger.durable.book import DurableBook, body_of, written_time
from overtrick.ledger.durable.models import Head, Line, SignedHead
from overtrick.ledger.file import BrokenBook, FileBook

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.django_db(transaction=True))


@pytest.fixture(params=[POSTGRESQL, "sqlite"])
def book(request: pytest.FixtureRequest) -> DurableBook:
    """An empty book in each database."""
    return DurableBook("an-event", using=request.getfixturevalue(request.param))


@pytest.mark.parametrize(
    "change",
    ["UPDATE book_line SET written = 'x'", "UPDATE book_line SET by = 'me' WHERE number = 1", "DELETE FROM book_line"],
)
def test_the_database_refuses_to_change_a_line(book: DurableBook, change: str) -> None:
    book.append([note("a"), note("b")])
    before = list(book.lines())
    with (
        pytest.raises(DatabaseError, match="kept for ever"),
        transaction.atomic(using=book.using),
        connections[book.using].cursor() as cursor,
    ):
        cursor.execute(change)
    assert list(book.lines()) == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE book_head SET last = 1",
        "UPDATE book_head SET fingerprint = 'x'",
        "DELETE FROM book_head",
        "UPDATE book_signed_head SET hash = 'x'",
        "DELETE FROM book_signed_head",
    ],
)
def test_the_database_refuses_to_set_a_head_back_or_to_change_what_was_signed(book: DurableBook, change: str) -> None:
    book.append([note("a"), note("b")])
    SignedHead.objects.using(book.using).create(event="an-event", number=2, hash="h", time="t", key="k", signature="s")
    with (
        pytest.raises(DatabaseError, match="kept for ever"),
        transaction.atomic(using=book.using),
        connections[book.using].cursor() as cursor,
    ):
        cursor.execute(change)
    assert Head.objects.using(book.using).get().last == 2


def test_sqlite_refuses_a_line_that_does_not_follow(sqlite: str) -> None:
    DurableBook("an-event", using=sqlite).append([note("a")])
    with pytest.raises(DatabaseError, match="follows from the last one"), transaction.atomic(using=sqlite):
        Line.objects.using(sqlite).create(event="an-event", number=99, key="k", act="x", by="x", at="x")


@pytest.mark.parametrize("table", ["book_line", "book_head", "book_signed_head"])
@pytest.mark.django_db(transaction=True)
def test_postgresql_refuses_to_empty_a_table(postgresql: str, table: str) -> None:
    DurableBook("an-event").append([note("a")])
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table}")


@pytest.mark.django_db(transaction=True)
def test_a_table_of_the_posters_own_is_not_taken_for_the_book(postgresql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE book_line (LIKE book_line)")
        cursor.execute("CREATE TEMPORARY TABLE book_head (LIKE book_head)")
        try:
            cursor.execute(
                "SELECT r_number FROM book_add('an-event', NULL, ARRAY[ARRAY['k','x','x','','','\"x\":1']], 1)"
            )
            cursor.execute("SELECT count(*) FROM public.book_line")
            assert cursor.fetchone() == (1,)
        finally:
            cursor.execute("DROP TABLE pg_temp.book_line, pg_temp.book_head")


def test_no_number_twice_and_no_key_twice(book: DurableBook) -> None:
    book.append([note("a")])
    for number, key in ((1, "other"), (2, "a")):
        with pytest.raises(DatabaseError), transaction.atomic(using=book.using):
            Line.objects.using(book.using).create(event="an-event", number=number, key=key, act="x", by="x", at="x")


def test_each_line_carries_the_hash_of_the_one_before(book: DurableBook) -> None:
    book.append([note("a"), note("b")])
    book.append([note("ü – ♠")])
    prev = ""
    for line in book.lines():
        assert json.loads(line)["prev"] == prev
        prev = hashlib.sha256(line.encode()).hexdigest()
    assert Head.objects.using(book.using).get().fingerprint == prev


def test_a_line_is_the_line_a_file_would_have(book: DurableBook, tmp_path: Path) -> None:
    drafts = [note("a"), note('says "so", \\ and ♥'), note("c")]
    book.append(drafts)
    file = FileBook(tmp_path / "book.jsonl")
    file.append(drafts)
    file.close()
    written = (tmp_path / "book.jsonl").read_text(encoding="utf-8").splitlines()
    for ours, theirs in zip(book.lines(), written, strict=True):
        assert without_what_the_book_adds(ours) == without_what_the_book_adds(theirs)


def without_what_the_book_adds(line: str) -> str:
    """A line without the server's time and the hash of the line before, which differs with it."""
    return re.sub(r'(,"kept":"[^"]*")?,"prev":"[0-9a-f]*"}$', "", line)


def test_the_servers_time_is_in_the_line_and_never_goes_back(book: DurableBook) -> None:
    start = datetime.now(UTC)
    ahead = start + timedelta(hours=1)
    Head.objects.using(book.using).create(event="later", kept=ahead)  # of a clock that was an hour ahead
    later = DurableBook("later", using=book.using)
    for each in (book, later):
        each.append([note("a")], seen=0)
        each.append([note("b"), note("c")])
        each.append([note("d")], seen=3)
    kept = [datetime.fromisoformat(posting.kept) for posting in book.postings()]
    assert start - timedelta(seconds=1) <= kept[0] <= kept[1] == kept[2] <= kept[3] <= datetime.now(UTC)
    assert {posting.kept for posting in later.postings()} == {written_time(ahead)}
    lines = Line.objects.using(book.using).order_by("event", "number")
    assert list(lines.values_list("kept_at", flat=True)) == [*kept, *[ahead] * 4]


def test_the_device_is_kept(book: DurableBook) -> None:
    book.append([Draft(note("a").act, "table 7", "2026-07-04T14:02:11", "k", device="phone 9f")])
    assert Line.objects.using(book.using).get().device == "phone 9f"


def test_books_of_two_events_are_apart(book: DurableBook) -> None:
    other = DurableBook("another", using=book.using)
    book.append([note("a", "k")])
    other.append([note("b", "k")], seen=0)
    assert [each.last() for each in (book, other)] == [1, 1]


def test_an_intention_sent_again_finds_all_it_brought(book: DurableBook) -> None:
    book.append([note("x", "k1")])
    sent = book.append_hashed([note("a", "k"), note("b", "k/1"), note("c", "k/2")])
    book.append([note("d", "k/9"), note("e", "kk")])
    assert book.with_key("k") == sent
    assert book.with_key("k2") == ()


def test_a_book_moves_house_byte_for_byte(book: DurableBook) -> None:
    book.append([note(f"{number} ♠") for number in range(40)])
    lines = list(book.lines())
    copy = DurableBook("elsewhere", using=book.using)
    assert copy.take_lines(lines) == 40
    assert list(copy.lines()) == lines
    assert copy.append([note("one more")], seen=40)[0].number == 41
    with pytest.raises(LedgerMoved):
        copy.take_lines(lines)
    changed = [*lines[:3], lines[3].replace("3 ♠", "4 ♠"), *lines[4:]]
    with pytest.raises(BrokenBook, match="Posting 5"):
        DurableBook("changed", using=book.using).take_lines(changed)


def test_a_posting_that_is_rolled_back_was_never_there(book: DurableBook) -> None:
    heard: list[tuple[str, int]] = []
    listener = lambda event, number: heard.append((event, number))  # noqa: E731
    notices.listen(listener)
    with transaction.atomic(using=book.using):
        book.append([note("a")])
        transaction.set_rollback(True, using=book.using)
    notices.leave(listener)
    assert (book.last(), list(book.lines()), heard) == (0, [], [])


def test_sqlite_tells_inside_the_process(sqlite: str) -> None:
    heard: list[tuple[str, int]] = []
    listener = lambda event, number: heard.append((event, number))  # noqa: E731
    notices.listen(listener)
    DurableBook("an-event", using=sqlite).append([note("a"), note("b")])
    notices.leave(listener)
    assert heard == [("an-event", 2)]


@pytest.mark.django_db(transaction=True)
def test_postgresql_tells_with_the_commit_and_not_before(postgresql: str) -> None:
    parameters = connection.get_connection_params()
    named = {name: parameters[name] for name in ("dbname", "user", "password", "host", "port") if parameters.get(name)}
    book = DurableBook("an-event")
    with psycopg.connect(**named, autocommit=True) as listening:
        listening.execute(f"LISTEN {notices.CHANNEL}")
        with transaction.atomic():
            book.append([note("a"), note("b")])
            assert list(listening.notifies(timeout=0.2)) == []
        told = list(listening.notifies(timeout=5, stop_after=1))
        assert [notice.payload for notice in told] == ["an-event 2"]
        book.append([note("a")])
        assert list(listening.notifies(timeout=0.2)) == [], "a posting sent again is no news"


@pytest.mark.django_db(transaction=True)
def test_the_functions_of_the_release_before_append_to_the_same_book_and_give_notice(postgresql: str) -> None:
    """Old and new processes run side by side on one database while a release goes round."""
    one = "SELECT r_number, r_hash FROM book_append_one(%s, %s::bigint, %s, %s, %s, %s, %s, %s, %s)"
    several = "SELECT r_number FROM book_append(%s, NULL, %s::text[], 1)"
    book = DurableBook("an-event")
    book.append([note("a")])
    drafts = [note("b"), note("c"), note("d")]
    b, c, d = [[each.key, each.act.called, each.by, "", each.at, body_of(each)] for each in drafts]
    parameters = connection.get_connection_params()
    named = {name: parameters[name] for name in ("dbname", "user", "password", "host", "port") if parameters.get(name)}
    notifier.end()
    with psycopg.connect(**named, autocommit=True) as old:
        old.execute(f"LISTEN {notices.CHANNEL}")
        assert old.execute(one, ["an-event", 1, *b, 1]).fetchone() == (2, hashed_head("an-event"))
        assert old.execute(one, ["an-event", 1, *c, 1]).fetchone() == (None, None), "it has moved"
        assert old.execute(several, ["an-event", [c, b, d]]).fetchall() == [(3,), (2,), (4,)]
        told = [notice.payload for notice in old.notifies(timeout=5, stop_after=3)]
    assert (told[0], told[-1]) == ("an-event 2", "an-event 4")
    assert book.append([note("e")], seen=4)[0].number == 5
    assert length_of_chain("an-event") == 5


def hashed_head(event: str) -> str:
    """The hash of the last line, as the head has it."""
    return Head.objects.get(event=event).fingerprint


@pytest.mark.django_db(transaction=True)
def test_posts_go_in_where_no_notice_can_be_given(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise psycopg.OperationalError("away")

    notifier.end()
    book = DurableBook("an-event")
    book.append([note("a")], seen=0)
    notifier.end()
    with monkeypatch.context() as patched:
        patched.setattr(psycopg, "connect", away)
        assert book.append([note("b")], seen=1)[0].number == 2
        notifier.end()
    assert (book.last(), length_of_chain("an-event")) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_a_key_that_stands_leaves_the_head_where_it_is(postgresql: str) -> None:
    book = DurableBook("an-event")
    first = book.append([note("a", "k")])
    head = hashed_head("an-event")
    assert book.append([note("a", "k")], seen=1) == first
    assert book.append([note("a", "k")]) == first
    assert (book.last(), hashed_head("an-event")) == (1, head)


@pytest.mark.django_db(transaction=True)
def test_posts_that_meet_are_each_answered_for_themselves(postgresql: str) -> None:
    """Twelve threads on three events; one of them sends what no database takes, and only that one is told."""
    start = threading.Barrier(13)

    def post(name: int) -> list[int]:
        book = DurableBook(f"event {name % 3}")
        start.wait()
        try:
            return [book.append([note(f"{name}-{number}")])[0].number for number in range(15)]
        finally:
            connections.close_all()

    def spoil() -> str:
        start.wait()
        try:
            DurableBook("event 0").append([Draft(note("x").act, "a" * 300, "2026-07-04T14:02:11", "spoilt")])
        except DatabaseError:
            return "told"
        finally:
            connections.close_all()
        return "taken"

    with ThreadPoolExecutor(13) as threads:
        spoilt = threads.submit(spoil)
        numbers = list(threads.map(post, range(12)))
    assert spoilt.result() == "told"
    for event in range(3):
        taken = sorted(number for name in range(event, 12, 3) for number in numbers[name])
        assert taken == list(range(1, 61))
        assert length_of_chain(f"event {event}") == 60


def length_of_chain(event: str) -> int:
    """The last number of a book whose chain holds."""
    prev, last = "", 0
    for line in DurableBook(event).lines():
        assert json.loads(line)["prev"] == prev
        prev, last = hashlib.sha256(line.encode()).hexdigest(), last + 1
    return last
