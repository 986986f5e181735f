"""A club's own game by a few questions: the file that comes of it checks clean and can be played."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overtrick.cli import overtrick
from overtrick.core.event.plan.stages import Contest, Entrants
from overtrick.lab.trial import refusals
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import find_event, read_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.games import games


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def new(*options: str, answers: str = "") -> Result:
    return CliRunner().invoke(overtrick, ["new", *options], input=answers, catch_exceptions=False)


def test_six_questions_whose_usual_answers_make_a_pairs_night(desk: Path) -> None:
    told = new(answers="\n" * 6)
    assert told.exit_code == 0
    asked = (
        "What is it called?", "Which game is it?", "How many pairs may come", "How many usually come?",
        "How many boards has an evening?", "Which file is to be written?",
    )  # fmt: skip
    assert [told.output.count(each) for each in asked] == [1] * 6
    text = (desk / "thursday-pairs.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 15
    file = read_event(text, "thursday-pairs.toml")
    assert (file.event.id, file.event.name, file.known_as) == (
        "my-club/thursday-pairs",
        "Thursday Pairs",
        "club/pairs-night",
    )
    assert check_files({"thursday-pairs.toml": text}) == ([], [])


@pytest.mark.parametrize("game", list(games()))
def test_the_file_of_every_game_checks_clean_and_is_played(desk: Path, game: str) -> None:
    takes = find_event(game).event.entries
    boards = {"sessions": "26", "swiss": "3x8"}.get(str(find_event(game).stage[0].play), "")
    entries = f"{takes.least + 1}-{(takes.most or 0) - 1}"
    options = ["--name", "Élite “A”", "--game", game, "--entries", entries, "--usual", str(takes.least + 2)]
    told = new(*options, "-o", "own.toml", *(["--boards", boards] if boards else []))
    assert told.exit_code == 0, told.output
    text = (desk / "own.toml").read_text(encoding="utf-8")
    faults, warnings = check_files({"own.toml": text})
    assert faults == []
    alone = find_event(game).event.contest is Contest.INDIVIDUALS  # twelve have eleven partners: 22 boards are as near
    assert [str(each.says).rpartition(" and ")[2] for each in warnings] == ["plays 22 with 12 individuals"] * alone
    file = read_event(text, "own.toml")
    assert (file.event.name, file.event.id) == ("Élite “A”", "my-club/elite-a")
    assert refusals(file) == []
    if boards == "3x8":
        [stage] = build_event(file, Entrants(takes.least + 2)).stages
        assert (stage.rounds, stage.boards) == (3, 8)


def test_a_file_is_not_written_over(desk: Path) -> None:
    (desk / "own.toml").write_text("ours", encoding="utf-8")
    with pytest.raises(Exception, match=r"own\.toml already exists"):
        new("--name", "X", "--game", "1", "--entries", "6-30", "--usual", "16", "--boards", "26", "-o", "own.toml")
    assert (desk / "own.toml").read_text(encoding="utf-8") == "ours"


def test_the_night_that_the_page_writes_by_hand_checks_clean_at_once() -> None:
    text = (Path(__file__).parents[2] / "examples" / "club-night.toml").read_text(encoding="utf-8")
    assert check_files({"club-night.toml": text}) == ([], [])
    assert refusals(read_event(text, "club-night.toml")) == []
