"""A match that is corrected after play went on from it: every page says who wins now, and that the draw stands.

GNOT18 3.8 and the reading Q54: once the next match has started, the draw stands unless the director exchanges the two.
"""

import json
from contextlib import closing
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from asking import Ask
from books import whole_book
from directing import Room, by_strength, flat, numbers
from overtrick import Event
from overtrick.core.event.acts import Posting, ResultCorrected, RoundClosed
from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.play.knockout import SCORE, Outcome, outcomes
from overtrick.core.model import read_result
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.whys import stage_slug
from web.congresses import do, hold, keep

GNOT = "gnot-nsw-2018/gnot"
DAYTIME = "sabf-2020/daytime-teams"


def played() -> list[Posting]:
    return list(whole_book(GNOT, 20, faults=False))


def late_correction() -> tuple[ResultCorrected, Outcome]:
    """A board of the closest match of the first stage, so that the loser gains 2000 points in the open room."""
    event = replay(plan_for(GNOT), played())
    name, state = next((name, state) for name, state in event.stages.items() if state.plan.play.knockout)
    decided = [each for each in outcomes(state) if each.by == SCORE]
    closest = min(decided, key=lambda each: Fraction(max(each.imps) - min(each.imps)))
    score = "-2000" if closest.winner == closest.one else "+2000"
    board = state.round(1).seatings[closest.table].boards[0]
    act = ResultCorrected(name, 1, closest.table, board, read_result(score), "entered the wrong way round", "open")
    return act, closest


def kept(postings: list[Posting], folder: Path) -> Path:
    """A book in a file."""
    path = folder / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    return path


@pytest.mark.clause("GNOT18 3.8")
@pytest.mark.django_db
def test_pages_of_a_knockout_say_who_wins_now_and_that_the_draw_stands(client: Client) -> None:
    act, was = late_correction()
    held = hold(GNOT)
    keep(held, played())
    do(held, act)
    stands = "wins on the corrected score."
    slug = stage_slug(act.stage)
    addresses = (f"stage/{slug}/", f"match/{slug}/1/{act.table}/", "bracket/")
    for address in addresses:
        page = unescape(client.get(f"/e/{held.slug}/{address}").content.decode())
        assert stands in page, address
        assert "had gone on before the correction, and the draw stands (GNOT18 3.8)." in page, address
    told = client.get(f"/api/events/{held.slug}/standings?stage={slug}").json()["knockout"]["matches"]
    assert [each["table"] for each in told if each["stands"]] == [was.table]


@pytest.mark.clause("GNOT18 3.8")
def test_the_prompt_says_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    act, was = late_correction()
    path = kept(played(), tmp_path)
    cautions = Event.open(path).do(act)
    assert any("the draw stands unless you swap the two teams" in str(each) for each in cautions)
    ask = Ask(monkeypatch, capsys)
    told = json.loads(ask(f"standings {path} --stage {act.stage} --json")[1])
    match = next(each for each in told["matches"] if each["table"] == was.table)
    now = was.loser
    assert match["winner"] == now
    assert match["stands"].startswith(f"{now} ")
    assert "wins on the corrected score" in match["stands"]
    assert now in told["left"]["losers"] or now in told["left"]["lucky losers"]
    assert "wins on the corrected score" in " ".join(ask(f"standings {path} --stage {act.stage}")[1].split())


@pytest.mark.clause("SABF20 14.1#5")
def test_a_final_that_is_corrected_too_late_keeps_its_score_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """1 beat 2 by the 0.1 carried forward alone."""
    room = Room(DAYTIME).enter(numbers(4))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    finals = room.start("Finals")
    first = room.draw("Finals")
    room.results("Finals", first, flat)
    room.do(RoundClosed("Finals", first))
    room.draw("Finals")
    table = next(each.table for each in finals.round(1).seatings.values() if each.ns == "1")
    room.do(ResultCorrected("Finals", 1, table, 1, read_result("1NT N -1"), "wrong way", "open"))
    path = kept(list(room.book.postings()), tmp_path)
    told = json.loads(Ask(monkeypatch, capsys)(f"standings {path} --json")[1])
    semi = next(each for each in told["matches"] if each["match"] == "SF2")
    assert semi["winner"] == "1"
    assert semi["because"] == "team 2 wins on the corrected score; the draw published before the correction stands"
    assert semi["totals"] == ["0.1", "4"]  # +90 against -50 is 140 points: 4 IMPs to the other side
