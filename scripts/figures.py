"""Write docs/reference/figures.md: the measured figures that the documentation quotes, with how each was measured.

    python scripts/figures.py

`benchmarks/results/figures.toml` lists them; date and machine come from the file of the results.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "reference" / "figures.md"
HEAD = """# Measured figures

Look up how a figure in the documentation was measured, and when. `python scripts/figures.py` writes this page from
`benchmarks/results`, which has the other figures of each measurement.

| What | Figure | Measured by | In |
| --- | ---: | --- | --- |
"""
MACHINES = """
## Dates and machines

| In | Date | Machine |
| --- | --- | --- |
"""


@dataclass(frozen=True)
class Measured:
    """A figure with its unit, the command that measured it, and the file and line of the results it is from."""

    what: str
    value: str
    source: str
    command: str
    line: str
    quoted: Mapping[str, str]
    """The words of each page that quotes it."""


def measured_figures() -> list[Measured]:
    """The figures that the documentation quotes."""
    rows = tomllib.loads((RESULTS / "figures.toml").read_text(encoding="utf-8"))["figure"]
    return [Measured(source=row.pop("from"), **row) for row in rows]


def one_line(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def fact(source: str, name: str) -> str:
    """The *Date* or the *Machine* that a file of results names."""
    text = (RESULTS / source).read_text(encoding="utf-8")
    found = re.search(rf"^- {name}: (.+?)\.?$(?=\n-|\n\n)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise LookupError(f"{source} does not name its {name.lower()}")
    return one_line(found[1])


def figures_page() -> str:
    """The page as it should be."""
    figures = measured_figures()
    rows = [f"| {each.what} | {each.value} | `{each.command}` | `{each.source}` |\n" for each in figures]
    sources = sorted({each.source for each in figures})
    machines = [f"| `{source}` | {fact(source, 'Date')} | {fact(source, 'Machine')} |\n" for source in sources]
    return "".join((HEAD, *rows, MACHINES, *machines))


if __name__ == "__main__":
    PAGE.write_text(figures_page(), encoding="utf-8")
