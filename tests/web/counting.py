"""A director's window whose page loads, clicks and keys are counted, for the tests that hold a task to its steps."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer


@dataclass
class Director:
    """Somebody at the desk: what is clicked and typed is counted here, what is loaded by the browser itself.

    What is pasted counts as the two keys that paste it. The page from which a task starts is not one of its loads:
    `begins` sets everything to nought there.
    """

    page: Page
    clicks: int = 0
    keys: int = 0
    loads: int = 0

    def __post_init__(self) -> None:
        self.page.on("load", lambda _: self._loaded())

    def _loaded(self) -> None:
        self.loads += 1

    def begins(self, address: str) -> None:
        """Go to the page where a task starts, and count from there."""
        self.page.goto(address)
        self.clicks = self.keys = self.loads = 0

    def follows(self, name: str | re.Pattern[str]) -> None:
        self._on("link", name)

    def presses(self, name: str | re.Pattern[str]) -> None:
        self._on("button", name)

    def _on(self, role: str, name: str | re.Pattern[str]) -> None:
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]  # one of the two

    def types(self, text: str) -> None:
        """Type where the cursor is, each character a key."""
        self.keys += len(text)
        self.page.keyboard.type(text)

    def hits(self, key: str) -> None:
        """One key that writes nothing: Enter, Tab, an arrow."""
        self.keys += 1
        self.page.keyboard.press(key)

    def fills(self, label: str, text: str) -> None:
        """Write into a field that is reached by one key; a reason or a name is as long as it is."""
        self.keys += 1 + len(text)
        self.page.locator("main").get_by_label(label).fill(text)

    def pastes(self, label: str, text: str) -> None:
        """Paste into a field: a key that leads there and the two that paste."""
        self.keys += 3
        self.page.get_by_label(label).fill(text)


@contextmanager
def director_at(browser: Browser, server: LiveServer, address: str) -> Iterator[Director]:
    """Somebody who may do everything, at this page of the server."""
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}])
    window = Director(context.new_page())
    window.begins(f"{server.url}{address}")
    yield window
    print(f"{window.loads} loads, {window.clicks} clicks, {window.keys} keys")  # noqa: T201 - it is counted
    context.close()
