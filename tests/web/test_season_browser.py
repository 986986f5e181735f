"""A season in a real browser: open figures marked in the middle of its weeks, settled after the last; and axe."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.season import open_figures
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import SEASON, season
from web.test_axe import look, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
STAGE = "Sessions"


@pytest.fixture
def held() -> BookRecord:
    """A season of three sessions, two of them in, with a chief director."""
    made = hold(SEASON, "masters", "State Masters Pairs")
    keep(made, season(2))
    Official.objects.create(user=person("chief"), congress=made.congress, role=Role.CHIEF_DIRECTOR)
    return made


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A phone's window."""
    context = chromium.new_context(viewport={"width": 360, "height": 800})
    yield context.new_page()
    context.close()


def test_open_figures_are_marked_and_settle_after_the_last_session(
    live_server: LiveServer, held: BookRecord, page: Page
) -> None:
    state = event_projection(held).event.stage(STAGE)
    found = [each for each in open_figures(map(state.season, state.contestants)) if each.session is not None]
    assert found
    page.goto(f"{live_server.url}/e/masters/")
    marks = page.locator("table.season abbr.open")
    expect(marks).to_have_count(len(found) + len({each.pair for each in found}))
    expect(page.get_by_text("may still change: the notes below the table say why, and until when")).to_be_visible()
    expect(page.locator(".moving").first.locator("li")).to_have_count(len(found))

    moving = found[0]
    number = page.locator(f"table.season a.why[href$='/session/{moving.session}/{moving.pair}/']")
    expect(number).to_be_visible()
    number.click()
    drawer = page.locator("dialog.drawer")
    expect(drawer.locator("[data-why] > li > .line > .made")).to_have_text(str(moving.figure))
    expect(drawer).to_contain_text("may still change")
    expect(drawer).to_contain_text("the pair’s own average")
    page.keyboard.press("Escape")

    keep(held, season(0)[len(season(2)) :])
    page.goto(f"{live_server.url}/e/masters/")
    expect(page.get_by_text("Final: the stage is closed, and no score depends on later sessions")).to_be_visible()
    expect(marks).to_have_count(0)
    settled = event_projection(held).event.stage(STAGE).season(moving.pair)
    total = page.locator(f"table.season a.why[href$='/total/{moving.pair}/']")
    expect(total).to_have_text(settled.aggregate.unit.number(settled.aggregate.value))
    counts = settled.counted[(moving.session or 0) - 1].competition
    expect(number).to_have_text(counts.unit.number(counts.value))


def test_axe_on_the_pages_of_a_season(live_server: LiveServer, held: BookRecord, page: Page) -> None:
    sign_in(page, live_server)
    desk = ("season/", "do/absence/", "do/absence-lifted/", "do/session-substitute/?contestant=4", "systems/")
    room = ("", "pair/8/", "wall/", "why/sessions/session/1/8/", "why/sessions/scored/1/8/")
    for address in (*(f"/desk/e/masters/{each}" for each in desk), *(f"/e/masters/{each}" for each in room)):
        answer = page.goto(f"{live_server.url}{address}")
        assert answer is not None
        assert answer.status == 200, address
        look(page, address)
