"""Every word of the desk and the accounts is in the catalogue: the pseudo-language leaves none in plain letters."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from overtrick.core.event.acts import Posting
from overtrick.web.congress.models import Official, Role
from overtrick.web.translation import PSEUDO
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import rehearsed, season, until
from web.test_words import NOTATION, Reading, bare, data_of, plain_words, shape, without_rules

pytestmark = pytest.mark.django_db

BOOKS: dict[str, tuple[str, Callable[[], list[Posting]]]] = {
    "swiss": ("nsw-swiss-pairs/congress", lambda: until(rehearsed("nsw-swiss-pairs/congress", 16), "Swiss", 3, 4)),
    "teams": ("sabf-2020/state-teams", lambda: rehearsed("sabf-2020/state-teams")),
    "season": ("sabf-2020/state-masters-pairs", lambda: season(2)),
    "drop-in": ("gnot-nsw-2018/gnot", lambda: rehearsed("gnot-nsw-2018/gnot")),
}
BELOW = ("/desk/", "/account/", "/t/codes/", "/api/tokens/")
EACH = 2
OWN = re.compile(r"[\w-]+/[\w-]+|[\w-]+\.toml|\([A-Z]{3,}\d+ \S+\)")


def pages(client: Client) -> dict[str, Reading]:
    """Pages of the desk that lead from one to the next, a few of each shape."""
    waiting, seen, shapes = ["/desk/"], {"/desk/"}, dict[str, int]()
    found: dict[str, Reading] = {}
    while waiting:
        at = waiting.pop(0)
        answer = client.get(at)
        assert answer.status_code in (200, 302, 404, 409, 422), (at, answer.status_code)
        if answer.status_code == 302 or "text/html" not in answer.headers["Content-Type"]:
            continue
        found[at] = Reading(answer.content.decode())
        for link in (each.partition("#")[0] for each in found[at].links):
            to = f"{at.partition('?')[0]}{link}" if link.startswith("?") else link
            if to in seen or not to.startswith(BELOW):
                continue
            seen.add(to)
            kind = shape(to)
            shapes[kind] = shapes.get(kind, 0) + 1
            if shapes[kind] <= EACH:
                waiting.append(to)
    return found


def plain_texts(at: str, page: Reading, data: set[str]) -> list[str]:
    """The texts with a word in plain letters, but for ids of rules, names of files, citations and rulebook values."""
    shown = (OWN.sub(" ", text) for text in bare(at, page, data))
    return [text for text in shown if plain_words(without_rules(text, 1)) - data - NOTATION]


@pytest.mark.parametrize("kind", BOOKS)
def test_the_desk_takes_every_word_from_the_catalogue(kind: str, client: Client, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    rules, made = BOOKS[kind]
    held, postings = hold(rules, kind), made()
    keep(held, postings)
    official = person("Kim")
    for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
        Official.objects.create(user=official, congress=held.congress, role=role)
    client.force_login(official)
    data = data_of(held, postings) | {"Kim", "Lee", "Overtrick"}
    left = {at: said for at, page in pages(client).items() if (said := plain_texts(at, page, data))}
    assert not left, "\n".join(f"{at}: {said[:6]}" for at, said in left.items())
