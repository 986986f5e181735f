"""What an official does with their own account."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own
NEW = "four spades doubled"


@pytest.fixture
def own() -> Client:
    User.objects.create_user("pat", password=PASSWORD)
    client = Client()
    client.post("/sign-in/", {"name": "pat", "password": PASSWORD})
    return client


def change(client: Client, old: str = PASSWORD, password: str = NEW, again: str = "") -> int:
    return client.post("/account/password/", {"old": old, "password": password, "again": again or password}).status_code


def test_a_password_is_changed_and_other_browsers_are_signed_out(own: Client) -> None:
    other = Client()
    other.post("/sign-in/", {"name": "pat", "password": PASSWORD})
    assert change(own) == 302
    assert own.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert Client().post("/sign-in/", {"name": "pat", "password": PASSWORD}).status_code == 401
    assert Client().post("/sign-in/", {"name": "pat", "password": NEW}).status_code == 302


def test_a_password_is_not_changed_without_the_old_one(own: Client) -> None:
    assert change(own, old="a guess") == 422
    assert change(own, PASSWORD, "short") == 422
    assert change(own, again="another one") == 422
    assert User.objects.get().check_password(PASSWORD)


def test_the_old_password_cannot_be_guessed_here_without_end(own: Client) -> None:
    told = [change(own, old=f"guess {number}") for number in range(7)]
    assert told[-1] == 429
    assert change(own) == 429, "the right one neither"


def test_the_account_is_found_from_the_desk(own: Client) -> None:
    assert 'href="/account/"' in own.get("/desk/").content.decode()
    assert 'href="/api/tokens/"' in own.get("/account/").content.decode()
