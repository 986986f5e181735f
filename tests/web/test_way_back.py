"""Whoever opens an address that only takes a form is led back to a page."""

import re

import pytest
from django.test import Client

from overtrick.web.congress.access import GuardedView
from overtrick.web.congress.models import BookRecord, Role
from overtrick.web.table.links import link
from web.test_every_route import ROUTES, browser, held

pytestmark = pytest.mark.django_db
__all__ = ["held"]


def test_an_address_that_takes_a_form_alone_leads_back(held: BookRecord) -> None:
    client = browser(Role.CHIEF_DIRECTOR.value)
    led = []
    for route in ROUTES:
        if not (isinstance(route.view, GuardedView) or route.name in ("sign-out", "table-message")):
            continue
        answer = client.get(route.address(link(held, 1)))
        if answer.status_code != 405:
            continue
        page = answer.content.decode()
        found = re.search(r'<a class="button" href="(/[^"]*)">', page)
        assert found, route
        assert client.get(found[1], follow=True).status_code == 200, (route, found[1])
        led.append(route.name)
    assert {"desk-invite", "sign-out", "table-message"} <= set(led), led


def test_programs_are_told_in_their_shape(client: Client) -> None:
    answer = client.post("/api/congresses", headers={"Authorization": "Bearer x"}, content_type="application/json")
    assert answer.headers["Content-Type"].startswith("application/json")
    assert client.delete("/api/congresses").json()["refused"] == "This address does not accept this method"
