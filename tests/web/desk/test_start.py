"""One *Start*: the entry is closed, the stage started and the first draw published, where nothing needs a decision."""

import re

import pytest
from django.test import Client

from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import SignIn, held_with, rehearsed

START = "/desk/e/swiss/start/"
PAGE = "/desk/e/swiss/entries/"

pytestmark = pytest.mark.django_db(transaction=True)


def opened(congress: Congress, entries: int) -> BookRecord:
    """A Swiss with so many pairs in it, the entry open."""
    postings = rehearsed(24)
    first = next(place for place, each in enumerate(postings) if each.act.called == "entry taken")
    return held_with(congress, postings[: first + entries])


def test_it_says_what_it_posts_posts_it_and_each_can_be_taken_back(congress: Congress, chief: Client) -> None:
    held = opened(congress, 24)
    page = chief.get(PAGE).content.decode()
    told = re.findall(r"<li>([^<]+)\.</li>", page.partition('id="start"')[2].partition("</ol>")[0])
    assert told == [
        "Entries closed", "Lots drawn for Swiss", "Swiss starts with 24 contestants",
        "Lots drawn for the draw of round 1 of Swiss", "Draw of round 1 of Swiss published",
    ]  # fmt: skip
    before = event_projection(held).last
    answer = chief.post(START, {"seen": "24", "key": "go"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/desk/e/swiss/draw/?posted={before + 1}-{before + 5}"
    page = answer.content.decode()
    posted = page.partition('aria-label="Posted"')[2].partition("</section>")[0]
    for each in told:
        assert each in posted
    assert posted.count(">undo") == 5
    assert event_projection(held).event.stage("Swiss").last_round == 1
    chief.post(START, {"seen": "24", "key": "go"})
    assert event_projection(held).last == before + 5, "pressed twice"


def test_it_waits_where_the_entry_makes_no_format(congress: Congress, chief: Client) -> None:
    held = opened(congress, 1)
    page = chief.get(PAGE).content.decode()
    assert "One decision is needed first." in page
    assert "<button>Start the event</button>" not in page
    before = event_projection(held).last
    chief.post(START, {"seen": "1"})
    assert event_projection(held).last == before


def test_another_entry_than_was_looked_at_is_looked_at_again(congress: Congress, chief: Client) -> None:
    held = opened(congress, 24)
    page = chief.post(START, {"seen": "23"}, follow=True).content.decode()
    assert "The entries changed after you opened the page. Check the list, then start." in page
    assert not event_projection(held).event.entries_closed


def test_what_should_be_known_is_said_before(congress: Congress, chief: Client) -> None:
    opened(congress, 23)
    page = chief.get(PAGE).content.decode()
    assert "23 is an odd number of entries" in page
    assert "<button>Start the event</button>" in page


def test_a_choice_that_the_regulation_leaves_open_is_offered(congress: Congress, chief: Client) -> None:
    named = {"rules": "sabf-2020/swiss-pairs-championship", "title": "Swiss", "slug": "swiss", "key": "open"}
    assert chief.post("/desk/spring/new/", named).status_code == 302
    pairs = "\n".join(f"Ann {number} / Bo {number}" for number in range(1, 21))
    chief.post("/desk/e/swiss/entries/file/", {"text": pairs})
    page = chief.get(PAGE).content.decode()
    assert "and no choice has been made" in page
    assert "<button>Start the event</button>" not in page
    assert "/do/format/?choice=" in page


def test_a_scorer_takes_entries_and_does_not_start(congress: Congress, sign_in: SignIn) -> None:
    opened(congress, 24)
    scorer = sign_in("scorer")
    page = scorer.get(PAGE).content.decode()
    assert 'id="entry"' in page
    assert "<button>Start the event</button>" not in page
    assert scorer.post(START, {"seen": "24"}).status_code == 403
