"""Every number of a public page opens its why, in every language: there it stands again, in that language.

The pages of one event of each kind are walked as a reader walks them. The numbers that open are hundreds, so that the
usual run follows a few of each kind of number in each language; the slow one follows every one of them.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import unescape
from itertools import cycle
from random import Random

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.core.wording import phrase
from overtrick.web.congress.models import Congress
from overtrick.web.languages import default_language, languages, reading
from overtrick.web.translation import plain
from web.congresses import hold, keep
from web.desk.conftest import year_with
from web.rehearsed import SEASON, SWISS, rehearsed, season, until
from web.test_heats import HEAT, heat
from web.test_words import read_all, shape

pytestmark = pytest.mark.django_db

EVENTS: dict[str, tuple[str, Callable[[], list[Posting]]]] = {
    "swiss": (SWISS, lambda: until(rehearsed(SWISS, 16), "Swiss", 3, 4)),
    "sessions": ("anc-2026/one-day-matchpoint-pairs", lambda: rehearsed("anc-2026/one-day-matchpoint-pairs")),
    "butler": ("anc-2026/open-butler", lambda: rehearsed("anc-2026/open-butler")),
    "teams": ("sabf-2020/state-teams", lambda: rehearsed("sabf-2020/state-teams")),
    "graph": ("gnot-nsw-2018/gnot", lambda: rehearsed("gnot-nsw-2018/gnot")),
    "finals": ("anc-2026/interstate-open", lambda: rehearsed("anc-2026/interstate-open")),
    "season": (SEASON, lambda: season(2)),
    "individual": ("club/individual", lambda: rehearsed("club/individual")),
    "cross": ("club/all-play-all", lambda: rehearsed("club/all-play-all")),
}
"""One of each kind of event: its rules, and a book of it."""


def two_heats() -> None:
    """A simultaneous of two clubs."""
    for name in ("east", "west"):
        keep(hold(HEAT, name, f"The {name} club"), heat(name, 5))


BESIDES: dict[str, Callable[[], object]] = {
    "heats": two_heats,
    "year": lambda: year_with(Congress.objects.create(slug="spring", name="Spring Congress")),
}
"""What is no one event: several clubs' heats, and a selection year."""
KINDS = [*EVENTS, *BESIDES]
USUAL = list(zip(KINDS, cycle(languages()), strict=False))
"""Each kind in one of the languages; the slow test takes each in all of them."""
NO_PLACE = "–"
"""What stands for the place of those who have none."""
OF_A_KIND = 1
"""How many numbers of one kind the usual run follows from pages of one kind."""


def hold_one(kind: str) -> None:
    """Put what a test reads into the database."""
    if kind in BESIDES:
        BESIDES[kind]()
    else:
        rules, postings = EVENTS[kind]
        keep(hold(rules, kind), postings())


def prefix_of(name: str) -> str:
    """What addresses of a language begin with."""
    return "" if languages()[name] == default_language() else f"/{name}"


def numbers_on(client: Client, name: str) -> Iterator[tuple[str, str, str]]:
    """Every number that opens on the pages of a language: the page, where the number leads, and as it is written."""
    prefix = prefix_of(name)
    for at, page in read_all(client, f"{prefix}/", prefix):
        for to, text in page.numbers:
            yield at, to, text


def opens(client: Client, name: str, to: str, text: str, *, says_side: bool = False) -> str:
    """What is wrong with the why of a number; nothing where it is its why.

    A text that *says_side*, as "800 to East–West" does, has no sign; the why counts for North–South.
    """
    if not to.startswith(f"{prefix_of(name)}/"):
        return "leaves the language"
    answer = client.get(to)
    page = answer.content.decode()
    if answer.status_code != 200:
        return f"answers {answer.status_code}"
    if f'<html lang="{languages()[name].code}"' not in page:
        return "is in another language"
    if text.strip() == NO_PLACE:
        return "" if _says_no_place(page, name) else "does not say that there is no place"
    made = re.search(r'data-why>.*?<span class="made">([^<]*)</span>', page, re.DOTALL)
    if made is None:
        return "has no number"
    point = languages()[name].grammar.point
    stated = made[1].lstrip("−") if says_side else made[1]
    return "" if value_in(stated, point) == value_in(text, point) else f"says {made[1]}"


def _says_no_place(page: str, name: str) -> bool:
    """Whether the heading of a page says, in its language, that somebody has no place."""
    with reading(name):
        parts = plain(phrase("Why {who} has no place, {stage}", who="|", stage="|")).split("|")
    heading = unescape(re.sub(r"<[^>]*>", "", page.partition("<h1")[2].partition("</h1>")[0]))
    return all(part.strip() in heading for part in parts)


def value_in(text: str, point: str) -> Fraction | str:
    """The number at the beginning of a text, with its language's point; the text itself where there is none."""
    found = re.match(rf"[(+]?(−?\d+(?:{re.escape(point)}\d+)?)(?![.,]?\d)", text.strip())
    return Fraction(found[1].replace("−", "-").replace(point, ".")) if found else text.strip()


def followed(client: Client, name: str, of_a_kind: int) -> dict[str, str]:
    """What is wrong with the numbers of a language, by the page and what is written there; so many of each kind."""
    found = list(numbers_on(client, name))
    assert found
    Random(name).shuffle(found)
    wrong: dict[str, str] = {}
    times: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    for at, to, text in found:
        kind = f"{shape(at)} {re.sub(r'[0-9]+', '0', to.partition('/why/')[2])}"
        if (to, text) in seen or times.get(kind, 0) >= of_a_kind:
            continue
        seen.add((to, text))
        times[kind] = times.get(kind, 0) + 1
        if said := opens(client, name, to, text, says_side="/report/" in at and "/score/" in to):
            wrong[f"{at}: {text} {to}"] = said
    return wrong


@pytest.mark.parametrize(("kind", "name"), USUAL)
def test_a_number_of_every_kind_opens_its_why(kind: str, name: str, client: Client) -> None:
    hold_one(kind)
    assert not followed(client, name, OF_A_KIND)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", languages())
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_opens_its_why(kind: str, name: str, client: Client) -> None:
    hold_one(kind)
    assert not followed(client, name, of_a_kind=1000)


def test_what_is_not_its_why_is_found(client: Client) -> None:
    hold_one("cross")
    first, second = "/fr/e/cross/why/all-play-all/total/1/", "/e/cross/why/all-play-all/total/1/"
    shown = next(text for _, to, text in numbers_on(client, "fr") if to == first)
    assert opens(client, "fr", first, shown) == ""
    assert opens(client, "fr", first, shown.replace(",", ".")).startswith("says")
    assert opens(client, "fr", second, shown) == "leaves the language"
    assert opens(client, "fr", f"{first}9/", shown) == "answers 404"


@pytest.mark.parametrize(
    ("text", "point", "value"),
    [
        ("+17 IMPs", ".", 17), ("3=", ".", 3), ("−1,50 PV", ",", Fraction(-3, 2)), ("(12.5)", ".", Fraction(25, 2)),
        ("12.5 PV", ",", "12.5 PV"), ("−", ".", "−"),
    ],
)  # fmt: skip
def test_a_number_is_read_from_its_text(text: str, point: str, value: Fraction | str) -> None:
    assert value_in(text, point) == value
