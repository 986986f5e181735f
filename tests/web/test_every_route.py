"""Every route of the server with every role: who may is let in, who may not gets 403 and nothing else.

There are two organisations. Roles are held in the installation's own; whoever is something in the other one, up to its
owner, is a stranger here. All of it is asked as the server's own role, whom the database shows one organisation at a
time: a page that forgot to say whose rows it wants would fail.

A route is guarded by an action, opened by a table's link, registered as a page of an event or a year, or listed here as
everybody's. A new one that is none of these fails, and so does a name here that no route bears.
"""

import logging
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from io import BytesIO
from typing import Self

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from overtrick.formats.bridgemate.jet import JetFile, is_jet
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.web.accounts import first_run
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.access import MAY, NOT_YOURS, RANKS, Action, GuardedView
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.public.event_pages import EVENT_PAGES
from overtrick.web.public.years import YEAR_PAGES
from overtrick.web.server.database import Roles
from overtrick.web.table.links import link
from overtrick.web.telemetry.logs import JsonLines
from pdf_text import pages_of
from web.desk.conftest import held_with, person, rehearsed, year_with

pytestmark = pytest.mark.django_db

STRANGER, NOBODY = "stranger", "nobody"
OTHER = "of the other organisation"
HOUSE = {f"{rank.value} of the house": rank for rank in Rank}
"""What somebody is in the installation's own organisation, without an office at its congress."""
ELSEWHERE = [f"{each} {OTHER}" for each in (*(rank.value for rank in Rank), Role.CHIEF_DIRECTOR.value)]
"""What somebody is in the other organisation: nothing here."""
ROLES = [*(role.value for role in Role), *HOUSE, *ELSEWHERE, STRANGER, NOBODY]
PNG, ICON = b"\x89PNG", b"\x00\x00\x01\x00"
PASSWORD = "seven diamonds redoubled"  # noqa: S105 - a test's own

ROOM = (
    *(name for page in (*EVENT_PAGES, *YEAR_PAGES) for name in page.paths),
    "congresses",
    "trust",
    "favicon",
    "manifest",
    "robots",
    "authority",
    "organisation",
    "organisations",
    "colour",
    "logo",
    "spoken",
    "joined",
    "push",
    "push-worker",
    "find",
    "find-in",
    "person",
    "congress",
    "heats",
    "heats-board",
    "heats-why",
    "ladder",
    "ladder-why",
    "now",
    "event-card",
    "pair-card",
    "embed",
    "event-times",
    "congress-times",
    "congress-news",
    "organisation-news",
    "deals-plan",
    "deals-keys",
    "clause",
    "key",
    "proof",
    "heads",
    "why",
    "year-now",
    "year-proof",
    "year-heads",
    "year-why",
)
API = (
    "openapi-json", "openapi-view", "congresses", "events", "event", "contestants", "standings", "draw", "match",
    "board", "scorecard", "race", "flow", "conditions", "why", "heads", "head", "years", "placings", "points", "pair",
    "players", "field", "team", "year_why", "congresses_of", "ladders", "ladder", "ladder_why", "results",
)  # fmt: skip
PUBLIC = frozenset(
    {
        *(f"room:{name}" for name in ROOM),
        *(f"api:{name}" for name in API),
        "health",
        "metrics",
        "status",
        "table-worker",
        "typed-code",
    }
)
"""Read by everybody, and the same for everybody."""

NOT_HERE = frozenset(
    f"room:{name}"
    for name in (
        "systems", "trust", "authority", "colour", "logo", "spoken", "joined", "heats", "heats-board", "heats-why",
        "ladder", "ladder-why", "deals", "deals-plan", "deals-keys", "person", "bracket", "cross",
    )
) | {"api:ladder", "api:ladder_why"}  # fmt: skip
"""Public pages that the tests' event has no use for: its regulation asks for no systems, and it has no
certificate, no look, no language of its own, no files of such a name, no other heats, no ladder and no plan of its
deals; nobody in it has a number, it is no knockout, and no round of it is over."""

OWN = frozenset(["sign-in", "sign-in-second", "sign-out", "first-run", "invited", "forgot", "reset"])
"""For everybody, about nobody but themselves: signing in and out, taking one's own invitation, choosing a new
password by a link, and what a browser remembers for its owner."""

BY_LINK = frozenset(["table", "table-now", "table-message", "table-board", "table-outcome", "table-app"])
"""Opened by a table's link, whoever holds it, and by nothing else."""

