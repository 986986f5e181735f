"""Every clause of the documents is proved, informs, or is listed with its reason as not implemented."""

import pytest
from not_implemented import SECTIONS, not_implemented, rows

from overtrick.regulations.lint.coverage import clause_states, coverage
from overtrick.regulations.read.library import shipped_rulebook

DOCUMENTS = ("ANC26", "GNOT18", "ITS21", "NSWSP", "SABF20")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_clause_is_proved_or_listed_with_its_reason(document: str) -> None:
    [found] = [each for each in coverage(shipped_rulebook(), clause_states()) if each.cite == document]
    clauses = shipped_rulebook().clauses[document]
    open_ = {number for number, state in found.states.items() if state != "done" and clauses[number].kind != "informs"}
    reasons = {number: reason for cite, number, reason in not_implemented(shipped_rulebook()) if cite == document}
    assert sorted(open_ - set(reasons)) == [], "neither proved nor in not-implemented.csv"
    assert sorted(set(reasons) - open_) == [], "in not-implemented.csv, and proved (or not a clause)"
    assert all(len(reason) > 10 for reason in reasons.values())


def test_the_file_names_clauses_and_sections_there_are() -> None:
    clauses = shipped_rulebook().clauses
    assert [
        (cite, number) for cite, number, _ in not_implemented(shipped_rulebook()) if number not in clauses[cite]
    ] == []
    assert {why for why, _, _ in rows()} == set(SECTIONS)
