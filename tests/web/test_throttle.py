"""The limit on guesses holds however many come at once, over several connections to the database."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client

from overtrick.web.accounts import throttle

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own
AT_ONCE = 40


def together(tries: list[tuple[str, str]]) -> Counter[int]:
    """Sign in with each name and password at the same moment; how often each status was answered."""
    ready = Barrier(len(tries))

    def attempt(name: str, password: str) -> int:
        ready.wait()
        try:
            return Client().post("/sign-in/", {"name": name, "password": password}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tries)) as pool:
        return Counter(pool.map(lambda each: attempt(*each), tries))


@pytest.mark.skipif(connection.vendor == "sqlite", reason="tests on SQLite share one connection, which has no rivals")
def test_of_forty_guesses_at_once_five_are_looked_at() -> None:
    User.objects.create_user("pat", password=PASSWORD)
    told = together([("pat", f"guess {number}") for number in range(AT_ONCE)])
    assert told == {401: throttle.HERE, 429: AT_ONCE - throttle.HERE}


@pytest.mark.skipif(connection.vendor == "sqlite", reason="tests on SQLite share one connection, which has no rivals")
def test_names_that_come_at_once_from_one_address_do_not_hinder_each_other() -> None:
    for number in range(20):
        User.objects.create_user(f"official{number}", password=PASSWORD)
    told = together([(f"official{number}", PASSWORD) for number in range(20)])
    assert told == {302: 20}
