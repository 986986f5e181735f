"""A team that does not proceed to the event it qualified for: posted, and replaced by the next (GNOT18 5.3)."""

import json
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from asking import Ask
from books import whole_book
from overtrick import DirectorError, Event
from overtrick.core.event.acts import Declined, Posting
from overtrick.core.event.after.ending import ending
from overtrick.core.event.fold.tournament import replay
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import Official, Role
from web.congresses import do, hold, keep

GNOT = "gnot-nsw-2018/gnot"
NATIONAL, METROPOLITAN = "National Final", "Metropolitan Final"
# 20 teams: 2 go to the National Final, a seventh of 20 rounded up, which is 3, to the Metropolitan Final. A
# replacement is above the middle of the 17 of the Swiss: rank 3 + 8 = 11 at the lowest.
OWN, LOWEST = 5, 11


@pytest.fixture(scope="module")
def postings() -> list[Posting]:
    return list(whole_book(GNOT, 20, faults=False))


@pytest.fixture
def file(postings: list[Posting], tmp_path: Path) -> Path:
    path = tmp_path / "gnot.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    return path


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


@pytest.mark.clause("GNOT18 5.3")
def test_who_does_not_proceed_is_replaced_by_the_next(file: Path, ask: Ask) -> None:
    before = json.loads(ask(f"standings {file} --final --json")[1])
    order = [each["contestant"] for each in before["ranking"]]
    assert before["goes_on"] == {NATIONAL: order[:2], METROPOLITAN: order[2:5]}
    said = [str(each) for each in Event.open(file).do(Declined(order[0], NATIONAL, "busy"))]
    assert any(f"called up to the National Final instead: {order[2]}" in each for each in said)
    assert any(f"called up to the Metropolitan Final instead: {order[5]}" in each for each in said)
    after = json.loads(ask(f"standings {file} --final --json")[1])
    assert after["goes_on"] == {NATIONAL: order[1:3], METROPOLITAN: order[3:6]}
    assert after["declined"] == {NATIONAL: [order[0]]}
    assert after["ranking"] == before["ranking"]
    assert f"not going on to National Final: {order[0]}" in ask(f"standings {file} --final")[1]
    assert ask(f"verify {file}")[0] == 0


@pytest.mark.clause("GNOT18 5.3")
def test_a_team_below_the_middle_of_the_swiss_is_not_called_up(file: Path, ask: Ask) -> None:
    order = [each["contestant"] for each in json.loads(ask(f"standings {file} --final --json")[1])["ranking"]]
    event = Event.open(file)
    for place in range(2, LOWEST):  # 2 and 3 proceed to nothing, nor does anybody who could be called up
        said = [str(each) for each in event.do(Declined(order[place], METROPOLITAN, "busy"))]
    assert any("stays empty" in each for each in said)
    assert json.loads(ask(f"standings {file} --final --json")[1])["goes_on"] == {NATIONAL: order[:2], METROPOLITAN: []}
    with pytest.raises(DirectorError, match="cannot be called up"):
        event.do(Declined(order[LOWEST], METROPOLITAN, "busy"))


@pytest.mark.clause("GNOT18 5.3")
@pytest.mark.django_db
def test_the_desk_offers_it_and_the_page_tells_it(client: Client, postings: list[Posting]) -> None:
    held = hold(GNOT)
    keep(held, postings)
    user = User.objects.create_user("robin", first_name="Robin", last_name="Ash")
    Official.objects.create(user=user, congress=held.congress, role=Role.DIRECTOR)
    client.force_login(user)
    form = unescape(client.get(f"/desk/e/{held.slug}/do/decline/").content.decode())
    assert f'value="{NATIONAL}"' in form
    assert f'value="{METROPOLITAN}"' in form
    champion = ending(replay(plan_for(GNOT), postings)).ranking[0]
    do(held, Declined(champion, NATIONAL, "busy"))
    page = unescape(client.get(f"/e/{held.slug}/qualifiers/").content.decode())
    assert "Declined a place in National Final:" in page
