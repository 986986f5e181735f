"""All scorecards printed from the room, the director's clicks counted; and a page as the browser prints it."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.congress.models import BookRecord
from pdf_text import pages_of
from web.congresses import hold, keep
from web.counting import director_at
from web.desk.conftest import rehearsed
from web.rehearsed import SWISS, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

FOLDED = "details.chapter dl"


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of twenty-four pairs in the middle of its second round."""
    made = hold(SWISS, "middle")
    keep(made, until(rehearsed(24), "Swiss", 2, 3))
    return made


def test_all_scorecards_are_two_clicks_from_the_room(
    chromium: Browser, live_server: LiveServer, held: BookRecord
) -> None:
    with director_at(chromium, live_server, "/desk/e/middle/room/") as director:
        director.follows("Print")
        with director.page.expect_response("**/print/scorecards.pdf*") as answered:
            director.follows("Scorecards")
        assert director.clicks == 2
        assert answered.value.headers["content-type"] == "application/pdf"
        assert len(pages_of(director.page.request.get(answered.value.url).body())) == 24


def test_a_page_prints_with_everything_unfolded(chromium: Browser, live_server: LiveServer, held: BookRecord) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})  # a phone has the chapters closed
    page.goto(f"{live_server.url}/e/middle/conditions/")
    expect(page.locator(FOLDED).first).to_be_hidden()
    page.emulate_media(media="print")
    assert page.locator(FOLDED).first.is_visible()
    page.close()
