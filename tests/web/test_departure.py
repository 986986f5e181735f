"""An organisation goes with all that is its own, and leaves nobody's name behind; others stay as they are."""

import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from asking import Ask
from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.models import Head, Line, SignedHead
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.accounts.models import Logged
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import forget
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.server.departure import _let_go, own_models
from web.desk.conftest import person
from web.test_organisations import OTHER, held_by


@pytest.fixture
def two(transactional_db: None) -> Iterator[tuple[BookRecord, BookRecord]]:
    forget()
    forget_organisations()
    yield held_by(DEFAULT, "home"), held_by(OTHER, "nsw")
    forget()
    forget_organisations()


def count(number: int) -> dict[str, int]:
    """The rows of every model that are an organisation's."""
    return {each._meta.label: each._base_manager.filter(organisation=number).count() for each in own_models()}


def test_it_goes_with_its_books_and_nothing_of_another(
    two: tuple[BookRecord, BookRecord], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    ask = Ask(monkeypatch, capsys)
    path = tmp_path / "nsw.zip"
    code, out, _ = ask(f"organisation export nsw {path}")
    assert (code, "1 book with 1 posting" in out) == (0, True)
    assert ask(f"organisation export nsw {path}")[0] == 2, "written over nothing"
    with ZipFile(path) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert "a secret of nsw" in texts["books/nsw.swiss.jsonl"]
    assert json.loads(texts["books/nsw.swiss.heads.jsonl"].splitlines()[-1])
    assert "Reed of nsw" in texts["people.csv"]
    assert "member nsw" in texts["rows/organisations.member.jsonl"], "people by the names they sign in with"
    assert not any("of home" in text or "member home" in text for text in texts.values())
    before = count(DEFAULT)
    assert all(count(OTHER).values()), "there is a row of each kind"

    assert ask("organisation erase nsw --confirm vic")[0] == 2
    assert all(count(OTHER).values())
    code, out, _ = ask("organisation erase nsw --confirm nsw")
    assert (code, "signed heads" in out) == (0, True)
    assert {label for label, rows in count(OTHER).items() if rows} == {"accounts.Logged"}
    assert not Line.objects.filter(organisation=OTHER).exists()
    assert not Head.objects.filter(organisation=OTHER).exists()
    assert SignedHead.objects.filter(organisation=OTHER).exists()
    assert Logged.objects.filter(organisation=OTHER).exists()
    assert count(DEFAULT) == before
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM book_line WHERE organisation = 1")
    assert Line.objects.filter(organisation=DEFAULT).count() == 1, "books are kept for ever as before"

    forget()
    forget_organisations()
    for address in ("/o/nsw/", "/e/nsw.swiss/", "/c/nsw.spring/"):
        assert Client().get(address).status_code == 404, address
    assert "nsw" not in Client().get("/o/").content.decode()
    person("alex")
    assert ask("organisation new nsw Again --owner alex")[0] == 2, "no other gets its short name"
    assert Organisation.objects.get(number=OTHER).name == ""
    assert ask("organisation erase home --confirm home")[0] == 2


@pytest.mark.django_db
def test_a_role_that_does_not_own_the_tables_is_sent_to_the_administrator() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no roles")
    with pytest.raises(DirectorError) as refused, transaction.atomic(), _let_go("no_table_of_ours"):
        pass
    assert "Only the owner of the database tables can erase books" in str(refused.value)
    assert "signs in as a database administrator" in str(refused.value), "no one signs in as the owner"
