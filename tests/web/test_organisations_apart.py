"""Nothing of one organisation is reached from another by the ways that are no routes of the desk.

`test_every_route` asks every route, the API and the exports as everybody; here are the stream, tokens of somebody who
works for both, tables' links, persons and the search.
"""

import asyncio
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.api.models import Scope
from overtrick.web.api.tokens import Purpose, new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.live.hub import Hub, Seen
from overtrick.web.live.stream import Stream
from overtrick.web.live.tickets import ticket
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.people.models import Player, Word
from overtrick.web.table.links import link
from web.desk.conftest import RULES, person
from web.test_live import Reader
from web.test_organisations import OTHER, note

pytestmark = pytest.mark.django_db
OURS, THEIRS = "swiss", "nsw.swiss"
NAME = {DEFAULT: "Ottoline", OTHER: "Umberto"}
KEY = {DEFAULT: "1111111", OTHER: "2222222"}


def held(organisation: Organisation) -> BookRecord:
    """An event with a posting, and a player with a number who is listed."""
    number = organisation.number
    congress = Congress.objects.create(slug=organisation.named("spring"), name="Spring", organisation=organisation)
    made = BookRecord.objects.create(slug=organisation.named("swiss"), congress=congress, rules=RULES, title="Pairs")
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
    monkeypatch.setattr("overtrick.web.public.people.list_players", lambda _: 0)
    ours, _ = Organisation.objects.get_or_create(number=DEFAULT, defaults={"slug": "home"})
    theirs = Organisation.objects.create(number=OTHER, slug="nsw", name="NSW")
    yield held(ours), held(theirs)
    forget()


def test_a_ticket_to_our_hidden_event_is_none_to_theirs() -> None:
    async def run() -> None:
        hub = Hub()
        hub.looked({OURS: Seen(3, shown=False), THEIRS: Seen(5, shown=False)})
        stream, mine = Stream(hub, settings.SECRET_KEY), "ticket=" + ticket(OURS, settings.SECRET_KEY)
        alone = Reader(stream, f"/live/{THEIRS}", mine)
        both = Reader(stream, f"/live/{OURS},{THEIRS}", mine)
        await asyncio.sleep(0.05)
        assert alone.status == 404
        hub.heard(THEIRS, 6)
        hub.heard(OURS, 4)
        await asyncio.sleep(0.3)
        told = b"".join(message.get("body", b"") for message in both.sent).decode()
        assert f'{{"event": "{OURS}", "number": 4}}' in told
        assert f'"{THEIRS}", "number"' not in told, "neither where it ends nor that it grew"

    asyncio.run(run())


def test_a_token_for_our_congress_does_nothing_at_theirs_though_its_owner_may(
    two: tuple[BookRecord, BookRecord],
) -> None:
    director = person("director of both")
    for each in two:
        Official.objects.create(user=director, congress=each.congress, role=Role.CHIEF_DIRECTOR)
    for purpose in (Purpose(Scope.ALL, congress=two[0].congress), Purpose(Scope.ALL, event=two[0])):
        bearer = {"Authorization": f"Bearer {new_token(director, 'a program', purpose)}"}
        act = {"key": "k", "act": {"act": "note made", "text": "seen"}}
        for slug, status in ((OURS, 200), (THEIRS, 403)):
            read = Client().get(f"/api/events/{slug}/postings", headers=bearer)
            assert read.status_code == status, (purpose, slug)
            sent = Client().post(f"/api/events/{slug}/acts", act, content_type="application/json", headers=bearer)
            assert (sent.status_code == 403) is (status == 403), (purpose, slug)
    assert DurableBook(THEIRS, organisation=OTHER).last() == 1


def test_a_tables_link_leads_to_its_own_organisations_event_alone(two: tuple[BookRecord, BookRecord]) -> None:
    ours, theirs = (link(each, 1) for each in two)
    mixed = theirs.partition(":")[0] + ours[ours.index(":") :]
    assert Client().get(f"/t/{mixed}/").status_code == 403
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
