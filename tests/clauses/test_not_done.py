"""Every clause of the documents is proved, informs, or is named with its reason on the page of what is not done."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.regulations.lint.coverage import coverage, recorded
from overtrick.regulations.read.library import shipped

PAGE = Path(__file__).parents[2] / "docs" / "start" / "status.md"
DOCUMENTS = ("ANC26", "GNOT18", "ITS21", "NSWSP", "SABF20")


def named() -> Iterator[tuple[str, str, str]]:
    """The clauses that the page names in the first column of its tables, with the reason in the second."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2:
            continue
        for part in cells[0].split("; "):
            document, _, ids = part.partition(" ")
            if document in DOCUMENTS:
                yield from (
                    (document, each, cells[1]) for listed in ids.split(", ") for each in _span(document, listed)
                )


def _span(document: str, listed: str) -> list[str]:
    """The clauses of a range like 2.1–2.7, in the order of the document."""
    first, dash, last = listed.partition("–")
    if not dash:
        return [first]
    order = list(shipped().clauses[document])
    return order[order.index(first) : order.index(last) + 1]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_clause_is_proved_or_named_with_its_reason(document: str) -> None:
    [found] = [each for each in coverage(shipped(), recorded()) if each.cite == document]
    clauses = shipped().clauses[document]
    open_ = {number for number, state in found.states.items() if state != "done" and clauses[number].kind != "informs"}
    reasons = {number: reason for cite, number, reason in named() if cite == document}
    assert sorted(open_ - set(reasons)) == [], "neither proved nor named in status.md"
    assert sorted(set(reasons) - open_) == [], "named in status.md, and proved (or not a clause)"
    assert all(len(reason) > 10 for reason in reasons.values())


def test_the_page_names_clauses_there_are() -> None:
    strange = [(cite, number) for cite, number, _ in named() if number not in shipped().clauses[cite]]
    assert strange == []
    assert re.search(r"^# What works, and what does not yet", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
