"""The clauses that are not implemented, each with the reason, from `docs/reference/not-implemented.csv`."""

import csv
from collections.abc import Iterator
from pathlib import Path

from overtrick.regulations.read.library import Rulebook

ROWS = Path(__file__).parents[1] / "docs" / "reference" / "not-implemented.csv"
SECTIONS = {
    "code": ("Why not", "The code can work these out, but no act, page or command uses it."),
    "posting": (
        "What is recorded",
        "A posting (`note made`, `format chosen`, `reading chosen`) records the fact; nothing is computed from it.",
    ),
    "people": ("Why not", "People decide these, or the document does not say enough."),
}
"""For each value of the first column: the heading of the reasons, and what the clauses have in common."""


def not_implemented(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yield the document, the number and the reason of every clause in the file."""
    for _, listed, reason in rows():
        for part in listed.split("; "):
            document, _, numbers = part.partition(" ")
            for each in numbers.split(", "):
                yield from ((document, number, reason) for number in _span(book, document, each))


def _span(book: Rulebook, document: str, numbers: str) -> list[str]:
    """Return the clauses of a range like 2.1–2.7, in the order of the document."""
    first, dash, last = numbers.partition("–")
    if not dash:
        return [first]
    order = list(book.clauses[document])
    return order[order.index(first) : order.index(last) + 1]


def rows() -> list[tuple[str, str, str]]:
    """Return the rows of the file: a key of `SECTIONS`, clauses, and the reason."""
    with ROWS.open(encoding="utf-8", newline="") as file:
        return [(row["why"], row["clauses"], row["reason"]) for row in csv.DictReader(file)]


def not_implemented_section() -> Iterator[str]:
    """Yield the lines of the section on the page of coverage."""
    yield "## Not implemented\n"
    yield "These clauses are not implemented; a test fails if one is missing here.\n"
    for why, (heading, text) in SECTIONS.items():
        yield f"{text}\n"
        yield f"| Clauses | {heading} |\n| --- | --- |"
        yield from (f"| {clauses} | {reason} |" for which, clauses, reason in rows() if which == why)
        yield ""
