"""No English sentence is left on the French pages of whole events, not even from rule files or books.

The pseudo-language (`test_words`) shows every text that is not in the catalogue, but has to leave out what rule files
and books say. Here French pages are searched for small English words instead, whatever the text comes from.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.web.congress.models import Official, Role
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import rehearsed, season, until
from web.test_words import Reading, shape

pytestmark = pytest.mark.django_db

SWISS = "nsw-swiss-pairs/congress"
BOOKS: dict[str, Callable[[], list[Posting]]] = {
    SWISS: lambda: until(rehearsed(SWISS, 16), "Swiss", 3, 4),
    "sabf-2020/state-masters-pairs": lambda: season(2),
    **{
        rules: partial(rehearsed, rules)
        for rules in (
            "sabf-2020/state-teams", "gnot-nsw-2018/gnot", "anc-2026/one-day-matchpoint-pairs",
            "anc-2026/interstate-open", "anc-2026/open-butler", "nsw-its-2021/oits", "club/pairs-night",
        )
    },
}  # fmt: skip
ENGLISH = re.compile(
    r"\b(the|of|is|with|by|for|and|have|not|was|at|from|to|in|this|that|are|who|which|after|before|each|other|no|when|than"
    r"|but|will|be|it|their|they|met|played|drawn|round|boards?|teams?|pairs?)\b"
)
FRENCH = re.compile(r"[éèàçùêœ’«]|\b(le|la|les|de|du|des|un|une|et|est|en|au|aux|par|pour|sur)\b")
NAMES = re.compile(
    r"Heat of a Simultaneous|Ranking for the finals|a substitute for Player|App-5 \(\d+ boards\)"
    r"|[\w-]+/[\w-]+|[\w-]+\.toml"
)
"""Names of events, stages, players, tables of a document, rules and files, which stay as they are."""
EACH = 3


def walk(client: Client, start: str, below: tuple[str, ...]) -> Iterator[tuple[str, Reading]]:
    """Pages that lead from one to the next, a few of each shape."""
    waiting, seen, shapes = [start], {start}, dict[str, int]()
    while waiting:
        at = waiting.pop(0)
        answer = client.get(at)
        if answer.status_code == 302 or "text/html" not in answer.headers["Content-Type"]:
            continue
        page = Reading(answer.content.decode())
        yield at, page
        for link in (each.partition("#")[0] for each in page.links):
            to = f"{at.partition('?')[0]}{link}" if link.startswith("?") else link
            if to not in seen and to.startswith(below):
                seen.add(to)
                shapes[shape(to)] = shapes.get(shape(to), 0) + 1
                if shapes[shape(to)] <= EACH:
                    waiting.append(to)


def is_english(text: str) -> bool:
    """Whether a text has a small English word outside names, and nothing French."""
    return bool(ENGLISH.search(NAMES.sub(" ", text))) and not FRENCH.search(text)


@pytest.mark.parametrize(
    "rules", [rules if rules == SWISS else pytest.param(rules, marks=pytest.mark.long) for rules in BOOKS]
)
def test_french_pages_have_no_english_sentence(rules: str, client: Client) -> None:
    held = hold(rules, "held")
    keep(held, BOOKS[rules]())
    official = person("Kim")
    for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
        Official.objects.create(user=official, congress=held.congress, role=role)
    found = list(walk(client, "/fr/", tuple(f"/fr/{letter}/" for letter in "eycto")))
    client.force_login(official)
    found += walk(client, "/fr/desk/", ("/fr/desk/", "/fr/account/"))
    assert len(found) > 50
    left = {at: texts for at, page in found if (texts := [text for text in page.texts if is_english(text)])}
    assert not left


def test_an_english_sentence_is_found() -> None:
    assert is_english("the end point belongs to the upper band")
    assert not is_english("le point final appartient à la tranche supérieure")
