"""Scores entered at the desk with the keyboard alone, in a real browser."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from overtrick.core.event.acts import DrawPublished
from overtrick.core.model.notation import read_result
from overtrick.web.congress.keeper import forget, standing
from overtrick.web.congress.models import Congress
from web.desk.conftest import held_with, rehearsed

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_results_are_entered_corrected_and_agreed_by_keys_alone(live_server: LiveServer, chromium: Browser) -> None:
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    postings = rehearsed(8)
    drawn = next(place for place, each in enumerate(postings) if isinstance(each.act, DrawPublished))
    held = held_with(congress, postings[: drawn + 1])
    client = Client()
    client.force_login(User.objects.create_superuser("lee"))
    context = chromium.new_context()
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/e/swiss/room/")
    line, reading = page.locator("#line"), page.locator("#reading")
    expect(line).to_be_focused()
    keys = page.keyboard
    keys.type("2 3 4sx s +1")
    expect(reading).to_contain_text("4SX by South +1: NS +690")
    expect(reading).to_contain_text("Table 2, board 3 (EW vulnerable)")
    keys.press("Enter")
    expect(reading).to_contain_text("Posting")
    expect(line).to_have_value("")
    expect(page.locator(".grid li").nth(1)).to_contain_text("1/8")
    keys.type("2 3 4s s =")
    expect(reading).to_contain_text("already")
    keys.press("Enter")
    expect(reading).to_have_class(re.compile("refused"))
    keys.press("Escape")
    expect(line).to_have_value("")
    keys.press("ArrowUp")
    expect(line).to_have_value("2 3 4sx s +1")
    keys.press("Escape")
    keys.type("2 3 4s s = ! not doubled")
    expect(reading).to_contain_text("NS +420 (was NS +690)")
    keys.press("Enter")
    expect(reading).to_contain_text("is put right")
    keys.type("1 4 p")
    keys.press("Enter")
    expect(page.locator(".grid li").nth(0)).to_contain_text("1/8")
    keys.type("1 4 ok")
    keys.press("Enter")
    expect(reading).to_contain_text("is agreed")
    results = standing(held).event.stage("Swiss").round(1).results
    assert results[2, "", 3].result == read_result("4S S =")
    assert results[1, "", 4].confirmed
    context.close()
