"""A new password for who has forgotten theirs: from the organiser's hand, or by mail."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client
from pytest_django import Settings

from overtrick.web.accounts import reset
from overtrick.web.accounts.models import Logged, What
from overtrick.web.congress.models import Congress, Official, Role
from web.servers import wait_until

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "three clubs and a heart", "four spades doubled"


@pytest.fixture
def kim() -> User:
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    made = User.objects.create_user("kim", password=PASSWORD, email="kim@example.org")
    Official.objects.create(user=made, congress=congress, role=Role.DIRECTOR)
    pat = User.objects.create_user("pat", password=PASSWORD)
    Official.objects.create(user=pat, congress=congress, role=Role.ORGANISER)
    return made


@pytest.fixture
def by_mail(settings: Settings) -> None:
    settings.MAIL = {"HOST": "mail.example.org"}
    settings.ALLOWED_HOSTS = ["testserver", "bridge.example.org"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []


def status(password: str) -> int:
    return Client().post("/sign-in/", {"name": "kim", "password": password}).status_code


def choose(link: str, password: str = NEW) -> int:
    return Client().post(link, {"password": password, "again": password}).status_code


def handed_over(kim: User) -> str:
    organiser = Client()
    organiser.force_login(User.objects.get(username="pat"))
    page = organiser.post(f"/desk/spring/people/{kim.pk}/", {"do": "link"}).content.decode()
    found = re.search(r"http://testserver(/reset/[^/\"]+/)", page)
    assert found, page
    assert "<svg" in page
    return found[1]


def test_a_link_that_only_this_computer_can_open_has_no_code_and_says_why(kim: User) -> None:
    organiser = Client(headers={"host": "localhost:8000"})
    organiser.force_login(User.objects.get(username="pat"))
    page = organiser.post(f"/desk/spring/people/{kim.pk}/", {"do": "link"}).content.decode()
    assert "This link works only on this computer" in page
    assert "<svg" not in page


def test_an_organiser_hands_a_link_over_and_it_is_good_once(kim: User) -> None:
    signed_in = Client()
    signed_in.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    link = handed_over(kim)
    assert "kim" in Client().get(link).content.decode()
    assert choose(link, "short") == 422
    assert choose(link) == 302
    assert [status(PASSWORD), status(NEW)] == [401, 302]
    assert signed_in.get("/desk/").status_code == 302
    assert [choose(link), Client().get(link).status_code] == [403, 403]
    assert set(Logged.objects.filter(user=kim).values_list("what", flat=True)) >= {What.LINKED, What.PASSWORD}


def test_a_link_lifts_the_lock(kim: User) -> None:
    for number in range(6):
        status(f"guess {number}")
    link = handed_over(kim)
    choose(link)
    assert status(NEW) == 302


def test_a_link_that_is_old_or_changed_or_of_a_disabled_account_opens_nothing(
    kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = handed_over(kim)
    for wrong in (link[:-2] + "x/", "/reset/MQ.x-y/", "/reset/%C3%A9/", "/reset/x/"):
        assert choose(wrong) == 403, wrong
    generator = default_token_generator
    later = generator._now() + timedelta(hours=25)
    with monkeypatch.context() as patched:
        patched.setattr(generator, "_now", lambda: later)
        assert choose(link) == 403
    User.objects.filter(pk=kim.pk).update(is_active=False)
    assert choose(link) == 403


def test_without_mail_the_page_says_whom_to_ask(kim: User) -> None:
    page = Client().get("/forgot/").content.decode()
    assert "Ask an organiser" in page
    Client().post("/forgot/", {"name": "kim"})
    assert not Logged.objects.filter(what=What.ASKED).exists()


@pytest.mark.parametrize("asked", ["kim", "KIM", "kim@example.org"])
def test_a_link_comes_by_mail(kim: User, by_mail: None, asked: str) -> None:
    Client().post("/forgot/", {"name": asked})
    wait_until(lambda: bool(mail.outbox), 5)
    sent = mail.outbox[0]
    assert sent.to == ["kim@example.org"]
    found = re.search(r"http://testserver(/reset/\S+)", str(sent.body))
    assert found, sent.body
    assert choose(found[1]) == 302
    assert status(NEW) == 302


def test_who_asks_cannot_tell_whether_there_is_an_account(kim: User, by_mail: None) -> None:
    one, other = (Client().post("/forgot/", {"name": name}) for name in ("kim", "nobody"))
    assert re.sub(rb"csrf\S+ value=\S+", b"", one.content) == re.sub(rb"csrf\S+ value=\S+", b"", other.content)


def test_an_account_is_sent_three_mails_an_hour(kim: User, by_mail: None) -> None:
    for _ in range(6):
        Client().post("/forgot/", {"name": "kim"})
    assert Logged.objects.filter(what=What.ASKED).count() == reset.MAILS


def test_no_mail_is_sent_in_a_name_that_a_stranger_chose(kim: User, by_mail: None, settings: Settings) -> None:
    assert Client().post("/forgot/", {"name": "kim"}, headers={"Host": "evil.example"}).status_code == 400
    settings.ALLOWED_HOSTS = ["*"]
    Client().post("/forgot/", {"name": "kim"}, headers={"Host": "evil.example"})
    assert not Logged.objects.filter(what=What.ASKED).exists()


def test_a_mail_address_is_kept_with_the_password_only(kim: User, by_mail: None) -> None:
    client = Client()
    client.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    assert client.post("/account/mail/", {"mail": "new@example.org", "old": "a guess"}).status_code == 422
    assert client.post("/account/mail/", {"mail": "new@example.org", "old": PASSWORD}).status_code == 302
    assert User.objects.get(username="kim").email == "new@example.org"
