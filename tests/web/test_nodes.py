"""Several nodes behind nginx: the example leads whatever belongs to an event to one node, by the address alone."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started

CONF = Path(__file__).parents[2] / "deploy" / "nginx-nodes.conf"
LINES = re.findall(r"^ +~(\S+) +\$(\w+);$", CONF.read_text(encoding="utf-8"), re.MULTILINE)
RULES = [(re.compile(pattern.replace("(?<", "(?P<")), name) for pattern, name in LINES]


def led_by(path: str) -> str:
    """What nginx hashes of an address; nothing where it goes by who asks."""
    for pattern, name in RULES:
        if found := pattern.match(path):
            return str(found[name])
    return ""


def routes(resolver: URLResolver, before: str = "") -> list[str]:
    """Every route, as it is written."""
    found = []
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        found += routes(each, path) if isinstance(each, URLResolver) else [path]
    return found


def test_every_page_of_an_event_goes_to_its_node() -> None:
    own = [each for each in routes(get_resolver()) if re.search(r"<(?:named:)?(?:event|year)>", each)]
    assert len(own) > 100
    for route in own:
        path = re.sub(r"<[^>]*>", "x", re.sub(r"<(?:\w+:)?(?:event|year)>", "org.coast-swiss", route, count=1))
        for language in ("", "fr/") if route.startswith(("e/", "y/", "t/")) else ("",):
            assert led_by(f"/{language}{path}") == "org.coast-swiss", route


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/live/coast,other", "coast"),
        ("/live/coast", "coast"),
        ("/", ""),
        ("/desk/", ""),
        ("/t/", ""),
        ("/t/worker.js", ""),
        ("/c/spring/", ""),
    ],
)
def test_a_stream_goes_by_its_first_event_and_the_rest_by_who_asks(path: str, name: str) -> None:
    assert led_by(path) == name


@pytest.mark.django_db(transaction=True)
def test_the_phones_of_an_event_go_where_its_readers_go(client: Client) -> None:
    held = hold("nsw-swiss-pairs/congress", slug="coast-swiss")
    started(held, 12)
    draw_next(held)
    for table in (1, 2):
        for rest in ("", "now", "message", "board/1/"):
            assert led_by(f"/t/{link(held, table)}/{rest}") == led_by(f"/e/{held.slug}/") == "coast-swiss"
    assert client.get(f"/t/{link(held, 1)}/").status_code == 200
