"""What whoever keeps the server says of an organisation: a host name of its own, and a quota."""

from collections.abc import Iterator

import pytest
from django.test import Client

from asking import Ask
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.organisations import quota
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.organisations.requests import forget_organisations
from web.desk.conftest import RULES, person
from web.test_organisations import OTHER, note

pytestmark = pytest.mark.django_db
HOST = "bridge.nsw.example"


@pytest.fixture
def nsw() -> Iterator[Organisation]:
    """An organisation with a host name of its own, beside the installation's; an event of each."""
    forget()
    forget_organisations()
    quota._full.clear()
    home, _ = Organisation.objects.get_or_create(number=1, defaults={"slug": "home"})
    other = Organisation.objects.create(number=OTHER, slug="nsw", name="NSW", host=HOST)
    for each in (home, other):
        congress = Congress.objects.create(slug=each.full_slug("spring"), name="Spring", organisation=each)
        held = BookRecord.objects.create(slug=each.full_slug("swiss"), congress=congress, rules=RULES, title="Pairs")
        DurableBook(held.slug, organisation=each.number).append([note("a note")])
    yield other
    forget()
    forget_organisations()
    quota._full.clear()


def test_under_its_own_name_there_is_an_organisation_and_no_other(nsw: Organisation) -> None:
    own = Client(headers={"host": HOST})
    front = own.get("/").content.decode()
    assert ("/c/nsw.spring/" in front, "/c/spring/" in front) == (True, False)
    assert "/o/home/" not in front
    assert 'action="/o/nsw/find/"' in front
    assert own.get("/find/", {"q": "pairs"}).status_code == 200
    assert own.get("/fr/").status_code == 200
    for address, status in (("/e/nsw.swiss/", 200), ("/e/swiss/", 404), ("/c/spring/", 404), ("/o/home/", 404)):
        assert own.get(address).status_code == status, address
    assert "/c/spring/" in Client().get("/").content.decode(), "elsewhere all is as it was"
    assert Client().get("/e/nsw.swiss/").status_code == 200
    canonical = f'<link rel="canonical" href="https://{HOST}/e/nsw.swiss/">'
    assert canonical in Client().get("/e/nsw.swiss/").content.decode()


def test_an_organisation_holds_as_many_events_as_it_may(nsw: Organisation) -> None:
    Organisation.objects.filter(number=OTHER).update(most_events=2)
    owner = person("owner")
    Member.objects.create(user=owner, organisation=nsw, rank=Rank.OWNER)
    client = Client()
    client.force_login(owner)
    asked = {"rules": RULES, "key": "k"}
    client.post("/desk/nsw.spring/new/", {**asked, "slug": "second"})
    page = client.post("/desk/nsw.spring/new/", {**asked, "slug": "third", "key": "l"}, follow=True).content.decode()
    assert "Your organisation has reached its limit of 2 events" in page
    assert set(nsw.records.values_list("slug", flat=True)) == {"nsw.swiss", "nsw.second"}


def test_an_organisation_posts_as_often_in_a_day_as_it_may_and_others_as_before(nsw: Organisation) -> None:
    Organisation.objects.filter(number=OTHER).update(most_postings=2)
    director = person("director")
    for congress in Congress.objects.all():
        Official.objects.create(user=director, congress=congress, role=Role.CHIEF_DIRECTOR)
    bearer = {"Authorization": f"Bearer {new_token(director, 'a program')}"}

    def post(event: str, key: str) -> tuple[int, str]:
        quota._full.clear()  # as some seconds later
        asked = {"key": key, "act": {"act": "note made", "text": key}}
        address = f"/api/events/{event}/acts"
        answer = Client().post(address, asked, content_type="application/json", headers=bearer)
        return answer.status_code, answer.content.decode()

    assert [post("nsw.swiss", key)[0] for key in "abcd"] == [200, 200, 422, 422]
    assert (
        "Your organisation has reached its limit of 2 results, rulings and other changes a day"
        in post("nsw.swiss", "e")[1]
    )
    assert DurableBook("nsw.swiss", organisation=OTHER).last() == 3, "what was there before counts for no day"
    assert post("swiss", "a")[0] == 200
    Organisation.objects.filter(number=OTHER).update(counted_on="2026-01-01")
    assert post("nsw.swiss", "f")[0] == 200, "another day"


@pytest.mark.django_db(transaction=True)
def test_host_and_quota_are_said_at_the_prompt(
    nsw: Organisation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Ask(monkeypatch, capsys)
    assert ask("organisation set nsw --host Play.NSW.example --events 500 --postings 20000")[0] == 0
    said = Organisation.objects.get(number=OTHER)
    assert (said.host, said.most_events, said.most_postings) == ("play.nsw.example", 500, 20000)
    assert ask("organisation set nsw --no-quota")[0] == 0
    said.refresh_from_db()
    assert (said.host, said.most_events, said.most_postings) == ("play.nsw.example", None, None)
    for wrong in ("set home --host play.nsw.example", "set nsw --host no_name", "set vic --events 1"):
        assert ask(f"organisation {wrong}")[0] == 2, wrong
