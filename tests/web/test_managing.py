"""What an organiser does with the accounts of officials, what one does with one's own sessions, and the log of both."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from asking import Ask
from overtrick.web.accounts.models import Logged, What
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.organisations.models import Member, Organisation, Rank
from web.desk.conftest import held_with, rehearsed

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E Safari/604.1"
)


def account(name: str) -> User:
    return User.objects.create_user(name, password=PASSWORD, first_name=name.title(), last_name="Lee")


def browser(name: str, agent: str = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0") -> Client:
    client = Client(headers={"User-Agent": agent})
    assert client.post("/sign-in/", {"name": name, "password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def congress() -> Congress:
    made = Congress.objects.create(slug="spring", name="Spring Congress")
    for name, role in (("pat", Role.ORGANISER), ("kim", Role.DIRECTOR)):
        Official.objects.create(user=account(name), congress=made, role=role)
    return made


def person_page(name: str = "kim") -> str:
    return f"/desk/spring/people/{User.objects.get(username=name).pk}/"


def test_one_sees_where_one_is_signed_in_and_ends_a_session(congress: Congress) -> None:
    here, phone = browser("kim"), browser("kim", PHONE)
    page = here.get("/account/sessions/").content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on an iPhone" in page
    assert "this browser" in page
    number = page.split('name="end" value="')[1].split('"')[0]
    assert here.post("/account/sessions/", {"end": number, "old": "a guess"}).status_code == 422
    assert phone.get("/desk/").status_code == 200
    assert here.post("/account/sessions/", {"end": number, "old": PASSWORD}).status_code == 302
    assert phone.get("/desk/").status_code == 302
    assert here.get("/desk/").status_code == 200


def test_all_other_sessions_are_ended_at_once(congress: Congress) -> None:
    others = [browser("kim") for _ in range(3)]
    here, somebody = browser("kim"), browser("pat")
    assert here.post("/account/sessions/", {}).status_code == 422
    here.post("/account/sessions/", {"end": "others", "old": PASSWORD})
    assert [each.get("/desk/").status_code for each in others] == [302, 302, 302]
    assert [here.get("/desk/").status_code, somebody.get("/desk/").status_code] == [200, 200]


def test_nobody_ends_the_session_of_another(congress: Congress) -> None:
    pat, kim = browser("pat"), browser("kim")
    browser("pat")
    number = pat.get("/account/sessions/").content.decode().split('name="end" value="')[1].split('"')[0]
    kim.post("/account/sessions/", {"end": number, "old": PASSWORD})
    assert number in pat.get("/account/sessions/").content.decode()


def test_a_session_key_is_on_no_page(congress: Congress) -> None:
    here, other = browser("kim"), browser("kim")
    page = here.get("/account/sessions/").content.decode()
    assert all(each.cookies["sessionid"].value not in page for each in (here, other))


def test_a_session_outlives_a_change_of_password_in_the_list(congress: Congress) -> None:
    here = browser("kim")
    new = "four spades doubled"
    here.post("/account/password/", {"old": PASSWORD, "password": new, "again": new})
    assert "this browser" in here.get("/account/sessions/").content.decode()


def test_an_organiser_deactivates_an_account_and_brings_it_back(congress: Congress) -> None:
    pat, kim = browser("pat"), browser("kim")
    token = new_token(User.objects.get(username="kim"), "a program")
    assert pat.post(person_page(), {"do": "disable", "reason": "left the club"}).status_code == 302
    assert kim.get("/desk/").status_code == 302
    assert Client().post("/sign-in/", {"name": "kim", "password": PASSWORD}).status_code == 401
    held_with(congress, rehearsed(8)[:12])
    assert Client().get("/api/events/swiss/book", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert "left the club" in pat.get("/desk/spring/log/").content.decode()
    pat.post(person_page(), {"do": "enable"})
    browser("kim")


def test_a_lock_is_lifted_by_an_organiser_and_that_is_logged(congress: Congress) -> None:
    pat = browser("pat")
    for number in range(5):
        Client().post("/sign-in/", {"name": "kim", "password": f"guess {number}"})
    assert Client().post("/sign-in/", {"name": "kim", "password": PASSWORD}).status_code == 429
    assert "Locked until" in pat.get("/desk/spring/officials/").content.decode()
    pat.post(person_page(), {"do": "unlock"})
    browser("kim")
    line = Logged.objects.get(what=What.UNLOCKED)
    assert (line.by, line.user) == ("Pat Lee", User.objects.get(username="kim"))


@pytest.mark.parametrize("where", ["another congress", "another organisation", "the installation", "oneself"])
def test_an_account_that_works_elsewhere_is_not_an_organisers_to_manage(congress: Congress, where: str) -> None:
    kim = User.objects.get(username="kim")
    target = "kim"
    if where == "another congress":
        autumn = Congress.objects.create(slug="autumn", name="Autumn Congress")
        Official.objects.create(user=kim, congress=autumn, role=Role.DIRECTOR)
    elif where == "another organisation":
        other = Organisation.objects.create(number=2, slug="nsw", name="Other")
        Member.objects.create(user=kim, organisation=other, rank=Rank.MEMBER)
    elif where == "the installation":
        User.objects.filter(pk=kim.pk).update(is_superuser=True)
    else:
        target = "pat"
    pat = browser("pat")
    for act in ("disable", "sign-out"):
        assert pat.post(person_page(target), {"do": act, "reason": "x"}).status_code == 403
    assert User.objects.get(username=target).is_active
    page = pat.get(person_page(target)).content.decode()
    assert "Office(" not in page
    assert 'value="disable"' not in page


def test_somebody_of_another_congress_has_no_page_here(congress: Congress) -> None:
    account("sam")
    assert browser("pat").get(person_page("sam")).status_code == 404
    assert browser("kim").get(person_page("pat")).status_code == 403


def test_the_organiser_reads_what_happened(congress: Congress) -> None:
    account("sam")
    browser("sam")
    pat = browser("pat")
    Client().post("/sign-in/", {"name": "kim", "password": "a guess"})
    Client().post("/sign-in/", {"name": PASSWORD, "password": "kim"})
    pat.post("/desk/spring/officials/give/", {"username": "kim", "role": "scorer"})
    kim = browser("kim")
    made = kim.post("/api/tokens/", {"name": "a scoreboard", "scope": "read", "days": "30"})
    token = made.content.decode().split("<code>")[1].split("</code>")[0]
    held_with(congress, rehearsed(8)[:12])
    Client().get("/api/events/swiss/book", headers={"Authorization": f"Bearer {token}"})
    page = pat.get("/desk/spring/log/").content.decode()
    for told in ("sign-in failed", "role given", "scorer", "token created", "a scoreboard", "book exported"):
        assert told in page, told
    assert "Sam Lee" not in page, "who has no office here is not in this log"
    assert PASSWORD not in page, "what was typed for a name is kept nowhere"
    assert not Logged.objects.filter(about__contains=PASSWORD).exists()
    only = pat.get("/desk/spring/log/?of=exports").content.decode()
    assert ("book exported" in only, "role given" in only) == (True, False)


@pytest.mark.django_db(transaction=True)
def test_a_book_taken_out_at_the_prompt_is_logged(
    congress: Congress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    held_with(congress, rehearsed(8)[:12])
    assert Ask(monkeypatch, capsys)(f"book export swiss -o {tmp_path}/swiss.jsonl")[0] == 0
    assert Logged.objects.get(what=What.EXPORTED).congress == congress
