"""A ladder on the players' pages: chosen at the desk, put right as books grow, and every number says why."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from random import Random
from urllib.parse import unquote

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting, ResultCorrected, ResultPosted, StageClosed
from overtrick.core.event.after.ladder import ladder_over
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.notation import read_result
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.library import library
from overtrick.regulations.read.zipped_folder import RuleFolder
from overtrick.web.congress import ladders as standing
from overtrick.web.congress.models import BookRecord, Congress, Ladder, Official, Role
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.rule_folders import keep_folder, retire_folder
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import until
from web.test_own_folders import NAME, texts_of

pytestmark = pytest.mark.django_db
RULES, RULE = "club/ladder", "club/player-ladder"
DESK, PAGE, API = "/desk/winter/ladders/", "/c/winter/ladder/winter-ladder/", "/api/congresses/winter/ladders"


def evening(name: str) -> list[Posting]:
    """An evening that is played to its last result, and not closed."""
    last = lambda _, act: isinstance(act, StageClosed)  # noqa: E731 - asked of every act
    return Rehearsal(plan_for(RULES), RULES, Random(name), NO_FAULTS, until=last).play(6)


@pytest.fixture
def books() -> dict[str, list[Posting]]:
    return {name: evening(name) for name in ("first", "second")}


@pytest.fixture
def nights(books: dict[str, list[Posting]]) -> Iterator[dict[str, BookRecord]]:
    standing._kept.clear()
    held = {name: hold(RULES, name, f"The {name} evening") for name in books}
    for name, postings in books.items():
        keep(held[name], postings)
    yield held
    standing._kept.clear()


@pytest.fixture
def chief(nights: dict[str, BookRecord]) -> Client:
    congress = Congress.objects.get(slug="winter")
    Official.objects.create(user=person("chief"), congress=congress, role=Role.CHIEF_DIRECTOR)
    client = Client()
    client.force_login(person("chief"))
    return client


def make(client: Client, *events: str, title: str = "Winter Ladder", rule: str = RULE, ladder: str = "") -> int:
    sent = {"title": title, "rule": rule, "event": list(events), "ladder": ladder}
    return client.post(DESK, sent).status_code


def climbed(books: dict[str, list[Posting]]) -> tuple[Rung, ...]:
    """The ladder as the prompt has it, over the same books."""
    plan = plan_for(RULES)
    evenings = {}
    for name, postings in books.items():
        event = replay(plan, postings)
        evenings[f"The {name} evening"] = (event, event.stage("Night"))
    return ladder_over(evenings, library().get(LadderRule, RULE))[1]


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def totals(page: str) -> list[tuple[str, str]]:
    found = re.findall(rf'href="{PAGE}why/total/([^"]+)/"[^>]*>([\d.]+)</a>', page)
    return [(unquote(name), total) for name, total in found]


def made(rungs: tuple[Rung, ...]) -> list[tuple[str, str]]:
    return [(rung.name, rung.total.unit.number(rung.total.value)) for rung in rungs]


def test_a_ladder_is_made_at_the_desk_and_stands_on_the_congress_page(
    client: Client, chief: Client, books: dict[str, list[Posting]]
) -> None:
    assert "The first evening" in shown(chief, DESK)
    assert make(chief, "first", "second") == 302
    page = shown(client, PAGE)
    assert totals(page) == made(climbed(books))
    assert len(totals(page)) == 12
    assert PAGE in shown(client, "/c/winter/")
    for evening in ("/e/first/", "/e/second/"):
        assert evening in page
    addresses = re.findall(rf'href="({PAGE}why/[^"]+)"[^>]*>\(?([\d.]+)\)?</a>', page)
    assert len(addresses) == 36, "a total and two evenings for each of twelve players; places need four evenings"
    for address, number in (*addresses[:3], *addresses[-3:]):
        why = shown(client, address)
        assert number in why
        assert "CLUB26 12" in why or "evening" in address


def test_every_place_says_why(client: Client, chief: Client) -> None:
    for name in ("third", "fourth"):
        keep(hold(RULES, name, f"The {name} evening"), evening(name))
    make(chief, "first", "second", "third", "fourth")
    page = shown(client, PAGE)
    places = re.findall(rf'href="({PAGE}why/place/[^"]+)"[^>]*>(\d+=?)</a>', page)
    assert places
    assert "CLUB26 12" in shown(client, places[0][0])


def test_programs_read_the_same(client: Client, chief: Client) -> None:
    make(chief, "first", "second")
    assert [each["slug"] for each in client.get(API).json()] == ["winter-ladder"]
    said = client.get(f"{API}/winter-ladder").json()
    assert (said["through"], said["rule"]) == (["first", "second"], RULE)
    lines = said["page"]["lines"]
    assert [(each["name"], each["total"]["text"]) for each in lines] == totals(shown(client, PAGE))
    for number in (lines[0]["total"], *lines[0]["evenings"]):
        why = client.get(f"{API}/winter-ladder/why/{number['why']}")
        assert why.status_code == 200, number
    for nowhere in ("winter-ladder/why/total/Nobody", "winter-ladder/why/x", "nothing"):
        assert client.get(f"{API}/{nowhere}").status_code == 404
    assert client.get("/api/congresses/nothing/ladders").status_code == 404


def test_an_evening_comes_when_all_of_it_is_played_and_everybody_may_see_it(
    client: Client, chief: Client, nights: dict[str, BookRecord]
) -> None:
    late = hold(RULES, "late", "The late evening")
    keep(late, until(evening("late"), "Night", 2, 1))
    make(chief, "first", "late")
    page = shown(client, PAGE)
    assert "1 session is not finished yet" in page
    assert f"{PAGE}why/evening/late/" not in page
    make(chief, "first", "second", "late", ladder="winter-ladder")
    assert f"{PAGE}why/evening/second/" in shown(client, PAGE)
    BookRecord.objects.filter(slug="second").update(shown=False)
    assert f"{PAGE}why/evening/second/" not in shown(client, PAGE)
    BookRecord.objects.update(shown=False)
    assert client.get(PAGE).status_code == 404


def test_a_late_correction_is_shown_and_nothing_is_sent_twice(
    client: Client, chief: Client, books: dict[str, list[Posting]], nights: dict[str, BookRecord]
) -> None:
    make(chief, "first", "second")
    first = client.get(PAGE)
    tag = first.headers["ETag"]
    assert client.get(PAGE, headers={"If-None-Match": tag}).status_code == 304
    posted = next(each.act for each in books["second"] if isinstance(each.act, ResultPosted) and each.act.board == 1)
    act = ResultCorrected(posted.stage, posted.round, posted.table, posted.board, read_result("7NT N ="), "misread")
    late = replace(books["second"][-1], number=books["second"][-1].number + 1, act=act, key="late")
    keep(nights["second"], [late])
    again = client.get(PAGE, headers={"If-None-Match": tag})
    assert again.status_code == 200
    page = unescape(again.content.decode())
    assert totals(page) == made(climbed({**books, "second": [*books["second"], late]}))
    assert totals(page) != totals(unescape(first.content.decode()))


def test_a_server_that_has_just_started_says_how_many_books_it_has_read(
    client: Client, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(chief, "first", "second")
    monkeypatch.setattr(standing, "SECONDS", 1e-9)
    first = client.get(PAGE)
    assert (first.status_code, first.headers["Refresh"]) == (503, "1")
    assert "0 of 2 sessions" in first.content.decode()
    assert client.get(f"{API}/winter-ladder").status_code == 503
    monkeypatch.undo()
    assert len(totals(shown(client, PAGE))) == 12


def test_its_rule_stays_as_it_was_chosen(client: Client, chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make(chief, "first", "second")
    before = totals(shown(client, PAGE))
    monkeypatch.setattr(standing, "ladder_rules", lambda _: {})
    standing._kept.clear()
    assert totals(shown(client, PAGE)) == before
    monkeypatch.undo()
    assert make(chief, "first", "second", rule=RULES, ladder="winter-ladder") == 302
    assert "–" in shown(client, PAGE)
    assert totals(shown(client, PAGE)) != before


@pytest.mark.parametrize(
    ("events", "title", "rule", "told"),
    [
        ((), "Winter", RULE, "No events are ticked"),
        (("nothing",), "Winter", RULE, "No events are ticked"),
        (("first",), " ", RULE, "The ladder needs a name"),
        (("first",), "Winter", "club/nothing", "There is no ladder rule called"),
        (("first",), "Winter", "../x", "There is no ladder rule called"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    chief: Client, events: tuple[str, ...], title: str, rule: str, told: str
) -> None:
    answer = chief.post(DESK, {"title": title, "rule": rule, "event": list(events)})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Ladder.objects.exists()


def test_more_evenings_than_its_season_has_are_refused(chief: Client) -> None:
    names = [f"night-{number}" for number in range(11)]
    for name in names:
        hold(RULES, name, name)
    answer = chief.post(DESK, {"title": "Winter", "rule": RULE, "event": ["first", "second", *names]})
    assert answer.status_code == 422
    assert "at most 12 sessions, not 13" in answer.content.decode()


def test_a_ladder_is_one_organisations(client: Client, chief: Client) -> None:
    other = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    congress = Congress.objects.create(slug="nsw.winter", name="Their Winter", organisation=other)
    Official.objects.create(user=person("pat"), congress=congress, role=Role.CHIEF_DIRECTOR)
    pat = Client()
    pat.force_login(person("pat"))
    theirs = "/desk/nsw.winter/ladders/"
    assert "The first evening" not in pat.get(theirs).content.decode()
    assert pat.post(theirs, {"title": "Stolen", "rule": RULE, "event": ["first"]}).status_code == 422
    assert make(pat, "first") == 403
    make(chief, "first", "second")
    assert client.get("/c/nsw.winter/ladder/winter-ladder/").status_code == 404
    assert client.get("/api/congresses/nsw.winter/ladders/winter-ladder").status_code == 404


def test_a_ladder_is_given_up(client: Client, chief: Client) -> None:
    make(chief, "first")
    assert chief.post(DESK, {"ladder": "winter-ladder", "remove": "1"}).status_code == 302
    assert client.get(PAGE).status_code == 404
    assert "Winter Ladder" not in shown(client, "/c/winter/")


def test_a_ladder_goes_by_a_rule_of_the_organisations_own_folder_and_keeps_it(client: Client, chief: Client) -> None:
    own = f'[[ladder]]\nid = "{NAME}/ladder"\nclause = "DKMON 1"\ntakes = "sum"\n'
    folder = RuleFolder(NAME, {**texts_of(), "ladder.toml": own})
    with use_organisation(DEFAULT):
        keep_folder(DEFAULT, folder, "chief")
    assert f"{NAME}/ladder: all sessions, with a place for each pair" in shown(chief, DESK)
    assert make(chief, "first", "second", rule=f"{NAME}/ladder") == 302
    before = totals(shown(client, PAGE))
    assert len(before) == 6
    with use_organisation(DEFAULT):
        retire_folder(DEFAULT, NAME)
    standing._kept.clear()
    assert totals(shown(client, PAGE)) == before
    assert make(chief, "first", rule=f"{NAME}/ladder") == 422
