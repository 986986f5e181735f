"""The chief director decides at the desk what pairs that are all level carry into the next stage."""

import re

import pytest
from django.test import Client

from directing import Room, flat, numbers
from overtrick.core.event.acts import CarryOverDecided, Posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress.models import Congress
from web.desk.conftest import SignIn, held_with

SWISS = "/desk/e/swiss/"


@pytest.fixture(scope="module")
def level() -> list[Posting]:
    """The book of a Mixed Butler with every board of Stage 1 flat, and Stage 1 closed."""
    room = Room("anc-2026/mixed-butler").enter(numbers(20))
    room.start("Stage 1")
    room.play("Stage 1", flat)
    room.close("Stage 1")
    return list(room.book.postings())


@pytest.mark.clause("ANC26 19.2")
def test_the_desk_offers_the_decision_and_posts_it(
    congress: Congress, chief: Client, sign_in: SignIn, level: list[Posting]
) -> None:
    held_with(congress, level, rules="anc-2026/mixed-butler")
    page = chief.get(f"{SWISS}draw/").content.decode()
    assert "Decide the carry-over into Stage 2" in page
    assert "Decide the carry-over" not in sign_in("director").get(f"{SWISS}draw/").content.decode()
    asked = {"stage": "Stage 2", "amount": "4", "clause": "ANC26 19.2", "reason": "the middle of the line"}
    shown = chief.post(f"{SWISS}do/carry-over/", {**asked, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', shown))
    assert chief.post(f"{SWISS}do/carry-over/", {**asked, "post": "1", **hidden}).status_code == 302
    *_, last = DurableBook("swiss").postings()
    assert last.act == CarryOverDecided("Stage 2", 4, "ANC26 19.2", "the middle of the line")
    assert "Decide the carry-over" not in chief.get(f"{SWISS}draw/").content.decode()
