"""Accounts at the prompt: what whoever runs the server can always do, even where nobody can sign in."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from asking import Ask
from overtrick.web.accounts.models import Invitation, Logged, What
from overtrick.web.congress.models import Congress, Official

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


@pytest.fixture
def congress() -> Congress:
    return Congress.objects.create(slug="spring", name="Spring Congress")


def signs_in(name: str = "pat", password: str = PASSWORD) -> int:
    return Client().post("/sign-in/", {"name": name, "password": password}).status_code


def test_an_account_is_added_listed_disabled_and_enabled(ask: Ask) -> None:
    code, out, _ = ask('account add pat --full-name "Pat Alder"', PASSWORD + "\n")
    assert (code, "pat" in out) == (0, True)
    user = User.objects.get()
    assert (user.get_full_name(), user.is_superuser, user.is_staff) == ("Pat Alder", False, False)
    assert signs_in() == 302
    assert "Pat Alder" in ask("account list")[1]
    assert ask("account disable pat")[0] == 0
    assert signs_in() == 401
    listed = json.loads(ask("account list --json")[1])["accounts"]
    assert [(each["name"], each["active"]) for each in listed] == [("pat", False)]
    assert ask("account enable PAT")[0] == 0
    assert signs_in() == 302


def test_a_password_is_given_at_the_prompt(ask: Ask) -> None:
    User.objects.create_user("pat", password="something else altogether")  # noqa: S106 - a test's own
    assert ask("account password pat", PASSWORD + "\n")[0] == 0
    assert signs_in() == 302


def test_a_weak_password_or_a_name_that_is_taken_is_refused(ask: Ask) -> None:
    code, _, err = ask("account add pat", "short\n")
    assert (code, "too short" in err) == (2, True)
    ask("account add pat", PASSWORD + "\n")
    code, _, err = ask("account add Pat", PASSWORD + "\n")
    assert (code, "is taken" in err) == (2, True)
    code, _, err = ask("account password nobody", PASSWORD + "\n")
    assert (code, "There is no account “nobody”" in err) == (2, True)
    assert User.objects.count() == 1


def test_an_invitation_from_the_prompt_opens(ask: Ask, congress: Congress) -> None:
    code, out, _ = ask("account invite spring --role organiser --url https://bridge.example.org")
    found = re.search(r"https://bridge\.example\.org(/invited/\S+/)", out)
    assert code == 0
    assert found, out
    chosen = {"full_name": "Kim", "name": "kim", "password": PASSWORD, "again": PASSWORD}
    assert Client().post(found[1], chosen).status_code == 302
    assert Official.objects.get().role == "organiser"


def test_an_invitation_needs_a_congress(ask: Ask, congress: Congress) -> None:
    code, _, err = ask("account invite autumn --role director --url https://bridge.example.org")
    assert (code, "spring" in err) == (2, True)


def test_a_lock_is_lifted(ask: Ask) -> None:
    User.objects.create_user("pat", password=PASSWORD)
    for number in range(5):
        assert signs_in(password=f"guess {number}") == 401
    assert signs_in() == 429
    assert ask("account unlock pat")[0] == 0
    assert signs_in() == 302
    assert Logged.objects.filter(what=What.UNLOCKED, user__username="pat").exists()


def test_the_last_owner_is_not_disabled(ask: Ask) -> None:
    User.objects.create_superuser("pat", password=PASSWORD)
    code, _, err = ask("account disable pat")
    assert (code, "only active owner" in err) == (2, True)
    assert User.objects.get().is_active


@pytest.mark.parametrize("url", ["http://localhost:8000", "http://127.0.0.1:8000"])
def test_an_invitation_that_nobody_else_can_open_is_not_made(ask: Ask, congress: Congress, url: str) -> None:
    code, out, err = ask(f"account invite spring --role organiser --url {url}")
    assert (code, out) == (2, "")
    assert "on a phone means the phone itself" in err
    assert not Invitation.objects.exists()
