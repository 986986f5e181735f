"""Write the page of recipes, docs/contributing/recipes.md, from the comments in the justfile.

python scripts/recipes.py
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "contributing" / "recipes.md"
_RECIPE = re.compile(
    r"^# (?P<comment>.+)\n(?:\[.+\]\n)*(?P<name>[a-z][a-z-]*)(?P<parameters>[^:\n]*):(?!=)", re.MULTILINE
)
_HEAD = """# Recipes

Run a recipe with `just` and its name. This page is made from the comments in the justfile: edit those, then run
`python scripts/recipes.py`.

| Recipe | What it does |
| --- | --- |
"""


def recipes() -> dict[str, tuple[str, str]]:
    """Return every recipe of the justfile by name, with its parameters and its comment."""
    text = (ROOT / "justfile").read_text(encoding="utf-8")
    return {found["name"]: (found["parameters"].strip(), found["comment"]) for found in _RECIPE.finditer(text)}


def recipes_page() -> str:
    """Return the text of the page."""
    rows = (f"| `just {name}` | {comment} |\n" for name, (_, comment) in recipes().items() if name != "default")
    return _HEAD + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(recipes_page(), encoding="utf-8")
