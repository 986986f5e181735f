"""How an installation gets its second official: an invitation with a role in it, taken once."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from overtrick.web.accounts.invitations import path_of
from overtrick.web.accounts.models import Invitation, Logged, What
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.organisations.models import Organisation
from web.desk.conftest import held_with, person, rehearsed

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


@pytest.fixture
def congress() -> Congress:
    made = Congress.objects.create(slug="spring", name="Spring Congress")
    Official.objects.create(user=person("pat"), congress=made, role=Role.ORGANISER)
    return made


@pytest.fixture
def organiser(congress: Congress) -> Client:
    return browser("pat")


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def invite(organiser: Client, **asked: str) -> str:
    """The path of the link on the page that follows an invitation."""
    answer = organiser.post("/desk/spring/officials/invite/", {"role": "director", **asked}, follow=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<svg" in page, "the code of the link"
    found = re.search(r'https?://testserver(/invited/[^/"]+/)', page)
    assert found, page
    return found[1]


def chosen(**other: str) -> dict[str, str]:
    return {"full_name": "Kim Alder", "name": "kim", "password": PASSWORD, "again": PASSWORD, **other}


def test_who_is_invited_chooses_name_and_password_and_lands_on_the_desk(organiser: Client) -> None:
    link = invite(organiser, for_whom="Kim")
    stranger = Client()
    page = stranger.get(link).content.decode()
    assert "Director" in page
    assert "Spring Congress" in page
    answer = stranger.post(link, chosen())
    assert (answer.status_code, answer.headers["Location"]) == (302, "/desk/spring/")
    office = Official.objects.get(user__username="kim")
    assert (office.role, office.congress_id, office.user.get_full_name()) == ("director", "spring", "Kim Alder")
    assert not office.user.is_superuser
    assert not office.user.is_staff
    assert stranger.get("/desk/spring/").status_code == 200
    assert Client().post("/sign-in/", {"name": "kim", "password": PASSWORD}).status_code == 302


def test_an_invitation_is_good_once(organiser: Client) -> None:
    link = invite(organiser)
    assert Client().post(link, chosen()).status_code == 302
    assert Client().get(link).status_code == 403
    assert Client().post(link, chosen(name="lou")).status_code == 403
    assert not User.objects.filter(username="lou").exists()


def test_a_refused_form_does_not_use_it_up(organiser: Client) -> None:
    link = invite(organiser)
    for wrong in ({"again": "another"}, {"password": "short", "again": "short"}, {"name": "PAT"}, {"name": ""}):
        assert Client().post(link, chosen(**wrong)).status_code == 422, wrong
    assert User.objects.count() == 1
    assert Client().post(link, chosen()).status_code == 302


def test_an_invitation_ends_and_is_taken_back(organiser: Client) -> None:
    late, gone = invite(organiser), invite(organiser)
    Invitation.objects.filter(pk=Invitation.objects.order_by("pk")[0].pk).update(ends=timezone.now())
    assert "expired" in Client().get(late).content.decode()
    second = Invitation.objects.order_by("pk")[1]
    organiser.post(f"/desk/spring/invitations/{second.pk}/", {"take_back": "yes"})
    assert "cancelled" in Client().get(gone).content.decode()
    assert [Client().post(link, chosen()).status_code for link in (late, gone)] == [403, 403]
    assert User.objects.count() == 1


@pytest.mark.parametrize("change", [lambda link: link[:-2] + "x/", lambda link: link.replace("invited/", "invited/9")])
def test_a_link_that_was_changed_opens_nothing(organiser: Client, change: object) -> None:
    assert callable(change)
    assert Client().get(change(invite(organiser))).status_code == 403


def test_an_invitation_of_another_row_under_the_same_number_is_not_opened(organiser: Client) -> None:
    link = invite(organiser)
    Invitation.objects.update(made=timezone.now() + timedelta(seconds=2))  # a database brought back from a copy
    assert Client().get(link).status_code == 403


def test_who_has_an_account_takes_the_role_with_it(organiser: Client) -> None:
    link = invite(organiser, role="scorer")
    lou = browser("lou")
    assert "Lou Lee" in lou.get(link).content.decode()
    assert lou.post(link, {"as": "me"}).headers["Location"] == "/desk/spring/"
    assert Official.objects.get(user__username="lou").role == "scorer"
    assert User.objects.count() == 2


def test_a_captain_is_invited_for_a_team(organiser: Client, congress: Congress) -> None:
    held_with(congress, rehearsed(8)[:12])
    refused = organiser.post("/desk/spring/officials/invite/", {"role": "captain"})
    assert "For a captain, choose the event and enter the team’s number" in refused.content.decode()
    link = invite(organiser, role="captain", event="swiss", contestant="3")
    answer = Client().post(link, chosen())
    assert answer.headers["Location"] == "/desk/"
    office = Official.objects.get(user__username="kim")
    assert (office.event, office.contestant) == (BookRecord.objects.get(slug="swiss"), "3")


def test_only_who_organises_invites_and_only_for_their_own(congress: Congress) -> None:
    elsewhere = Congress.objects.create(slug="autumn", name="Autumn Congress")
    Official.objects.create(user=person("lou"), congress=elsewhere, role=Role.ORGANISER)
    Official.objects.create(user=person("sam"), congress=congress, role=Role.DIRECTOR)
    for name in ("lou", "sam"):
        assert browser(name).post("/desk/spring/officials/invite/", {"role": "director"}).status_code == 403
    assert not Invitation.objects.exists()
    browser("pat").post("/desk/spring/officials/invite/", {"role": "director"})
    theirs = Invitation.objects.get().pk
    assert browser("lou").get(f"/desk/autumn/invitations/{theirs}/").status_code == 404
    assert browser("lou").post(f"/desk/autumn/invitations/{theirs}/", {"take_back": "yes"}).status_code == 404


def test_an_invitation_of_another_organisation_opens_there(organiser: Client) -> None:
    other = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    theirs = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=other)
    Official.objects.create(user=person("lou"), congress=theirs, role=Role.ORGANISER)
    assert organiser.post("/desk/nsw.spring/officials/invite/", {"role": "director"}).status_code == 403
    browser("lou").post("/desk/nsw.spring/officials/invite/", {"role": "director"})
    link = path_of(Invitation.objects.get())
    assert "Their Congress" in Client().get(link).content.decode()
    assert Client().post(link, chosen()).headers["Location"] == "/desk/nsw.spring/"
    assert Official.objects.get(user__username="kim").organisation == other


def test_invitations_are_in_the_log(organiser: Client) -> None:
    Client().post(invite(organiser), chosen())
    assert set(Logged.objects.filter(congress="spring").values_list("what", "by")) == {
        (What.INVITED, "Pat Lee"),
        (What.JOINED, "Kim Alder"),
    }


def test_the_officials_page_lists_what_is_open(organiser: Client) -> None:
    invite(organiser, for_whom="Kim from the club")
    assert "Kim from the club" in organiser.get("/desk/spring/officials/").content.decode()
    Invitation.objects.update(ends=timezone.now())
    assert "Kim from the club" not in organiser.get("/desk/spring/officials/").content.decode()
