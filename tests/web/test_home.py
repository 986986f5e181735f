"""Home and a congress: how far each event is, who leads, and that a first reader does not pay for everything."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from overtrick.web.congress import glances
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import forget
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until


@pytest.fixture
def middle(db: None) -> BookRecord:
    """A Swiss of eight pairs in its third round."""
    glances._kept.clear()
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(SWISS, 8), "Swiss", 3, 2))
    return held


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_congress_says_how_far_each_event_is_and_who_leads(middle: BookRecord, client: Client) -> None:
    page = shown(client, "/c/winter/")
    assert "Round 3 of" in page
    assert "leads with" in page
    assert "/e/middle/why/swiss/total/" in page, "a number says why"


def test_what_is_taken_in_long_after_its_congress_is_not_of_today(db: None, client: Client) -> None:
    glances._kept.clear()
    held = hold(SWISS, "past")
    keep(held, rehearsed(SWISS, 8))
    assert "<h2>Today</h2>" in shown(client, "/")
    day = timezone.localdate() - timedelta(days=7)
    Congress.objects.filter(slug=held.congress_id).update(starts=day, ends=day)
    assert "<h2>Today</h2>" not in shown(client, "/")


def test_a_page_of_many_events_folds_a_few_and_the_next_the_others(db: None, client: Client) -> None:
    glances._kept.clear()
    for number in range(glances.FOLDED + 1):
        keep(hold(SWISS, f"event-{number}"), until(rehearsed(SWISS, 8), "Swiss", 2, 1))
    forget()
    assert shown(client, "/c/winter/").count("leads with") == glances.FOLDED
    assert shown(client, "/c/winter/").count("leads with") == glances.FOLDED + 1


def test_the_site_has_its_icon_its_manifest_and_its_word_to_robots(db: None, client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert [each["sizes"] for each in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    assert client.get("/favicon.ico").headers["Content-Type"] == "image/x-icon"
    assert "Disallow: /desk/" in client.get("/robots.txt").content.decode()


def test_a_page_that_is_not_there_has_a_way_on(db: None, client: Client) -> None:
    lost = client.get("/e/nowhere/")
    assert lost.status_code == 404
    assert 'class="button" href="/"' in lost.content.decode()
