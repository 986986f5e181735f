"""Who may do what at the desk. Every route with every role is in `test_every_route.py`."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.web.congress.access import MAY, Action, GuardedView, may, speaks_for
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.desk.urls import urlpatterns
from web.desk.conftest import SignIn, held_with, person, rehearsed


@pytest.fixture
def held(congress: Congress) -> BookRecord:
    """An event in the middle of its first round, with a captain for one pair."""
    made = held_with(congress, rehearsed(8)[:30])
    Official.objects.create(user=person("captain"), congress=congress, role=Role.CAPTAIN, event=made, contestant="3")
    return made


def test_every_page_of_the_desk_says_what_it_is_for() -> None:
    assert all(isinstance(pattern.callback, GuardedView) for pattern in urlpatterns)


def test_every_action_has_its_roles() -> None:
    assert set(MAY) == set(Action)


def test_an_office_counts_at_its_own_congress_alone(held: BookRecord, sign_in: SignIn) -> None:
    other = Congress.objects.create(slug="autumn", name="Autumn Congress")
    away = BookRecord.objects.create(slug="away", congress=other, rules=held.rules, title="Away")
    client = sign_in("chief director")
    assert client.get(f"/desk/e/{held.slug}/room/").status_code == 200
    assert client.get(f"/desk/e/{away.slug}/room/").status_code == 403
    assert client.get("/desk/autumn/").status_code == 403


def test_an_office_for_one_event_counts_there_alone(held: BookRecord, congress: Congress, sign_in: SignIn) -> None:
    second = BookRecord.objects.create(slug="second", congress=congress, rules=held.rules, title="Second")
    Official.objects.create(user=person("guest"), congress=congress, role=Role.DIRECTOR, event=second)
    client = sign_in("guest")
    assert client.get("/desk/e/second/room/").status_code == 200
    assert client.get(f"/desk/e/{held.slug}/room/").status_code == 403
    assert client.get("/desk/spring/").status_code == 403


def test_a_captain_speaks_for_its_own_team(held: BookRecord) -> None:
    captain = person("captain")
    assert speaks_for(captain, held, "3")
    assert not speaks_for(captain, held, "4")
    assert speaks_for(person("director"), held, "4")


def test_the_owner_of_the_installation_may_do_everything(congress: Congress) -> None:
    owner = User.objects.create_superuser("owner")
    assert all(may(owner, action, congress) for action in Action)
    owner.is_active = False
    assert not any(may(owner, action, congress) for action in Action)


@pytest.mark.django_db
def test_no_event_is_told_apart_from_a_missing_one_before_sign_in() -> None:
    assert Client().get("/desk/e/nothing-here/room/").status_code == 302
