"""The page on the architecture is true: every file it names exists, and every package is in its picture.

The layers inside the views are complete without a line for every page.
"""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing" / "architecture.md").read_text(encoding="utf-8")


def layered(package: str) -> set[str]:
    """The modules of a package that have a layer."""
    tool: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contract = next(each for each in tool["importlinter"]["contracts"] if each.get("containers") == [package])
    return {module for layer in contract["layers"] for module in layer.split(" | ")}


def test_every_file_it_names_exists() -> None:
    named = re.findall(r"`([a-z_]+/[a-z_/.-]*)`", PAGE)
    assert len(named) > 10
    assert not [place for place in named if not (ROOT / "src" / "overtrick" / place).exists()]


def test_every_package_is_in_the_picture() -> None:
    packages = layered("overtrick") - {"__main__"}
    drawn = set(re.findall(r"[a-z_]+", PAGE.split("```text")[1].split("```")[0]))
    assert not packages - drawn


def test_a_view_without_a_layer_is_a_page_that_no_other_view_imports() -> None:
    """So it stands above all layers, beside other pages, and a new one needs no line in the contract."""
    files = {file.stem: file for file in (ROOT / "src" / "overtrick" / "views").glob("*.py")}
    pages = files.keys() - layered("overtrick.views") - {"__init__"}
    assert "comparison" in pages
    assert {name: used for name, file in files.items() if (used := imported(file) & pages)} == {}


def imported(file: Path) -> set[str]:
    """The modules of the views that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{each.name}" for each in node.names]
        found |= {name.split(".")[2] for name in names if name.startswith("overtrick.views.")}
    return found
