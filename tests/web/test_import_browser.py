"""Last Tuesday's session at the desk, in the browser: a file, the comparison, the event and its players' pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web.laptop import Laptop
from web.official import Desk

pytestmark = pytest.mark.slow
TUESDAY = Path(__file__).parents[2] / "examples" / "tuesday.xml"


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    with Laptop(tmp_path) as running:
        yield running


def test_a_file_becomes_an_event_on_a_desk_and_on_a_phone(laptop: Laptop, chromium: Browser, tmp_path: Path) -> None:
    desk = Desk(chromium, laptop)
    desk.begin("Oaks")
    page = desk.page
    page.get_by_role("link", name="Import results").click()
    page.set_input_files("#file", TUESDAY)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("44 the same, 0 right under other rules, 1 different")).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"the page is {wide} wide at {width}"
        page.screenshot(path=tmp_path / f"import-{width}.png", full_page=True)
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/desk/e/**")
    server, _, rest = page.url.partition("/desk/e/")
    page.goto(f"{server}/e/{rest.partition('/')[0]}/stage/night/")
    expect(page.get_by_text("74.33").first).to_be_visible()
    desk.leave()
