"""A docstring stands alone: in an editor or on a generated page nothing stands above it."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
LEANS = re.compile(r'"""The same(,| (as|for|from|in|of|with)\b)')


def test_no_docstring_leans_on_the_one_above() -> None:
    leaning = [
        f"{path.relative_to(SOURCE)}: {line.strip()}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if LEANS.search(line)
    ]
    assert leaning == []
