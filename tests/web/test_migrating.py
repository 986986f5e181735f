"""A database is brought up to date while it is used: nobody waits long behind a migration that waits itself."""

import threading
import time

import psycopg
import pytest
from django.db import connection

from overtrick.core.errors import DirectorError
from overtrick.web import limits
from overtrick.web.server import database
from web.servers import own_database

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]
READ = "SELECT count(*) FROM congress_ladder"


@pytest.fixture
def one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that changes a table, and takes it back at once."""

    def migrate(*_: object, **__: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE congress_ladder ADD COLUMN later text")
            cursor.execute("ALTER TABLE congress_ladder DROP COLUMN later")

    monkeypatch.setattr(database, "call_command", migrate)


def test_readers_are_let_through_while_a_migration_waits_for_a_copy_to_end(one_step: None) -> None:
    took: list[float] = []
    over = threading.Event()

    def read() -> None:
        with psycopg.connect(own_database(), autocommit=True) as reader:
            while not over.wait(0.05):
                began = time.monotonic()
                reader.execute(READ)
                took.append(time.monotonic() - began)

    copy = psycopg.connect(own_database())
    copy.execute(READ)  # as pg_dump does, which reads every table in one transaction
    reading = threading.Thread(target=read)
    reading.start()
    ends = threading.Timer(3.5 * limits.MIGRATION, copy.close)
    ends.start()
    began = time.monotonic()
    try:
        database.migrate("default")
    finally:
        over.set()
        reading.join()
        ends.join()
    assert time.monotonic() - began > 3 * limits.MIGRATION, "it did wait for the copy"
    assert max(took) < 2.5 * limits.MIGRATION
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_a_migration_that_never_gets_its_turn_says_what_to_look_for(
    one_step: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TURNS", 1)
    with psycopg.connect(own_database()) as copy:
        copy.execute(READ)
        with pytest.raises(
            DirectorError, match="The database tables are in constant use, so the migration could not finish"
        ):
            database.migrate("default")
