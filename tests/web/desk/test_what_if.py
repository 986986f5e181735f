"""*What would change?* on the way to an event: asked for, played beside the server, and read on the page."""

import os
import tempfile
import time
from pathlib import Path

import pytest
from django.test import Client

from overtrick.lab.needs import MOST_FORMATS
from overtrick.lab.study.file import OTHER_LUCK, read_study
from overtrick.lab.study.small import small_study
from overtrick.regulations.plan.event_book import find_event
from overtrick.web.congress.models import Congress
from overtrick.web.desk import what_if
from web.desk.conftest import SignIn

PAGE = "/desk/spring/what-if/"
SWISS = {"rules": "nsw-swiss-pairs/congress", "entries": "8"}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_a_study_is_played_and_read(congress: Congress, chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert congress.slug == "spring"
    monkeypatch.setattr("overtrick.lab.study.small.RUNS", 1)
    monkeypatch.setattr(what_if, "SLOWEST", "0")
    assert (
        f"{PAGE}?rules=nsw-swiss-pairs/congress"
        in chief.get("/desk/spring/new/", {"rules": SWISS["rules"]}).content.decode()
    )
    asked = chief.post(PAGE, SWISS)
    assert asked.headers["Location"] == f"{PAGE}?rules=nsw-swiss-pairs/congress&entries=8"
    shown = chief.get(PAGE, SWISS).content.decode()
    assert "background" in shown or "Results" in shown
    assert (
        "Another simulation is running. Try again when it has finished"
        in chief.post(PAGE, SWISS, follow=True).content.decode()
    )
    for _ in range(600):
        if "background" not in (shown := chief.get(PAGE, SWISS).content.decode()):
            break
        time.sleep(0.2)
    assert "Small entry instead of as written: the best wins" in shown
    assert "Swiss of 8 matches instead of as written: the best wins" in shown
    assert "for 8 more boards" in shown
    assert "these values are rules of thumb" in shown
    assert "The same regulations, with different luck: a different winner in" in shown
    assert "S-10: one result is its own datum, 0 IMPs: a different winner in" in shown


def test_who_does_not_organise_may_not_ask(congress: Congress, sign_in: SignIn) -> None:
    assert congress.slug == "spring"
    assert sign_in("director").post(PAGE, SWISS).status_code == 403


def test_without_the_lab_the_page_says_what_to_install(
    congress: Congress, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert congress.slug == "spring"
    monkeypatch.setattr(what_if, "NEEDS", ("a_module_that_there_is_not",))
    chief.post(PAGE, SWISS)
    assert "overtrick[lab]" in chief.get(PAGE, SWISS).content.decode()


def test_a_study_that_fails_says_so(congress: Congress, chief: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert congress.slug == "spring"
    monkeypatch.setattr("sys.executable", "/bin/false")
    chief.post(PAGE, SWISS)
    for _ in range(100):
        if "background" not in (shown := chief.get(PAGE, SWISS).content.decode()):
            break
        time.sleep(0.1)
    assert "The simulation did not finish" in shown


def test_a_study_that_failed_is_not_said_to_be_played_while_another_is(
    congress: Congress, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert congress.slug == "spring"
    monkeypatch.setattr("sys.executable", "/bin/false")
    chief.post(PAGE, SWISS)
    for _ in range(100):
        if "background" not in chief.get(PAGE, SWISS).content.decode():
            break
        time.sleep(0.1)
    monkeypatch.setattr(what_if, "_play", lambda *_: time.sleep(5))  # another one, which takes its time
    chief.post(PAGE, {**SWISS, "entries": "10"})
    assert "background" in chief.get(PAGE, {**SWISS, "entries": "10"}).content.decode()
    assert "The simulation did not finish" in chief.get(PAGE, SWISS).content.decode()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows gives everybody a temporary folder of their own")
@pytest.mark.parametrize("laid", ["open to all", "a link"])
def test_what_somebody_else_laid_in_the_temporary_folder_is_not_written_to(
    laid: str, congress: Congress, chief: Client, tmp_path: Path
) -> None:
    """Any account of a machine can put something where the folder is going to be."""
    assert congress.slug == "spring"
    trap, elsewhere = tmp_path / f"overtrick-{os.getuid()}-studies", tmp_path / "elsewhere"
    if laid == "a link":
        elsewhere.mkdir(mode=0o700)
        trap.symlink_to(elsewhere)
    else:
        trap.mkdir()
        trap.chmod(0o777)
    shown = chief.post(PAGE, SWISS, follow=True).content.decode()
    assert "Ask the server administrator to correct this fault or free some disk space" in shown
    assert not list(trap.iterdir())


def test_an_event_that_does_not_ship_is_not_studied(congress: Congress, chief: Client) -> None:
    assert congress.slug == "spring"
    assert "/desk/spring/new/" in chief.get(PAGE, {"rules": "nobody/knows"}).headers["Location"]


@pytest.mark.parametrize(
    ("event", "entries", "names"),
    [
        ("nsw-swiss-pairs/congress", 24, ["as written", "small entry", "Swiss of 6 matches", "Swiss of 8 matches"]),
        ("gnot-nsw-2018/gnot", 27, ["as written", "format confirmed", "Q10: 27a"]),
        ("gnot-nsw-2018/gnot", 17, ["as written"]),
        ("anc-2026/mixed-butler", 20, ["as written", "Stage 1 of 9 matches", "Stage 1 of 11 matches"]),
    ],
)
def test_what_is_compared_are_the_events_own_choices(
    event: str, entries: int, names: list[str], tmp_path: Path
) -> None:
    study = read_study(small_study(find_event(event), entries, tmp_path))
    assert [each.name for each in study.formats][: len(names)] == names
    assert len(study.formats) <= MOST_FORMATS
    chance = [each.name for each in study.formats if each.luck == OTHER_LUCK]
    assert chance == (["as written, other luck"] if len(study.formats) > 1 else [])
