"""The map of the house is true: every place it names is there, and every floor is on it."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "the-house.md").read_text(encoding="utf-8")


def test_every_place_it_names_is_there() -> None:
    named = re.findall(r"`([a-z_]+/[a-z_/.-]*)`", PAGE)
    assert len(named) > 10
    assert not [place for place in named if not (ROOT / "src" / "overtrick" / place).exists()]


def test_every_floor_is_on_it() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    floors = next(each for each in tool["importlinter"]["contracts"] if each.get("containers") == ["overtrick"])
    rooms = {room for floor in floors["layers"] for room in floor.split(" | ")} - {"__main__"}
    drawn = set(re.findall(r"[a-z_]+", PAGE.split("```text")[1].split("```")[0]))
    assert not rooms - drawn
