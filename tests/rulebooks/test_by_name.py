"""The rules of other bodies come with the program, and are put in force by their name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick.regulations.read.editions import other_bodies

EVENT = "acbl-swiss/swiss-teams"


def _asked(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    ways = {**os.environ, "OVERTRICK_RULEBOOK": "", "PYTHONUTF8": "1"}
    asked = [sys.executable, "-m", "overtrick", *words]
    return subprocess.run(asked, cwd=folder, env=ways, capture_output=True, text=True, check=False)


def test_a_folder_is_put_in_force_by_its_name_wherever_one_is(tmp_path: Path) -> None:
    ran = _asked(tmp_path, "--rulebook", "acbl-swiss", "rules", "describe", EVENT, "--entries", "12")
    assert ran.returncode == 0, ran.stderr
    assert "ACBL" in ran.stdout


def test_an_event_of_another_body_says_how_to_put_its_rules_in_force(tmp_path: Path) -> None:
    ran = _asked(tmp_path, "rules", "describe", EVENT)
    assert ran.returncode == 2
    assert (
        f"{EVENT} is in the rules of another body. Load those rules with `overtrick --rulebook acbl-swiss`"
        in ran.stderr
    )


def test_a_name_that_is_no_folder_is_refused_with_those_there_are(tmp_path: Path) -> None:
    ran = _asked(tmp_path, "--rulebook", "acbl-swis", "rules", "list")
    assert ran.returncode == 2
    assert "There is no rulebook in acbl-swis" in ran.stderr
    assert all(name in ran.stderr for name in ("acbl-swiss", "wbf-teams"))


@pytest.mark.parametrize("name", sorted(other_bodies()))
def test_every_folder_has_an_event(name: str) -> None:
    assert list((other_bodies()[name] / "events").glob("*.toml"))


def test_the_program_says_its_own_name_however_it_is_started(tmp_path: Path) -> None:
    assert _asked(tmp_path, "--version").stdout.startswith("overtrick, version ")
