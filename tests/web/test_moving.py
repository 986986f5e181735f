"""Books out of the database and in again."""

from pathlib import Path

import pytest
from django.db import connection

from asking import Ask
from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.file import BrokenBook
from overtrick.web.congress import book_transfer
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.proof import ProofOutcome
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twelve pairs with its first round drawn."""
    held = hold("nsw-swiss-pairs/congress", slug="swiss")
    started(held, 12)
    draw_next(held)
    return held


def test_a_book_comes_back_byte_for_byte(held: BookRecord, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    count = book_transfer.export("swiss", first)
    Congress.objects.create(slug="elsewhere", name="Elsewhere")
    kept = book_transfer.take_in(first, "elsewhere", "copy")
    assert (kept.event, kept.last, kept.congress) == ("copy", count, "elsewhere")
    book_transfer.export("copy", second)
    assert first.read_bytes() == second.read_bytes()
    assert BookRecord.objects.get(slug="copy").rules == held.rules


def test_the_exported_book_is_proved_by_the_command_line(held: BookRecord, tmp_path: Path, ask: Ask) -> None:
    book_transfer.export("swiss", tmp_path / "book.jsonl")
    code, out, _ = ask(f"verify {tmp_path / 'book.jsonl'}")
    assert (code, "0 objections" in out) == (0, True)


def test_a_file_is_never_written_over(held: BookRecord, tmp_path: Path) -> None:
    (tmp_path / "book.jsonl").write_text("mine")
    with pytest.raises(DirectorError, match="exists"):
        book_transfer.export("swiss", tmp_path / "book.jsonl")
    assert (tmp_path / "book.jsonl").read_text() == "mine"


def test_a_book_is_taken_in_once_and_into_a_congress_there_is(held: BookRecord, tmp_path: Path) -> None:
    book_transfer.export("swiss", tmp_path / "swiss.jsonl")
    with pytest.raises(DirectorError, match="A book called swiss already exists"):
        book_transfer.take_in(tmp_path / "swiss.jsonl", "winter")
    with pytest.raises(DirectorError, match="Existing congresses: winter"):
        book_transfer.take_in(tmp_path / "swiss.jsonl", "summer", "copy")
    assert not BookRecord.objects.filter(slug="copy").exists()


def test_a_changed_file_is_not_taken_in(held: BookRecord, tmp_path: Path) -> None:
    book_transfer.export("swiss", tmp_path / "swiss.jsonl")
    text = (tmp_path / "swiss.jsonl").read_text(encoding="utf-8")
    (tmp_path / "changed.jsonl").write_text(text.replace("Pair 3", "Pair 4", 1), encoding="utf-8")
    with pytest.raises(BrokenBook):
        book_transfer.take_in(tmp_path / "changed.jsonl", "winter")
    assert not BookRecord.objects.filter(slug="changed").exists()


def test_tampering_past_the_triggers_is_found(held: BookRecord) -> None:
    last = DurableBook("swiss").last()
    assert book_transfer.prove_kept("swiss") == ProofOutcome(last, 0, ())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE book_line DISABLE TRIGGER USER")
        cursor.execute("UPDATE book_line SET written = replace(written, 'Pair 3', 'Pair 4') WHERE number = 4")
        cursor.execute("ALTER TABLE book_line ENABLE TRIGGER USER")
    assert book_transfer.prove_kept("swiss").wrong == ("posting 5 does not follow from the line before it",)


def test_books_at_the_prompt(held: BookRecord, tmp_path: Path, ask: Ask) -> None:
    last = DurableBook("swiss").last()
    assert ask("book list --json")[0] == 0
    code, out, _ = ask(f"book export swiss -o {tmp_path / 'out.jsonl'}")
    assert (code, f"{last} postings" in out) == (0, True)
    assert ask(f"book import {tmp_path / 'out.jsonl'} --congress winter --name again")[0] == 0
    code, out, _ = ask("book verify again")
    assert (code, out) == (0, f"again: {last} postings, hash chain intact; no head is signed yet\n")
    code, _, err = ask("book verify nothing")
    assert (code, "Existing books: again, swiss" in err) == (2, True)
