"""What axe finds on a page, on screens of several widths, light and dark."""

from collections.abc import Sequence
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
GRAVE = {"serious", "critical"}
ALSO = {"heading-order"}
"""What axe takes lightly and we do not."""


def turn(page: Page, scheme: Scheme) -> None:
    """Make a page light or dark, at once."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")  # a colour may be on its way
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")


def look_on(page: Page, what: str, screens: Sequence[tuple[int, Scheme]]) -> None:
    """Nothing grave, and nothing wider than the screen, on any of these; the page stays on the last."""
    height = (page.viewport_size or {"height": 800})["height"]
    for width, scheme in screens:
        page.set_viewport_size({"width": width, "height": height})
        turn(page, scheme)
        found = Axe().run(page).response
        assert found["passes"], "axe looked at nothing"
        wrong = [each for each in found["violations"] if each["impact"] in GRAVE or each["id"] in ALSO]
        assert [(each["id"], each["nodes"][0]["html"]) for each in wrong] == [], (what, width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (what, width, scheme)
