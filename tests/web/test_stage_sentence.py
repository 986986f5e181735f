"""The page of a stage says how that stage stands, not the one that is played now."""

from html import unescape

import pytest
from django.test import Client

from books import whole_book
from overtrick.core.event.acts import ResultPosted, StageClosed
from overtrick.views.whys import stage_slug
from web.congresses import hold, keep

GNOT = "gnot-nsw-2018/gnot"


@pytest.mark.django_db
def test_a_stage_that_is_over_says_so_while_another_is_played(client: Client) -> None:
    postings = whole_book(GNOT, 20, faults=False)
    closed = [(place, each.act.stage) for place, each in enumerate(postings) if isinstance(each.act, StageClosed)]
    (_, first), (second, _) = closed[0], closed[2]
    held = hold(GNOT)
    keep(held, postings[:second])  # the third stage is about to be closed
    page = unescape(client.get(f"/e/{held.slug}/stage/{stage_slug(first)}/").content.decode())
    sentence = page.split('<p class="far"><b>')[1].split("</b>")[0]
    assert sentence.endswith("is over.")
    assert "Round 1 of 1" not in sentence


@pytest.mark.django_db
def test_a_round_that_is_drawn_is_not_said_to_be_played_before_its_first_result(client: Client) -> None:
    postings = whole_book(GNOT, 20, faults=False)
    first, posted = next((place, each.act) for place, each in enumerate(postings) if isinstance(each.act, ResultPosted))
    held = hold(GNOT)
    keep(held, postings[:first])
    sentence = "Round 1 of 1 is drawn. It has no results yet."
    stage = stage_slug(posted.stage)
    assert sentence in unescape(client.get(f"/e/{held.slug}/stage/{stage}/").content.decode())
    keep(held, postings[first : first + 1])
    assert sentence not in unescape(client.get(f"/e/{held.slug}/stage/{stage}/").content.decode())
