"""The phone's scripts in a real browser, in the pseudo-language: they take every word from the catalogue too."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from overtrick.web.table.links import link
from overtrick.web.translation import PSEUDO, add_accents
from web.congresses import draw_next, hold, started
from web.test_words import NOTATION, plain_words

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {"Alder", "Birch", "Pair"}


def test_the_phone_s_scripts_take_every_word_from_the_catalogue(
    chromium: Browser, live_server: LiveServer, settings: Settings
) -> None:
    settings.LANGUAGE = PSEUDO
    held = hold("nsw-swiss-pairs/congress")
    started(held, 16)
    draw_next(held)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{live_server.url}/t/{link(held, 1)}/")
    phone = page.locator("#phone")
    presses = (".choice", ".row", ".suit.S", ".grid.four button >> nth=2", ".results button >> nth=1", ".wide")
    for press in presses:
        phone.locator(press).first.click()
        assert not plain_words(phone.inner_text()) - NAMES - NOTATION
    # and what is said when it is sent
    sent = re.compile(re.escape(add_accents("All messages sent, the last at {at}.")).replace(r"\{at\}", "[0-9:]+"))
    expect(phone.locator(".status")).to_have_text(sent)
    assert not plain_words(phone.inner_text()) - NAMES - NOTATION
    assert not faults
    page.close()
