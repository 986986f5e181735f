"""Django, set up for the tests that need it: whoever imports this module has it.

The tests of the rules do not, and are not kept waiting for it. `needs.py` sees to that.
"""

import os
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web_settings")
django.setup()

from django.db import connections, transaction  # noqa: E402
from django.test import TransactionTestCase  # noqa: E402

from overtrick.ledger.durable import notifier  # noqa: E402

KEPT = {"django_content_type", "auth_permission"}
"""What Django itself writes when the tables are made, and would have to write anew for every test."""


def empty(alias: str) -> None:
    """Empty the tables after a test that has committed, as only a superuser can: the books refuse it to all others.

    Django would truncate them, which makes new files of every table and index, and describe its models in them once
    more: a quarter of a second of two processors. There is little in them. Whoever still writes is waited for.
    """
    connection = connections[alias]
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT
    quoted = sorted(map(connection.ops.quote_name, tables))
    with transaction.atomic(using=alias), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger, and no order of deletion
        cursor.execute(f"LOCK TABLE {', '.join(quoted)} IN EXCLUSIVE MODE")
        for table in quoted:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own


_flushed: Callable[[TransactionTestCase], None] = vars(TransactionTestCase)["_fixture_teardown"]


def _emptied(case: Any) -> None:
    """What a test that has committed leaves is taken away, on every database it may use."""
    notifier.end()
    aliases = case._databases_names(include_mirrors=False)
    if any(connections[alias].vendor != "postgresql" for alias in aliases):
        _flushed(case)
        return
    for alias in aliases:
        empty(alias)


setattr(TransactionTestCase, "_fixture_teardown", _emptied)  # noqa: B010 - its types do not know it
