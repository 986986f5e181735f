"""Slips at the prompt: each is answered with what was meant, or with what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from asking import Ask

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("scor", "No such command 'scor'. Did you mean score?"),
        ("rules chekc", "No such command 'chekc'. Did you mean check?"),
        ("zzzz", "No such command 'zzzz'. See `overtrick --help`."),
        ("movement make howel --tables 5", "There is no “howel” here. Did you mean howell?"),
        ("simulate nsw-swiss-pairs/congress --entries abc -o x", "'abc' is not a whole number"),
        ("simulate nsw-swiss-pairs/congress -o nofolder/x.jsonl", "There is no folder nofolder. Make it"),
        ("import nofile.xml", "There is no file nofile.xml."),
        (f"matchpoints --file {EXAMPLES}", "is a folder. Give the path of a file in it."),
        (f"standings {EXAMPLES}", "is a folder. Give the path of a book in it."),
        (
            f"standings {EXAMPLES / 'match5.csv'}",
            "is not the book of an event. It looks like a table: `overtrick score",
        ),
        (f"standings {EXAMPLES / 'club.toml'}", "is not the book of an event. It looks like rules: `overtrick rules"),
        (f"standings {EXAMPLES / 'tuesday.xml'}", "is not the book of an event. It looks like results: `overtrick imp"),
        (f"standings {EXAMPLES / 'howell-5.txt'}", "is not the book of an event. Give a file that `overtrick sim"),
    ],
)
def test_a_slip_is_answered_with_what_to_do(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, said = ask(asked)
    assert code == 2
    assert told in said


def test_a_board_has_a_short_name(ask: Ask) -> None:
    assert ask("score -b 13 4SS=")[:2] == ask("score --board 13 4SS=")[:2]
    assert "+620" in ask("score -b 13 4SS=")[1]


@pytest.mark.parametrize("text", ["", "\n", "# to be written\n"])
def test_a_rule_file_with_nothing_in_it_is_a_fault(ask: Ask, tmp_path: Path, text: str) -> None:
    (tmp_path / "empty.toml").write_text(text, encoding="utf-8")
    code, said, _ = ask(f"rules check {tmp_path / 'empty.toml'}")
    assert code == 1
    assert "empty.toml: there is nothing in it" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        asked = [sys.executable, "-m", "overtrick", "score", "--board", "13", "4S S ="]
        ran = subprocess.run(
            asked, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "PYTHONUTF8": "1"}
        )
    assert ran.returncode == 74
    assert ran.stderr == "overtrick: The output was cut short: No space left on device. Make room, and ask again.\n"
