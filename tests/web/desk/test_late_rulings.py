"""A review upheld after its stage closed: decided at the desk, and told to readers of both stages."""

import pytest
from django.test import Client
from django.urls import reverse

from closed_stage import MIXED, second_stage_under_way
from overtrick.web.congress.models import Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with
from web.desk.test_appeals import do


@pytest.mark.clause("ANC26 6.2")
def test_a_review_is_decided_at_the_desk_after_the_stage_has_closed(congress: Congress, chief: Client) -> None:
    held = held_with(congress, list(second_stage_under_way(board=1).book.postings()), "mixed", MIXED)
    (review,) = event_projection(held).event.conducted.reviews.values()
    listed = chief.get(reverse("desk-rulings", kwargs={"event": held.slug})).content.decode()
    assert "unauthorised information" in listed
    assert "Decide the review" in listed
    before = event_projection(held).event.stage("Stage 2").carried
    page = do(
        chief, held, "decide-review", review=review.number, outcome="upheld", by="the review panel",
        reason="the ruling was wrong", result="7NT E =", clause="Law 12C",
    )  # fmt: skip
    assert "is upheld by the review panel" in page
    now = event_projection(held).event
    assert now.conducted.reviews[review.number].upheld
    seating = now.stage("Stage 1").round(10).seatings[review.asked.table]
    assert str(now.stage("Stage 1").result_at(10, seating.table, "", seating.boards[0]).result) == "7NT by East ="  # type: ignore[union-attr]
    assert {name: each.value for name, each in now.stage("Stage 2").carried.items()} != {
        name: each.value for name, each in before.items()
    }
    shown = Client().get(reverse("room:stage", kwargs={"event": held.slug, "stage": "stage-1"}))
    assert "Scores of Stage 1 changed after it closed" in shown.content.decode()
    desk = chief.get(reverse("desk-standings", kwargs={"event": held.slug}), {"stage": "Stage 1"}).content.decode()
    assert "Scores of Stage 1 changed after it closed" in desk