BY_TOKEN = {
    "api:postings": Action.SEE, "api:book": Action.SEE, "api:post_act": Action.DIRECT, "api:draft_draw": Action.DIRECT,
    "api:hold_congress": Action.HOLD, "api:hold_event": Action.ORGANISE, "api:led_congress": Action.LEAD,
    "api:open_led": Action.LEAD, "api:led": Action.LEAD, "api:lead": Action.LEAD, "api:push_lines": Action.LEAD,
    "api:hand_over": Action.LEAD,
}  # fmt: skip
"""For programs with an official's token; an act is what its own kind asks for, here closing a round."""

SENT: dict[str, object] = {
    "api:post_act": {"key": "close", "act": {"act": "round closed", "stage": "Swiss", "round": 1}},
    "api:hold_congress": {"slug": "summer", "name": "Summer Congress"},
    "api:hold_event": {"rules": "nsw-swiss-pairs/congress"},
    "api:lead": {"name": "a laptop", "key": "k", "last": 0, "hash": ""},
    "api:push_lines": {"term": 1, "after": 0},
    "api:hand_over": {"term": 1, "after": 0},
}
"""What a program sends where it writes."""

NO_PAGE = frozenset({"api:api-root"})
"""An address that others are built from, where nothing is."""

PLACES = {
    "event": "swiss", "organisation": "home", "cite": "Law 78B", "congress": "spring", "stage": "swiss",
    "number": "1", "board": "1", "table": "1", "contestant": "3", "year": "year", "target": "open", "team": "open",
    "pair": "A%20and%20B", "name": "0b5f4e", "session": "1", "ladder": "season", "plan": "cup",
    "person": "1234567", "sheet": "ranking", "format_name": "json", "version": "0",
}  # fmt: skip
NUMBER = {"year": "open/total/A%20and%20B", "event": "swiss/total/3"}
"""A figure's address, where a route asks for its why, by what the route is of."""


class Route:
    """A route of the server: its name, its address in the tests' congress, and its page."""

    def __init__(self, name: str, route: str, pattern: URLPattern) -> None:
        self.name = name
        self.view = pattern.callback
        self.route = route

    def address(self, token: str = "", places: Mapping[str, str] = PLACES) -> str:
        """The address; *token* is a table's link."""
        of = "year" if ":year>" in self.route or "<year>" in self.route else "event"
        path = self.route.replace("<path:number>", NUMBER[of]).replace("<str:token>", token)
        for name, value in places.items():
            path = re.sub(rf"<(\w+:)?{name}>", value, path)
        assert "<" not in path, f"{self.name} asks for something these tests do not know: {path}"
        return f"/{path}"

    def __repr__(self) -> str:
        return self.name


def walk(resolver: URLResolver, space: str = "", base: str = "") -> Iterator[Route]:
    """Every route, through all that is included."""
    for each in resolver.url_patterns:
        route = f"{base}{each.pattern}"
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from walk(each, inner, route)
        else:
            yield Route(f"{space}{each.name}", route, each)


ROUTES = list(walk(get_resolver()))
GUARDED = [route for route in ROUTES if isinstance(route.view, GuardedView)]


@pytest.fixture
def held() -> Iterator[BookRecord]:
    """An event in the middle of its first round, with one official in each role, signing in by the role's name."""
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    made = held_with(congress, rehearsed(8)[:30])
    year_with(congress)
    for role in Role:
        captain = role is Role.CAPTAIN
        Official.objects.create(
            user=person(role.value), congress=congress, role=role,
            event=made if captain else None, contestant="3" if captain else "",
        )  # fmt: skip
    for name, rank in HOUSE.items():
        Member.objects.create(user=person(name), organisation=congress.organisation, rank=rank)
    other_organisation()
    yield made
    forget()


def other_organisation() -> BookRecord:
    """Another organisation, with the same short names, a congress and an event of its own that it keeps to its desk."""
    other = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    congress = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=other)
    held = BookRecord.objects.create(
        slug="nsw.swiss", congress=congress, rules="nsw-swiss-pairs/congress", title="Their Pairs", shown=False
    )
    for name in ELSEWHERE:
        what = name.removesuffix(f" {OTHER}")
        if what in Rank:
            Member.objects.create(user=person(name), organisation=other, rank=what)
        else:
            Official.objects.create(user=person(name), congress=congress, role=what)
    return held


def allowed(role: str) -> frozenset[Action]:
    """What a role of these tests may do in the installation's own organisation."""
    if role in HOUSE:
        return RANKS[HOUSE[role]] | {Action.OWN}
    if role in Role:
        return frozenset(action for action in Action if Role(role) in MAY[action]) | {Action.OWN}
    return frozenset() if role == NOBODY else frozenset({Action.OWN})


