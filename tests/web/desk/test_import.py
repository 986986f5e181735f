"""A session played elsewhere at the desk: compared first, then an event whose pages stand."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget

TUESDAY = (Path(__file__).parents[3] / "examples" / "tuesday.xml").read_bytes()
ADDRESS = "/desk/spring/import/"


def hand_in(client: Client, data: bytes, name: str = "Tuesday (2).xml", **given: str) -> Any:
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, data), "key": "k", **given})


def test_a_file_is_compared_and_then_an_event_with_scorecards_and_whys(congress: Congress, chief: Client) -> None:
    answer = hand_in(chief, TUESDAY)
    page = answer.content.decode()
    assert "45 lines: 44 the same, 0 right under other rules, 1 different" in page
    assert "the line was probably adjusted by hand (difference: NS +1, EW −1)" in page
    assert not BookRecord.objects.exists()
    sent = {
        "packed": answer.context["packed"], "name": "Tuesday (2).xml", "title": "Tuesday", "slug": "tuesday",
        "open": "1", "key": "k",
    }  # fmt: skip
    made = chief.post(ADDRESS, sent)
    assert (made.status_code, made.headers.get("Location")) == (302, "/desk/e/tuesday/")
    forget()
    state = event_projection(BookRecord.objects.get()).event.stage("Night")
    assert (state.closed, len(state.rounds)) == (True, 5)
    reader = Client()
    for address in ("/e/tuesday/", "/e/tuesday/pair/1/", "/e/tuesday/stage/night/"):
        assert reader.get(address).status_code == 200, address
    assert "74.33" in reader.get("/e/tuesday/stage/night/").content.decode()
    again = chief.post(ADDRESS, sent)
    assert "The address tuesday is already used by a book" in again.content.decode()
    assert BookRecord.objects.count() == 1


def test_a_file_without_points_is_said_to_be_not_compared(congress: Congress, chief: Client) -> None:
    table = b"board,ns,ew,result\n1,1,2,3NT N =\n1,3,4,3NT N -1\n"
    page = hand_in(chief, table, "night.csv").content.decode()
    assert "2 lines, none compared: the file has no scores or points to compare" in page
    assert "Nothing was compared: the file has no scores or points." in page
    assert "The file has no totals." in page


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"hello", "is not recognised"),
        (
            b"<!DOCTYPE USEBIO [<!ENTITY a 'b'>]><USEBIO>&a;</USEBIO>",
            "has a DTD declaration or an entity, which no results file needs",
        ),
        (b"board,ns,ew,result\n1,1,1,3NT N =\n", "plays against itself"),
    ],
)
def test_what_is_no_session_is_refused_in_words(congress: Congress, chief: Client, data: bytes, says: str) -> None:
    answer = hand_in(chief, data)
    assert answer.status_code == 422
    assert says in answer.content.decode()


@pytest.mark.parametrize("packed", ["", "!", "aGVsbG8="])
def test_a_file_that_does_not_come_back_whole_is_refused(congress: Congress, chief: Client, packed: str) -> None:
    answer = chief.post(ADDRESS, {"packed": packed, "name": "x", "open": "1", "key": "k"})
    assert answer.status_code == 422
    assert not BookRecord.objects.exists()
