"""Nothing of one organisation is reached from another by the ways that are no routes of the desk.

`test_every_route` asks every route, the API and the exports as everybody; here are the stream, tokens of somebody who
works for both, tables' links, persons and the search.
"""

import asyncio
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.accounts.players.models import Player, Word
from overtrick.web.api.models import Scope
from overtrick.web.api.tokens import Purpose, new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.live.hub import Hub, HubEntry
from overtrick.web.live.stream import Stream
from overtrick.web.live.tickets import ticket
from overtrick.web.live.watched_page import PageAddress, PageFrame
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.organisations.requests import NAMES, forget_organisations
from overtrick.web.table.links import link
from web.desk.conftest import RULES, person
from web.test_every_route import BY_LINK, BY_TOKEN, PLACES, ROUTES, SENT
from web.test_live import Reader
from web.test_organisations import OTHER, note

pytestmark = pytest.mark.django_db
OURS, THEIRS = "swiss", "nsw.swiss"
THERE = {**PLACES, "event": THEIRS, "congress": "nsw.spring", "organisation": "nsw", "year": THEIRS}
NAMING = {"event", "congress", "year", "organisation"}
"""Parts of addresses that say whose something is."""
WITHIN = set(PLACES) - NAMING | {"number", "name"}
"""Parts that say what of it, or that name nothing of anybody's."""
WRITTEN_ONLY: frozenset[str] = frozenset()
"""Routes that are only ever written to."""
NAME = {DEFAULT: "Ottoline", OTHER: "Umberto"}
KEY = {DEFAULT: "1111111", OTHER: "2222222"}


def held(organisation: Organisation) -> BookRecord:
    """An event with a posting, and a player with a number who is listed."""
    number = organisation.number
    congress = Congress.objects.create(slug=organisation.full_slug("spring"), name="Spring", organisation=organisation)
    made = BookRecord.objects.create(
        slug=organisation.full_slug("swiss"), congress=congress, rules=RULES, title="Pairs"
    )
    DurableBook(made.slug, organisation=number).append([note("a note")])
    own = {"organisation": organisation, "record": made}
    Player.objects.create(
        **own, contestant="1", name=NAME[number], called=NAME[number], seat=0, plain=NAME[number].lower(),
        person=KEY[number], number=KEY[number],
    )  # fmt: skip
    for kind, ref in ((Word.Kind.PERSON, KEY[number]), (Word.Kind.CONTESTANT, "1")):
        Word.objects.create(**own, kind=kind, ref=ref, word=NAME[number].lower())
    return made


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[BookRecord, BookRecord]]:
    """An event of ours and one of theirs, listed as they are made here."""
    forget()
    forget_organisations()
    monkeypatch.setattr("overtrick.web.public.congresses.list_players", lambda _: 0)
    ours, _ = Organisation.objects.get_or_create(number=DEFAULT, defaults={"slug": "home"})
    theirs = Organisation.objects.create(number=OTHER, slug="nsw", name="NSW")
    yield held(ours), held(theirs)
    forget()


def test_a_ticket_to_our_hidden_event_is_none_to_theirs() -> None:
    async def run() -> None:
        hub = Hub()
        hub.handle_poll({OURS: HubEntry(3, shown=False), THEIRS: HubEntry(5, shown=False)})
        stream, mine = Stream(hub, settings.SECRET_KEY), "ticket=" + ticket(OURS, settings.SECRET_KEY)
        alone = Reader(stream, f"/live/{THEIRS}", mine)
        both = Reader(stream, f"/live/{OURS},{THEIRS}", mine)
        await asyncio.sleep(0.05)
        assert alone.status == 404
        hub.handle_notice(THEIRS, 6)
        hub.handle_notice(OURS, 4)
        await asyncio.sleep(0.3)
        told = b"".join(message.get("body", b"") for message in both.sent).decode()
        assert f'{{"event": "{OURS}", "number": 4}}' in told
        assert f'"{THEIRS}", "number"' not in told, "neither where it ends nor that it grew"

    asyncio.run(run())


def test_a_page_of_theirs_that_is_not_shown_is_told_nobody_on_our_line() -> None:
    """The page itself would refuse; here the stream must, which is told by its maker whose a page is."""

    async def make(asked: PageAddress, _: int) -> PageFrame | None:
        return PageFrame(THEIRS if THEIRS in asked.address else OURS, 5, '{"says":"of ' + asked.address + '"}')

    async def run() -> None:
        hub = Hub()
        hub.make = make
        hub.handle_poll({OURS: HubEntry(3, shown=True), THEIRS: HubEntry(5, shown=False)})
        stream = Stream(hub, settings.SECRET_KEY)
        query = f"view=/e/{THEIRS}/&view=/desk/e/{THEIRS}/room/&view=/e/{OURS}/&ticket=" + ticket(
            OURS, settings.SECRET_KEY
        )
        readers = [Reader(stream, path, query) for path in (f"/live/{OURS}", f"/live/{OURS},{THEIRS}")]
        alone = Reader(stream, f"/live/{THEIRS}", query)
        await asyncio.sleep(0.1)
        hub.handle_notice(THEIRS, 6)
        await asyncio.sleep(0.6)
        assert alone.status == 404
        for reader in readers:
            told = b"".join(message.get("body", b"") for message in reader.sent).decode()
            assert f"of /e/{OURS}/" in told
            assert f"{THEIRS}/" not in told

    asyncio.run(run())


