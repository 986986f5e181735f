"""The table's page on a home screen: what it is called, where it opens, and its pictures."""

import json
from importlib.resources import files

import pytest
from django.test import Client
from PIL import Image

from overtrick.web.table.links import link, revoke
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_s_page_can_be_kept_and_opens_the_table() -> None:
    held = hold("nsw-swiss-pairs/congress")
    started(held, 8)
    draw_next(held)
    token = link(held, 2)
    page = Client().get(f"/t/{token}/").content.decode()
    assert f'<link rel="manifest" href="/t/{token}/app.webmanifest">' in page
    told = json.loads(Client().get(f"/t/{token}/app.webmanifest").content)
    assert (told["short_name"], told["start_url"], told["scope"]) == ("Table 2", f"/t/{token}/", "/t/")
    assert told["id"] == f"/t/{held.slug}/2", "one table is one app, whichever of its codes was scanned"
    for icon in told["icons"]:
        found = files("overtrick.web") / "static" / "overtrick" / icon["src"].rpartition("/")[2]
        with found.open("rb") as opened, Image.open(opened) as picture:
            assert icon["sizes"] == f"{picture.width}x{picture.height}"
    revoke(held, 2)
    assert Client().get(f"/t/{token}/app.webmanifest").status_code == 403
