"""A page of the desk gives its template no name that the frame around every page uses for something else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parents[2] / "src/overtrick/web"
VIEWS = sorted((WEB / "desk/views").glob("*.py"))
FRAMES = {"shared.py", "years.py"}
"""Modules that make the frame."""
CHOSEN = {"tab": "a page below a tab names the tab", "who": "a page of no event has no other frame"}
"""Names of the frame that a page may give, each with the reason."""


def keys_of(file: Path) -> Iterator[str]:
    """The names that a module puts into dictionaries."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        keys = node.keys if isinstance(node, ast.Dict) else ()
        written = node.slice if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) else None
        yield from (str(each.value) for each in (*keys, written) if isinstance(each, ast.Constant))


def frame_names() -> set[str]:
    """The names that the frame's template reads and the frame's view gives."""
    template = (WEB / "templates/desk/base.html").read_text(encoding="utf-8")
    tags = " ".join(re.findall(r"\{[{%](.*?)[%}]\}", template))
    read = set(re.findall(r"(?<![.\w])[a-z_]+\b(?!=)", re.sub(r'"[^"]*"', "", tags)))  # no words, no names of arguments
    return read & set(keys_of(WEB / "desk/views/shared.py"))


def test_the_frame_has_its_names() -> None:
    assert {"unreadable_postings", "led_by", "rules_notice", "record", "tabs"} <= frame_names()


def test_no_page_gives_a_name_of_the_frame() -> None:
    taken = {file.name: set(keys_of(file)) & frame_names() - set(CHOSEN) for file in VIEWS if file.name not in FRAMES}
    assert {file: names for file, names in taken.items() if names} == {}
