"""The two databases a book may be in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django import DjangoDbBlocker

import on_django  # noqa: F401 - it is there by that

LAPTOP = "laptop"


@pytest.fixture
def postgresql(transactional_db: None) -> str:
    """The database of these tests, on PostgreSQL."""
    if connections["default"].vendor != "postgresql":
        pytest.skip("the tests run on another database")
    return "default"


@pytest.fixture
def sqlite(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A new SQLite file with the books' tables."""
    from overtrick.web.settings import database

    settings = {**connections.settings["default"], "TEST": {}, **database(""), "NAME": str(tmp_path / "books.sqlite3")}
    connections.settings[LAPTOP] = settings
    with django_db_blocker.unblock():
        call_command("migrate", "book", database=LAPTOP, verbosity=0)
        yield LAPTOP
        connections[LAPTOP].close()
    del connections[LAPTOP]
    del connections.settings[LAPTOP]
