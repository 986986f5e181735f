"""The end of the tests' own database: nobody comes in any more, and whoever is still in is sent away.

A thread of a server that was under test may still be at work when the last test is over, and come in anew when its
line is cut; PostgreSQL drops no database that somebody is in.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

SEND_AWAY = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
PATIENCE = 60
"""Seconds that those who are sent away may take, on a machine that is all but stuck."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Let the solver of a server under test finish before its test loses the database."""
    for thread in threading.enumerate():
        if thread.name == "double dummy":
            thread.join(10)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, *, django_db_keepdb: bool
) -> Iterator[None]:
    """The tests' own database, for as long as they run."""
    from django.db import connection

    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql" and not django_db_keepdb:
            connection.close()
            shut(connection)


def shut(connection: BaseDatabaseWrapper) -> None:
    """Let nobody into a database again, and wait until everybody has left."""
    until, name = time.monotonic() + PATIENCE, connection.settings_dict["NAME"]
    with connection._nodb_cursor() as cursor:  # nobody shuts a database that he is in himself
        cursor.execute(f"ALTER DATABASE {connection.ops.quote_name(name)} WITH ALLOW_CONNECTIONS false")
        cursor.execute(SEND_AWAY, [name])
        while cursor.fetchall():
            assert time.monotonic() < until, "somebody does not leave the tests' database"
            time.sleep(0.05)
            cursor.execute(SEND_AWAY, [name])
