"""Every word of the public and phone pages is the catalogue's: in the pseudo-language none is left in plain letters.

What is nobody's language stays as it is: names, what people typed, numbers, notation, citations, and what a rule file
calls its stages and scales.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

import overtrick.rulebook
from overtrick.core.event.acts import Posting
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.links import link
from overtrick.web.translation import PSEUDO
from web.congresses import draw_next, hold, keep, started
from web.rehearsed import rehearsed, season, until

pytestmark = pytest.mark.django_db

RULEBOOK = Path(overtrick.rulebook.__file__).parent
WORD = re.compile(r"[A-Za-z]+")
NOTATION = {"NT", "A", "K", "Q", "J", "T", "S", "H", "D", "C", "X", "N", "E", "W", "UTC", "SX"}
CITED = re.compile(r"\(?\b(Law|[A-Z]{3,}\d*)( [\w.#()-]+)?|\b[A-Z]{1,3}-?\d+\b")
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-label")
QUOTED = {"script", "style", "code", "pre", "cite", "kbd", "textarea"}
EACH = 2
"""How many pages of one shape are read."""


class Reading(HTMLParser):
    """The texts of a page that a person reads or hears, where its links lead, and its numbers that open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.links: list[str] = []
        self.numbers: list[tuple[str, str]] = []
        self._quoted = 0
        self._pictured = self._named = self._opens = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self._named = "hreflang" in told  # a language by its own name
        self._quoted += tag in QUOTED
        self._pictured = self._pictured or told.get("class") == "scroll flow-picture"
        self.texts += [told[name] or "" for name in SPOKEN if name in told]
        if tag == "a" and told.get("href"):
            self.links.append(str(told["href"]))
            self._opens = "why" in (told.get("class") or "").split()
            if self._opens:
                self.numbers.append((str(told["href"]), ""))

    def handle_endtag(self, tag: str) -> None:
        self._named = False
        self._quoted -= tag in QUOTED
        self._opens = self._opens and tag != "a"
        self._pictured = self._pictured and tag != "svg"

    def handle_data(self, data: str) -> None:
        if self._opens:
            at, text = self.numbers[-1]
            self.numbers[-1] = at, text + data
        if not self._quoted and not self._pictured and not self._named:
            self.texts.append(data)


def texts_in(thing: object) -> Iterator[str]:
    """Every text that stands in an act, whatever it is in; the word of a closed set is none."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for each in thing.values():
            yield from texts_in(each)
    elif is_dataclass(thing):
        for each in fields(thing):
            if each.name not in ("seat", "room", "how", "unit", "why"):
                yield from texts_in(getattr(thing, each.name))
    elif isinstance(thing, Iterable) and not isinstance(thing, Enum | bytes):
        for one in thing:
            yield from texts_in(one)


@cache
def of_rule_files(least: int) -> list[tuple[str, str]]:
    """What rule files say in at least so many words, the longest first, each with what a text with it in it has."""
    read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in RULEBOOK.rglob("*.toml")]
    said = {" ".join(text.split()).rstrip(".") for text in texts_in(read)} - {""}
    long = [each for each in said if each.count(" ") + 1 >= least]
    return [(each, "" if "{" in each else each[1:]) for each in sorted(long, key=len, reverse=True)]


@cache
def _pattern(said: str) -> re.Pattern[str]:
    rest = re.sub(r"\\\{\w+\\\}", r"\\d+", re.escape(said[1:]))
    return re.compile(rf"(?<!\w)(?i:{re.escape(said[:1])}){rest}(?!\w)")


def data_of(held: BookRecord, postings: list[Posting]) -> set[str]:
    """The words that are nobody's language, on the pages of an event."""
    event = event_projection(held).event
    named = [held.title, held.congress.name, held.slug, *(stage.name for stage in event.current_plan().stages)]
    named += [field.name for state in event.stages.values() for field in state.fields]
    if (graph := event.current_plan().graph) is not None:
        named += [each for node in graph.flow.nodes for each in (node.rule.section, node.rule.section.capitalize())]
    return {word for text in [*named, *texts_in([each.act for each in postings])] for word in WORD.findall(text)}


def shape(address: str) -> str:
    """An address without what tells pages of one kind apart."""
    path = address.partition("?")[0]
    return re.sub(r"/(why|clause)/.*", r"/\1", re.sub(r"\d+", "0", path))


def read_all(client: Client, start: str, prefix: str = "") -> Iterator[tuple[str, Reading]]:
    """Pages reached from one, a few of each shape, below a prefix."""
    waiting, seen = [start], {start: 0}
    shapes: dict[str, int] = {}
    while waiting:
        at = waiting.pop(0)
        answer = client.get(at)
        assert answer.status_code == 200, at
        if "text/html" not in answer.headers["Content-Type"]:
            continue
        page = Reading(answer.content.decode())
        yield at, page
        for found in (each.partition("#")[0] for each in page.links):
            to = f"{at.partition('?')[0]}{found}" if found.startswith("?") else found
            if to in seen or not to.startswith(tuple(f"{prefix}/{letter}/" for letter in "eycto")):
                continue
            seen[to] = 1
            kind = shape(to)
            shapes[kind] = shapes.get(kind, 0) + 1
            if shapes[kind] <= EACH * (10 if kind.endswith("/why") else 1):
                waiting.append(to)


