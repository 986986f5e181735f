"""How soon a page is there in a real browser."""

import time
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

SOON = 1.0
"""Seconds in which a page is there."""
SLOWER = 3
"""How many times as long as a page on its own it may take on a slow machine.

A page that waits for a connection waits for one that the browser never gives back.
"""
PASSES = 3
"""Of which one is to have no slow page: what else the machine does is not the browser's waiting."""


def seconds(page: Page, address: str) -> float:
    """How long a page takes to be there; then it comes to be live."""
    began = time.monotonic()
    page.goto(address)
    took = time.monotonic() - began
    expect(page.locator("[data-state]")).to_have_text("live")
    return took


def seconds_alone(browser: Browser | None, address: str) -> float:
    """How long a page takes for somebody who has nothing else open."""
    assert browser is not None, "the context belongs to no browser"
    context = browser.new_context()
    took = seconds(context.new_page(), address)
    context.close()
    return took


def assert_each_is_there_at_once(open_pages: Callable[[], list[float]], alone: Callable[[], float]) -> None:
    """Every page is there soon, or nearly as soon as one on its own, in one of a few passes."""
    passes: list[tuple[float, float]] = []
    while len(passes) < PASSES and not (passes and _soon(*passes[-1])):
        passes.append((max(open_pages()), alone()))
    assert _soon(*passes[-1]), passes


def _soon(slowest: float, alone: float) -> bool:
    return slowest < max(SOON, SLOWER * alone)
