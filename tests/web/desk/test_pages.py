"""Every page of the desk opens in every state of an event."""

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.core.event.acts import DrawPublished, RoundClosed, StageStarted
from overtrick.core.event.entry_acts import EntriesClosed
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
