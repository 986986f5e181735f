"""What axe finds on the desk, the phones and accounts; the players' pages are in `test_room_browser.py`."""

from collections.abc import Iterator
from datetime import date
from time import time

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from event.test_selection_year import last_berth
from overtrick.web.accounts import reset, second_factor
from overtrick.web.accounts.invitations import Office, invite, path_of
from overtrick.web.congress.models import BookRecord, Congress, Kind, Official, Role
from overtrick.web.organisations.models import Member, Person, Rank
from overtrick.web.server.demo.books import EVENTS
from overtrick.web.table.links import link
from web.axe import look_on
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import demo_book

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own
WEAK = {"password": "short", "again": "other"}
WRONG = {"name": "chief", "password": "wrong"}
DESK = (
    "room/", "draw/", "draw/?draft=1", "results/?round=5&table=7", "standings/", "rulings/", "entries/", "close/",
    "results/?round=1&board=1", "deals/?round=1", "history/", "history/20/", "rules/", "why/swiss/total/7/",
    "do/correct/", "do/penalty/", "do/rule/", "systems/", "do/classify-system/", "do/cards-shown/", "do/psychic-call/",
    "do/determination/", "do/power-passed/", "find/?q=7", "sheet/?round=5&table=7", "sheet/?round=5&board=1",
)  # fmt: skip


