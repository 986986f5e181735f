"""Several hosts in the database's address, and a second address past a pool of transactions."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connections, transaction
from psycopg.conninfo import conninfo_to_dict
from pytest_django import DjangoDbBlocker

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import SETTING, use_organisation
from overtrick.web.congress.models import BookRecord
from overtrick.web.database_address import DIRECT, direct_connection, listening, postgres
from web.congresses import hold

POOL = "pool"
OTHERS = 2
TOLD = f"SELECT current_setting('{SETTING}', true)"


@pytest.mark.parametrize(
    ("url", "host", "port", "wants"),
    [
        ("postgresql://u:p@db.example.org/books", "db.example.org", "", None),
        ("postgresql://u:p@[::1]:5433/books", "::1", "5433", None),
        ("postgresql://u:p@one:6001,two,[::1]:6003/books", "one,two,::1", "6001,5432,6003", "read-write"),
        ("postgresql://u:p@/books?host=one,two&port=6001,6002", "one,two", "6001,6002", "read-write"),
        ("postgresql://u:p@one,two/books?target_session_attrs=any", "one,two", "5432,5432", "any"),
        ("postgresql://u:p@%2Frun%2Fpostgresql/books", "/run/postgresql", "", None),
    ],
)
def test_hosts_are_read_as_libpq_writes_them(url: str, host: str, port: str, wants: str | None) -> None:
    found = postgres(url)
    assert (found["HOST"], found["PORT"]) == (host, port)
    said = conninfo_to_dict(listening(found))
    assert (said["host"], said.get("port", ""), said.get("target_session_attrs")) == (host, port, wants)
    assert (said["user"], said["password"], said["dbname"]) == ("u", "p", "books")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://one:x,two/books",
        "postgresql://one:1:2/books",
        "postgresql://one,two",
        "mysql://one,two/books",
        "postgresql://one/books?prepare_threshold=often",
    ],
)
def test_what_is_no_address_is_refused_in_words(url: str) -> None:
    with pytest.raises(DirectorError, match=r"OVERTRICK_DATABASE_DIRECT .*Write the address like postgresql://"):
        postgres(url, "OVERTRICK_DATABASE_DIRECT")


def test_nothing_is_prepared_behind_a_pool_unless_it_is_asked_for() -> None:
    usual, pooled = postgres("postgresql://one/books"), postgres("postgresql://one/books", pooled=True)
    asked = postgres("postgresql://one/books?prepare_threshold=3", pooled=True)
    assert [each["OPTIONS"]["prepare_threshold"] for each in (usual, pooled, asked)] == [5, None, 3]  # type: ignore[index]
    assert (usual["DISABLE_SERVER_SIDE_CURSORS"], pooled["DISABLE_SERVER_SIDE_CURSORS"]) == (False, True)
    assert "prepare_threshold" not in listening(asked), "libpq does not know it"


@pytest.fixture
def pool(transactional_db: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The database of these tests as a server sees it through a pool."""
    default = connections.settings["default"]
    options = {**default["OPTIONS"], "prepare_threshold": None}
    connections.settings[POOL] = {**default, "OPTIONS": options, "POOLED": True}
    with django_db_blocker.unblock():
        yield POOL
        connections[POOL].close()
    del connections[POOL]
    del connections.settings[POOL]


def _another_client_says(organisation: int) -> None:
    """What a client who had the connection before may have left there."""
    raw: psycopg.Connection[object] = connections[POOL].connection
    raw.execute(f"SET {SETTING} = {organisation}")


def test_behind_a_pool_whose_rows_is_told_with_every_question(pool: str) -> None:
    with use_organisation(1), connections[pool].cursor() as cursor:
        for _ in range(2):
            cursor.execute(TOLD)
            assert cursor.fetchone() == ("1",)
            _another_client_says(OTHERS)
        with transaction.atomic(using=pool):
            cursor.execute(TOLD)
            assert cursor.fetchone() == ("1",)
    left = connections[pool].connection.execute(TOLD).fetchone()
    assert left == (str(OTHERS),), "nothing was left for the next client"


def test_behind_a_pool_books_are_kept_and_read(pool: str) -> None:
    held: BookRecord = hold("nsw-swiss-pairs/congress")
    with use_organisation(1):
        first = DurableBook(held.slug).last()
        assert DurableBook(held.slug, using=pool).last() == first
        rows = BookRecord.objects.using(pool).filter(slug=held.slug).iterator()
        assert [each.title for each in rows] == [held.title]
        prepared = connections[pool].connection.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()
    assert prepared == (0,)


def test_what_outlasts_a_transaction_goes_past_the_pool(transactional_db: None) -> None:
    assert direct_connection().alias == "default"
    connections.settings[DIRECT] = connections.settings["default"]
    try:
        assert direct_connection().alias == DIRECT
    finally:
        del connections[DIRECT]
        del connections.settings[DIRECT]
