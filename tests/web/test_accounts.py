"""Signing in, signing out, the first run, and what keeps guessing slow."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from overtrick.web.accounts import first_run, throttle
from overtrick.web.accounts.models import Failure
from overtrick.web.congress.models import Congress, Official

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


@pytest.fixture
def director() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


def sign_in(client: Client, name: str = "pat", password: str = PASSWORD, onward: str = "") -> int:
    return client.post("/sign-in/", {"name": name, "password": password, "next": onward}).status_code


def beginning(key: str, again: str = PASSWORD) -> dict[str, str]:
    return {"key": key, "name": "pat", "password": PASSWORD, "again": again, "congress": "Coast Congress 2026"}


def test_the_first_run_makes_the_chief_director_and_the_congress(client: Client) -> None:
    assert client.get("/sign-in/").headers["Location"] == "/first-run/"
    answer = client.post("/first-run/", beginning(first_run.key()))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/")
    assert Congress.objects.get().slug == "coast-congress-2026"
    assert {office.role for office in Official.objects.all()} == {"organiser", "chief director"}
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


def test_a_stranger_without_the_key_is_not_first(client: Client) -> None:
    assert client.post("/first-run/", beginning("0" * 20)).status_code == 400
    assert not User.objects.exists()


def test_two_different_passwords_are_refused(client: Client) -> None:
    answer = client.post("/first-run/", beginning(first_run.key(), again="something else"))
    assert "The passwords do not match" in answer.content.decode()
    assert not User.objects.exists()


def test_the_first_run_is_run_once(client: Client, director: User) -> None:
    assert client.post("/first-run/", beginning(first_run.key())).headers["Location"] == "/sign-in/"
    assert User.objects.count() == 1


def test_signing_in_and_out(client: Client, director: User) -> None:
    assert sign_in(client) == 302
    assert "_auth_user_id" in client.session
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_wrong_password_says_no_more_than_a_wrong_name(client: Client, director: User) -> None:
    wrong = [client.post("/sign-in/", {"name": name, "password": "x"}) for name in ("pat", "nobody")]
    assert [answer.status_code for answer in wrong] == [401, 401]
    assert all("Wrong sign-in name or password." in answer.content.decode() for answer in wrong)


def test_a_sign_in_goes_on_to_our_own_pages_only(client: Client, director: User) -> None:
    there = client.post("/sign-in/", {"name": "pat", "password": PASSWORD, "next": "/desk/coast/"})
    assert there.headers["Location"] == "/desk/coast/"
    elsewhere = client.post("/sign-in/", {"name": "pat", "password": PASSWORD, "next": "https://example.org/desk/"})
    assert elsewhere.headers["Location"] == "/desk/"


def test_guessing_is_stopped_even_when_the_guess_is_right(client: Client, director: User) -> None:
    told = [sign_in(client, password=f"guess {number}") for number in range(throttle.HERE)]
    assert told == [401] * throttle.HERE
    assert sign_in(client) == 429
    assert sign_in(client, name="PAT ") == 429
    assert "_auth_user_id" not in client.session


def test_a_colleague_behind_the_same_address_still_gets_in(client: Client, director: User) -> None:
    User.objects.create_user("kim", password=PASSWORD)
    for number in range(throttle.HERE):
        sign_in(client, password=f"guess {number}")
    assert sign_in(client, name="kim") == 302


def test_after_the_window_it_may_be_tried_again(client: Client, director: User) -> None:
    for number in range(throttle.HERE):
        sign_in(client, password=f"guess {number}")
    Failure.objects.update(at=timezone.now() - throttle.WINDOW - timedelta(seconds=1))
    assert sign_in(client) == 302


def test_the_word_of_a_proxy_is_taken_only_from_ours(client: Client, settings: object, director: User) -> None:
    for number in range(throttle.HERE):
        forged = client.post(
            "/sign-in/", {"name": "pat", "password": "guess"}, headers={"X-Forwarded-For": f"10.0.0.{number}"}
        )
        assert forged.status_code == 401
    assert sign_in(client) == 429


def test_a_session_ends_after_a_day_at_the_congress(client: Client, director: User) -> None:
    sign_in(client)
    assert 12 * 3600 < client.session.get_expiry_age() <= 14 * 3600
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_headers_keep_a_page_to_itself(client: Client, director: User) -> None:
    headers = client.get("/sign-in/").headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in headers["Cache-Control"]
