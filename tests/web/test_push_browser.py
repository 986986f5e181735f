"""The button by which a browser is told: made where it can be, and leave is asked by a tap alone."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
TELL = "Notify me of my draws and results"


def test_who_is_pinned_may_ask_to_be_told(live_server: LiveServer, chromium: Browser) -> None:
    keep(hold(SWISS, "middle"), until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{live_server.url.replace('127.0.0.1', 'localhost')}/e/middle/pair/7/")
    button = page.get_by_role("button", name=TELL)
    expect(page.get_by_role("button", name="This is me")).to_be_visible()
    expect(button).to_be_hidden()
    page.get_by_role("button", name="This is me").click()
    expect(button).to_be_visible()
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    button.click()
    expect(page.locator("[data-push]")).to_contain_text(
        "Your browser does not allow notifications from this page. Allow them in its settings."
    )
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.evaluate("""() => {
      Notification.requestPermission = async () => 'granted';
      const made = { endpoint: "https://push.example.org/x", keys: {} };
      PushManager.prototype.subscribe = async () => ({ toJSON: () => made });
    }""")
    button.click()
    expect(page.locator("[data-push]")).to_contain_text("The request to turn notifications on or off cannot be read")
    assert faults == []
    assert context.cookies() == []
    context.close()
