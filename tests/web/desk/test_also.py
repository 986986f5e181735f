"""The further rankings of a stage on the players' pages, at the desk and in the API, each number with its why."""

import re

from django.test import Client

from overtrick.core.model.contestants import Stated
from overtrick.web.congress.models import Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with
from web.rehearsed import rehearsed

GAME = "club/handicap-night"
WHY = re.compile(r'href="(/e/night/why/[^"]+)"')


def test_every_face_shows_them_and_says_why(congress: Congress, chief: Client, client: Client) -> None:
    held_with(congress, rehearsed(GAME, 10), "night", GAME)
    page = client.get("/e/night/").content.decode()
    assert "<h2>Handicap</h2>" in page
    assert "<h2>Under 300</h2>" in page
    links = [link for link in WHY.findall(page) if "/also" in link]
    kinds = {tuple(link.split("/")[5:7]): link for link in links}
    assert set(kinds) == {
        ("also", "handicap"), ("also-place", "handicap"), ("also-added", "handicap"),
        ("also", "under-300"), ("also-place", "under-300"),
    }  # fmt: skip
    for (_, name), link in kinds.items():
        assert "CLUB26 8" in client.get(link).content.decode() or name == "under-300", link
    assert "<h2>Handicap</h2>" in chief.get("/desk/e/night/standings/").content.decode()
    told = client.get("/api/events/night/standings").json()
    assert [table["also"] for table in told["also"]] == ["Handicap", "Under 300"]
    assert told["also"][0]["columns"] == ["score", "handicap"]


def test_an_entry_states_its_facts_at_the_desk(congress: Congress, chief: Client) -> None:
    held = held_with(congress, rehearsed(GAME, 10)[:1], "night", GAME)
    form = chief.get("/desk/e/night/do/entry/").content.decode()
    assert "For the entry as a whole, in per cent." in form
    answers = {"contestant": "1", "players": "A\nB", "contending": "on", "fact handicap": "3.5"}
    page = chief.post("/desk/e/night/do/entry/", {**answers, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(key|seen)" value="([^"]*)"', page))
    assert chief.post("/desk/e/night/do/entry/", {**answers, "post": "1", **hidden}).status_code == 302
    assert event_projection(held).event.entries["1"].stated == (Stated("handicap", "3.5"),)
    assert 'value="3.5"' in chief.get("/desk/e/night/do/entry/?contestant=1").content.decode()
