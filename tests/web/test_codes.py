"""The cards on the tables: an address that phones can open, and a code for those who type."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from overtrick.web import reachable_addresses
from overtrick.web.congress.models import BookRecord
from overtrick.web.table.codes import typed_code
from overtrick.web.table.links import GOOD_FOR
from overtrick.web.table.models import Typed
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db
REFUSED = 422


@pytest.fixture
def held() -> BookRecord:
    """A Swiss pairs of eight with its first draw published."""
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def director(client: Client) -> Client:
    """A director's browser, on the computer that serves."""
    client.force_login(User.objects.create_user("chief", is_superuser=True))
    client.defaults["HTTP_HOST"] = "localhost:8000"
    return client


def cards(page: str) -> list[tuple[str, str, str, str]]:
    """Each card of a sheet: event, table, short address, code."""
    return re.findall(
        r'<p class="event">([^<]+)</p>\s*<h2>([^<]+)</h2>.*?class="short">([^<]+)<.*?'
        r'class="typed-code"><span>(\w{3})</span> <span>\w{3}</span>',
        page,
        re.DOTALL,
    )


def codes_of(page: str) -> list[str]:
    return ["".join(each) for each in re.findall(r"<span>(\w{3})</span> <span>(\w{3})</span>", page)]


def test_no_code_is_drawn_that_only_this_computer_can_open(
    director: Client, held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERTRICK_LISTEN_URL", "http://127.0.0.1:8000")
    page = director.get(f"/t/codes/{held.slug}/").content.decode()
    assert "<svg" not in page
    assert "No codes to print." in page
    assert "overtrick serve --host 0.0.0.0" in page
    assert 'aria-label="Open table 1"' in page, "to try it out here"


def test_a_card_has_the_event_the_table_a_short_address_and_a_code(
    director: Client, held: BookRecord, settings: Settings
) -> None:
    settings.URL = "https://bridge.example.org"
    page = director.get(f"/t/codes/{held.slug}/").content.decode()
    assert page.count("<svg") == 4
    assert [each[:3] for each in cards(page)] == [
        ("Swiss Pairs", f"Table {table}", "bridge.example.org/t") for table in range(1, 5)
    ]
    assert "https://bridge.example.org/t/" in page
    assert "localhost" not in page


def test_the_machines_other_addresses_are_offered(
    director: Client, held: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERTRICK_LISTEN_URL", "http://0.0.0.0:8000")
    monkeypatch.setattr(reachable_addresses, "machine_addresses", lambda _: ("192.168.1.20", "10.0.0.5"))
    page = director.get(f"/t/codes/{held.slug}/").content.decode()
    assert 'href="http://192.168.1.20:8000/t/' in page
    other = director.get(f"/t/codes/{held.slug}/?at=http://10.0.0.5:8000").content.decode()
    assert 'href="http://10.0.0.5:8000/t/' in other
    strange = director.get(f"/t/codes/{held.slug}/?at=http://evil.example").content.decode()
    assert "evil.example" not in strange


def test_a_code_that_is_typed_opens_its_table_until_it_is_taken_back(
    director: Client, held: BookRecord, settings: Settings
) -> None:
    settings.URL = "https://bridge.example.org"
    sheet = f"/t/codes/{held.slug}/"
    first, second, *_ = codes_of(director.get(sheet).content.decode())
    phone = Client()
    asked = phone.post("/t/", {"code": f" {first[:3].lower()}-{first[3:]}"})
    assert asked.status_code == 302
    assert "Table 1" in phone.get(asked.headers["Location"]).content.decode()
    assert codes_of(director.get(sheet).content.decode())[:2] == [first, second], "a card is good for the day"
    director.post(sheet, {"take_back": "1"})
    assert phone.post("/t/", {"code": first}).status_code == REFUSED
    assert phone.post("/t/", {"code": second}).status_code == 302
    again = codes_of(director.get(sheet).content.decode())
    assert again[0] != first
    assert again[1] == second
    director.post(sheet, {"take_back": "all"})
    assert phone.post("/t/", {"code": second}).status_code == REFUSED


@pytest.mark.parametrize("way", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])
def test_what_no_database_keeps_is_no_code(client: Client, held: BookRecord, way: str) -> None:
    assert typed_code(held, 1)
    part = b'--b\r\nContent-Disposition: form-data; name="code"\r\n\r\nK7M\0QX\r\n--b--\r\n'
    body = b"code=K7M%003QX" if "url" in way else part
    assert client.post("/t/", body, content_type=way).status_code in (400, 422)


def test_codes_are_not_found_by_guessing(client: Client, held: BookRecord) -> None:
    good = typed_code(held, 1)
    for _ in range(60):
        assert b"No table has this code" in client.post("/t/", {"code": "000000"}).content
    assert b"Too many wrong codes" in client.post("/t/", {"code": good}).content
    other = Client(REMOTE_ADDR="10.0.0.77")
    assert other.post("/t/", {"code": good}).status_code == 302
    assert client.post("/sign-in/", {"name": "x", "password": "y"}).status_code != 429, "officials sign in all the same"


def test_a_code_expires_as_its_link_does(client: Client, held: BookRecord) -> None:
    good = typed_code(held, 1)
    Typed.objects.update(at=timezone.now() - timedelta(seconds=GOOD_FOR + 1))
    assert client.post("/t/", {"code": good}).status_code == REFUSED
    assert typed_code(held, 1) == good, "the sheet that is opened again makes it good again"
    assert client.post("/t/", {"code": good}).status_code == 302
