"""Windows has no `fcntl`, no `os.pread`, and pipes that are not UTF-8; everything here runs there all the same."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "tests" / "on_windows.py"
QUICK = ("tests/cli/test_commands.py", "tests/contracts/test_file_faults.py", "tests/contracts/test_written.py")
"""The part that is run as on Windows: every command with its examples, the books in files, their written form."""


def _told(name: str) -> frozenset[str]:
    """A list of the plugin's, read without loading it: it would change the Python that reads it."""
    for node in ast.parse(PLUGIN.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return frozenset(ast.literal_eval(node.value))
    raise LookupError(name)


def _only_on_unix(file: Path) -> list[str]:
    text = file.read_text(encoding="utf-8")
    modules = _told("MODULES")
    calls = {call for call in _told("CALLS") if f'hasattr(os, "{call}")' not in text}
    found = []
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names if each.name in modules]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""] if node.module in modules else []
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
            names = [f"os.{node.attr}"] if node.attr in calls else []
        found += [f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: {name}" for name in names]
    return found


def test_nothing_that_only_unix_has_is_used() -> None:
    files = sorted((ROOT / "src").rglob("*.py"))
    assert len(files) > 300
    assert [place for file in files for place in _only_on_unix(file)] == []


def test_what_only_unix_has_is_found() -> None:
    assert len(_only_on_unix(ROOT / "tests" / "web" / "servers.py")) == 2  # it ends a group of processes


@pytest.mark.slow
@pytest.mark.long
def test_the_quick_part_passes_as_on_windows() -> None:
    """Not with other text either: a file that is opened without saying how it is written is a fault."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTHONWARNDEFAULTENCODING": "1"}
    warnings = "filterwarnings=error\nignore::EncodingWarning\nerror::EncodingWarning:overtrick"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "on_windows", "-p", "no:xdist", "-p", "no:cacheprovider", "-o", warnings,
         *QUICK],
        cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > 100


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_what_is_written_into_a_pipe_is_utf_8_on_every_system(encoding: str) -> None:
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "overtrick", "score", "--board", "13", "4SX S +1"]
    done = subprocess.run(command, env=surroundings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "−990" in done.stdout.decode("utf-8")