@pytest.fixture
def congress() -> dict[str, BookRecord]:
    """The demo's events, with a chief director."""
    found: dict[str, BookRecord] = {}
    for event in EVENTS:
        held = found[event.slug] = hold(event.rules, event.slug, event.title)
        keep(held, demo_book(event))
    Official.objects.create(user=person("chief"), congress=held.congress, role=Role.CHIEF_DIRECTOR)
    return found


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A window, as wide as a phone."""
    context = chromium.new_context(viewport={"width": 360, "height": 800})
    yield context.new_page()
    context.close()


def sign_in(page: Page, server: LiveServer) -> None:
    """Sign the chief director in, without the form."""
    client = Client()
    client.force_login(person("chief"))
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": server.url}])


def look(page: Page, what: str) -> None:
    """Nothing grave, and nothing wider than the screen."""
    look_on(page, what, [(1280, "dark"), (360, "light")])


def test_the_desk(page: Page, live_server: LiveServer, congress: dict[str, BookRecord]) -> None:
    sign_in(page, live_server)
    own = ["/desk/", "/desk/winter/", "/desk/winter/officials/", "/desk/winter/new/", "/t/codes/swiss-pairs/"]
    pages = [f"/desk/e/swiss-pairs/{each}" for each in DESK]
    others = ["/desk/e/gnot/ceremony/", "/desk/e/gnot/draw/", "/desk/e/open-butler/close/", "/desk/e/open-butler/draw/"]
    for address in [*own, *pages, *others]:
        answer = page.goto(f"{live_server.url}{address}")
        assert answer is not None
        assert answer.status == 200, address
        look(page, address)


def test_a_traveller_with_its_hands(page: Page, live_server: LiveServer, congress: dict[str, BookRecord]) -> None:
    page.goto(f"{live_server.url}/e/swiss-pairs/board/swiss/1/1/")
    expect(page.get_by_role("region", name="West")).to_be_visible()
    look(page, "traveller")


YEAR = ("points/", "players/", "placings/", "fields/", "teams/", "rules/", "history/", "do/credit/", "do/nominate/")


def test_a_selection_year(page: Page, live_server: LiveServer, congress: dict[str, BookRecord]) -> None:
    host = congress["gnot"].congress
    held = BookRecord.objects.create(slug="year", congress=host, kind=Kind.YEAR, rules="sabf-2020", title="Teams 2027")
    keep(held, last_berth().book.postings())
    sign_in(page, live_server)
    room = ("", "open/pair/X/", "open/players/", "fields/", "why/open/place/X/", "womens/")
    for address in ["/desk/winter/new-year/", *(f"{held.desk}{e}" for e in YEAR), *(f"{held.room}{e}" for e in room)]:
        answer = page.goto(f"{live_server.url}{address}")
        assert answer is not None
        assert answer.status == 200, address
        look(page, address)


def test_the_phone_from_its_boards_to_agreement(
    page: Page, live_server: LiveServer, congress: dict[str, BookRecord]
) -> None:
    page.goto(f"{live_server.url}/t/{link(congress['swiss-pairs'], 1)}/")
    expect(page.get_by_role("heading", name="Choose your seat")).to_be_visible()
    look(page, "seats")
    page.get_by_role("button", name="North", exact=True).click()
    expect(page.locator("#phone .boards")).to_be_visible()
    look(page, "boards")
    page.locator("#phone button.row.waiting").first.click()
    look(page, "contract")
    for group, choice in (("Contract", "4 spades"), ("Declarer", "South")):
        page.get_by_role("group", name=group, exact=True).get_by_role("button", name=choice).click()
    page.get_by_role("button", name="made exactly").click()
    look(page, "result")
    page.get_by_role("button", name="Post result").click()
    expect(page.get_by_text("Now East or West must confirm")).to_be_visible()
    look(page, "entered")
    page.get_by_role("button", name="Hand the phone to East or West").click()
    look(page, "handed over")
    page.get_by_role("button", name="I am East").click()
    expect(page.get_by_role("button", name="Yes, East–West confirm")).to_be_visible()
    look(page, "agreement")
    page.get_by_role("button", name="No, this is wrong").click()
    look(page, "not agreed")
    page.get_by_role("button", name="Enter the result").click()
    page.get_by_role("button", name="Passed out").click()
    page.get_by_role("button", name="Post result").click()
    expect(page.get_by_role("heading", name="Two different results")).to_be_visible()
    look(page, "two results")


def test_what_is_shut(page: Page, live_server: LiveServer, congress: dict[str, BookRecord]) -> None:
    for address in ("/t/nothing/", "/nowhere/", "/e/open-butler/", "/e/gnot/", "/e/gnot/flow/"):
        page.goto(f"{live_server.url}{address}")
        look(page, address)


@pytest.fixture
def spring() -> Congress:
    """A congress without events, with its organiser, who owns it all, and one who is invited."""
    made = Congress.objects.create(slug="spring", name="Spring Congress", venue="The hall", starts=date(2026, 11, 14))
    chief = person("chief")
    chief.set_password(PASSWORD)
    chief.save()
    Member.objects.create(user=chief, organisation=made.organisation, rank=Rank.OWNER)
    Official.objects.create(user=chief, congress=made, role=Role.ORGANISER)
    Official.objects.create(user=person("robin"), congress=made, role=Role.DIRECTOR)
    Person.objects.create(organisation=made.organisation, name="Kim Alder", number="1000001", club="Northside")
    return made


def shown(page: Page, server: LiveServer, *addresses: str, status: int = 200) -> None:
    """Look at pages that are simply opened."""
    for address in addresses:
        answer = page.goto(f"{server.url}{address}")
        assert answer is not None
        assert answer.status == status, address
        look(page, address)


def refused(page: Page, button: str, what: str, **answers: str) -> None:
    """Send the form with a button of this name, wrongly answered, and look at what it says."""
    form = page.locator("form").filter(has=page.get_by_role("button", name=button, exact=True))
    for name, value in answers.items():
        form.locator(f'[name="{name}"]').fill(value)
    form.evaluate("(each) => { each.noValidate = true; }")
    form.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".alarm, .errorlist").first).to_be_visible()
    look(page, f"{what}, wrongly answered")


def test_a_stranger_at_the_door(page: Page, live_server: LiveServer) -> None:
    shown(page, live_server, "/", "/first-run/?key=wrong")
    refused(page, "Create account and congress", "setup page", name="", **WEAK)
    chief, congress = person("chief"), Congress.objects.create(slug="spring", name="Spring Congress")
    invitation = path_of(invite(Office(congress, Role.DIRECTOR), "Chief Lee", "Kim"))
    shown(page, live_server, "/sign-in/", "/forgot/", "/t/")
    page.goto(f"{live_server.url}/sign-in/")
    refused(page, "Sign in", "sign-in", **WRONG)
    shown(page, live_server, reset.path_of(chief))
    refused(page, "Change your password", "reset", **WEAK)
    shown(page, live_server, "/reset/nothing/", "/invited/nothing/", status=403)
    shown(page, live_server, invitation)
    refused(page, "Create account", "invitation", name="chief", **WEAK)


def test_ones_own_account(page: Page, live_server: LiveServer, spring: Congress) -> None:
    sign_in(page, live_server)
    shown(page, live_server, "/account/", "/account/sessions/", "/account/password/")
    refused(page, "Change your password", "password", old="wrong", **WEAK)
    shown(page, live_server, "/api/tokens/", "/account/second/")
    page.get_by_text("Set up phone codes").click()
    refused(page, "Continue", "second factor", old="wrong")
    page.get_by_text("Set up phone codes").click()
    page.locator("#old-begin").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".steps")).to_be_visible()
    look(page, "second factor begun")
    secret = page.locator(".steps code").inner_text().replace(" ", "")
    refused(page, "Turn on phone codes", "second factor", code="000000")
    page.get_by_label("Six-digit code").fill(second_factor.code_at(secret, int(time()) // second_factor.SECONDS))
    page.get_by_role("button", name="Turn on phone codes").click()
    expect(page.locator(".papers li")).to_have_count(10)
    look(page, "codes on paper")
    shown(page, live_server, "/account/second/")
    page.context.clear_cookies()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("Name").fill("chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Code from your phone")).to_be_visible()
    look(page, "second factor asked")
    refused(page, "Sign in", "second factor asked", code="000000")


def test_officials_people_and_the_organisation(page: Page, live_server: LiveServer, spring: Congress) -> None:
    sign_in(page, live_server)
    made = invite(Office(spring, Role.SCORER), "Chief Lee", "Kim")
    home, own = "/desk/spring", f"/desk/o/{spring.organisation.slug}"
    robin = person("robin").pk
    shown(page, live_server, "/desk/", "/desk/new/", f"{home}/log/", f"{home}/people/{robin}/")
    page.get_by_role("button", name="Create password link").click()
    look(page, "link for a new password")
    shown(page, live_server, f"{home}/invitations/{made.pk}/", f"{home}/officials/")
    page.locator("#id_role").select_option("captain")
    refused(page, "Create invitation", "invitation")
    page.get_by_text("Give a role to an existing account").click()
    refused(page, "Give the role", "role", username="nobody")
    shown(page, live_server, f"{own}/staff/")
    refused(page, "Add staff", "staff", username="nobody")
    shown(page, live_server, f"{own}/settings/", f"{own}/people/", f"{own}/people/new/")
    refused(page, "Add player", "person", name="", number="1000001")
