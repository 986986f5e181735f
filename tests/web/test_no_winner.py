"""A Grand Final for which neither team appears leaves its event without a winner, on every page and in every answer.

SABF20 16.1#2: "If the abandoned match is the Grand Final, there shall be no winner of the event."
"""

import json
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from asking import Ask
from directing import Room, by_strength, numbers
from overtrick.core.event.acts import (
    NEITHER,
    Act,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    MatchForfeited,
    Posting,
    ReadingChosen,
    RoundClosed,
)
from overtrick.core.model import Player
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.web.congress.models import BookRecord
from pdf_text import pages_of
from web.congresses import hold, keep

EVENT = "sabf-2020/daytime-teams"
NOBODY = "There is no winner: neither team appeared for “Grand Final” (SABF20 16.1#2)."


def finals(*before: Act) -> list[Posting]:
    """Four teams, 1 the best: 1 and 2 are to meet in the Grand Final, and neither appears. 3 lost to 2, and 4 to 3."""
    room = Room(EVENT)
    room.do(EventOpened(EVENT, "", "", ""), *before)
    for team in numbers(4):
        room.do(EntryTaken(team, players=tuple(Player(f"{team}{each}") for each in "ABCD")))
    room.do(EntriesClosed())
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    state = room.start("Finals")
    room.play("Finals", by_strength(state, numbers(4)), rounds=2)
    third = room.draw("Finals")
    room.do(MatchForfeited("Finals", third, 1, "", "nobody came", NEITHER), RoundClosed("Finals", third))
    room.do(RoundClosed("Finals", room.draw("Finals")))
    room.close("Finals")
    return list(room.book.postings())


@pytest.fixture(scope="module")
def postings() -> list[Posting]:
    return finals()


@pytest.fixture
def file(postings: list[Posting], tmp_path: Path) -> Path:
    return kept(postings, tmp_path)


def kept(postings: list[Posting], folder: Path) -> Path:
    """A book in a file."""
    path = folder / "finals.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    return path


@pytest.mark.clause("SABF20 16.1#2")
@pytest.mark.django_db
def test_the_public_pages_name_no_winner(client: Client, postings: list[Posting]) -> None:
    held: BookRecord = hold(EVENT)
    keep(held, postings)
    shown = unescape(client.get(f"/e/{held.slug}/").content.decode())
    assert "Finished. " + NOBODY in shown
    assert "First place:" not in shown
    assert NOBODY in unescape(client.get(f"/e/{held.slug}/report/").content.decode())
    told = client.get(f"/api/events/{held.slug}/standings").json()
    assert told["finals"]["no_winner"] == NOBODY
    places = {row["who"]["number"]: row["place"]["text"] for row in told["tables"][0]["rows"]}
    assert places == {"1": "2=", "2": "2=", "3": "3", "4": "4"}


@pytest.mark.clause("SABF20 16.1#2", "SABF20 19.13#3.1")
def test_at_the_prompt_nobody_is_first_and_nobody_has_the_points_of_the_first(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Ask(monkeypatch, capsys)
    assert ask(f"verify {file}")[0] == 0
    assert NOBODY in ask(f"standings {file}")[1]
    told = json.loads(ask(f"standings {file} --json")[1])
    assert told["no_winner"] == NOBODY
    assert [(row["place"], row["shared"], row["contestant"]) for row in told["fields"]["all"]] == [
        (2, True, "1"), (2, True, "2"), (3, False, "3"), (4, False, "4"),
    ]  # fmt: skip
    assert "No winner: neither team appeared for “Grand Final”" in ask(f"awards {file}")[1]
    sheet = file.with_suffix(".pdf")
    assert ask(f"print {file} --sheet ranking -o {sheet}")[0] == 0
    assert "There is no winner" in " ".join(pages_of(sheet.read_bytes()))
    year = file.with_name("year.jsonl")
    assert ask(f"selection open {year} --year 2027")[0] == 0
    assert ask(f"selection credit {year} {file}")[0] == 0
    for team in numbers(4):
        assert ask(f"selection nominate {year} {team}A {team}B")[0] == 0
    pairs = json.loads(ask(f"selection points {year} --json")[1])["pairs"]
    # 30, 20 and 10 points for the first three, to each player: nobody has the 30, both Grand Finalists have the 20
    assert {each["pair"]: each["points"] for each in pairs} == {
        "1A and 1B": "40", "2A and 2B": "40", "3A and 3B": "20", "4A and 4B": "0",
    }  # fmt: skip


@pytest.mark.clause("SABF20 16.1#2")
def test_by_the_other_reading_the_two_have_no_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = kept(finals(ReadingChosen("EV-110", "the two teams of an abandoned match have no place")), tmp_path)
    told = json.loads(Ask(monkeypatch, capsys)(f"standings {path} --json")[1])
    assert [(row["place"], row["contestant"]) for row in told["fields"]["all"]] == [
        (3, "3"), (4, "4"), (None, "1"), (None, "2"),
    ]  # fmt: skip
    assert told["no_winner"] == NOBODY