def bare(at: str, page: Reading, data: set[str]) -> list[str]:
    """The texts of a page with a word that is neither the catalogue's nor data.

    Conditions of contest also name what their rules do: the words of closed sets that a rule file chose.
    """
    least = 1 if at.endswith("/conditions/") or "/clause/" in at else 2
    return [
        text
        for text in page.texts
        if plain_words(text) - data - NOTATION and plain_words(without_rules(text, least)) - data - NOTATION
    ]


def plain_words(text: str) -> set[str]:
    """The words in plain letters."""
    return set(WORD.findall(text))


@cache
def without_rules(text: str, least: int) -> str:
    """A text without what rule files say in at least so many words, and without citations."""
    text = " ".join(text.split())
    for said, rest in of_rule_files(least):
        if rest in text:
            text = _pattern(said).sub(" ", text)
    return CITED.sub(" ", text)


EVENTS = {
    "swiss": lambda: until(rehearsed("nsw-swiss-pairs/congress", 16), "Swiss", 3, 4),
    "teams": lambda: rehearsed("sabf-2020/state-teams"),
    "sessions": lambda: rehearsed("anc-2026/one-day-matchpoint-pairs"),
    "season": lambda: season(2),
    "drop-in": lambda: rehearsed("gnot-nsw-2018/gnot"),
}
RULES = {
    "swiss": "nsw-swiss-pairs/congress", "teams": "sabf-2020/state-teams",
    "sessions": "anc-2026/one-day-matchpoint-pairs", "season": "sabf-2020/state-masters-pairs",
    "drop-in": "gnot-nsw-2018/gnot",
}  # fmt: skip


@pytest.mark.parametrize("kind", EVENTS)
def test_the_public_pages_take_every_word_from_the_catalogue(kind: str, client: Client, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    held, postings = hold(RULES[kind], kind), EVENTS[kind]()
    keep(held, postings)
    data = data_of(held, postings)
    found = {at: said for at, page in read_all(client, "/") if (said := bare(at, page, data))}
    assert not found


@pytest.mark.parametrize("kind", ["swiss", "teams"])
def test_the_phone_takes_every_word_from_the_catalogue(kind: str, client: Client, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    held, postings = hold(RULES[kind], kind), EVENTS[kind]()
    keep(held, postings)
    data = data_of(held, postings)
    found = {at: said for at, page in read_all(client, f"/t/{link(held, 1)}/") if (said := bare(at, page, data))}
    assert not found


REFUSED: list[dict[str, object]] = [
    {"board": 99}, {"result": "8NT N ="}, {"result": "AV+ AV+"}, {"result": "4S N +4"}, {"what": "agree"},
    {"seat": ""}, {"draw": 1}, {"draw": "x"}, {"what": "close the round"}, {"board": "x"}, {"round": 2},
    {"stage": "Final"}, {"key": ""}, {"key": "k" * 199}, {"lead": "ZZ"}, {"stage": {}}, {"result": "a"},
]  # fmt: skip
SEEN: list[dict[str, object]] = [
    {"what": "agree", "seat": "North"}, {"what": "agree", "result": "3NT N ="},
    {"what": "dispute", "result": "3NT N ="},
]  # fmt: skip


def refused(client: Client, record: BookRecord, **said: object) -> str:
    """What a phone is told of a message that is not taken."""
    usual = {
        "stage": "Swiss",
        "round": 1,
        "board": 1,
        "what": "result",
        "result": "4S S =",
        "seat": "North",
        "key": "k",
    }
    answer = client.post(
        f"/t/{link(record, 1)}/message", json.dumps({**usual, "key": "k", **said}), content_type="application/json"
    )
    return str(answer.json().get("refused", ""))


def test_the_phone_s_refusals_take_every_word_from_the_catalogue(client: Client, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    record = hold(RULES["swiss"])
    started(record, 16)
    draw_next(record)
    told = {str(said): refused(client, record, **said) for said in REFUSED}
    assert refused(client, record, key="entered") == ""
    told |= {str(said): refused(client, record, **{"seat": "East", **said}) for said in SEEN}
    told["closed"] = " ".join(Reading(client.get("/t/nothing/").content.decode()).texts)
    typed = {"Swiss", "Final", "NT", "ZZ", "a", "k", "AV"}
    assert all(told.values())
    ours = {said: re.sub("“[^”]*”", " ", CITED.sub(" ", text)) for said, text in told.items()}
    assert not {said: told[said] for said, text in ours.items() if plain_words(text) - NOTATION - typed}


def test_a_word_that_is_not_the_catalogue_s_is_found() -> None:
    page = Reading('<p title="Why">Ƀöåŕð 7 <b>4♠× S</b> of Reed</p><code>overtrick</code>')
    assert bare("/", page, {"Reed"}) == ["Why", " of Reed"]
