"""A book with a posting that cannot be folded opens: that one is set aside, and every other one stands."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from asking import Ask
from overtrick.core.event.acts import (
    Act,
    NominationWithdrawn,
    Posting,
    RankRelaxed,
    ResultPosted,
    RoundStarted,
    SelectionOpened,
    StageStarted,
    SystemLodged,
    Unread,
)
from overtrick.core.event.fold import replaying
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.model import read_result
from overtrick.core.selection_year.year import fold_year
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.plan.selection import load_selection

pytestmark = pytest.mark.whole

RULES = "nsw-swiss-pairs/congress"
PLAN = plan_for(RULES)
PLAYED = Rehearsal(PLAN, RULES, Random("aside")).play(8)

WRONG: dict[str, Act] = {
    "a time that is none": SystemLodged("1", "Acol", "green", 1, "10:30"),
    "the calendar's edge": RoundStarted("Swiss", 1, "9999-12-31T23:59:59-14:00"),
    "a stage that there is not": ResultPosted("../../etc/passwd", 1, 1, 1, read_result("4S N =")),
    "a round that is not drawn": ResultPosted("Swiss", 99, 1, 1, read_result("4S N =")),
    "an act of another kind of book": RankRelaxed("Open", "few"),
    "an act nobody knows": Unread("danced", '{"steps":2}', "this program does not know the act “danced”"),
    "a stage with nobody in it": StageStarted("no such stage", ()),
}


def with_wrong(act: Act, *places: int) -> list[Posting]:
    """The book with an act put in before these places, numbered through."""
    listed: list[Posting] = []
    for at, posting in enumerate(PLAYED):
        if at in places:
            listed.append(replace(posting, act=act, by="R. Ash", key=f"wrong {at}"))
        listed.append(posting)
    return [replace(posting, number=number) for number, posting in enumerate(listed, start=1)]


def order(event: Tournament) -> list[str]:
    """Everybody, placed, with the totals."""
    return [f"{row.place_text} {row.contestant} {row.total}" for row in event.stage("Swiss").standings("all").rows]


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_folded_is_set_aside_and_the_rest_stands(what: str) -> None:
    postings = with_wrong(WRONG[what], 40, 200, len(PLAYED) - 1)
    event = replay(PLAN, postings)
    assert list(event.aside) == [41, 202, len(PLAYED) + 2]
    assert event.last == len(PLAYED) + 3
    assert order(event) == order(replay(PLAN, PLAYED))
    told = str(event.aside[41])
    assert told.startswith(f"posting 41, “{WRONG[what].called}” by R. Ash, is set aside: ")
    assert "Post again" in event.aside[41].remedy


def test_it_is_found_from_the_last_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long book is not folded from its beginning for every posting that is set aside."""
    monkeypatch.setattr(replaying, "CHECKPOINT", 25)
    places = range(30, len(PLAYED), 9)
    event = replay(PLAN, with_wrong(WRONG["a time that is none"], *places))
    assert len(event.aside) == len(places)
    assert order(event) == order(replay(PLAN, PLAYED))


@pytest.mark.parametrize("what", WRONG)
def test_verify_names_it_and_proves_the_rest(what: str) -> None:
    proof = verify(PLAN, with_wrong(WRONG[what], 40))
    assert {each.posting for each in proof.objections} == {41}
    assert any("set aside" in each.what for each in proof.objections)


def test_a_selection_year_goes_on_without_it() -> None:
    rules = load_selection("sabf-2020")
    acts: list[Act] = [
        SelectionOpened("sabf-2020", 2027, "", ""),
        NominationWithdrawn("Open", "nobody"),
        WRONG["a time that is none"],
        RankRelaxed("Open", "few"),
    ]
    postings = [Posting(number, act, "x", "", str(number)) for number, act in enumerate(acts, start=1)]
    year = fold_year(rules, postings)
    assert list(year.aside) == [2, 3]
    assert year.relaxed["Open"].reason == "few"
    assert json.dumps([each.why for each in year.aside.values()])


def test_the_prompt_names_it_and_shows_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "book.jsonl"
    with closing(FileBook(path)) as book:
        wrong = with_wrong(WRONG["a time that is none"], 40)
        book.append([Draft(each.act, each.by, each.at, each.key) for each in wrong])
    ask = Ask(monkeypatch, capsys)
    code, out, err = ask(f"standings {path}")
    assert code == 0
    assert "place" in out
    assert (
        "posting 41, “system lodged” by R. Ash, is set aside: “10:30” is not a date and time. It keeps its number"
        in err
    )
    code, out, err = ask(f"verify {path}")
    assert code == 1
    assert "posting 41: set aside: “10:30” is not a date and time" in out
