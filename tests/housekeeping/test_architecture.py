"""The page on the architecture is true: every file it names exists, and every package is in its picture."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing" / "architecture.md").read_text(encoding="utf-8")


def test_every_file_it_names_exists() -> None:
    named = re.findall(r"`([a-z_]+/[a-z_/.-]*)`", PAGE)
    assert len(named) > 10
    assert not [place for place in named if not (ROOT / "src" / "overtrick" / place).exists()]


def test_every_package_is_in_the_picture() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contract = next(each for each in tool["importlinter"]["contracts"] if each.get("containers") == ["overtrick"])
    packages = {package for layer in contract["layers"] for package in layer.split(" | ")} - {"__main__"}
    drawn = set(re.findall(r"[a-z_]+", PAGE.split("```text")[1].split("```")[0]))
    assert not packages - drawn
