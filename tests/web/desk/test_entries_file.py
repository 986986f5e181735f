"""Entries at the desk, a line or a list: entered at once, and looked at first where something is odd."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from formats.test_entry_lists import sheet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import PART
from web.desk.conftest import held_with, rehearsed

PATH = "/desk/e/swiss/entries/file/"
FILE = "Pair No,Name,ABF Number\n901,JOSÉ PÉREZ,\n901,ANA REED,\n902,ZOË NYE,\n902,DAN WOOD,\n"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def opened(congress: Congress) -> BookRecord:
    """An event that still takes entries."""
    postings = rehearsed(24)
    return held_with(congress, postings[:5])


def now(held: BookRecord) -> Tournament:
    return event_projection(held).event


def test_names_of_windows_are_shown_first_and_entered_as_they_are(opened: BookRecord, chief: Client) -> None:
    file = SimpleUploadedFile("Welcome.csv", FILE.encode("cp1252"))
    page = chief.post(PATH, {"file": file, "key": "file"}).content.decode()
    assert "901" not in now(opened).entries, "what is odd is looked at before it is taken"
    assert "Welcome.csv is not UTF-8; it was read as Windows-1252" in page
    assert "line 2: 901,JOSÉ PÉREZ," in page
    assert "line 3" not in page
    text = page.partition('<textarea id="text"')[2].partition(">")[2].partition("</textarea>")[0]
    chief.post(PATH, {"text": text, "anyway": "1", "key": "file"})
    assert [player.name for player in now(opened).entries["901"].players] == ["JOSÉ PÉREZ", "ANA REED"]


def test_names_in_utf_8_need_no_notice_and_are_entered_at_once(opened: BookRecord, chief: Client) -> None:
    file = SimpleUploadedFile("Welcome.csv", FILE.encode("utf-8-sig"))
    page = chief.post(PATH, {"file": file}, follow=True).content.decode()
    assert "Windows-1252" not in page
    assert "2 changes posted" in page
    assert "Entry 901: JOSÉ PÉREZ – ANA REED" in page
    assert now(opened).entries["902"].players[1].name == "DAN WOOD"


def test_a_spreadsheet_is_entered_as_well(opened: BookRecord, chief: Client) -> None:
    rows = [["No", "Player 1", "Player 2"], ["901", "José Pérez", "Ana Reed"], ["902", "Zoë Nye", "Dan Wood"]]
    chief.post(PATH, {"file": SimpleUploadedFile("Welcome.xlsx", sheet(rows)), "key": "file"})
    assert [player.name for player in now(opened).entries["901"].players] == ["José Pérez", "Ana Reed"]


def test_what_was_posted_is_listed_and_taken_back_together(opened: BookRecord, chief: Client) -> None:
    before = set(now(opened).entries)
    answer = chief.post(PATH, {"text": "Zoë Nye 123456 / Dan Wood\nJosé Pérez & Ana Reed", "key": "two"}, follow=True)
    page = answer.content.decode()
    assert len(now(opened).entries) == len(before) + 2
    back = page.partition("Undo all…")[0].rpartition('href="')[2].partition('"')[0].replace("&amp;", "&")
    form = chief.get(back).content.decode()
    assert "Zoë Nye" in form
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', form))
    asked = dict(re.findall(r'name="(posting|last)" value="(\d+)"', form))
    chief.post(back, {**asked, **hidden, "reason": "entered by mistake", "post": "1"})
    assert set(now(opened).entries) == before
    assert chief.get(answer.redirect_chain[-1][0]).content.decode().count("undone</span>") == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ann Alone", "Ann Alone has no partner"),
        ("Ann Lee / Bo Tan\nCy Cole / ann lee", "ann lee is also in"),
        ("Ann Lee / ann lee", "ann lee is named twice"),
        ("7654321 / Bo Tan", "no one in your player list has the number 7654321"),
        ("900", "Entry 900 has no names"),
    ],
)
def test_what_is_odd_is_looked_at_first_and_entered_all_the_same(
    opened: BookRecord, chief: Client, text: str, says: str
) -> None:
    before = len(now(opened).entries)
    page = chief.post(PATH, {"text": text}).content.decode()
    assert says in page
    assert len(now(opened).entries) == before
    chief.post(PATH, {"text": text, "anyway": "1"})
    assert len(now(opened).entries) > before


def test_three_in_a_pair_are_refused_and_can_be_put_right(opened: BookRecord, chief: Client) -> None:
    answer = chief.post(PATH, {"text": "Ann Lee / Bo Tan / Cy Cole", "anyway": "1"})
    assert answer.status_code == 400
    assert "a pair has two players, not 3" in answer.content.decode()
    assert ">Ann Lee / Bo Tan / Cy Cole</textarea>" in answer.content.decode()


def test_a_list_again_changes_nothing_and_another_name_puts_right(opened: BookRecord, chief: Client) -> None:
    chief.post(
        "/desk/e/swiss/do/entry/", {"contestant": "901", "players": "Ann Lee / Bo Tan", "house": "1", "post": "1"}
    )
    last = event_projection(opened).last
    page = chief.post(PATH, {"text": "901 Ann Lee / Bo Tan"}, follow=True).content.decode()
    assert "Everything in this list is already entered" in page
    assert event_projection(opened).last == last
    chief.post(PATH, {"text": "901 Ann Lee / Bob Tan"})
    assert [player.name for player in now(opened).entries["901"].players] == ["Ann Lee", "Bob Tan"]
    assert now(opened).entries["901"].house, "a list of names says nothing of the rest"


def test_what_was_done_is_told_on_the_page_that_is_opened_not_to_a_script_that_takes_parts_of_it(
    chief: Client, opened: BookRecord
) -> None:
    chief.post(PATH, {"text": FILE, "key": "file"})
    chief.post(PATH, {"text": FILE, "key": "again"})
    entries = f"/desk/e/{opened.slug}/entries/"
    fetched = chief.get(entries, headers={PART: "live"}).content.decode()
    assert "Everything in this list is already entered" not in fetched
    assert "Everything in this list is already entered" in chief.get(entries).content.decode()


@pytest.mark.parametrize("given", ["file", "text"])
def test_a_name_that_was_lost_is_refused(opened: BookRecord, chief: Client, given: str) -> None:
    lost = FILE.replace("É", "\ufffd")
    sent = SimpleUploadedFile("W.csv", lost.encode()) if given == "file" else lost
    answer = chief.post(PATH, {given: sent, "anyway": "1"})
    assert answer.status_code == 400
    assert "has damaged characters" in answer.content.decode()
    assert "901" not in now(opened).entries


def test_a_lost_character_is_refused_in_every_form(opened: BookRecord, chief: Client) -> None:
    answers = {"contestant": "901", "players": "JOS\ufffd PEREZ\nANA REED", "look": "1"}
    page = chief.post("/desk/e/swiss/do/entry/", answers).content.decode()
    assert "some characters were lost in transmission (" in page
    note = chief.post("/desk/e/swiss/do/note/", {"note": "JOS\ufffd came late", "look": "1"}).content.decode()
    assert "some characters were lost in transmission (" in note
    assert "901" not in now(opened).entries
