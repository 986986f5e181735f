"""A passkey in a real browser: Chromium's own authenticator makes it, and shows it at the next sign-in."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.web.accounts.models import Logged, Passkey, What

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(viewport={"width": 390, "height": 844})
    yield made
    made.close()


def with_authenticator(page: Page) -> None:
    """A device with a finger on it, as Chromium plays it."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    line.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_in(page: Page, home: str) -> None:
    page.goto(f"{home}/sign-in/")
    page.get_by_label("Name").fill("kim")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def look(page: Page, name: str) -> None:
    """Nothing is wider than the screen, on a phone and on a desk; and what is hidden is not seen."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
    for each in page.locator("[hidden]").all():
        expect(each).to_be_hidden()


def test_added_signed_out_and_signed_in_with_it(context: BrowserContext, live_server: LiveServer) -> None:
    User.objects.create_user("kim", password=PASSWORD)
    home = live_server.url
    assert home.startswith("http://localhost:")
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.extend([said.text] if said.type == "error" else []))
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    with_authenticator(page)
    sign_in(page, home)
    page.goto(f"{home}/account/")
    page.get_by_role("link", name="Two-step sign-in").click()
    look(page, "second-off")
    page.get_by_text("Add a passkey").click()
    page.get_by_label("Name of this passkey").fill("My laptop")
    page.locator("#old-passkey").fill(PASSWORD)
    look(page, "second-adding")
    page.get_by_role("button", name="Continue").click()
    look(page, "passkey")
    page.get_by_role("button", name="Create passkey").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two-step sign-in is on: save these recovery codes")
    page.get_by_role("link", name="I have saved the codes").click()
    page.get_by_role("link", name="Two-step sign-in").click()
    expect(page.get_by_text("My laptop")).to_be_visible()
    look(page, "second-on")

    page.get_by_role("button", name="Sign out").click()
    sign_in(page, home)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your passkey")
    look(page, "second-asked")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{home}/desk/")
    assert Logged.objects.filter(what=What.SIGNED_IN, about="by the passkey “My laptop”").exists()
    assert Passkey.objects.get().count > 0, "its counter went on"
    assert faults == [], "the content policy and the script agree"

    stranger = context.browser.new_page() if context.browser else page
    with_authenticator(stranger)  # a device of somebody else's, who knows the password
    sign_in(stranger, home)
    stranger.get_by_role("button", name="Sign in with a passkey").click()
    expect(stranger.locator("[data-passkey-said]")).to_contain_text("The request was cancelled or timed out. Try again")
    assert stranger.goto(f"{home}/desk/") is not None
    assert "/sign-in/" in stranger.url
    stranger.close()


def test_on_plain_http_in_a_hall_the_phone_is_offered_instead(context: BrowserContext, live_server: LiveServer) -> None:
    User.objects.create_user("kim", password=PASSWORD)
    home = live_server.url.replace("localhost", "hall.test")
    page = context.new_page()
    sign_in(page, home)
    page.goto(f"{home}/account/second/")
    expect(page.get_by_text("Passkeys need HTTPS, and this server uses plain HTTP")).to_be_visible()
    expect(page.get_by_text("Set up phone codes")).to_be_visible()
    assert not page.evaluate("'PublicKeyCredential' in window && window.isSecureContext")
    look(page, "second-in-a-hall")
