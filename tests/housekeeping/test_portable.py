"""The folder that runs without Python being installed: its files, made here with a Python that only answers."""

import shutil
import subprocess
from pathlib import Path

import portable
import pytest
import yaml
from artefacts import NotBuilt

ROOT = Path(__file__).parents[2]


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A Python for Linux that says what it was started with."""
    python = tmp_path / "cpython"
    (python / "lib" / "python3.13" / "site-packages").mkdir(parents=True)
    (python / "bin").mkdir()
    program = python / "bin" / "python3"
    program.write_text('#!/bin/sh\necho "$OVERTRICK_DATA|$*"\n', encoding="utf-8")
    program.chmod(0o755)
    return python


def test_the_workflow_makes_and_starts_a_folder_for_every_system() -> None:
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    made = {row["system"]: row["start"] for row in release["jobs"]["folder"]["strategy"]["matrix"]["include"]}
    assert set(made) == set(portable.SYSTEMS)
    assert [system for system, start in made.items() if start not in portable.launchers(system)] == []


def test_the_folder_starts_wherever_it_is_moved(given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OVERTRICK_DATA", raising=False)
    monkeypatch.setattr(portable, "install", lambda *_: None)
    portable.build("linux", given, tmp_path / "made")
    moved = tmp_path / "on a stick"
    shutil.move(tmp_path / "made", moved)

    def started(*words: str) -> str:
        program, *rest = words
        return subprocess.run([moved / program, *rest], capture_output=True, text=True, check=True).stdout.strip()

    assert started("overtrick", "score", "4SX S +1") == "|-I -m overtrick score 4SX S +1"
    assert started("start-overtrick") == f"{moved}/overtrick-data|-I -m overtrick serve --host 0.0.0.0"


def test_a_file_for_windows_has_the_line_ends_of_windows() -> None:
    for text in portable.launchers("windows").values():
        assert text.endswith("\r\n")
        assert "\n" not in text.replace("\r\n", "")


def test_a_folder_that_cannot_be_made_leaves_nothing(
    given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or the second try would be refused, because the folder exists already."""

    def fails(system: object, version: str, python: Path) -> None:
        raise NotBuilt("no wheels")

    monkeypatch.setattr(portable, "install", fails)
    asked = ["portable.py", str(tmp_path / "made"), "--system", "linux", "--python", str(given)]
    monkeypatch.setattr("sys.argv", asked)
    assert portable.main() == 1
    assert capsys.readouterr().err == "no wheels\n"
    assert not (tmp_path / "made").exists()
