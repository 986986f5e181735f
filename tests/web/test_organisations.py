"""One organisation at a time: what the database shows the server's role, and what each rank may do.

The server's role is the one of `overtrick database setup`, as in `psql`: no check of the program stands between.
"""

# ruff: noqa: S608 - the tables and calls are these tests' own

import json
import re
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from asking import Ask
from overtrick.core.event.acts import NoteMade
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook, Leader
from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, SETTING, use_organisation
from overtrick.ledger.durable.tenant_setting import _TenantSetting
from overtrick.web.accounts import log
from overtrick.web.accounts.invitations import Office, invite
from overtrick.web.accounts.models import What
from overtrick.web.accounts.players.models import HiddenPerson, Player, Tie, Word
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress, Ladder, Official, Role, Snapshot
from overtrick.web.congress.projections import forget
from overtrick.web.congress.proof import signed_now
from overtrick.web.exchange.deliveries.models import Delivery, Following
from overtrick.web.exchange.lead.models import Bar, Heard, Proposal, VenueBook
from overtrick.web.exchange.push.models import PushSubscription
from overtrick.web.organisations.models import Logo, Member, Organisation, OwnFolder, OwnRules, Person, Rank
from overtrick.web.organisations.requests import forget_organisations, organisation_called
from overtrick.web.server.database import Roles
from overtrick.web.table.links import revoke
from web.desk.conftest import RULES, person
from web.servers import own_database

OTHER = 2
SHARED = frozenset(
    {
        "organisations_organisation",  # who is here is public
        "book_text", "book_edition",  # texts of rules, known by their own hash
        "solved_deal",  # the tricks of a deal follow from its cards alone
        "tables_typed",  # looked for before it is known whose it is; the event it leads to is its organisation's
        "django_migrations", "django_content_type", "django_session",
        "auth_permission", "auth_group", "auth_group_permissions",
        "auth_user", "auth_user_groups", "auth_user_user_permissions",  # a person may work for several
    }
)  # fmt: skip
"""Tables whose rows are no organisation's, beside those of somebody's own account."""
OF_A_PERSON = ("accounts_", "api_")


def note(text: str) -> Draft:
    return Draft(NoteMade(text), "M. Lee", "2026-07-04T14:02:11+10:00", text)


def held_by(number: int, slug: str) -> BookRecord:
    """An event of an organisation's, with an official, a member, a posting, a signed head and a link taken back."""
    organisation, _ = Organisation.objects.get_or_create(number=number, defaults={"slug": slug, "name": slug.upper()})
    congress = Congress.objects.create(slug=organisation.full_slug("spring"), name="Spring", organisation=organisation)
    held = BookRecord.objects.create(
        slug=organisation.full_slug("swiss"), congress=congress, rules=RULES, title="Pairs"
    )
    Official.objects.create(user=person(f"director {slug}"), congress=congress, role=Role.DIRECTOR)
    Member.objects.create(user=person(f"member {slug}"), organisation=organisation)
    Person.objects.create(organisation=organisation, name=f"Reed of {slug}", number="1234567", club="Harbour")
    invite(Office(congress, Role.SCORER), "an organiser")
    OwnRules.objects.create(organisation=organisation, name="club.toml", title="Own", text=f"# of {slug}", by="x")
    OwnFolder.objects.create(organisation=organisation, name="club", title="Own", texts={"x": slug}, by="x")
    Logo.objects.create(organisation=organisation, kind="image/png", data=slug.encode())
    Ladder.objects.create(congress=congress, short="season", title="Season", rule="club/ladder")
    log.note(What.INVITED, "an organiser", congress=congress)
    DurableBook(held.slug, organisation=number).append([note(f"a secret of {slug}")])
    signed_now(held.slug)
    Delivery.objects.create(record=held, destination="club", asked_by="x", asked=timezone.now(), due=timezone.now())
    Following.objects.create(record=held, destination="club", asked_by="x")
    Snapshot.objects.create(record=held, organisation=organisation, last=1, body=slug.encode())
    book = DurableBook(held.slug, organisation=number)
    book.change_lead(0, Leader("a laptop", "k"), "x")
    book.change_lead(1, Leader(), "x")
    VenueBook.objects.create(record=held, address="https://bridge.example.org/c/spring/", remote=held.slug)
    Heard.objects.create(record=held, at=timezone.now())
    Bar.objects.create(record=held, leader="a laptop", key="k", by="x")
    Proposal.objects.create(record=held, term=1, number=2, key="k", line="{}")
    PushSubscription.objects.create(record=held, contestant="1", endpoint=f"https://push.example.org/{slug}")
    own = {"organisation": organisation, "record": held, "contestant": "1", "name": f"Reed of {slug}"}
    Player.objects.create(**own, called=slug, seat=0, plain=slug)
    Tie.objects.create(**own, by="x")
    HiddenPerson.objects.create(organisation=organisation, person="1234567", by="x")
    Word.objects.create(organisation=organisation, record=held, kind=Word.Kind.EVENT, ref=held.slug, word="pairs")
    revoke(held, 1)
    return held