def browser(role: str) -> Client:
    """Somebody's browser, that shows faults as pages."""
    client = Client(raise_request_exception=False)
    if role != NOBODY:
        client.force_login(person(role))
    return client


def test_every_route_has_a_rule() -> None:
    known = PUBLIC | OWN | BY_LINK | BY_TOKEN.keys() | NO_PAGE
    assert [route for route in ROUTES if route.name not in known and not isinstance(route.view, GuardedView)] == []
    assert known <= {route.name for route in ROUTES}
    assert not known & {route.name for route in GUARDED}
    assert len(GUARDED) > 40


@pytest.fixture
def as_server(held: BookRecord, least_privilege: Roles) -> Iterator[None]:
    """From here on the database takes the tests for the server: its role owns nothing, and policies bind it."""
    with connection.cursor() as cursor:
        cursor.execute(f'SET ROLE "{least_privilege.server}"')
        yield
        cursor.execute("RESET ROLE")


@pytest.mark.parametrize("role", ROLES)
def test_who_may_not_gets_403_and_nothing_else(role: str, held: BookRecord, as_server: None) -> None:
    client = browser(role)
    for route in GUARDED:
        assert isinstance(route.view, GuardedView)
        action = route.view.action
        for answer in (client.get(route.address()), client.post(route.address(), {})):
            if role == NOBODY:
                assert (answer.status_code, answer.content) == (302, b""), route
                assert answer.headers["Location"].startswith("/sign-in/?next="), route
            elif action in allowed(role):
                assert answer.status_code not in (403, 500), (route, answer.status_code)
            else:
                assert (answer.status_code, answer.content.decode()) == (403, str(NOT_YOURS)), route
                assert not answer.cookies, route