def test_a_token_for_our_congress_does_nothing_at_theirs_though_its_owner_may(
    two: tuple[BookRecord, BookRecord],
) -> None:
    director = person("director of both")
    for each in two:
        Official.objects.create(user=director, congress=each.congress, role=Role.CHIEF_DIRECTOR)
        Member.objects.create(user=director, organisation=each.organisation, rank=Rank.OWNER)
    for purpose in (Purpose(Scope.ALL, congress=two[0].congress), Purpose(Scope.ALL, event=two[0])):
        bearer = {"Authorization": f"Bearer {new_token(director, 'a program', purpose)}"}
        act = {"key": "k", "act": {"act": "note made", "text": "seen"}}
        for slug, status in ((OURS, 200), (THEIRS, 403)):
            read = Client().get(f"/api/events/{slug}/postings", headers=bearer)
            assert read.status_code == status, (purpose, slug)
            sent = Client().post(f"/api/events/{slug}/acts", act, content_type="application/json", headers=bearer)
            assert (sent.status_code == 403) is (status == 403), (purpose, slug)
        for route in (each for each in ROUTES if each.name in BY_TOKEN):
            asked = SENT.get(route.name)
            if route.name == "api:hold_congress":
                asked = {"slug": "summer", "name": "Summer Congress", "organisation": "nsw"}
            address = route.address(places=THERE)
            answer = (
                Client().post(address, asked, content_type="application/json", headers=bearer)
                if asked
                else Client().get(address, headers=bearer)
            )
            assert answer.status_code == 403, (purpose, route)
    assert DurableBook(THEIRS, organisation=OTHER).last() == 1


def test_a_tables_link_leads_to_its_own_organisations_event_alone(two: tuple[BookRecord, BookRecord]) -> None:
    ours, theirs = (link(each, 1) for each in two)
    mixed = theirs.partition(":")[0] + ours[ours.index(":") :]
    for route in (each for each in ROUTES if each.name in BY_LINK):
        for answer in (Client().get(route.address(mixed)), Client().post(route.address(mixed), {})):
            assert answer.status_code in (403, 405), route
    Client().post(f"/t/{theirs}/message", '{"key": "k", "event": "swiss"}', content_type="application/json")
    assert DurableBook(OURS).last() == 1


def test_a_person_of_theirs_has_no_page_and_is_not_found_at_ours(two: tuple[BookRecord, BookRecord]) -> None:
    for whose, slug in ((DEFAULT, "home"), (OTHER, "nsw")):
        other = OTHER if whose == DEFAULT else DEFAULT
        assert NAME[whose] in Client().get(f"/p/{slug}/{KEY[whose]}/").content.decode()
        assert Client().get(f"/p/{slug}/{KEY[other]}/").status_code == 404
        found = Client().get(f"/o/{slug}/find/", {"q": NAME[whose]}).content.decode()
        assert f"/p/{slug}/{KEY[whose]}/" in found
        missed = Client().get(f"/o/{slug}/find/", {"q": NAME[other]}).content.decode()
        assert "/p/" not in missed.partition("<main")[2]
        assert "/e/" not in missed.partition("<main")[2]


def test_at_an_organisations_own_host_nothing_of_another_is_there(two: tuple[BookRecord, BookRecord]) -> None:
    """Every address that names something of an organisation's, asked at the host of the other by its own owner."""
    Organisation.objects.filter(number=OTHER).update(host="nsw.example.org")
    forget_organisations()
    owner = person("owner of both")
    for each in two:
        Member.objects.create(user=owner, organisation=each.organisation, rank=Rank.OWNER)
    client = Client(headers={"Host": "nsw.example.org"})
    client.force_login(owner)
    asked = 0
    for route in ROUTES:
        if not NAMING & set(re.findall(r"(\w+)>", route.route)):
            continue
        asked += 1
        answer = client.get(route.address(places={**PLACES, "organisation": "home"}))
        assert answer.status_code == (405 if route.name in WRITTEN_ONLY else 404), route
        answer = client.post(route.address(places={**PLACES, "organisation": "home"}), {})
        assert answer.status_code in (401, 404, 405), route
    assert asked > 150


def test_every_part_of_an_address_is_known_to_name_something_of_an_organisation_or_not() -> None:
    """A new kind of name in a route is judged here: whether it alone leads to something that is somebody's."""
    parts = {part for route in ROUTES for part in re.findall(r"(\w+)>", route.route)}
    assert parts == NAMING | WITHIN | {"token"}
    assert {*NAMES, "organisation"} == NAMING
