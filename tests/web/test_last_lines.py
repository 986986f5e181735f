"""The tests' own database is dropped at the end, whoever is still in it."""

import threading
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from last_lines import shut

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is nobody's but its process's"),
]


@pytest.fixture
def scratch() -> Iterator[BaseDatabaseWrapper]:
    """A database beside the tests' own; whoever uses it drops it."""
    made = connection.copy()
    made.settings_dict = {**made.settings_dict, "NAME": f"{made.settings_dict['NAME']}_scratch"}
    name = connection.ops.quote_name(made.settings_dict["NAME"])
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        yield made
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def test_nobody_is_in_a_database_that_is_shut_nor_comes_in_again(scratch: BaseDatabaseWrapper) -> None:
    given, ended, came = scratch.get_connection_params(), threading.Event(), threading.Event()

    def comes_again() -> None:
        while not ended.is_set():
            try:
                with psycopg.connect(**given, autocommit=True) as line:
                    came.set()
                    while not ended.is_set():
                        line.execute("SELECT 1")
            except psycopg.Error:
                pass

    threads = [threading.Thread(target=comes_again) for _ in range(4)]
    for each in threads:
        each.start()
    try:
        assert came.wait(30)
        shut(scratch)
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {connection.ops.quote_name(scratch.settings_dict['NAME'])}")
    finally:
        ended.set()
        for each in threads:
            each.join()
