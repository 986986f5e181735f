"""How soon a page is there in a real browser."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

SOON = 1.0
"""Seconds in which a page is there."""
PASSES = 3
"""Of which one is to have no slow page: what else the machine does is not the browser's waiting."""


def seconds(page: Page, address: str) -> float:
    """How long a page takes to be there; then it comes to be live."""
    began = time.monotonic()
    page.goto(address)
    took = time.monotonic() - began
    expect(page.locator("[data-state]")).to_have_text("live")
    return took


def assert_each_is_there_at_once(open_pages: Callable[[], list[float]]) -> None:
    """Every page is there soon, in one of a few passes.

    A page that waits for a connection waits in each of them; one that a busy machine held up once does not.
    """
    slowest: list[float] = []
    while len(slowest) < PASSES and not (slowest and slowest[-1] < SOON):
        slowest.append(max(open_pages()))
    assert slowest[-1] < SOON, slowest