class OneMoment(datetime):
    """A clock that stands still: a receipt says the second in which it was signed."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 7, 4, 12, tzinfo=tz)


def test_public_pages_are_the_same_for_everybody(
    held: BookRecord, as_server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.ledger.signed_heads.datetime", OneMoment)
    browsers = {role: browser(role) for role in (NOBODY, *ROLES[:-1])}
    with use_organisation(DEFAULT):
        before = DurableBook(held.slug).last()
    for route in ROUTES:
        if route.name in PUBLIC - {"metrics", "health", "status"}:
            theirs = browsers[NOBODY].get(route.address())
            assert theirs.status_code == (404 if route.name in NOT_HERE else 200), route
            for role, one in browsers.items():
                mine = one.get(route.address())
                assert (mine.status_code, mine.content) == (theirs.status_code, theirs.content), (route, role)
                assert one.post(route.address(), {}).status_code < 500, (route, role)
    with use_organisation(DEFAULT):
        assert DurableBook(held.slug).last() == before, "nothing can be written there"


def test_a_tables_link_opens_its_table_to_whoever_holds_it_and_nothing_else_does(
    held: BookRecord, as_server: None
) -> None:
    with use_organisation(DEFAULT):
        good = link(held, 1)
    for role in ROLES:
        client = browser(role)
        for route in ROUTES:
            if route.name not in BY_LINK:
                continue
            for bad in (f"{good}x", good[:-1], "swiss", "."):
                for answer in (client.get(route.address(bad)), client.post(route.address(bad), {})):
                    assert answer.status_code in (403, 405), (role, route, bad)
                    assert "Alder" not in answer.content.decode()
            status = client.get(route.address(good)).status_code
            assert status == {"table-message": 405, "table-board": 403}.get(route.name, 200), (role, route)


@pytest.mark.parametrize("role", ROLES)
def test_a_program_may_what_its_owner_may(role: str, held: BookRecord, as_server: None) -> None:
    client = Client(raise_request_exception=False)
    bearer = "nothing" if role == NOBODY else new_token(person(role), "a program")
    for route in ROUTES:
        if route.name not in BY_TOKEN:
            continue
        headers = {"Authorization": f"Bearer {bearer}"}
        if route.name in SENT:
            sent = SENT[route.name]
            answer = client.post(route.address(), sent, content_type="application/json", headers=headers)
        else:
            answer = client.get(route.address(), headers=headers)
        if role == NOBODY:
            assert answer.status_code == 401, route
        elif BY_TOKEN[route.name] in allowed(role):
            assert answer.status_code in (200, 201, 422), (route, answer.status_code)
        else:
            assert answer.status_code == 403, (route, answer.status_code)
            assert answer.json()["refused"] == "You do not have permission to do this"


@pytest.mark.parametrize("role", [each for each in ROLES if each != NOBODY and each not in ELSEWHERE])
def test_nothing_of_another_organisation_is_seen_or_touched(role: str, held: BookRecord, as_server: None) -> None:
    """The other way round: everything of theirs, asked for by everybody of ours."""
    client = browser(role)
    there = {**PLACES, "event": "nsw.swiss", "congress": "nsw.spring", "organisation": "nsw", "year": "nsw.swiss"}
    for route in GUARDED:
        action = route.view.action if isinstance(route.view, GuardedView) else Action.OWN
        if not {"event", "congress", "year", "organisation"} & set(re.findall(r"(\w+)>", route.route)):
            continue
        for answer in (client.get(route.address(places=there)), client.post(route.address(places=there), {})):
            assert answer.status_code in (403, 404), (route, action, answer.status_code)
            assert "Their" not in said(answer.content), route
    for route in ROUTES:
        if route.name in PUBLIC and "why" not in route.name:
            answer = client.get(route.address(places=there))
            assert "Their" not in said(answer.content), route
    assert "Their" not in client.get("/desk/").content.decode()
    assert "Their" not in client.get("/").content.decode()
    headers = {"Authorization": f"Bearer {new_token(person(role), 'a program')}"}
    for route in ROUTES:
        if route.name not in BY_TOKEN:
            continue
        sent, address = SENT.get(route.name), route.address(places=there)
        if route.name == "api:hold_congress":
            sent = {"slug": "summer", "name": "Summer Congress", "organisation": "nsw"}
        asked = (
            client.post(address, sent, content_type="application/json", headers=headers)
            if sent
            else client.get(address, headers=headers)
        )
        assert asked.status_code == 403, (route, asked.status_code)


@pytest.mark.parametrize("role", ["scorer", "organiser", "captain"])
def test_codes_of_tables_are_the_directors(role: str, held: BookRecord) -> None:
    before = link(held, 1)
    client = browser(role)
    assert client.get("/t/codes/swiss/").status_code == 403
    assert client.post("/t/codes/swiss/", {"take_back": "all"}).status_code == 403
    assert link(held, 1).partition(":")[0] == before.partition(":")[0], "nothing was taken back"
    assert "Table 1" in browser("director").get("/t/codes/swiss/").content.decode()


def said(content: bytes) -> str:
    """What an answer says in words, whatever it is: a page, a PDF, an archive or a database of Access."""
    if content.startswith(b"%PDF"):
        return "\n".join(pages_of(content))
    if zipfile.is_zipfile(BytesIO(content)):
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return "\n".join(said(archive.read(name)) for name in archive.namelist())
    if is_jet(content):
        jet = JetFile(content, "an answer")
        return "\n".join(str(row) for table in jet.tables for row in jet.rows(table))
    if content.startswith((PNG, ICON)):
        return content.decode("latin-1")  # a picture
    return content.decode()


def test_no_secret_is_in_a_page_or_in_the_log(held: BookRecord, caplog: pytest.LogCaptureFixture) -> None:
    chief = User.objects.create_superuser("owner", password=PASSWORD)
    client = Client(raise_request_exception=False)
    token = link(held, 1)
    with caplog.at_level(logging.DEBUG):
        assert client.post("/sign-in/", {"name": "owner", "password": f"not {PASSWORD}"}).status_code != 302
        assert client.post("/sign-in/", {"name": "owner", "password": PASSWORD}).status_code == 302
        pages = {route: said(client.get(f"{route.address(token)}?key=in-a-query").content) for route in ROUTES}
        client.post(f"/t/{token}/message", {"key": "a message"})
    held_back = {
        "the installation's secret": settings.SECRET_KEY,
        "the key of the first run": first_run.key(),
        "a password": PASSWORD,
        "a password's hash": User.objects.get(pk=chief.pk).password,
        "a session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "the database's password": str(settings.DATABASES["default"].get("PASSWORD") or "no such password at all"),
    }
    log = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert "GET /desk/e/swiss/room/" in log, "the log was looked at"
    signed = re.compile(r"[\w-]{10,}:[\w-]{6}:[\w-]{40,}")
    for what, secret in ((what, str(each)) for what, each in held_back.items()):
        assert secret not in log, f"{what} is in the log"
        for route, page in pages.items():
            assert secret not in page, f"{what} is on {route}"
    assert not signed.search(log), "a table's link is in the log"
    assert "in-a-query" not in log
    tables = BY_LINK | {"table-codes", "table-cards"}
    assert [route for route, page in pages.items() if route.name not in tables and signed.search(page)] == []
    assert signed.search(next(page for route, page in pages.items() if route.name == "table-codes"))
