"""A real browser for the tests that touch the pages as a person does: Debian's Chromium."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser, started once a file of tests; Django's guard against mixing loops is lifted for its thread."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    path = shutil.which("chromium")
    assert path, "install Debian's chromium, or put another one on the path"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"]
        )
        yield browser
        browser.close()
