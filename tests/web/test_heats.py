"""A simultaneous on the players' pages: each heat its own result at once, and the whole field's when it is through."""

import re
from collections import OrderedDict
from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting, ResultCorrected, ResultPosted, StageClosed
from overtrick.core.event.after.simultaneous import Simultaneous
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.notation import read_result
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord
from web.congresses import hold, keep
from web.rehearsed import rehearsed, until

pytestmark = pytest.mark.django_db

HEAT = "club/simultaneous-heat"
ALL = "/c/winter/heats/"


def heat(name: str, entries: int) -> list[Posting]:
    """A heat that is played to its last result, and not closed."""
    played = Rehearsal(plan_for(HEAT), HEAT, Random(name), NO_FAULTS, until=lambda _, act: isinstance(act, StageClosed))
    return played.play(entries)


@pytest.fixture
def books() -> dict[str, list[Posting]]:
    """Two clubs that are through, with five pairs and with six."""
    return {"east": heat("east", 5), "west": heat("west", 6)}


@pytest.fixture
def heats(books: dict[str, list[Posting]]) -> dict[str, BookRecord]:
    held = {name: hold(HEAT, name, f"The {name} club") for name in books}
    for name, postings in books.items():
        keep(held[name], postings)
    return held


def across(books: dict[str, list[Posting]]) -> Simultaneous:
    plan = plan_for(HEAT)
    return Simultaneous({name: replay(plan, postings).stage("Night") for name, postings in books.items()})


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def listed(page: str) -> list[tuple[str, str, str]]:
    return re.findall(r'href="/c/winter/heats/why/(\w+)/(\d+)/"[^>]*>([\d.]+)</a>', page)


def made(field: Simultaneous) -> list[tuple[str, str, str]]:
    return [(*row.pair, row.score.unit.number(row.score.value)) for row in field.standings()]


def test_everybody_is_in_one_list_and_says_why(
    client: Client, books: dict[str, list[Posting]], heats: dict[str, BookRecord]
) -> None:
    page = shown(client, ALL)
    assert listed(page) == made(across(books))
    assert len(listed(page)) == 11
    heat, number, percent = listed(page)[0]
    assert percent in shown(client, f"{ALL}why/{heat}/{number}/")
    assert "The west club" in shown(client, f"{ALL}?heat=west")
    assert len(re.findall("heats/why/", shown(client, f"{ALL}?heat=west"))) == 6
    board = shown(client, f"{ALL}board/1/1/")
    assert sum(int(times) for times in re.findall(r'<td class="number">(\d+)</td><td class="number"><a', board)) == 5
    brought = re.findall(r'<a class="why" href="([^"]+)"[^>]*>([\d.]+)</a>', board)
    assert len(brought) >= 4
    for address, matchpoints in brought[:2]:
        assert f"{matchpoints} matchpoints" in shown(client, address)
    at_home = re.findall(r'<a class="why" href="(/e/\w+/why/[^"]+)"[^>]*>([\d.]+)</a>', page)
    assert len(at_home) == 11
    assert at_home[0][1] in shown(client, at_home[0][0])
    for link in ("/c/winter/", "/e/east/"):
        assert ALL in shown(client, link)


def test_a_heat_that_plays_has_its_own_result_and_is_not_in_the_list_of_all(
    client: Client, books: dict[str, list[Posting]], heats: dict[str, BookRecord]
) -> None:
    late = hold(HEAT, "late", "The late club")
    keep(late, until(heat("late", 6), "Night", 2, 1))
    page = shown(client, ALL)
    assert len(re.findall("heats/why/", page)) == 11
    assert "1 heat is not finished yet" in page
    assert "Standings" in shown(client, "/e/late/")
    assert client.get(f"{ALL}why/late/1/").status_code == 404
    for nowhere in ("board/1/99/", "why/1/99/420/ns/", "why/1/1/421/ns/", "why/1/1/420/up/", "why/x/"):
        assert client.get(f"{ALL}{nowhere}").status_code == 404


def test_a_late_correction_is_shown_everywhere_and_nothing_is_sent_twice(
    client: Client, books: dict[str, list[Posting]], heats: dict[str, BookRecord]
) -> None:
    first = client.get(ALL)
    tag = first.headers["ETag"]
    assert client.get(ALL, headers={"If-None-Match": tag}).status_code == 304
    posted = next(each.act for each in books["west"] if isinstance(each.act, ResultPosted) and each.act.board == 1)
    act = ResultCorrected(posted.stage, posted.round, posted.table, posted.board, read_result("7NT N ="), "misread")
    late = replace(books["west"][-1], number=books["west"][-1].number + 1, act=act, key="late")
    keep(heats["west"], [late])
    again = client.get(ALL, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert listed(again.content.decode()) == made(across({**books, "west": [*books["west"], late]}))
    assert listed(again.content.decode()) != listed(first.content.decode())
    assert "+1520" in shown(client, f"{ALL}board/1/1/")  # none vulnerable: 220 + 300 + 1000


def test_a_server_that_has_just_started_says_how_many_books_it_has_read(
    client: Client, books: dict[str, list[Posting]], heats: dict[str, BookRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.web.congress.heats._kept", OrderedDict())
    monkeypatch.setattr("overtrick.web.congress.heats.SECONDS", 1e-9)
    first = client.get(ALL)
    assert (first.status_code, first.headers["Refresh"]) == (503, "1")
    assert "0 of 2 heats" in first.content.decode()
    monkeypatch.undo()
    assert listed(shown(client, ALL)) == made(across(books))


def test_a_congress_without_heats_has_no_such_page(client: Client) -> None:
    keep(hold("club/pairs-night", "night"), rehearsed("club/pairs-night", 5))
    assert client.get(ALL).status_code == 404
    assert "All heats" not in shown(client, "/c/winter/")
