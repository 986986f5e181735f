"""The second factor: a code from the phone after the password, each good once; codes on paper; and no way around it."""

import re
from time import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.web.accounts import reset, second_factor, throttle
from overtrick.web.accounts.models import Logged, Paper, Second, What

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


class Phone:
    """An authenticator app, with a clock that can be set on."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def shows(self, steps: int = 0) -> str:
        return second_factor.code_at(self.secret, int(time()) // second_factor.SECONDS + steps)


def with_password() -> Client:
    client = Client()
    answer = client.post("/sign-in/", {"name": "kim", "password": PASSWORD, "next": "/account/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/second/?next=%2Faccount%2F")
    return client


def give(client: Client, code: str) -> int:
    return client.post("/sign-in/second/", {"code": code, "next": "/account/"}).status_code


@pytest.fixture
def kim() -> tuple[Phone, list[str]]:
    """Kim's phone and paper, after switching it on through the pages."""
    User.objects.create_user("kim", password=PASSWORD)
    client = Client()
    client.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    assert client.post("/account/second/", {"do": "begin", "old": "a guess"}).status_code == 422
    client.post("/account/second/", {"do": "begin", "old": PASSWORD})
    found = re.search(r"<code>([A-Z2-7]{32})</code>", client.get("/account/second/").content.decode())
    assert found
    phone = Phone(found[1])
    assert client.post("/account/second/", {"code": "000000"}).status_code == 422
    page = client.post("/account/second/", {"code": phone.shows(-1)}).content.decode()
    papers = re.findall(r"<code>(\w{4}-\w{4}-\w{4})</code>", page)
    assert len(papers) == 10
    return phone, papers


def test_the_password_alone_opens_nothing(kim: tuple[Phone, list[str]]) -> None:
    client = with_password()
    assert client.get("/desk/").status_code == 302
    assert give(client, "000000") == 401
    assert client.get("/desk/").status_code == 302


def test_the_code_of_the_phone_opens_once(kim: tuple[Phone, list[str]]) -> None:
    phone, _ = kim
    code = phone.shows()
    client = with_password()
    assert give(client, f"{code[:3]} {code[3:]}") == 302
    assert client.get("/desk/").status_code == 200
    assert give(with_password(), code) == 401, "seen over a shoulder, and used again"


def test_a_phone_may_be_half_a_minute_off_and_no_more(kim: tuple[Phone, list[str]]) -> None:
    phone, _ = kim
    assert give(with_password(), phone.shows(3)) == 401
    assert give(with_password(), phone.shows(1)) == 302


def test_a_code_on_paper_opens_once(kim: tuple[Phone, list[str]]) -> None:
    _, papers = kim
    assert give(with_password(), papers[0].upper().replace("-", " ")) == 302
    assert give(with_password(), papers[0]) == 401
    assert Paper.objects.count() == 9
    assert "by a paper code" in Logged.objects.filter(what=What.SIGNED_IN).values_list("about", flat=True)


def test_codes_are_not_guessed_without_end(kim: tuple[Phone, list[str]]) -> None:
    phone, _ = kim
    client = with_password()
    told = [give(client, f"{number:06}") for number in range(throttle.HERE)]
    assert told[-1] == 429
    assert give(client, phone.shows()) == 429


def test_a_new_password_does_not_lead_around_it(kim: tuple[Phone, list[str]]) -> None:
    user = User.objects.get()
    Client().post(reset.path_of(user), {"password": PASSWORD, "again": PASSWORD})
    assert with_password().get("/desk/").status_code == 302


def test_nothing_is_asked_of_who_has_not_given_the_password(kim: tuple[Phone, list[str]]) -> None:
    phone, _ = kim
    client = Client()
    assert client.get("/sign-in/second/").headers["Location"] == "/sign-in/"
    assert client.post("/sign-in/second/", {"code": phone.shows()}).headers["Location"] == "/sign-in/"


def test_the_database_holds_neither_the_secret_nor_the_papers(kim: tuple[Phone, list[str]]) -> None:
    phone, papers = kim
    assert phone.secret not in Second.objects.get().secret
    assert not set(papers) & set(Paper.objects.values_list("digest", flat=True))


def test_it_is_switched_off_with_the_password(kim: tuple[Phone, list[str]]) -> None:
    phone, _ = kim
    client = with_password()
    give(client, phone.shows())
    assert client.post("/account/second/", {"do": "off", "old": "a guess"}).status_code == 422
    assert client.post("/account/second/", {"do": "off", "old": PASSWORD}).status_code == 302
    assert Client().post("/sign-in/", {"name": "kim", "password": PASSWORD}).headers["Location"] == "/desk/"
