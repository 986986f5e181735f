"""An event from a file of one's own at the desk, and as an earlier one was."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.core.event.acts import Act, EventOpened, FormatChosen, ReadingChosen
from overtrick.ledger.durable.models import KeptEdition
from overtrick.regulations.plan.event_book import event_files
from overtrick.web.congress.creation import open_book, opening_act
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget
from overtrick.web.desk.event_setup import asked_choices, asked_readings
from overtrick.web.organisations.models import OwnRules

EXAMPLES = Path(__file__).parents[3] / "examples"
TEAMS = (EXAMPLES / "club-swiss-teams.toml").read_text(encoding="utf-8")
ADDRESS, AGAIN = "/desk/spring/from-file/", "/desk/spring/again/"


def hand_in(client: Client, content: bytes | str, name: str = "Winter Teams.toml", **given: str) -> Any:
    data = content.encode() if isinstance(content, str) else content
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, data), "key": "k", **given})


def test_a_file_is_shown_as_the_event_it_makes_then_opened_and_kept_with_its_book(
    congress: Congress, chief: Client
) -> None:
    page = hand_in(chief, TEAMS).content.decode()
    assert "Winter Swiss Teams" in page
    assert "Event file winter-teams.toml" in page
    assert not BookRecord.objects.exists()
    sent = {
        "name": "winter-teams.toml",
        "text": TEAMS,
        "open": "1",
        "title": "Winter 2026",
        "slug": "winter",
        "key": "k",
    }
    assert chief.post(ADDRESS, sent).headers["Location"] == "/desk/e/winter/entries/"
    held = BookRecord.objects.get()
    forget()
    state = event_projection(held).event
    assert isinstance(state.opened, EventOpened)
    assert KeptEdition.objects.filter(fingerprint=state.opened.rules).exists()
    assert state.any_plan().stages[0].rounds == 4
    assert not OwnRules.objects.exists(), "it is kept with its event, not offered for others"
    assert "Four short matches in an evening" in Client().get("/e/winter/conditions/").content.decode()
    assert [Client().get(page).status_code for page in ("/e/winter/", "/c/spring/")] == [200, 200]


def test_every_fault_stands_by_its_line_with_the_text_of_it_and_the_word_that_comes_near(
    congress: Congress, chief: Client
) -> None:
    wrong = TEAMS.replace("laws-2017/teams", "laws-2017/taems").replace("matches  = 4", "matchs  = 4")
    answer = hand_in(chief, wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    for number, line in enumerate(wrong.splitlines(), start=1):
        if "taems" in line:
            assert f"<b>Line {number}</b> <code>scoring  = &quot;laws-2017/taems&quot;</code>" in page
        if "matchs" in line:
            assert f"<b>Line {number}</b> <code>matchs  = 4</code>" in page
    assert "laws-2017/teams" in page
    assert "matches" in page
    assert "Edit the file" in page
    assert not BookRecord.objects.exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8"),
        (b"a = 1\x00", "is not a text file"),
        (TEAMS.replace("Winter", "W\u00efnter").encode("latin-1"), "is not UTF-8"),
        (TEAMS.encode("utf-16"), "is not UTF-8"),
        (b"#" * 2_000_001, "is too large"),
        (b"x = " + b"[" * 5000 + b"]" * 5000, "too deep"),
        (b"[event\n", "not TOML"),
        (b"", "not an event file"),
        (b"a" + b".a" * 400 + b" = 1", "a key of more parts"),
    ],
    ids=["picture", "nul", "latin-1", "utf-16", "large", "deep", "no TOML", "empty", "long key"],
)
def test_a_hostile_file_is_refused_in_words(congress: Congress, chief: Client, content: bytes, told: str) -> None:
    answer = hand_in(chief, content)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not BookRecord.objects.exists()


def test_the_name_of_a_file_is_a_name_and_no_path(congress: Congress, chief: Client) -> None:
    page = hand_in(chief, TEAMS, "..\\..\\Geheim (2).TOML").content.decode()
    assert "Event file geheim-2.toml" in page


def test_no_file_of_the_server_is_read_that_is_called_the_same(
    congress: Congress, chief: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "winter.toml").write_text(TEAMS.replace("Winter Swiss", "Secret"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    chief.post(ADDRESS, {"name": "winter.toml", "text": TEAMS, "open": "1", "slug": "winter", "key": "k"})
    assert "This server has a different edition" not in chief.get("/desk/e/winter/rules/").content.decode()


def test_a_file_that_is_changed_before_it_is_opened_is_checked_again(congress: Congress, chief: Client) -> None:
    sent = {"name": "w.toml", "open": "1", "slug": "winter", "key": "k"}
    assert chief.post(ADDRESS, {**sent, "text": TEAMS.replace("boards   = 7", "boards   = 0")}).status_code == 422
    chief.post(ADDRESS, {**sent, "text": TEAMS.replace("matches  = 4", "matches  = 3")})
    assert event_projection(BookRecord.objects.get()).event.any_plan().stages[0].rounds == 3


def test_an_earlier_events_file_is_taken_as_it_stood(congress: Congress, chief: Client) -> None:
    sent = {"name": "w.toml", "text": TEAMS, "open": "1", "title": "Winter 2025", "slug": "winter", "key": "k"}
    chief.post(ADDRESS, sent)
    assert "Winter 2025" in chief.get(AGAIN).content.decode()
    page = chief.get(AGAIN, {"event": "winter"}).content.decode()
    assert "Copied from Winter 2025 at Spring Congress" in page
    assert "matches  = 4" in page
    assert chief.get(AGAIN, {"event": "nothing"}).status_code == 404


def test_an_earlier_event_of_the_rulebook_brings_its_choices_and_readings(congress: Congress, chief: Client) -> None:
    file = next(each for each in event_files().values() if asked_choices(each) and asked_readings(each))
    choice, reading = asked_choices(file)[0], asked_readings(file)[0]
    acts: list[Act] = [
        opening_act(file.event.id, "Last Year", congress),
        FormatChosen(choice.id),
        ReadingChosen(reading.id, reading.ways[0]),
    ]
    open_book(BookRecord(slug="last", congress=congress, rules=file.event.id, title="Last Year"), acts, "chief", "key")
    page = chief.get(AGAIN, {"event": "last"}).content.decode()
    assert f'name="choice {choice.id}" checked' in page
    assert f'value="{reading.ways[0]}" checked' in page
    assert 'action="/desk/spring/new/"' in page
