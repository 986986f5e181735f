"""Many organisations, congresses and events: no page grows with them, and what is there is still found."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from overtrick.core.event.acts import NoteMade
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.models import Head
from overtrick.web.accounts.players import register
from overtrick.web.accounts.players.register import list_players
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import forget
from overtrick.web.desk.views.congresses import SIZE
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.public.congresses import AT_HOME, ON_A_PAGE

pytestmark = pytest.mark.django_db
RULES = "nsw-swiss-pairs/congress"


def held(slug: str, organisation: Organisation, days_ago: int = 0) -> BookRecord:
    """An event with one line in its book, alone in its congress."""
    starts = timezone.localdate() - timedelta(days=days_ago)
    name = f"Congress {slug}"
    congress = Congress.objects.create(
        slug=organisation.full_slug(slug), name=name, organisation=organisation, starts=starts, ends=starts
    )
    record = BookRecord.objects.create(
        slug=organisation.full_slug(slug), congress=congress, rules=RULES, title=f"Pairs {slug}"
    )
    line = Draft(NoteMade("a note"), "M. Lee", "2026-07-04T14:02:11+10:00", slug)
    DurableBook(record.slug, organisation=organisation.number).append([line])
    return record


@pytest.fixture
def home() -> Organisation:
    forget()
    register._looked.clear()
    made, _ = Organisation.objects.get_or_create(number=1, defaults={"slug": "home"})
    return made


def asked(address: str, **query: Any) -> str:
    answer = Client().get(address, query)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_front_page_lists_some_and_leads_to_all(home: Organisation) -> None:
    Organisation.objects.bulk_create(
        Organisation(number=n, slug=f"club-{n}", name=f"Club {n:03}") for n in range(2, ON_A_PAGE + 3)
    )
    for day in range(AT_HOME + 1):
        held(f"c{day}", home, days_ago=day + 2)
    front = asked("/")
    assert front.count('href="/c/') == AT_HOME
    assert ("/c/c0/" in front, f"/c/c{AT_HOME}/" in front) == (True, False), "the newest"
    assert 'href="/o/home/"' in front
    assert f"/c/c{AT_HOME}/" in asked("/o/home/")
    assert front.count('href="/o/club-') == AT_HOME
    assert 'href="/o/"' in front
    first, second = asked("/o/"), asked("/o/", page=2)
    assert first.count('href="/o/club-') == ON_A_PAGE
    assert 'href="?page=2"' in first
    assert second.count('href="/o/club-') == 1
    assert asked("/o/", q="club 033").count('href="/o/club-') == 1
    assert 'href="/o/club-33/"' in asked("/find/", q="club 033")
    assert "/o/club-33/" not in asked("/o/home/find/", q="club 033")


def test_what_is_on_is_shown_whosever_it_is(home: Organisation) -> None:
    other = Organisation.objects.create(number=2, slug="nsw", name="NSW")
    there = held("live", other)
    hidden = held("hidden", other)
    BookRecord.objects.filter(slug=hidden.slug).update(shown=False)
    front = asked("/")
    assert f'href="/e/{there.slug}/"' in front
    assert hidden.slug not in front
    assert f'href="/e/{there.slug}/"' in asked("/o/nsw/")
    assert there.slug not in asked("/o/home/")


def test_the_day_of_a_book_is_that_of_its_last_line(home: Organisation) -> None:
    held("now", home)
    assert Head.objects.get(event="now").day == Head.objects.get(event="now").kept.date()  # type: ignore[union-attr]  # it has a line


def test_the_desk_has_the_newest_congresses_and_the_others_a_page_on(home: Organisation) -> None:
    for day in range(SIZE + 1):
        held(f"c{day}", home, days_ago=day)
    owner = User.objects.create_user("owner", password=None)
    Member.objects.create(user=owner, organisation=home, rank=Rank.OWNER)
    client = Client()
    client.force_login(owner)
    with CaptureQueriesContext(connection) as questions:
        page = client.get("/desk/").content.decode()
    assert page.count('class="card"') == SIZE
    assert len(questions) < 25, "not one for each congress"
    assert "?organisation=home&amp;page=2" in page
    last = client.get("/desk/?organisation=home&page=2").content.decode()
    assert (last.count('class="card"'), f"Pairs c{SIZE}" in last) == (1, True)


def test_programs_get_congresses_by_the_page(home: Organisation) -> None:
    held("c0", home)
    assert len(Client().get("/api/congresses").json()) == 1
    assert Client().get("/api/congresses?page=2").json() == []
    assert Client().get("/api/congresses?page=0").status_code == 422


def test_a_look_for_grown_books_finds_them_without_looking_at_all(home: Organisation) -> None:
    held("old", home)
    new = held("new", home)
    assert "/e/old/" in asked("/find/", q="pairs")
    assert list(register._stale_books(1, timezone.now() + timedelta(hours=1))) == []
    new.title = "Teams of four"
    new.save()
    listed_now = register._looked[0]
    assert "/e/new/" in asked("/find/", q="teams"), "a new name is looked for under its new words"
    assert register._looked[0][0] == listed_now[0], "and no whole look was due"
    third = held("third", home)
    assert "/e/third/" in asked("/find/", q="third")
    assert list_players() == 0
    BookRecord.objects.filter(slug=third.slug).update(shown=False)
    assert "/e/third/" not in asked("/find/", q="third")
