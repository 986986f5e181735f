"""Every page of the desk opens in every state of an event."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.core.event.acts import DrawPublished, EntriesClosed, PenaltyGiven, RoundClosed, StageStarted
from overtrick.web.congress.models import Congress

from .conftest import held_with, rehearsed

PAGES = ("room", "draw", "line-ups", "results", "deals", "standings", "rulings", "close", "entries", "rules", "history")


@pytest.mark.parametrize("until", [EntriesClosed, StageStarted, DrawPublished, RoundClosed, None])
def test_every_page_opens(congress: Congress, chief: Client, until: type | None) -> None:
    postings = rehearsed(8)
    if until is not None:
        cut = next(place for place, each in enumerate(postings) if isinstance(each.act, until))
        postings = postings[: cut + 1]
    held = held_with(congress, postings)
    for page in PAGES:
        answer = chief.get(reverse(f"desk-{page}", kwargs={"event": held.slug}))
        assert answer.status_code == 200, page
        assert f'data-number="{len(postings)}"' in answer.content.decode()
    last = chief.get(reverse("desk-posting", kwargs={"event": held.slug, "number": len(postings)}))
    assert last.status_code == 200


@pytest.mark.parametrize(
    ("amount", "shown"), [(1, ">\N{MINUS SIGN}1 VP</td>"), (Fraction(3, 2), ">\N{MINUS SIGN}1.5 VPs</td>")]
)
def test_a_penalty_is_shown_with_its_sign_and_unit(
    congress: Congress, chief: Client, amount: Fraction, shown: str
) -> None:
    postings = rehearsed(8)
    fine = PenaltyGiven("3", "late", "Swiss", 1, amount, "VPs", "Law 90")
    cut = next(place for place, each in enumerate(postings) if isinstance(each.act, RoundClosed))
    held = held_with(congress, [*postings[:cut], replace(postings[cut], act=fine)])
    assert shown in chief.get(reverse("desk-rulings", kwargs={"event": held.slug})).content.decode()
