"""Editions on the server: kept with the posting that names them, gone by, taken over, and said where one is missing."""

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client

from overtrick.core.event.acts import RulesAdopted
from overtrick.ledger.durable.models import KeptEdition, KeptText
from overtrick.ledger.durable.texts import DurableTexts, _read
from overtrick.regulations.plan.event_book import edition_for
from overtrick.regulations.read.edition_sources import read_rulebook
from overtrick.web.congress import book_transfer
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from overtrick.web.congress.rules import keep_all, rules_of
from programs import changing
from web.congresses import do

GOLDEN = Path(__file__).parents[1] / "golden"
CONGRESS = "nsw-swiss-pairs/congress"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    forget()
    _read.clear()
    yield
    forget()
    _read.clear()


@pytest.fixture
def autumn(tmp_path: Path) -> BookRecord:
    """A golden book, taken in as it was written, without its texts."""
    Congress.objects.create(slug="autumn", name="Autumn Congress")
    file = tmp_path / "autumn-pairs.jsonl"
    with lzma.open(GOLDEN / "books" / "congress.jsonl.xz") as packed:
        file.write_bytes(packed.read())
    book_transfer.take_in(file, "autumn")
    return BookRecord.objects.get(slug="autumn-pairs")


@pytest.fixture
def chief() -> Client:
    owner = User.objects.create_superuser("owner")
    client = Client()
    client.force_login(owner)
    return client


def totals(held: BookRecord) -> list[str]:
    table = event_projection(held).event.stage("Swiss").standings("all")
    return [f"{row.place_text} {row.contestant} {row.total.unit.number(row.total.value)}" for row in table.rows]


def golden() -> list[str]:
    lines = (GOLDEN / "standings" / "congress.txt").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("Swiss, all: ").removesuffix(" VPs") for line in lines]


def test_a_book_without_its_rules_says_so_on_every_page(autumn: BookRecord, chief: Client) -> None:
    for address in (autumn.room, f"{autumn.desk}rules/", f"{autumn.desk}standings/"):
        assert (
            "an edition of the rules that is not available here (edition ce366b5664af"
            in chief.get(address).content.decode()
        )
    assert keep_all(read_rulebook(GOLDEN / "editions" / "first.zip")) == 0
    forget()
    for address in (f"{autumn.room}conditions/", f"{autumn.desk}rules/"):
        assert "is not available here" not in chief.get(address).content.decode()


def test_a_changed_program_serves_the_old_numbers_and_adopts_when_asked(
    autumn: BookRecord, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_all(read_rulebook(GOLDEN / "editions" / "first.zip"))
    changing(monkeypatch)("nsw-swiss-pairs/scoring.toml", 'share = "1/10"', 'share = "1/3"')
    forget()
    stood = totals(autumn)
    assert [line.split()[1] for line in stood] == [line.split()[1] for line in golden()]
    assert "94.32" in stood[0]
    assert '">preview the changes…<' in chief.get(f"{autumn.desk}rules/").content.decode()
    page = f"{autumn.desk}do/adopt-rules/"
    edition = edition_for(CONGRESS).hash
    asked = {"edition": edition, "clause": "NSWSP 1.4", "reason": "misprint", "key": "adopt"}
    shown = chief.post(page, asked)
    assert "from 94.32 to" in shown.content.decode()
    assert totals(autumn) == stood  # nothing is posted by looking
    mark = shown.context["mark"]
    chief.post(page, {**asked, "post": "1", "seen": mark})
    assert totals(autumn) != stood
    assert event_projection(autumn).event.edition == edition
    forget()
    monkeypatch.undo()
    assert totals(autumn) != stood  # by the texts that are kept, though the program has others again
    assert DurableTexts().has(edition)


def test_an_edition_nobody_has_is_refused(autumn: BookRecord) -> None:
    keep_all(read_rulebook(GOLDEN / "editions" / "first.zip"))
    with pytest.raises(Exception, match="Edition 000000000000 is not available here"):
        do(autumn, RulesAdopted("0" * 64, "NSWSP 1.4", "no reason"))


def test_texts_go_out_and_in_with_the_book_and_its_lines_stay(autumn: BookRecord, tmp_path: Path) -> None:
    keep_all(read_rulebook(GOLDEN / "editions" / "first.zip"))
    book_transfer.export("autumn-pairs", tmp_path / "one.jsonl")
    kept = book_transfer.take_in(tmp_path / "one.jsonl", "autumn", "copy")
    assert book_transfer.export("copy", tmp_path / "two.jsonl") == kept.last == 562
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert rules_of(CONGRESS).edition(event_projection(autumn).event.edition) is not None


@pytest.mark.parametrize("change", ["UPDATE book_text SET text = ''", "DELETE FROM book_edition"])
def test_what_is_kept_is_never_changed(autumn: BookRecord, change: str) -> None:
    keep_all(read_rulebook(GOLDEN / "editions" / "first.zip"))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert KeptText.objects.exclude(text="").exists()
    assert KeptEdition.objects.exists()
