"""What the documents print is what the program does: every command is run, every example of Python too."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from shlex import split
from typing import cast

import click
import pytest

from overtrick.cli import main
from overtrick.cli import overtrick as command_line
from overtrick.core.model import read_result
from overtrick.regulations.read.library import shipped

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "docs" / "reference" / "generated"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if GENERATED not in page.parents),
]
NOT_RUN = ("pip ", "git ", "just", "python3 -m venv ", "python -m venv ", "source ", "pre-commit ")
"""Commands that change the machine; all others are run."""
WRITES = re.compile(r" -o | > |^overtrick selection (open|credit|nominate|close|post) ")
ANY_LINES = "…"
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)[^\n]*\n(?P<body>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Printed:
    """A command as a document prints it, and the output it promises."""

    page: str
    line: int
    command: str
    output: str
    before: tuple[str, ...] = ()
    """The commands earlier on the page that write a file it may read."""


def fenced(page: Path, kind: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a kind, with the line each starts on."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        if found["kind"] == kind:
            indent = len(found["indent"])
            lines = [line[indent:] for line in found["body"].splitlines()]
            yield text.count("\n", 0, found.start()) + 2, "\n".join(lines)


def printed_commands() -> list[Printed]:
    """Every command in a console block that can be run here."""
    found = []
    for page in PAGES:
        before: list[str] = []
        for start, block in fenced(page, "console"):
            lines = block.splitlines()
            prompts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
            assert prompts, f"{page.name}:{start}: a console block without a command"
            for at, end in zip(prompts, [*prompts[1:], len(lines)], strict=True):
                command, output = lines[at][2:], "\n".join(lines[at + 1 : end])
                if not command.startswith(NOT_RUN):
                    name = str(page.relative_to(ROOT))
                    found.append(Printed(name, start + at, command, output.rstrip(), tuple(before)))
                    before += [command] if WRITES.search(command) else []
    return found


class Desk:
    """A folder for each page, with everything of the repository in it, where the page's commands may write."""

    def __init__(self, room: Path) -> None:
        self.room = room
        self.told: dict[tuple[str, str], str] = {}

    def follow(self, printed: Printed) -> str:
        """What a command prints, after those before it on its page that write what it may read."""
        folder = self.room / printed.page.replace("/", "-")
        if not folder.exists():
            folder.mkdir()
            for entry in ROOT.iterdir():
                (folder / entry.name).symlink_to(entry)
        for command in (*printed.before, printed.command):
            if (printed.page, command) not in self.told:
                self.told[printed.page, command] = run(command, folder)
        return self.told[printed.page, printed.command]


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"))


def run(command: str, folder: Path = ROOT) -> str:
    """What a command prints for somebody who follows the documents, in the root of the repository.

    A plain command of ours is called in this process, which is much quicker than starting one for each;
    what needs a shell is given one, and so is what puts rules beside the program for as long as the process is.
    """
    if re.fullmatch(r"overtrick (?!--rulebook)[^|<>$;&`*]*", command):
        return _called(split(command)[1:], folder)
    scripts = sysconfig.get_path("scripts")
    surroundings = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    told = subprocess.run(  # noqa: S602 - the commands are our own documents'
        command,
        shell=True,
        cwd=folder,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return told.stdout.rstrip()


def _called(words: list[str], folder: Path) -> str:
    printed = StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(printed), redirect_stderr(printed):
        patched.chdir(folder)
        patched.setenv("COLUMNS", "80")
        patched.setattr(sys, "argv", ["overtrick", *words])
        with suppress(SystemExit):
            main()
    return printed.getvalue().rstrip()


def agrees(printed: str, real: str) -> bool:
    """Whether the output is as printed; a line of `…` stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == ANY_LINES else re.escape(line.rstrip()) + r"[ ]*\n"
        for line in printed.splitlines()
    )
    return re.fullmatch(pattern, real + "\n" if real else "") is not None


@pytest.mark.parametrize("printed", printed_commands(), ids=lambda p: f"{p.page}:{p.line}")
def test_a_command_prints_what_the_document_shows(printed: Printed, desk: Desk) -> None:
    real = desk.follow(printed)
    assert agrees(printed.output, real), f"$ {printed.command}\n{real}"


def test_agreement_can_fail() -> None:
    assert agrees("a\n…\nc", "a\nb\nb\nc")
    assert not agrees("a\nc", "a\nb\nc")
    assert not agrees("", "a")
    assert not agrees("a", "")


@pytest.mark.parametrize("page", [page for page in PAGES if list(fenced(page, "python"))], ids=lambda p: p.name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed after >>> answers as printed; a block without is a program, and is run as one."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    parser, runner, globs = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False), dict[str, object]()
    told: list[str] = []
    for start, block in fenced(page, "python"):
        test = parser.get_doctest(block + "\n", globs, page.name, str(page), start)
        if not test.examples:
            (tmp_path / "program.py").write_text(block, encoding="utf-8")
            ran = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, check=False)
            assert ran.returncode == 0, f"{page.name}:{start}: {ran.stderr}"
            (tmp_path / "congress.jsonl").unlink(missing_ok=True)
            continue
        runner.run(test, out=told.append, clear_globs=False)
        globs = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_every_command_is_in_the_reference(tmp_path: Path) -> None:
    """Written elsewhere, because the gate makes the documentation beside the tests."""
    subprocess.run([sys.executable, "scripts/reference.py", str(tmp_path)], cwd=ROOT, check=True)
    page = (tmp_path / "cli.md").read_text(encoding="utf-8")
    assert [path for path in _paths(command_line, "overtrick") if f"## {path}\n" not in page] == []


def _paths(command: click.Command, path: str) -> Iterator[str]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from _paths(cast("click.Command", command.get_command(context, name)), f"{path} {name}")


def test_every_command_has_an_example_in_its_help() -> None:
    context = click.Context(command_line)
    helps = {name: command_line.get_command(context, name) for name in command_line.list_commands(context)}
    assert [name for name, command in helps.items() if command is None or "Example" not in (command.help or "")] == []


def test_every_recipe_is_in_contributing() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^([a-z-]+)(?: \*?\w+)*:(?!=)", (ROOT / "justfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(recipes) > 10
    named = [recipe for recipe in recipes if recipe != "default"]
    assert [recipe for recipe in named if f"`just {recipe}`" not in contributing] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    inside = [link for link in links if link and "://" not in link]
    assert [link for link in inside if not (ROOT / link).exists()] == []


def test_every_way_to_write_a_result_is_read() -> None:
    page = (ROOT / "docs" / "reference" / "result-notation.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    written = [re.findall(r"`([^`]+)`", row) for row in rows]
    assert len(written) >= 12
    assert [text for row in written for text in row if not str(read_result(text))] == []
    same = [{str(read_result(text)) for text in row} for row in written[:3]]
    assert [len(results) for results in same] == [1, 1, 1]


def test_every_datum_is_explained() -> None:
    page = (ROOT / "docs" / "explanation" / "datums.md").read_text(encoding="utf-8")
    assert [name for name in shipped().stated["datum"] if f"`{name}`" not in page] == []


def test_the_picture_tells_the_truth() -> None:
    picture = (ROOT / "docs" / "images" / "why.svg").read_text(encoding="utf-8")
    real = run("overtrick why examples/match5.csv --scoring nsw-swiss-pairs/match --table 3")
    told = re.findall(r'<text class="[nc]"[^>]*>([^<]+)<', picture)
    assert len(told) >= 10
    assert [said for said in told if said not in real] == []
