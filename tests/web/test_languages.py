"""The address of a page says its language: `/fr/…` is the same page in French, and its links lead to French pages."""

import re
from threading import Thread
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from overtrick.core.provenance.figures import Clause
from overtrick.director.decision import refuse
from overtrick.web.exchange.static_site.build import static_site
from overtrick.web.languages import languages, reading
from overtrick.web.server.lanes import Lanes
from overtrick.web.table.links import link
from overtrick.web.translation import language, plain
from overtrick.web.words import moved_cell
from web.congresses import draw_next, hold, keep, started
from web.test_words import EVENTS, RULES, read_all

pytestmark = pytest.mark.django_db

OTHERS = [prefix for prefix in languages() if prefix != "en"]
OURS = re.compile(r"/(e|y|c|o|t|deck|trust)/")


@pytest.mark.parametrize("prefix", OTHERS)
def test_every_page_answers_under_a_language_and_keeps_it(prefix: str, client: Client) -> None:
    held = hold(RULES["swiss"], "swiss")
    keep(held, EVENTS["swiss"]())
    seen = dict(read_all(client, f"/{prefix}/", f"/{prefix}"))
    assert sum("/why/" in at for at in seen) > 5
    for at, page in seen.items():
        text = client.get(at).content.decode()
        assert f'<html lang="{languages()[prefix].code}"' in text, at
        plain = at.removeprefix(f"/{prefix}")
        leave = {to for to in page.links if OURS.match(to)} - {quote(plain, safe="/?=&%")}
        assert not leave, (at, leave)
        if '<footer class="foot">' in text:
            assert f'<a href="{quote(plain, safe="/?=&%")}" hreflang="en-AU"' in text, at
        for action in re.findall(r' action="([^"]+)"', text):
            assert action.startswith(f"/{prefix}/"), at


@pytest.mark.parametrize("prefix", OTHERS)
def test_a_phone_keeps_its_language(prefix: str, client: Client) -> None:
    record = hold(RULES["swiss"])
    started(record, 16)
    draw_next(record)
    page = client.get(f"/{prefix}/t/{link(record, 1)}/").content.decode()
    assert f'lang="{languages()[prefix].code}"' in page
    assert f'"scope": "/{prefix}/t/"' in page
    assert f'"message": "/{prefix}/t/' in page
    worker = client.get(f"/{prefix}/t/worker.js").content.decode()
    assert f'<html lang="{languages()[prefix].code}">' in worker


def test_nothing_of_a_language_is_left_for_the_next_request(client: Client) -> None:
    client.get("/fr/")
    client.get("/fr/e/there-is-none/")
    assert (language(), reverse("room:congresses")) == ("en-AU", "/")
    heard: list[str] = []
    thread = Thread(target=lambda: heard.append(language()))
    thread.start()
    thread.join()
    assert heard == ["en-AU"]


def test_a_page_that_is_not_there_is_not_there_in_its_language(client: Client) -> None:
    answer = client.get("/fr/e/there-is-none/")
    assert answer.status_code == 404
    assert '<html lang="fr"' in answer.content.decode()
    assert client.get("/xx/").status_code == 404


def test_the_api_and_pages_for_machines_have_no_prefix(client: Client) -> None:
    for at in ("/api/docs", "/health", "/metrics"):
        answer = client.get(f"/fr{at}")
        assert (answer.status_code, answer.headers.get("Location")) == (307, at)
    assert client.get("/fr/static/overtrick/base.css").status_code == 404


def test_the_installation_s_own_language_has_no_prefix(client: Client, settings: Settings) -> None:
    assert client.get("/en/trust/?a=1").headers["Location"] == "/trust/?a=1"
    assert client.get("/fr").headers["Location"] == "/fr/"
    settings.LANGUAGE = "fr"
    assert client.get("/fr/").headers["Location"] == "/"
    page = client.get("/en/").content.decode()
    assert '<html lang="en-AU"' in page


def test_a_page_names_itself_by_the_address_that_the_installation_says_and_by_no_other(
    client: Client, settings: Settings
) -> None:
    page = client.get("/fr/", headers={"Host": "elsewhere.test"}).content.decode()
    assert "canonical" not in page
    assert 'rel="alternate"' not in page
    settings.URL = "https://bridge.example.org/"
    page = client.get("/fr/", headers={"Host": "elsewhere.test"}).content.decode()
    assert '<link rel="canonical" href="https://bridge.example.org/fr/">' in page
    assert '<link rel="alternate" hreflang="x-default" href="https://bridge.example.org/">' in page
    assert '<link rel="alternate" hreflang="zh" href="https://bridge.example.org/zh/">' in page
    assert "elsewhere" not in page


def test_a_phone_in_another_language_works_in_the_lane_of_phones() -> None:
    lanes = Lanes(2)
    try:
        assert lanes.lane_of("GET", "/fr/t/abc/now") is lanes.workers
        assert lanes.lane_of("GET", "/fr/e/open/") is lanes.readers
    finally:
        lanes.end()


def test_a_kept_site_has_one_language_and_no_way_to_another() -> None:
    held = hold(RULES["swiss"], "swiss")
    keep(held, EVENTS["swiss"]())
    pages: dict[str, bytes] = {}
    static_site(held, pages.__setitem__, lambda *_: None)
    assert b"hreflang" not in pages["index.html"]


@pytest.mark.parametrize(
    ("places", "kind", "mark", "english", "french"),
    [
        (3, " up", "▲3", "up 3 places", "3 places gagnées"),
        (-12, " down", "▼12", "down 12 places", "12 places perdues"),
        (0, "", "=", "same place", "même place"),
    ],
)
def test_the_places_somebody_moved_are_told_in_the_language_of_the_page(
    places: int, kind: str, mark: str, english: str, french: str
) -> None:
    shown = f'<td class="mv{kind}"><span aria-hidden="true">{mark}</span><span class="unseen">{{}}</span></td>'
    for _ in range(2):
        assert moved_cell(places) == shown.format(english)
        with reading("fr"):
            assert moved_cell(places) == shown.format(french)
    assert moved_cell(None) == '<td class="mv"></td>'


def test_a_refusal_cites_its_reading_in_the_language_of_the_page() -> None:
    clause = Clause("ANC26", "10.2", ("EV-19",))
    with reading("fr"):
        text = plain(refuse("{plan} is closed", clause=clause, plan="Finale").phrased)
    assert "(ANC26 10.2, lecture EV-19)" in text