@pytest.fixture
def two(transactional_db: None) -> Iterator[tuple[BookRecord, BookRecord]]:
    forget()
    forget_organisations()
    yield held_by(DEFAULT, "home"), held_by(OTHER, "nsw")
    forget()


@pytest.fixture
def server(least_privilege: Roles) -> Iterator[psycopg.Connection]:
    with psycopg.connect(own_database(roles=least_privilege), autocommit=True) as found:
        yield found


def protected() -> dict[str, str]:
    """The tables whose rows are an organisation's, and the column that says whose."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND column_name IN ('organisation', 'organisation_id')"
        )
        return dict(cursor.fetchall())


def test_every_table_is_an_organisations_or_said_to_be_shared(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, relrowsecurity FROM pg_class JOIN pg_tables ON relname = tablename "
                       "WHERE schemaname = current_schema()")  # fmt: skip
        tables = dict(cursor.fetchall())
    assert {table for table, bound in tables.items() if bound} == set(protected())
    rest = {table for table, bound in tables.items() if not bound and not table.startswith(OF_A_PERSON)}
    assert rest == SHARED


def test_a_connection_that_does_not_say_whose_gets_an_error_and_no_rows(
    two: tuple[BookRecord, BookRecord], server: psycopg.Connection
) -> None:
    assert len(protected()) >= 13
    for table in protected():
        with pytest.raises(psycopg.errors.UndefinedObject, match=SETTING):
            server.execute(f"SELECT * FROM {table}")
    server.execute(f"SET {SETTING} = ''")
    for table in protected():
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            server.execute(f"SELECT * FROM {table}")


def test_each_organisation_sees_its_own_rows_alone(
    two: tuple[BookRecord, BookRecord], server: psycopg.Connection
) -> None:
    for whose in (DEFAULT, OTHER):
        server.execute(f"SET {SETTING} = {whose}")
        for table, column in protected().items():
            seen = server.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
            assert seen == [(whose,)], table
    server.execute(f"SET {SETTING} = {EVERYBODY}")
    for table, column in protected().items():
        seen = server.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
        assert sorted(seen) == [(DEFAULT,), (OTHER,)], table


def told() -> str:
    """Whose rows the connection shows at this moment, by the database's own word."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s, true)", [SETTING])
        (found,) = cursor.fetchone()
        return str(found)


class Undone(Exception):
    """A reason to roll back."""


