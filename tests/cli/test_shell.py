"""For the shell: completion without loading commands, and man pages of every command."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from asking import Ask
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.library import library

HERE = Path(__file__).parent
PROGRAM = """
import sys
sys.argv = ["overtrick"]
from overtrick.cli import main
try:
    main()
finally:
    print(*sorted(name for name in sys.modules if name.startswith("overtrick.cli.")), file=sys.stderr)
"""


def completed(words: str, folder: Path = HERE) -> list[str]:
    """What the shell is offered after words, in a folder; no command may be loaded for it."""
    env = {**os.environ, "_OVERTRICK_COMPLETE": "bash_complete", "COMP_WORDS": words}
    env["COMP_CWORD"] = str(len(words.split(" ")) - 1)
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, cwd=folder, capture_output=True, text=True, check=False
    )
    assert {*ran.stderr.split()} <= {"overtrick.cli.lazy"}, "no command is loaded"
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


def test_commands_are_completed_without_loading_them() -> None:
    assert completed("overtrick sta") == ["standings"]
    assert "simulate" in completed("overtrick s")


def test_events_are_completed_as_the_rulebook_has_them() -> None:
    assert completed("overtrick simulate ") == sorted(event_files())
    assert completed("overtrick simulate --entries 8 club/pa") == ["club/pairs-night", "club/patton"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("vp", "scale"), ("datum", "datum"), ("adjust", "artificial"), ("draw swiss", "swiss"),
        ("import x.csv --scoring", "scoring"),
    ],
)  # fmt: skip
def test_rules_of_a_kind_are_completed_as_the_rulebook_has_them(words: str, kind: str) -> None:
    """They are found by their lines, without parsing: the reader of rule files must find the same."""
    assert completed(f"overtrick {words} ") == sorted(library().stated[kind])


def test_printed_draws_are_completed_with_their_folder(ask: Ask) -> None:
    _, out, _ = ask("draw roundrobin --list")
    listed = [line.split()[0] for line in out.splitlines()[1:]]
    assert completed("overtrick draw roundrobin ") == sorted(listed)


def test_every_rule_is_completed_where_any_may_stand() -> None:
    named = {rule for kind in library().kinds.values() for rule in kind}
    assert named <= {*completed("overtrick rules show ")}


def test_books_are_completed_by_their_files_and_all_else_by_the_shell(tmp_path: Path) -> None:
    (tmp_path / "season").mkdir()
    for name in ("tuesday.jsonl", "tuesday.xml", "season/one.jsonl"):
        (tmp_path / name).touch()
    assert completed("overtrick verify ", tmp_path) == ["tuesday.jsonl"]
    assert completed("overtrick graph x --book tue", tmp_path) == ["tuesday.jsonl"]
    assert completed("overtrick standings season/", tmp_path) == ["season/one.jsonl"]
    assert completed("overtrick import tue", tmp_path) == ["tue"], "a file of any kind: the shell's own"


def test_a_rulebook_beside_the_program_is_completed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "our-club" / "events").mkdir(parents=True)
    (tmp_path / "our-club" / "events" / "friday.toml").touch()
    monkeypatch.setenv("OVERTRICK_RULEBOOK", str(tmp_path))
    assert completed("overtrick simulate our") == ["our-club/friday"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_completion(ask: Ask, shell: str) -> None:
    code, out, err = ask(f"completion {shell}")
    assert (code, err) == (0, "")
    assert "_OVERTRICK_COMPLETE" in out
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=out, text=True, check=True)


def test_every_command_has_its_man_page(ask: Ask, tmp_path: Path) -> None:
    code, out, _ = ask(f"man {tmp_path / 'man1'}")
    pages = {page.stem: page.read_text(encoding="utf-8") for page in (tmp_path / "man1").iterdir()}
    assert code == 0
    assert out.startswith(f"{len(pages)} pages")
    assert {"overtrick", "overtrick-book-verify", "overtrick-site"} <= pages.keys()
    assert all(text.startswith(".TH") and "Usage:" in text for text in pages.values())


def on_a_terminal(words: str, folder: Path) -> tuple[str, str]:
    """What a command prints, and what somebody who looks at a terminal sees beside it."""
    ours, theirs = os.openpty()
    program = [sys.executable, "-m", "overtrick", *words.split()]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(program, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=theirs, text=True) as running:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # the other end is closed when the command is done
            while piece := os.read(ours, 4096):
                seen += piece
        out = running.communicate()[0]
    os.close(ours)
    assert running.returncode == 0
    return out, seen.decode()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")
def test_long_commands_say_on_a_terminal_what_they_do_and_nothing_in_a_pipe(tmp_path: Path, ask: Ask) -> None:
    examples = HERE.parents[1] / "examples"
    for words, doing in (
        ("simulate club/pairs-night --entries 6 -o book.jsonl", "Simulating Club Pairs Night"),
        ("verify book.jsonl", "Verifying book.jsonl"),
        (f"import {examples / 'tuesday.xml'} --dry-run", "Scoring tuesday.xml"),
        (f"deals statistics {examples / 'F1.pbn'}", "Counting"),
    ):
        out, seen = on_a_terminal(words, tmp_path)
        assert doing in seen
        assert doing not in out
    assert ask(f"verify {tmp_path / 'book.jsonl'}")[2] == ""
