"""The table of the security standard: complete, and no claim without a test that is there."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from asvs import CHAPTERS, NONE, VERDICTS, Requirement, requirements

from overtrick.web.accounts.people import GUESSED_FIRST

ROOT = Path(__file__).parents[2]
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4,
    "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5,
    "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4,
    "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4,
    "17.3": 2,
}  # fmt: skip
"""How many requirements of level 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1 without gaps."""
ONES = 70
"""How many of them are of level 1."""


def test_every_requirement_is_there_once_and_nothing_else() -> None:
    wanted = [f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)]
    assert [each.id for each in requirements()] == wanted
    assert len(wanted) == 253
    assert Counter(each.level for each in requirements()) == {"1": ONES, "2": 253 - ONES}


def test_every_row_is_filled() -> None:
    for each in requirements():
        assert each.verdict in VERDICTS, each.id
        assert each.chapter in CHAPTERS
        assert all((each.requirement, each.how, each.test)), each.id
        assert "verify that" not in each.requirement.casefold(), f"{each.id}: the standard's own sentence"
        if each.verdict == "part":
            assert re.search(r"[Nn]ot |[Oo]nly |does not|is quick|too, since|is theirs|with `sslmode", each.how), (
                each.id
            )


def test_every_test_that_is_named_is_there() -> None:
    missing = [(each.id, test) for each in requirements() for test in each.tests if not _is_there(test)]
    assert missing == []


def test_what_is_met_has_a_test_or_says_why_none() -> None:
    for each in requirements():
        if not each.tests:
            assert len(each.test.removeprefix(NONE)) > 8, each.id
    assert sum(bool(each.tests) for each in _met()) / len(_met()) > 0.85


def test_files_that_are_named_are_there() -> None:
    for each in requirements():
        for name in re.findall(r"`((?:docs|deploy|web|core|formats)/[\w./-]+\.\w+)`", each.how):
            file = ROOT / name if name.startswith(("docs", "deploy")) else ROOT / "src" / "overtrick" / name
            assert file.is_file(), (each.id, name)


def test_the_words_that_are_guessed_first_are_documented() -> None:
    page = (ROOT / "docs" / "operators" / "security.md").read_text(encoding="utf-8")
    listed = re.search(r"try first: (.*?), the account's name", page, re.DOTALL)
    assert listed
    assert tuple(" ".join(listed[1].split()).split(", ")) == GUESSED_FIRST


def _met() -> list[Requirement]:
    return [each for each in requirements() if each.verdict == "met"]


def _is_there(test: str) -> bool:
    file, _, name = test.partition("::")
    return (ROOT / file).is_file() and name in _tests_of(ROOT / file)


@cache
def _tests_of(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef))