def test_a_transaction_is_told_whose_rows_it_works_on_whatever_is_rolled_back(transactional_db: None) -> None:
    for outside in (EVERYBODY, DEFAULT):
        with use_organisation(outside):
            assert told() == str(outside)
        with use_organisation(OTHER), transaction.atomic():
            assert told() == str(OTHER)
            for _ in range(2):
                with suppress(Undone), transaction.atomic():
                    with use_organisation(DEFAULT):
                        assert told() == str(DEFAULT)
                    raise Undone
                assert told() == str(OTHER)
            kept = transaction.savepoint()
            with use_organisation(DEFAULT):
                assert told() == str(DEFAULT)
                transaction.savepoint_rollback(kept)
                assert told() == str(DEFAULT)
            with suppress(IntegrityError), transaction.atomic():
                Organisation.objects.create(number=DEFAULT, slug="home", name="The same again")
                Organisation.objects.create(number=DEFAULT, slug="home", name="The same again")
            assert told() == str(OTHER)
            with use_organisation(outside), suppress(Undone), transaction.atomic():
                assert told() == str(outside)
                raise Undone
        with suppress(Undone), use_organisation(OTHER), transaction.atomic():
            assert told() == str(OTHER)
            raise Undone
        for now in (outside, OTHER, OTHER, outside):
            with use_organisation(now), transaction.atomic():
                assert told() == str(now)
        with use_organisation(outside):
            assert told() == str(outside)


def test_a_transaction_is_told_once_for_all_its_questions(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int | None] = []
    setting = next(each for each in connection.execute_wrappers if isinstance(each, _TenantSetting))
    send = setting._send

    def noted(wanted: int | None, for_this_transaction: str) -> None:
        sent.append(wanted)
        send(wanted, for_this_transaction)

    monkeypatch.setattr(setting, "_send", noted)
    with transaction.atomic():
        for _ in range(5):
            with use_organisation(DEFAULT):
                assert told() == str(DEFAULT)
        with use_organisation(OTHER):
            assert told() == told() == str(OTHER)
            assert sent == [DEFAULT, OTHER]


