"""The product's standings and draws against those of a second scorer, on whole events in which things go wrong."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from second_scorer import every_event, plays
from seeded_faults import FAULTS, occurrences, seen

from second.comparison import compare, compare_contracts, simulate

GATE = [
    ("nsw-swiss-pairs/congress", 13),
    ("anc-2026/open-butler", 20),
    ("anc-2026/mixed-butler", 14),
    ("anc-2026/swiss-pairs-b", 9),
    ("anc-2026/interstate-pairs", 9),
    ("anc-2026/novice-pairs", 9),
    ("anc-2026/three-day-teams", 8),
    ("anc-2026/interstate-open", 7),
    ("sabf-2020/open-trials-qualifying", 20),
    ("sabf-2020/open-butler-trials", 7),
    ("sabf-2020/state-open-pairs", 14),
    ("sabf-2020/state-pairs-plate", 7),
    ("sabf-2020/daytime-teams", 8),
    ("nsw-its-2021/oits", 18),
    ("nsw-its-2021/wits", 19),
    ("nsw-its-2021/sits", 8),
    ("nsw-its-2021/yits", 6),
    ("gnot-nsw-2018/gnot", 21),
    ("club/pairs-night", 7),
    ("club/individual", 8),
    ("club/butler-night", 8),
    ("club/cross-imp-night", 7),
    ("club/swiss-pairs", 8),
    ("club/swiss-teams", 7),
]
"""One small book an event."""

GATE_FAULTS = ["a tenth of the scores rounded down", "penalties added"]
"""Faults that show on one book; the others are for the night."""


@pytest.mark.parametrize(("event", "entries"), GATE)
def test_the_second_scorer_agrees(tmp_path: Path, event: str, entries: int) -> None:
    book = simulate(tmp_path / "book.jsonl", event, entries, seed=1)
    assert [str(each) for each in compare(book)] == []


def test_the_second_scorer_agrees_on_a_stage_that_a_review_changed_after_its_close(tmp_path: Path) -> None:
    book = simulate(tmp_path / "book.jsonl", "sabf-2020/open-butler-trials", 10, seed=3, faults="human")
    assert '"review decided"' in book.read_text(encoding="utf-8")
    assert [str(each) for each in compare(book)] == []


def test_every_contract_scores_the_same() -> None:
    assert [str(each) for each in compare_contracts()] == []


def test_every_seeded_fault_applies_to_the_present_code() -> None:
    assert {fault.name: times for fault in FAULTS if (times := occurrences(fault)) != 1} == {}


def test_seeded_faults_are_found() -> None:
    found = {fault.name: differences for fault, differences in seen(GATE_FAULTS)}
    assert len(found) == len(GATE_FAULTS)
    assert all(found.values()), found


@pytest.mark.long
def test_every_seeded_fault_is_found() -> None:
    assert [fault.name for fault, differences in seen([]) if not differences] == []


@pytest.mark.long
@pytest.mark.parametrize("event", every_event())
def test_the_second_scorer_agrees_on_every_event(tmp_path: Path, event: str) -> None:
    for play in plays([event], books=3, seed=1, most=20):
        book = simulate(tmp_path / f"{play.entries}-{play.seed}.jsonl", event, play.entries, play.seed, play.choices)
        assert [str(each) for each in compare(book)] == [], play.name


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, by their full names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_of_the_product_is_in_the_second_scorer() -> None:
    users = {
        path.name
        for path in Path(__file__).parent.glob("*.py")
        if any(name.split(".")[0] == "overtrick" for name in imports(path))
    }
    assert users == {"comparison.py"}


def test_the_scorers_need_the_standard_library_alone() -> None:
    allowed = {"comparison.py", "test_second_scorer.py"}
    for path in Path(__file__).parent.glob("*.py"):
        outside = {name.split(".")[0] for name in imports(path)} - STANDARD
        assert path.name in allowed or not outside, f"{path.name} imports {outside}"


STANDARD = {
    "ast", "collections", "dataclasses", "fractions", "functools", "itertools", "json", "math", "pathlib", "random",
    "re", "second", "statistics", "typing",
}  # fmt: skip
