"""Write the tables of public pages in docs/players/read-the-pages.md, from their registration.

python scripts/page_tables.py
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.web.settings")
django.setup()

from overtrick.web.public.event_pages import EVENT_PAGES  # noqa: E402 - Django must be set up first
from overtrick.web.public.pages import Page  # noqa: E402
from overtrick.web.public.years import YEAR_PAGES  # noqa: E402

PAGE = Path(__file__).parents[1] / "docs" / "players" / "read-the-pages.md"
HEAD = "| Page | Address | Shows |\n|---|---|---|\n"
TABLES = {"An event": ("/e/<event>/", EVENT_PAGES), "A selection year": ("/y/<year>/", YEAR_PAGES)}
"""The pages of each table, by the heading above it, with the address that theirs begin with."""
_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_WORDS = {"number": "round", "contestant": "number", "target": "team"}
"""What readers call a part of an address, where the program calls it something else."""


def table(base: str, pages: Sequence[Page]) -> str:
    """The table of pages whose addresses begin with *base*."""
    rows = []
    for page in pages:
        addresses = (f"`{base}{_PART.sub(_part, below)}`" for below in page.paths.values())
        rows.append(f"| {page.title} | {', '.join(addresses)} | {page.shows} |\n")
    return HEAD + "".join(rows)


def _part(found: re.Match[str]) -> str:
    return f"<{_WORDS.get(found[1], found[1])}>"


def page_text(text: str) -> str:
    """The page with its tables as they are registered; what is written around them stays."""
    for heading, (base, pages) in TABLES.items():
        before, below, after = text.partition(f"\n## {heading}\n\n")
        text = before + below + table(base, pages) + re.sub(r"\A(\|.*\n)*", "", after)
    return text


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
