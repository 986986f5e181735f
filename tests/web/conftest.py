"""A real browser for the tests that touch the pages as a person does, and a server that ends with each of them."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from overtrick.web.congress.double_dummy.keeper import kept
from overtrick.web.server.database import Roles
from web.servers import HangsUp


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """Django's server in a thread, on the tests' own database.

    It solves no deals: its solver is a thread that would work on after the test, on a database that is being emptied.
    """
    LiveServerThread.server_class = HangsUp
    kept.able = False
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def _answered_before_the_books_are_emptied(request: pytest.FixtureRequest, _live_server_helper: None) -> Iterator[None]:
    """End what a test's pages asked for before the database is emptied, and take nothing until the next test begins.

    A page that is closed leaves requests behind that are still being answered, or that a browser sends as it goes.
    They and the emptying would wait for each other's locks, or they would find a database that they may not use any
    more.
    """
    browser = request.getfixturevalue("chromium") if "chromium" in request.fixturenames else None
    server = request.getfixturevalue("live_server") if "live_server" in request.fixturenames else None
    if server is not None:
        server.thread.httpd.take_up()
    yield
    if server is not None:
        for context in browser.contexts if browser is not None else ():
            context.close()
        server.thread.httpd.hang_up()


@pytest.fixture(scope="session")
def least_privilege(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Roles:
    """The tests' own database as `overtrick database setup` leaves it: the server's role owns nothing."""
    from overtrick.web.server.database import set_up

    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
        roles = Roles(f"{name}_owner", f"{name}_server", "seven diamonds redoubled")
        assert list(set_up("default", roles))
    return roles


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser, started once a file of tests, with its back/forward cache, which Playwright would switch off.

    People have it: a page they leave lives on, and a page that comes back goes on where it was. Django's guard against
    mixing loops is lifted for its thread.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=20_000)  # what is expected is there at once, except on a machine that is all but stuck
    path = shutil.which("chromium")
    assert path, "install Debian's chromium, or put another one on the path"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--host-resolver-rules=MAP hall.test 127.0.0.1"],  # plain HTTP, as in a hall
            ignore_default_args=["--disable-back-forward-cache"],
        )
        yield browser
        browser.close()