def test_nobody_writes_into_anothers(two: tuple[BookRecord, BookRecord], server: psycopg.Connection) -> None:
    server.execute(f"SET {SETTING} = {OTHER}")
    assert server.execute("UPDATE congress_held SET shown = false WHERE slug = 'swiss'").rowcount == 0
    assert server.execute("DELETE FROM congress_official").rowcount == 1
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.execute("INSERT INTO congress_congress (slug, name, venue, organisation_id) VALUES ('x', 'x', '', 1)")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.execute("UPDATE congress_congress SET organisation_id = 1")
    for call in (
        "book_add('swiss', NULL, ARRAY[ARRAY['k','x','x','','','\"x\":1']], 2)",
        "book_take('swiss', 1, ARRAY['{}'], 2)",
        "book_lead('swiss', 2, NULL, true, 'x', '', 'x', 2)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="another organisation's"):
            server.execute(f"SELECT * FROM {call}")
    one = "book_next('swiss', NULL, 'k', 'x', 'x', '', '', '\"x\":1', 2)"
    assert server.execute(f"SELECT * FROM {one}").fetchone() == (None, None)
    assert DurableBook("swiss").last() == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_said_holds_through_transactions_that_come_to_nothing(
    two: tuple[BookRecord, BookRecord], least_privilege: Roles
) -> None:
    def seen() -> list[str]:
        return list(BookRecord.objects.values_list("slug", flat=True))

    with connection.cursor() as cursor:
        cursor.execute(f'SET ROLE "{least_privilege.server}"')
    try:
        with use_organisation(DEFAULT):
            assert seen() == ["swiss"]
            with suppress(ZeroDivisionError), transaction.atomic():
                with use_organisation(OTHER):
                    assert seen() == ["nsw.swiss"]
                assert seen() == ["swiss"]
                with suppress(ZeroDivisionError), transaction.atomic(), use_organisation(OTHER):
                    assert seen() == ["nsw.swiss"]
                    raise ZeroDivisionError
                assert seen() == ["swiss"]
                raise ZeroDivisionError
            assert seen() == ["swiss"]
            with transaction.atomic(), use_organisation(OTHER):
                assert seen() == ["nsw.swiss"]
            assert seen() == ["swiss"]
        with use_organisation(OTHER):
            assert seen() == ["nsw.swiss"]
        with pytest.raises(Exception, match="invalid input syntax"):
            seen()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def test_an_owner_holds_congresses_without_being_a_superuser(two: tuple[BookRecord, BookRecord]) -> None:
    owner = person("owner of nsw")
    Member.objects.create(user=owner, organisation_id=OTHER, rank=Rank.OWNER)
    client = Client()
    client.force_login(owner)
    assert "New congress" in client.get("/desk/").content.decode()
    made = client.post("/desk/o/nsw/new/", {"name": "Autumn Congress", "slug": "autumn"})
    assert (made.status_code, made.headers["Location"]) == (302, "/desk/nsw.autumn/new/")
    page = client.get("/desk/nsw.autumn/new/", {"rules": RULES}).content.decode()
    assert 'value="autumn-' in page, "the address it proposes is the organisation's own"
    opened = client.post("/desk/nsw.autumn/new/", {"rules": RULES, "slug": "swiss-2", "key": "k"})
    assert opened.headers["Location"] == "/desk/e/nsw.swiss-2/entries/"
    assert client.get("/desk/e/nsw.swiss-2/entries/").status_code == 200
    assert client.get("/e/nsw.swiss-2/").status_code == 200
    assert client.post("/desk/new/", {"name": "Mine too", "slug": "mine"}).status_code == 403
    assert client.get("/desk/e/swiss/room/").status_code == 403


def test_two_organisations_may_use_the_same_short_name(two: tuple[BookRecord, BookRecord]) -> None:
    assert {each.congress.short for each in two} == {"spring"}
    assert Client().get("/c/spring/").content != Client().get("/c/nsw.spring/").content
    home, there = Client().get("/").content.decode(), Client().get("/o/nsw/").content.decode()
    assert "/c/spring/" in home
    assert "/c/nsw.spring/" not in home
    assert "/c/nsw.spring/" in there
    assert "/c/spring/" not in there


def test_the_superuser_owns_the_installations_own_organisation_and_no_other(two: tuple[BookRecord, BookRecord]) -> None:
    keeper = person("keeper")
    keeper.is_superuser = True
    keeper.save()
    client = Client()
    client.force_login(keeper)
    assert client.get("/desk/spring/").status_code == 200
    assert client.get("/desk/nsw.spring/").status_code == 403
    assert "nsw.spring" not in client.get("/desk/").content.decode()


def test_each_organisation_has_its_own_time_of_day(two: tuple[BookRecord, BookRecord]) -> None:
    """What is posted bears the organisation's time, and the next request of the thread its own."""
    Organisation.objects.filter(number=OTHER).update(time_zone="Australia/Perth")
    forget_organisations()
    official = person("scorer")
    for held in two:
        Official.objects.create(user=official, congress=held.congress, role=Role.CHIEF_DIRECTOR)
    bearer = {"Authorization": f"Bearer {new_token(official, 'a program')}"}
    for slug, offset in (("nsw.swiss", "+08:00"), ("swiss", timezone.localtime().isoformat()[-6:])):
        asked = {"key": "note", "act": {"act": "note made", "text": "what time is it"}}
        address = f"/api/events/{slug}/acts"
        answer = Client().post(address, asked, content_type="application/json", headers=bearer)
        assert answer.json()["postings"][0]["line"]["at"].endswith(offset), answer.json()
    assert timezone.get_current_timezone_name() == settings.TIME_ZONE


def owner_of(slug: str) -> Client:
    """The browser of an organisation's owner."""
    owner = person(f"owner {slug}")
    organisation = Organisation.objects.get(slug=slug)
    Member.objects.get_or_create(user=owner, organisation=organisation, defaults={"rank": Rank.OWNER})
    client = Client()
    client.force_login(owner)
    return client


def test_an_owner_says_who_works_for_it_and_the_last_owner_stays(two: tuple[BookRecord, BookRecord]) -> None:
    client = owner_of("nsw")
    person("kim")
    page = client.post("/desk/o/nsw/staff/", {"username": "kim", "rank": "organiser"}, follow=True).content.decode()
    assert "Kim Lee now has the role of organiser" in page
    assert "director home" not in page
    kim = Client()
    kim.force_login(person("kim"))
    assert kim.get("/desk/nsw.spring/").status_code == 200
    assert kim.get("/desk/o/nsw/people/").status_code == 200
    assert kim.get("/desk/o/nsw/staff/").status_code == 403
    assert kim.get("/desk/spring/").status_code == 403
    assert client.post("/desk/o/nsw/staff/", {"username": "nobody", "rank": "owner"}).status_code == 400
    own = Member.objects.get(organisation=OTHER, rank=Rank.OWNER)
    told = "An organisation needs an owner. Add another owner first"
    assert told in client.post(f"/desk/o/nsw/staff/{own.pk}/remove/", follow=True).content.decode()
    demoted = client.post("/desk/o/nsw/staff/", {"username": "owner nsw", "rank": "member"}, follow=True)
    assert told in demoted.content.decode()
    there = Member.objects.get(organisation=DEFAULT, user=person("member home"))
    assert client.post(f"/desk/o/nsw/staff/{there.pk}/remove/").status_code == 404
    mine = Member.objects.get(organisation=OTHER, user=person("kim"))
    client.post(f"/desk/o/nsw/staff/{mine.pk}/remove/")
    assert kim.get("/desk/nsw.spring/").status_code == 403


def test_an_owner_sets_name_and_time_zone(two: tuple[BookRecord, BookRecord]) -> None:
    client = owner_of("nsw")
    asked = {"name": "Bridge NSW", "time_zone": "Australia/Perth"}
    assert client.post("/desk/o/nsw/settings/", asked).status_code == 302
    assert "Bridge NSW" in Client().get("/o/nsw/").content.decode()
    assert organisation_called("nsw") == Organisation.objects.get(time_zone="Australia/Perth")
    assert client.post("/desk/o/nsw/settings/", {**asked, "time_zone": "Mars/Olympus"}).status_code == 400


def test_people_come_in_and_go_out_as_a_file_and_fill_entries(two: tuple[BookRecord, BookRecord]) -> None:
    client = owner_of("nsw")
    listed = "Name,ABF Number,Club,State\nAda Reed,1234567,,NSW\nBo Stone,7654321,Quay,\n"
    looked = client.post("/desk/o/nsw/people/", {"text": listed}).content.decode()
    assert "Import 2 players" in looked
    assert Person.objects.filter(organisation=OTHER).count() == 1, "looked at, not taken"
    told = client.post("/desk/o/nsw/people/", {"text": listed, "post": "1"}, follow=True).content.decode()
    assert "1 player added, 1 updated" in told
    file = client.get("/desk/o/nsw/people/file/")
    assert file.content.decode() == (
        "Name,ABF Number,Club,State\nAda Reed,1234567,Harbour,NSW\nBo Stone,7654321,Quay,\n"
    )
    assert client.post("/desk/o/nsw/people/", {"text": file.content.decode(), "post": "1"}).status_code == 302
    assert client.get("/desk/o/nsw/people/file/").content == file.content, "out and in again changes nothing"
    found = client.get("/desk/o/nsw/people/", {"q": "quay"}).content.decode()
    assert ("Bo Stone" in found, "Ada Reed" in found, "Reed of home" in found) == (True, False, False)
    refused = client.post("/desk/o/nsw/people/", {"text": "Name,Number\nA,1\nB,1\n"})
    assert (refused.status_code, "the number 1 is listed twice" in refused.content.decode()) == (400, True)
    forget()
    opened = client.post("/desk/nsw.spring/new/", {"rules": RULES, "slug": "swiss-2", "key": "k"})
    assert opened.status_code == 302
    asked = {"contestant": "1", "players": "7654321\nada reed", "contending": "on", "key": "e"}
    page = client.post("/desk/e/nsw.swiss-2/do/entry/", asked).content.decode()
    assert "Bo Stone" in page
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    client.post("/desk/e/nsw.swiss-2/do/entry/", {**asked, "post": "1", "seen": seen[1]})
    entry = client.get("/desk/e/nsw.swiss-2/do/entry/", {"contestant": "1"}).content.decode()
    assert "Bo Stone 7654321 / ada reed 1234567" in entry


def test_one_person_is_added_put_right_and_taken_off(two: tuple[BookRecord, BookRecord]) -> None:
    client = owner_of("nsw")
    assert client.post("/desk/o/nsw/people/new/", {"name": "Cy Vale", "number": "1234567"}).status_code == 400
    assert client.post("/desk/o/nsw/people/new/", {"name": "Cy Vale", "number": "22"}).status_code == 302
    cy = Person.objects.get(name="Cy Vale")
    client.post(f"/desk/o/nsw/people/{cy.pk}/", {"name": "Cy Vale", "number": "22", "club": "Quay"})
    assert Person.objects.get(pk=cy.pk).club == "Quay"
    client.post(f"/desk/o/nsw/people/{cy.pk}/", {"take_off": "1"})
    assert not Person.objects.filter(pk=cy.pk).exists()
    there = Person.objects.get(organisation=DEFAULT)
    assert client.get(f"/desk/o/nsw/people/{there.pk}/").status_code == 404


def test_organisations_are_made_and_owned_at_the_prompt(
    two: tuple[BookRecord, BookRecord], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Ask(monkeypatch, capsys)
    person("alex")
    code, out, _ = ask("organisation new vic --owner alex Victoria")
    assert (code, "/o/vic/" in out) == (0, True)
    code, out, _ = ask("organisation list --json")
    assert {"slug": "vic", "name": "Victoria", "owners": ["alex"]} in json.loads(out)["organisations"]
    assert ask("organisation own nsw alex")[0] == 0
    assert Member.objects.get(organisation=OTHER, user=person("alex")).rank == Rank.OWNER
    for wrong in ("organisation new vic --owner alex Again", "organisation new V.C --owner alex X",
                  "organisation new qld --owner nobody Queensland", "organisation own qld alex"):  # fmt: skip
        assert ask(wrong)[0] == 2, wrong
    client = Client()
    client.force_login(person("alex"))
    page = client.get("/desk/").content.decode()
    assert page.index("NSW") < page.index("Victoria"), "under the name of each"


def test_one_organisation_never_hears_the_word(db: None) -> None:
    """A laptop: every page of its owner's that is not about an event."""
    forget_organisations()
    keeper = person("keeper")
    keeper.is_superuser = True
    keeper.save()
    client = Client()
    client.force_login(keeper)
    for address in ("/", "/desk/", "/desk/new/", "/desk/o/home/staff/", "/desk/o/home/people/",
                    "/desk/o/home/people/new/", "/desk/o/home/settings/"):  # fmt: skip
        page = client.get(address)
        assert page.status_code == 200, address
        assert "organisation" not in re.sub(r"<[^>]*>", "", page.content.decode()).lower(), address


@pytest.mark.django_db
def test_what_failed_within_a_transaction_is_undone_whosever_rows_are_spoken_for() -> None:
    Organisation.objects.create(number=OTHER, slug="nsw")
    with use_organisation(OTHER):
        Congress.objects.create(slug="nsw.spring", name="Spring", organisation_id=OTHER)
        with pytest.raises(IntegrityError), transaction.atomic():
            Congress.objects.create(slug="nsw.spring", name="Spring again", organisation_id=OTHER)
        assert Congress.objects.get(slug="nsw.spring").name == "Spring"
