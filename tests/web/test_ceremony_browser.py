"""The keys of the page where teams choose their opponents, in a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from overtrick.web.settings import HERE

SCRIPT = Path(HERE) / "static" / "overtrick" / "ceremony.js"
BUTTONS = "".join(f'<button data-nth="{number}">{number}</button>' for number in range(1, 24))

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("keys", "focused"),
    [("7", "7"), ("10", "10"), ("23", "23"), ("24", "4"), ("0", None), ("122", "2"), ("x", None)],
)
def test_digits_typed_one_after_another_go_to_the_option_with_that_number(
    chromium: Browser, keys: str, focused: str | None
) -> None:
    page = chromium.new_page()
    page.set_content(f"<html><body>{BUTTONS}<input id=find></body></html>")
    page.add_script_tag(path=SCRIPT)
    for key in keys:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.nth ?? null") == focused
    page.close()


def test_keys_typed_into_a_box_are_text(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(f"<html><body>{BUTTONS}<input id=find></body></html>")
    page.add_script_tag(path=SCRIPT)
    page.locator("#find").focus()
    page.keyboard.type("f12")
    assert page.locator("#find").input_value() == "f12"
    assert page.evaluate("document.fullscreenElement") is None
    assert page.evaluate("document.activeElement.id") == "find"
    page.close()
