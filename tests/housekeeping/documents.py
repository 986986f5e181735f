"""The documents with what they print: their fenced blocks, and a folder in which to follow their commands."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from shlex import split

import pytest

from overtrick.cli import main

ROOT = Path(__file__).parents[2]
NOT_RUN = ("pip ", "git ", "just", "python3 -m venv ", "python -m venv ", "source ", "pre-commit ")
"""Commands in console blocks that change the machine; all others are run."""
FENCE = re.compile(
    r'^(?P<indent> *)```(?P<kind>\w+)(?: title="(?P<title>[^"\n]+)")?[^\n]*\n(?P<body>.*?)^(?P=indent)```$',
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: the line it starts on, its kind, its title (the file it belongs to) and its text."""

    line: int
    kind: str
    title: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page, without their indentation."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        indent = len(found["indent"])
        lines = [line[indent:] for line in found["body"].splitlines()]
        yield Block(text.count("\n", 0, found.start()) + 2, found["kind"], found["title"] or "", "\n".join(lines))


def fenced(page: Path, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the blocks of a kind, with the line each starts on."""
    return ((block.line, block.text) for block in blocks(page) if block.kind == kind)


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    output: str
    code: int


class Desk:
    """A folder for each page, with everything in the repository, where the page's commands may write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ran: dict[tuple[str, str], Ran] = {}

    def follow(self, page: str, command: str) -> Ran:
        """Run a command of a page, once."""
        if (page, command) not in self.ran:
            self.ran[page, command] = run(command, self._folder_of(page))
        return self.ran[page, command]

    def _folder_of(self, page: str) -> Path:
        """Return the page's folder: the files of the repository, with the page's titled blocks added to them."""
        folder = self.folder / page.replace("/", "-")
        if not folder.exists():
            _link_all(ROOT, folder)
            for block in blocks(ROOT / page):
                if block.title:
                    _append(folder, Path(block.title), block.text)
        return folder


def _link_all(source: Path, target: Path) -> None:
    target.mkdir()
    for entry in source.iterdir():
        (target / entry.name).symlink_to(entry)


def _append(folder: Path, file: Path, text: str) -> None:
    """Add a text to a file of the repository, in a copy."""
    for parent in reversed(file.parents[:-1]):
        if (folder / parent).is_symlink():
            (folder / parent).unlink()
            _link_all(ROOT / parent, folder / parent)
    changed = folder / file
    if changed.is_symlink():
        changed.unlink()
        changed.write_text((ROOT / file).read_text(encoding="utf-8"), encoding="utf-8")
    with changed.open("a", encoding="utf-8") as end:
        end.write(f"\n{text}\n")


def run(command: str, folder: Path = ROOT) -> Ran:
    """Run a command as somebody who follows the documents does, in the root of the repository.

    A plain command of ours is called in this process, which is much quicker than starting one for each. What needs a
    shell is given one, and so is what changes the rules for as long as the process runs.
    """
    changed = folder / "src"
    own_rules = changed != ROOT / "src" and not changed.is_symlink()
    if not own_rules and re.fullmatch(r"overtrick (?!--rulebook)[^|<>$;&`*]*", command):
        return _call(split(command)[1:], folder)
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    surroundings = {**os.environ, "PATH": path, "COLUMNS": "80", **({"PYTHONPATH": str(changed)} if own_rules else {})}
    done = subprocess.run(  # noqa: S602 - the commands are our own documents'
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
    return Ran(done.stdout.rstrip(), done.returncode)


def _call(words: list[str], folder: Path) -> Ran:
    printed, code = StringIO(), 0
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(printed), redirect_stderr(printed):
        patched.chdir(folder)
        patched.setenv("COLUMNS", "80")
        patched.setattr(sys, "argv", ["overtrick", *words])
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Ran(printed.getvalue().rstrip(), code)
