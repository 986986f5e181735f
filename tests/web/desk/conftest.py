"""A congress with its officials, and an event that can be taken anywhere by its postings."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from books import whole_book
from overtrick.core.event.acts import (
    Act,
    PairNominated,
    PlacingCredited,
    Posting,
    RoundEnded,
    RoundStarted,
    ScoresShown,
    SelectionOpened,
    TimetableSet,
)
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import BookRecord, Congress, Kind, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import forget

RULES = "nsw-swiss-pairs/congress"

SignIn = Callable[[str], Client]


def person(name: str) -> User:
    """Somebody with an account."""
    found, _ = User.objects.get_or_create(username=name, defaults={"first_name": name.title(), "last_name": "Lee"})
    return found


@pytest.fixture
def congress(db: None) -> Iterator[Congress]:
    """A congress with one official in each role, signing in by the role's name."""
    forget()
    made = Congress.objects.create(slug="spring", name="Spring Congress")
    for role in Role:
        if role != Role.CAPTAIN:
            Official.objects.create(user=person(role.value), congress=made, role=role)
    yield made
    forget()


@pytest.fixture
def sign_in(congress: Congress) -> SignIn:
    """A browser in which somebody is signed in."""

    def signed_in(name: str) -> Client:
        client = Client()
        client.force_login(person(name))
        return client

    return signed_in


@pytest.fixture
def chief(sign_in: SignIn) -> Client:
    """The chief director's browser."""
    return sign_in("chief director")


def rehearsed(entries: int, seed: str = "7") -> list[Posting]:
    """A whole event, played; without its times, so that no clock has run out when a test comes to it."""
    times = TimetableSet | RoundStarted | RoundEnded | ScoresShown
    timeless = [each for each in whole_book(RULES, entries, seed, faults=False) if not isinstance(each.act, times)]
    return [replace(each, number=number) for number, each in enumerate(timeless, start=1)]


def held_with(congress: Congress, postings: list[Posting], slug: str = "swiss", rules: str = RULES) -> BookRecord:
    """An event whose book has these postings."""
    held = BookRecord.objects.create(slug=slug, congress=congress, rules=rules, title="Swiss Pairs")
    DurableBook(slug).append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    return held


def year_with(congress: Congress, *acts: Act, slug: str = "year") -> BookRecord:
    """A selection year in which A and B nominate, with one placing; and then these acts."""
    held = BookRecord.objects.create(
        slug=slug, congress=congress, kind=Kind.YEAR, rules="sabf-2020", title="Selection 2027"
    )
    first: tuple[Act, ...] = (
        SelectionOpened("sabf-2020", 2027, "", "tests"),
        PlacingCredited("swiss-pairs", ("A", "B"), 2, "results sheet"),
        PairNominated("Open", "A and B", ("A", "B")),
    )
    for place, act in enumerate((*first, *acts)):
        post(held, act, "M. Lee", f"year {place}")
    return held
