"""The federation's entries file at the desk: looked at before it is taken, whatever wrote it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

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
    page = chief.post(PATH, {"file": file, "post": "1", "key": "file"}).content.decode()
    assert "901" not in now(opened).entries, "a file is looked at before it is taken"
    assert "Welcome.csv is not UTF-8; it was read as Windows-1252" in page
    assert "line 2: 901,JOSÉ PÉREZ," in page
    assert "line 3" not in page
    text = page.partition('<textarea name="text" hidden>')[2].partition("</textarea>")[0]
    chief.post(PATH, {"text": text, "post": "1", "key": "file"})
    assert [player.name for player in now(opened).entries["901"].players] == ["JOSÉ PÉREZ", "ANA REED"]


def test_names_in_utf_8_need_no_notice(opened: BookRecord, chief: Client) -> None:
    page = chief.post(PATH, {"file": SimpleUploadedFile("Welcome.csv", FILE.encode("utf-8-sig"))}).content.decode()
    assert "JOSÉ PÉREZ" in page
    assert "Windows-1252" not in page


def test_what_was_done_is_told_on_the_page_that_is_opened_not_to_a_script_that_takes_parts_of_it(
    chief: Client, opened: BookRecord
) -> None:
    chief.post(PATH, {"text": FILE, "post": "1", "key": "file"})
    entries = f"/desk/e/{opened.slug}/entries/"
    fetched = chief.get(entries, headers={PART: "live"}).content.decode()
    assert "taken from the file" not in fetched
    assert "taken from the file" in chief.get(entries).content.decode()


@pytest.mark.parametrize("given", ["file", "text"])
def test_a_name_that_was_lost_is_refused(opened: BookRecord, chief: Client, given: str) -> None:
    lost = FILE.replace("É", "\ufffd")
    sent = SimpleUploadedFile("W.csv", lost.encode()) if given == "file" else lost
    answer = chief.post(PATH, {given: sent, "post": "1"})
    assert answer.status_code == 400
    assert "lost before it came here" in answer.content.decode()
    assert "901" not in now(opened).entries


def test_a_lost_character_is_refused_in_every_form(opened: BookRecord, chief: Client) -> None:
    answers = {"contestant": "901", "players": "JOS\ufffd PEREZ\nANA REED", "look": "1"}
    page = chief.post("/desk/e/swiss/do/entry/", answers).content.decode()
    assert "were lost on their way here" in page
    note = chief.post("/desk/e/swiss/do/note/", {"note": "JOS\ufffd came late", "look": "1"}).content.decode()
    assert "were lost on their way here" in note
    assert "901" not in now(opened).entries
