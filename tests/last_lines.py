"""The end of the tests' own database: whoever still holds a line to it is sent away.

A thread of a server that was under test may still be ending when the last test is over, and PostgreSQL drops no
database that somebody is in.
"""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The tests' own database, for as long as they run."""
    from django.db import connection

    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(OTHERS)
