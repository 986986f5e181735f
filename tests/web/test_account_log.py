"""The log of accounts: each organisation reads of its own people and congresses; no line is changed or taken away."""

from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, SETTING, use_organisation
from overtrick.web.accounts.invitations import Office, invite, path_of
from overtrick.web.accounts.log import KEPT, forget_old, lines_for, lines_of, note
from overtrick.web.accounts.models import Logged, What
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.organisations.models import Member, Organisation, Rank, home_number
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.server.database import Roles
from web.desk.conftest import person
from web.servers import own_database

OTHER = 2
PASSWORD = "seven diamonds redoubled"  # noqa: S105 - a test's own


@pytest.fixture
def two(transactional_db: None) -> Iterator[tuple[Congress, Congress]]:
    """A congress of each of two organisations; *both* works for both, *one* for the first and *other* for the other."""
    forget_organisations()
    home_number()
    nsw = Organisation.objects.create(number=OTHER, slug="nsw", name="Other Organisation")
    ours = Congress.objects.create(slug="spring", name="Spring Congress")
    theirs = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=nsw)
    Member.objects.create(user=person("one"), organisation_id=DEFAULT, rank=Rank.OWNER)
    Member.objects.create(user=person("other"), organisation=nsw, rank=Rank.OWNER)
    Official.objects.create(user=person("both"), congress=ours, role=Role.DIRECTOR)
    Official.objects.create(user=person("both"), congress=theirs, role=Role.DIRECTOR)
    yield ours, theirs
    forget_organisations()


def test_what_happens_to_a_person_is_told_to_each_who_employs_them_and_to_nobody_else(
    two: tuple[Congress, Congress],
) -> None:
    ours, theirs = two
    note(What.PASSWORD, "somebody", user=person("both"))
    note(What.PASSWORD, "somebody", user=person("one"))
    note(What.PASSWORD, "somebody", user=person("nobody's"))
    note(What.INVITED, "somebody", congress=theirs)
    told = {number: [(each.what, str(each.user)) for each in lines_of(number)] for number in (DEFAULT, OTHER)}
    assert told[DEFAULT] == [(What.PASSWORD, name) for name in ("nobody's", "one", "both")]
    assert told[OTHER] == [(What.INVITED, "None"), (What.PASSWORD, "both")]
    assert [str(each.user) for each in lines_for(ours)] == ["both"]
    assert len(lines_for(theirs)) == 2


def test_an_owner_reads_the_log_of_all_and_of_nobody_elses(two: tuple[Congress, Congress]) -> None:
    ours, theirs = two
    note(What.ROLE_GIVEN, "somebody", congress=ours, about="a thing of ours")
    note(What.ROLE_GIVEN, "somebody", congress=theirs, about="a thing of theirs")
    client = Client()
    client.force_login(person("one"))
    page = client.get("/desk/o/home/log/").content.decode()
    assert ("a thing of ours" in page, "a thing of theirs" in page) == (True, False)
    assert "a thing" not in client.get("/desk/o/home/log/?of=tokens").content.decode()
    assert client.get("/desk/o/nsw/log/").status_code == 403
    assert "/desk/o/home/log/" in client.get("/desk/o/home/staff/").content.decode()


def test_an_invitation_of_another_organisation_is_opened_by_its_link(two: tuple[Congress, Congress]) -> None:
    _, theirs = two
    link = path_of(invite(Office(theirs, Role.SCORER), "an organiser"))
    assert "Their Congress" in Client().get(link).content.decode()


@pytest.fixture
def server(two: tuple[Congress, Congress], least_privilege: Roles) -> Iterator[psycopg.Connection]:
    with psycopg.connect(own_database(roles=least_privilege), autocommit=True) as found:
        found.execute(f"SET {SETTING} = {EVERYBODY}")
        yield found


def test_the_servers_role_adds_lines_and_changes_none(server: psycopg.Connection) -> None:
    note(What.DISABLED, "somebody", about="what somebody would like to be gone")
    server.execute(
        "INSERT INTO accounts_logged (organisation, at, what, by, about, address) "
        "VALUES (1, now(), 'joined', 'x', '', '')"
    )
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.execute("UPDATE accounts_logged SET about = ''")
    with pytest.raises(psycopg.errors.RestrictViolation, match="kept"):
        server.execute("DELETE FROM accounts_logged")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.execute("TRUNCATE accounts_logged")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.execute("ALTER TABLE accounts_logged DISABLE TRIGGER ALL")
    assert Logged.objects.count() == 2


def test_who_owns_the_tables_changes_none_either(two: tuple[Congress, Congress]) -> None:
    note(What.DISABLED, "somebody")
    for change in (lambda: Logged.objects.update(about="x"), lambda: Logged.objects.all().delete()):
        with pytest.raises(DatabaseError, match="kept"), transaction.atomic():
            change()


def test_old_lines_go_and_those_of_a_year_stay(server: psycopg.Connection) -> None:
    now = timezone.now()
    for days in (1, 399, 410):
        Logged.objects.create(what=What.JOINED, by=str(days), at=now - timedelta(days=days))
    assert server.execute("DELETE FROM accounts_logged WHERE at < now() - interval '401 days'").rowcount == 1
    Logged.objects.create(what=What.JOINED, by="old", at=now - KEPT - timedelta(seconds=1))
    forget_old()
    assert set(Logged.objects.values_list("by", flat=True)) == {"1", "399"}


def test_an_account_that_goes_leaves_its_lines(two: tuple[Congress, Congress]) -> None:
    gone = person("gone")
    note(What.PASSWORD, "somebody", user=gone)
    gone.delete()
    with use_organisation(DEFAULT):
        client = Client()
        client.force_login(person("one"))
        assert "password changed" in client.get("/desk/o/home/log/").content.decode()
