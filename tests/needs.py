"""What tests need of the machine: a mark says it, and where it is missing they are skipped with the reason.

A test that uses the database has the mark `database`, one with a page in a browser has `browser`; both marks follow
from the fixtures it asks for. The gate runs with `--all-here`, and there nothing may be missing. A test of the rules
needs neither, nor Django: a run of nothing but those fails if one of them has loaded it.
"""

import shutil
import sys
from functools import cache
from pathlib import Path

import pytest
from pytest_django.plugin import _setup_django

from parts import ROOT, is_of_rules

DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}
"""Fixtures behind which the database is."""
ON_DJANGO = tuple(ROOT / "src" / "overtrick" / name for name in ("web", "cli", Path("ledger", "durable")))
"""Where the product's own examples need Django."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("needs").addoption("--all-here", action="store_true", help="skip nothing for want of anything")


def pytest_collect_file(file_path: Path) -> None:
    """Set Django up before the first module of the product that cannot be imported without."""
    if any(file_path.is_relative_to(folder) for folder in ON_DJANGO):
        import on_django  # noqa: F401 - it is there by that


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE:
            item.add_marker("database")
        if "chromium" in fixtures:
            item.add_marker("browser")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep tests from a database they have not asked for; and tests of the rules from Django."""
    _setup_django(session.config)
    if "django" in sys.modules and session.items and all(is_of_rules(item.path) for item in session.items):
        raise pytest.UsageError(
            "a test of the rules has loaded Django, or it stands in the wrong folder (see parts.py)"
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    missing = (item.get_closest_marker("database") and no_database()) or (
        item.get_closest_marker("browser") and no_browser()
    )
    if missing and item.config.getoption("--all-here"):
        pytest.fail(missing, pytrace=False)
    if missing:
        pytest.skip(missing)


@cache
def no_database() -> str:
    """Why the tests' database cannot be made; empty if it can."""
    import psycopg
    from django.db import connection

    if connection.vendor != "postgresql":
        return ""
    own = connection.settings_dict
    where = {"host": own["HOST"], "port": own["PORT"], "user": own["USER"], "password": own["PASSWORD"]}
    try:
        psycopg.connect(dbname="postgres", connect_timeout=5, **where).close()
    except psycopg.OperationalError as fault:
        return f"no PostgreSQL: {fault}".strip()
    return ""


@cache
def no_browser() -> str:
    """Why there is no browser; empty if there is."""
    return "" if shutil.which("chromium") else "no chromium on the path: install Debian's, or put another one there"
