"""Results out of the desk: a link for each format, each a file to keep."""

import io
import json
from dataclasses import replace
from urllib.parse import unquote

import pytest
from django.test import Client
from openpyxl import load_workbook

from overtrick.core.event.acts import EntryTaken, Posting
from overtrick.views.exports import FORMATS
from overtrick.web.congress.models import BookRecord, Congress
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import until

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(congress: Congress) -> BookRecord:
    """A Swiss of twenty-four pairs in the middle of its third round."""
    return held_with(congress, until(rehearsed(24), "Swiss", 3, 5))


def test_the_page_has_a_link_for_each_format_and_each_table(chief: Client, played: BookRecord) -> None:
    page = chief.get("/desk/e/swiss/export/").content.decode()
    for each in FORMATS.values():
        for table in each.tables or ("",):
            asked = f"&amp;table={table}" if table else ""
            assert f'href="/desk/e/swiss/export/{each.name}/?stage=Swiss&amp;section={asked}"' in page


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "usebio-myabf"])
def test_a_file_is_kept_under_its_own_name_and_type(name: str, chief: Client, played: BookRecord) -> None:
    answer = chief.get(f"/desk/e/swiss/export/{name}/?stage=Swiss")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].partition(";")[0] == FORMATS[name].media
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="swiss')
    assert "no-store" in answer.headers["Cache-Control"]
    if name == "xlsx":
        assert load_workbook(io.BytesIO(answer.content))["Standings"].max_row == 25


def test_the_totals_are_those_of_the_page_and_the_round_in_play_is_left_out(chief: Client, played: BookRecord) -> None:
    said = json.loads(chief.get("/desk/e/swiss/export/json/").content)
    rows = chief.get("/api/events/swiss/standings").json()["tables"][0]["rows"]
    assert [(each["number"], each["total"]) for each in said["contestants"]] == [
        (row["who"]["number"], row["total"]["value"]) for row in rows
    ]
    assert {line["round"] for line in said["lines"]} == {1, 2}
    assert said["title"] == played.title


def test_numbers_of_the_federation_are_for_officials_alone(chief: Client, congress: Congress) -> None:
    held_with(congress, list(map(_numbered, until(rehearsed(8), "Swiss", 2, 1))))
    mine = json.loads(chief.get("/desk/e/swiss/export/json/").content)["contestants"]
    assert {person["number"] for each in mine for person in each["people"]} == {"77777"}
    assert b"77777" in chief.get("/desk/e/swiss/export/usebio/").content
    for name in ("json", "usebio", "pbn", "csv&table=entries"):
        everybodys = chief.get(f"/api/events/swiss/results?format={name}")
        assert everybodys.status_code == 200
        assert b"77777" not in everybodys.content


def _numbered(posting: Posting) -> Posting:
    if not isinstance(posting.act, EntryTaken):
        return posting
    players = tuple(replace(player, number="77777") for player in posting.act.players)
    return replace(posting, act=replace(posting.act, players=players))


def test_before_a_stage_has_started_there_is_nothing(chief: Client, congress: Congress) -> None:
    held_with(congress, rehearsed(8)[:2])
    assert "Nothing to export yet" in chief.get("/desk/e/swiss/export/").content.decode()
    assert "No stage has started" in chief.get("/desk/e/swiss/export/json/", follow=True).content.decode()


def test_what_cannot_be_made_is_said_on_the_page(chief: Client, played: BookRecord) -> None:
    told = chief.get("/desk/e/swiss/export/usebio-myabf/?stage=Swiss", follow=True)
    assert unquote(told.redirect_chain[0][0]) == "/desk/e/swiss/export/?stage=Swiss&section="
    assert (
        "MyABF accepts only pairs sessions scored by matchpoints, Butler or cross-IMPs; this session is"
        in told.content.decode()
    )
    assert chief.get("/desk/e/swiss/export/word/").status_code == 404
