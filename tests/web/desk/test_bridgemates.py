"""Bridgemates at the desk: their file is downloaded, comes back filled, is looked at, and posted once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.fixtures import Settings

from overtrick.core import limits
from overtrick.core.event.acts import NoteMade
from overtrick.core.model.notation import read_result
from overtrick.formats.bridgemate.bws import BwsFile
from overtrick.formats.bridgemate.jet import Value
from overtrick.formats.bridgemate.jet_writing import with_rows
from overtrick.views.bridgemates import device_plan
from overtrick.web.congress.devices import ServerDesk
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.translation import PSEUDO
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import until

pytestmark = pytest.mark.django_db
PAGE = "/desk/e/swiss/bridgemates/"


@pytest.fixture
def playing(congress: Congress) -> BookRecord:
    """A Swiss of eight pairs whose first round is drawn and has no results."""
    return held_with(congress, until(rehearsed(8), "Swiss", 1, 0))


def downloaded(chief: Client, query: str = "") -> bytes:
    answer = chief.get(f"{PAGE}file.bws{query}")
    assert answer.status_code == 200
    assert ".bws" in answer.headers["Content-Disposition"]
    return answer.content


def filled(empty: bytes, *, pair: int = 0) -> bytes:
    """The file as Bridgemate's program has it after a board, 4S N =; *pair* plays for whom we seat."""
    play = BwsFile(empty, "empty").plan().plays[0]
    row: dict[str, Value] = {
        "ID": 1, "Section": 1, "Table": play.table, "Round": play.round, "Board": play.boards[0],
        "PairNS": pair or play.ns, "PairEW": play.ew, "Declarer": pair or play.ns, "NS/EW": "N", "Contract": "4 S",
        "Result": "=",
    }  # fmt: skip
    return with_rows(empty, {"ReceivedData": [row]}, "night.bws")


def upload(data: bytes, name: str = "night.bws") -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, data), "stage": "Swiss", "key": "k"}


def test_the_file_is_downloaded_and_read_back(chief: Client, playing: BookRecord) -> None:
    desk = ServerDesk(playing)
    assert BwsFile(downloaded(chief), "it").plan().plays == device_plan(desk.event(), "Swiss").plays
    assert BwsFile(downloaded(chief, "?stage=Swiss&round=1"), "it").plan().guid
    said = chief.get(f"{PAGE}file.bws?round=99", follow=True).content.decode()
    assert "99" in said


def test_a_filled_file_is_looked_at_then_posted_once(chief: Client, playing: BookRecord) -> None:
    desk = ServerDesk(playing)
    before, data = desk.event().last, filled(downloaded(chief))
    looked = chief.post(PAGE, upload(data))
    page = looked.content.decode()
    assert "1 new" in page
    assert desk.event().last == before, "looking posts nothing"
    carried = {"packed": looked.context["packed"], "name": "night.bws", "stage": "Swiss", "key": "k", "post": "1"}
    assert "1 result in night.bws: 1 new" in chief.post(PAGE, carried, follow=True).content.decode()
    [known] = desk.event().stage("Swiss").round(1).results.values()
    assert known.result == read_result("4S N =")
    notes = [posting for posting in desk.event().postings() if isinstance(posting.act, NoteMade)]
    assert "night.bws" in notes[-1].act.text  # type: ignore[union-attr]  # they are notes
    last = desk.event().last
    chief.post(PAGE, carried)
    again = chief.post(PAGE, upload(data)).content.decode()
    assert "1 already posted" in again
    assert 'name="post"' not in again
    assert desk.event().last == last


def test_a_pair_that_is_not_seated_there_is_not_scored(chief: Client, playing: BookRecord) -> None:
    page = chief.post(PAGE, upload(filled(downloaded(chief), pair=77))).content.decode()
    assert "1 with the wrong pair" in page
    assert "the draw has " in page


def test_the_outcome_of_a_report_is_said_in_the_readers_language(
    chief: Client, playing: BookRecord, settings: Settings
) -> None:
    data = filled(downloaded(chief), pair=77)
    settings.LANGUAGE = PSEUDO
    page = chief.post(PAGE, upload(data)).content.decode()
    assert "wrong pair" not in page
    assert " against " not in page


@pytest.mark.parametrize(
    "data", [b"", b"not a database", b"\0" * (limits.SESSION + 1)], ids=["empty", "other", "large"]
)
def test_what_is_no_file_of_theirs_is_refused_in_words(data: bytes, chief: Client, playing: BookRecord) -> None:
    answer = chief.post(PAGE, upload(data))
    assert answer.status_code == 422
    assert 'class="alarm"' in answer.content.decode()
